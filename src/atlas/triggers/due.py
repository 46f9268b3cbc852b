"""When a trigger is due: by the calendar of the space's own zone, by intervals, by counters (J2, J3).

A period that is late runs once. Every period has a name that no change of the clock alters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

from atlas.errors import BadInput
from atlas.model.trigger import Standing, Trigger, TriggerKind

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Counters:
    """The counts of a space that triggers compare with their limits."""

    turns: int = 0
    """Interactions so far."""
    depths: Mapping[str, int] = field(default_factory=dict)
    """How much waits in each queue."""
    shift: float = 0.0
    """How far beliefs have moved since the last snapshot."""


@dataclass(frozen=True, slots=True)
class Firing:
    """A trigger fires: for which period, and when it is due again."""

    trigger: Trigger
    period: str
    """Names the occasion; the same occasion never fires twice."""
    standing: Standing
    first: datetime | None = None
    """By the clock: when the first of the periods was due that this one makes up for."""
    last: datetime | None = None
    """And the last of them, whose name the occasion has."""


def next_due(trigger: Trigger, after: datetime, zone: tzinfo) -> datetime | None:
    """Find the first due time after a moment; None for triggers without a clock."""
    if trigger.kind is TriggerKind.CRON:
        return _next_cron(trigger.cron, after, zone)
    if trigger.kind is TriggerKind.INTERVAL:
        return _EPOCH + ((after - _EPOCH) // trigger.every + 1) * trigger.every
    return None


def _next_cron(cron: str, after: datetime, zone: tzinfo) -> datetime:
    """Find the next time of a cron schedule, safe across DST: a skipped hour moves, a repeated one counts once.

    A schedule knows whole minutes, and so the next time is the same from any moment of one.
    """
    return _find_next_cron(cron, after.astimezone(UTC).replace(second=0, microsecond=0), zone)


@lru_cache(maxsize=256)
def _find_next_cron(cron: str, after: datetime, zone: tzinfo) -> datetime:
    """Find it once a minute: whoever waits for it asks again and again."""
    from cronsim import CronSim, CronSimError  # few triggers have one

    try:
        return next(CronSim(cron, after.astimezone(zone))).astimezone(UTC)
    except CronSimError as error:
        raise BadInput(f"{cron!r} is no schedule ({error}); give five fields such as 0 22 * * *.") from None


def check_trigger(trigger: Trigger) -> None:
    """Validate a trigger when its table is read, not when the night comes."""
    if trigger.kind is TriggerKind.CRON:
        _next_cron(trigger.cron, _EPOCH, UTC)
    if trigger.kind is TriggerKind.INTERVAL and trigger.every < timedelta(minutes=1):
        raise BadInput(f"The interval of {trigger.name!r} is at least a minute.")


def evaluate_trigger(
    trigger: Trigger, standing: Standing | None, counters: Counters, now: datetime, zone: tzinfo
) -> Firing | Standing | None:
    """Return a firing, a changed standing to be written, or None."""
    known = standing or Standing(trigger.name)
    first = next_due(trigger, now, zone)
    if first is not None:
        return _evaluate_by_clock(trigger, known, counters, now, first, zone)
    if not _has_piled_up(trigger, known, counters):
        return None
    if _is_cooling_down(trigger, known, counters, now):
        return None
    return Firing(trigger, f"{counters.turns}@{now.isoformat()}", _with_attempt(known, counters, now))


def _evaluate_by_clock(
    trigger: Trigger, known: Standing, counters: Counters, now: datetime, first: datetime, zone: tzinfo
) -> Firing | Standing | None:
    if known.next_due is None or known.next_due > first:
        # New; or the clock went back: then the next one is nearer than what was written down.
        return _with_due(known, first)
    if known.next_due > now:
        return None
    late = _last_due(trigger, known.next_due, now, zone)
    standing = _with_due(_with_attempt(known, counters, now), first)
    return Firing(trigger, late.isoformat(), standing, known.next_due, late)


def _last_due(trigger: Trigger, due: datetime, now: datetime, zone: tzinfo) -> datetime:
    """Find the last of several missed times: one run makes up for all of them."""
    step = timedelta(days=8)
    if trigger.kind is TriggerKind.INTERVAL:
        return _EPOCH + ((now - _EPOCH) // trigger.every) * trigger.every
    start = max(due, now - step)
    times = [due, *_list_due_times(trigger, start - timedelta(seconds=1), now, zone)]
    return max(time for time in times if time <= now)


def _list_due_times(trigger: Trigger, after: datetime, until: datetime, zone: tzinfo) -> Iterator[datetime]:
    at = next_due(trigger, after, zone)
    while at is not None and at <= until:
        yield at
        at = next_due(trigger, at, zone)


def _has_piled_up(trigger: Trigger, known: Standing, counters: Counters) -> bool:
    match trigger.kind:
        case TriggerKind.TURNS:
            return counters.turns - known.attempted_turn >= trigger.turns > 0
        case TriggerKind.DEPTH:
            return counters.depths.get(trigger.what, 0) >= trigger.depth > 0
        case TriggerKind.SHIFT:
            return counters.shift > trigger.shift > 0
        case _:
            return False


def is_cooling(trigger: Trigger, standing: Standing | None, counters: Counters, now: datetime) -> bool:
    """Tell whether the last attempt is too recent to fire again, whatever has piled up."""
    return _is_cooling_down(trigger, standing or Standing(trigger.name), counters, now)


def _is_cooling_down(trigger: Trigger, known: Standing, counters: Counters, now: datetime) -> bool:
    if known.attempted_at is None:
        return counters.turns < trigger.cooldown_turns
    early = timedelta(0) <= now - known.attempted_at < trigger.cooldown
    return early or counters.turns - known.attempted_turn < trigger.cooldown_turns


def record_attempt(standing: Standing | None, trigger: str, counters: Counters, now: datetime) -> Standing:
    """Start the cooldown after an attempt, successful or not."""
    return _with_attempt(standing or Standing(trigger), counters, now)


def share_attempt(standing: Standing | None, trigger: Trigger, attempted: Standing) -> Standing:
    """Count an attempt of another trigger of the same task as this one's too (B5)."""
    known = standing or Standing(trigger.name)
    return replace(known, attempted_at=attempted.attempted_at, attempted_turn=attempted.attempted_turn)


def list_companions(trigger: Trigger, table: Iterable[Trigger]) -> list[Trigger]:
    """List the other triggers that cool down together with this one: those of its task that count in interactions."""
    if not trigger.cooldown_turns:
        return []
    same = (each for each in table if each.task is trigger.task and each.name != trigger.name)
    return [each for each in same if each.cooldown_turns]


def record_held_back(standing: Standing | None, trigger: str) -> Standing:
    """Count a firing that the cooldown suppressed, so that somebody can see it."""
    known = standing or Standing(trigger)
    return replace(known, held_back=known.held_back + 1)


def record_idle_period(standing: Standing | None, firing: Firing) -> Standing:
    """Move on to the next period after one for which nothing waited: that was no attempt."""
    return replace(standing or Standing(firing.trigger.name), next_due=firing.standing.next_due)


def _with_attempt(known: Standing, counters: Counters, now: datetime) -> Standing:
    return replace(known, attempted_at=now, attempted_turn=counters.turns, fired=known.fired + 1)


def _with_due(known: Standing, due: datetime) -> Standing:
    return replace(known, next_due=due)
