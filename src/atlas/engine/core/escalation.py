"""Where the engine stands on the ladder, and what that holds back (H6).

Asked in three places where everything passes: when a job is claimed, when a proposal is judged, and at the door for
documents. Going up is automatic; going down takes an operator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from atlas.curation.policy import CurationPolicy, Mode
from atlas.engine.core.ledger import LADDER, Ledger
from atlas.engine.core.runtime import Runtime
from atlas.errors import Refused
from atlas.metrics.ladder import HOLDS_BACK, climb_ladder, may_change_itself, may_think
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.metric import Alert, Escalation, Rung
from atlas.ports.reading import Reader
from atlas.ports.rows.metrics import MetricReader

_BEGINNING: Final = Escalation(Rung.FREE, datetime(1, 1, 1, tzinfo=UTC), "")
_BY_HAND: Final = {Rung.PAUSED: "An operator paused it.", Rung.FREE: "An operator resumed it."}


@dataclass(frozen=True, slots=True)
class LadderStatus:
    """Where the engine stands, for whoever shows it."""

    rung: Rung
    since: datetime | None
    """None where it has always been free."""
    why: str

    @property
    def holds_back(self) -> bool:
        return not may_change_itself(self.rung)

    @property
    def meaning(self) -> str:
        """What the rung holds back, as half a sentence."""
        return HOLDS_BACK[self.rung]


def read_ladder(reader: MetricReader) -> LadderStatus:
    stands = reader.escalation()
    return LadderStatus(stands.rung, stands.since, stands.why) if stands else LadderStatus(Rung.FREE, None, "")


def is_paused(reader: MetricReader) -> bool:
    return not may_think(read_ladder(reader).rung)


def is_restricted(reader: MetricReader) -> bool:
    """Whether nothing may change itself: on this rung and all above."""
    return read_ladder(reader).holds_back


def restrain_policy(policy: CurationPolicy, reader: MetricReader) -> CurationPolicy:
    """The policy to judge by: from restricted on, a person approves everything."""
    return replace(policy, mode=Mode.MANUAL, trusts_amendments=False) if is_restricted(reader) else policy


def refuse_when_held(reader: MetricReader, *, changes_itself: bool) -> None:
    """Refuse to begin what the rung forbids, in a sentence with the way on."""
    ladder = read_ladder(reader)
    if not may_think(ladder.rung) or (changes_itself and ladder.holds_back):
        raise Refused(
            f"The engine is {describe_rung(ladder.rung)}: {ladder.why} An operator goes on: atlas learning resume."
        )


def describe_rung(rung: Rung) -> str:
    return "under human review" if rung is Rung.REVIEW else rung.value


def climb_for_alerts(ledger: Ledger, alerts: Sequence[Alert]) -> Escalation | None:
    """Hold the engine back as the alerts ask for, on record; None where it stands where it stood.

    What an operator has seen and resumed from does not count again before it has cleared and come back.
    """
    now, seen = ledger.runtime.now(), _find_resumed(ledger.txn)
    day = seen.astimezone(ledger.runtime.zone).date() if seen else None
    new = [each for each in alerts if day is None or each.since > day]
    before = ledger.txn.escalation() or _BEGINNING
    after = climb_ladder(before, new, now)
    if after == before:
        return None
    ledger.record_escalation(Actor.ATLAS, Action.ESCALATED, after)
    return after


def _find_resumed(reader: Reader) -> datetime | None:
    entries = reader.entries_about(RowKind.ESCALATION, LADDER)
    return max((each.at for each in entries if each.action is Action.RESUMED), default=None)


def pause_engine(runtime: Runtime, reason: str) -> LadderStatus:
    """Let nothing think until an operator resumes it."""
    with runtime.writing() as txn:
        if is_paused(txn):
            raise Refused("The engine is paused already; an operator goes on: atlas learning resume.")
        return _move_by_hand(runtime, Ledger(runtime, txn), Rung.PAUSED, reason)


def resume_engine(runtime: Runtime, reason: str) -> LadderStatus:
    """Let the engine go on, from whichever rung."""
    with runtime.writing() as txn:
        if read_ladder(txn).rung is Rung.FREE:
            raise Refused("The engine is free: there is nothing to resume.")
        return _move_by_hand(runtime, Ledger(runtime, txn), Rung.FREE, reason)


def _move_by_hand(runtime: Runtime, ledger: Ledger, rung: Rung, reason: str) -> LadderStatus:
    """The reason stands in a note, which can be forgotten."""
    stands = Escalation(rung, runtime.now(), _BY_HAND[rung])
    action = Action.RESUMED if rung is Rung.FREE else Action.ESCALATED
    ledger.record_escalation(Actor.OPERATOR, action, stands, reason)
    return read_ladder(ledger.txn)
