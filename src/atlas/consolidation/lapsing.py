"""Plans that are over by themselves (T16): with the last day that they name, or unspoken of for long.

What lapses is closed and not forgotten: asked of the past, recall still finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.language.periods import period_around
from atlas.language.registry import LANGUAGE
from atlas.model.claim import PLANS
from atlas.model.ids import MessageId
from atlas.model.journal import PEOPLE
from atlas.model.memory import Form, Kind, Memory, Status
from atlas.model.proposal import Revise
from atlas.model.retention import Kept

_SINGLE_DAY: Final = "day"


def may_be_plan(row: Kept) -> bool:
    """Tell whether a row may be a plan that lapses: learned as an episode, or made general by its use (T5)."""
    fact = row.kind is Kind.FACT and row.status is Status.APPROVED and not row.pinned
    return fact and (row.form is Form.EPISODIC or row.uses > 0)


def propose_lapse(
    memory: Memory, said: Mapping[MessageId, datetime], now: datetime, zone: tzinfo, policy: ConsolidationPolicy
) -> Revise | None:
    """Close a plan whose day is past in this zone, or which has none and was not spoken of again; `said` is when its
    messages were said."""
    if memory.claim is None or memory.claim.attribute != PLANS or memory.pinned or not memory.evidence:
        return None
    if memory.status is not Status.APPROVED or memory.valid_until is not None:
        return None
    ends = max(_find_ends(memory, said, zone), default=None)
    if ends is not None:
        last = (ends - timedelta.resolution).astimezone(zone)
        reason = f"It was planned for a day that is past: {last.day} {last:%B %Y}."
    elif memory.approved_by in PEOPLE:
        return None
    else:
        ends = memory.reinforced_at + timedelta(days=policy.plan_days)
        reason = f"It was planned for no day, and not spoken of again for {policy.plan_days:g} days."
    return Revise(memory.id, memory.evidence[:1], valid_until=ends, reason=reason) if ends < now else None


def _find_ends(memory: Memory, said: Mapping[MessageId, datetime], zone: tzinfo) -> Iterator[datetime]:
    """Find the first moment after each day, week, month or year that a plan names; a quote may name several."""
    planned = None if memory.referred_at is None else memory.referred_at.astimezone(zone)
    if planned is not None:
        yield period_around(planned, _SINGLE_DAY).end.astimezone(UTC)
    for item in memory.evidence:
        at = said.get(item.message)
        if at is not None and planned is not None:
            told = LANGUAGE.dates.find_planned_period(item.quote, at.astimezone(zone), planned.date())
            if told is not None:
                yield told.end.astimezone(UTC)  # "in autumn" is over with its last day
        place = 0
        while at is not None:
            found = LANGUAGE.dates.find_date(item.quote, place, len(item.quote), at.astimezone(zone), ahead=True)
            if found is None:
                break
            yield found.period.end.astimezone(UTC)
            place = found.end
