"""Beliefs computed anew from the arguments that are left, where others are taken out (X1, X3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.replay import replay_belief
from atlas.engine.core.belief_rows import argument_row, belief_row
from atlas.engine.core.ledger import Ledger
from atlas.model.belief import Argument, Belief
from atlas.model.journal import Change, RowKind
from atlas.ports.rows.beliefs import BeliefReader

_MANY: Final = 2**31


@dataclass(frozen=True, slots=True)
class ReplayedBelief:
    """A belief with some of its arguments, and without them; None where nothing is left of it."""

    before: Belief
    after: Belief | None
    left: int
    """How many arguments it has still."""

    @property
    def removed(self) -> ReplayedBelief:
        return replace(self, after=None)

    def change(self) -> Change:
        after = belief_row(self.after) if self.after else None
        return Change(RowKind.BELIEF, self.before.id, belief_row(self.before), after)


def replay_without(
    reader: BeliefReader, gone: Collection[Argument], policy: BeliefPolicy, now: datetime
) -> list[ReplayedBelief]:
    """Compute the beliefs that these arguments are about as if nobody had made them; nothing is written yet."""
    out, found = {each.id for each in gone}, []
    snapshots = reader.snapshots(-1, _MANY) if out else ()
    for id in sorted({each.belief for each in gone}):
        before = reader.belief(id)
        if before is None:
            continue
        left = [each for each in reader.arguments(id) if each.id not in out]
        after = replay_belief(before, left, snapshots, policy)
        if after is not None:
            after = replace(after, version=before.version + 1, updated_at=now)
        found.append(ReplayedBelief(before, after, len(left)))
    return found


def write_replayed(ledger: Ledger, gone: Collection[Argument], beliefs: Collection[ReplayedBelief]) -> None:
    """Take the arguments out and put the beliefs as they came to be; the caller records the entry."""
    ledger.withdraw_arguments(each.id for each in gone)
    for each in beliefs:
        if each.after is None:
            ledger.withdraw_belief(each.before.id)
        else:
            ledger.restore_belief(each.after, each.before.version)


def removed_argument(argument: Argument) -> Change:
    return Change(RowKind.ARGUMENT, argument.id, argument_row(argument), None)
