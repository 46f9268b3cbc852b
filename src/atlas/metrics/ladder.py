"""Which rung of the ladder follows from what: up by itself, down by an operator alone (H6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from atlas.model.metric import Alert, Escalation, Rung, Severity

RESTRICTED_AT: Final = 3
"""So many warnings at once restrict."""
REVIEW_AFTER: Final = timedelta(days=1)
"""So long restricted, and a person is asked."""
_ORDER: Final = tuple(Rung)
HOLDS_BACK: Final = {
    Rung.FREE: "nothing is held back",
    Rung.FLAGGED: "nothing is held back, and something is to be looked at",
    Rung.RESTRICTED: "no document is amended by thinking, and every proposal waits for a person",
    Rung.REVIEW: "a person is to look: no document is amended by thinking, and every proposal waits for a person",
    Rung.PAUSED: "nothing thinks; what is said is kept, and what was approved is served",
}
"""What each rung holds back, as half a sentence."""


def tell_held_back(rung: Rung) -> str:
    """Where the engine stands, for what generates: the rung, and no figure (J11); nothing where it is not held back."""
    if may_change_itself(rung):
        return ""
    name = "under human review" if rung is Rung.REVIEW else rung.value
    return f"the engine is {name}: {HOLDS_BACK[rung]}; an operator decides when it goes on"


def climb_ladder(now: Escalation, alerts: Sequence[Alert], at: datetime, *, violated: bool = False) -> Escalation:
    """Where the engine stands after these alerts; never lower than before.

    The alerts are all that stand at the moment, each name once: a second critical one is another figure's.
    """
    rung, why = _find_rung(now, alerts, at, violated)
    if _ORDER.index(rung) <= _ORDER.index(now.rung):
        return now
    return Escalation(rung, at, why)


def _find_rung(now: Escalation, alerts: Sequence[Alert], at: datetime, violated: bool) -> tuple[Rung, str]:
    critical = [each for each in alerts if each.severity is Severity.CRITICAL]
    warnings = [each for each in alerts if each.severity is Severity.WARNING]
    if violated:
        return Rung.PAUSED, "The constitution was changed."
    if len(critical) > 1:
        return Rung.REVIEW, _tell(critical)
    if now.rung is Rung.RESTRICTED and at - now.since >= REVIEW_AFTER:
        return Rung.REVIEW, f"It has been restricted since {now.since:%Y-%m-%d %H:%M}: {now.why}"
    if critical or len(warnings) >= RESTRICTED_AT:
        return Rung.RESTRICTED, _tell(critical or warnings)
    if warnings:
        return Rung.FLAGGED, _tell(warnings)
    return Rung.FREE, ""


def may_change_itself(rung: Rung) -> bool:
    """Whether documents may be amended, and policy may approve by itself."""
    return rung in (Rung.FREE, Rung.FLAGGED)


def may_think(rung: Rung) -> bool:
    return rung is not Rung.PAUSED


def _tell(alerts: Sequence[Alert]) -> str:
    return " ".join(each.says for each in alerts)
