"""When a trigger is due: by the calendar of the space's own zone, by intervals, by what has piled up (J2, J3).

A period that is late runs once. Every period has a name, by which it is known whatever the clock does meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo

from atlas.errors import BadInput
from atlas.model.trigger import Standing, Trigger, TriggerKind

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Counters:
    """What has piled up in a space."""

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
    """The first time after this moment; None where the clock has no say."""
    if trigger.kind is TriggerKind.CRON:
        return _next_cron(trigger.cron, after, zone)
    if trigger.kind is TriggerKind.INTERVAL:
        return _EPOCH + ((after - _EPOCH) // trigger.every + 1) * trigger.every
    return None


def _next_cron(cron: str, after: datetime, zone: tzinfo) -> datetime:
    """DST-safe: what falls into a skipped hour comes right after it; a repeated hour counts once."""
    from cronsim import CronSim, CronSimError

    try:
        return next(CronSim(cron, after.astimezone(zone))).astimezone(UTC)
    except CronSimError as error:
        raise BadInput(f"{cron!r} is no schedule ({error}); give five fields such as 0 22 * * *.") from None


def check(trigger: Trigger) -> None:
    """A table is looked at when it is read, not when the night comes."""
    if trigger.kind is TriggerKind.CRON:
        _next_cron(trigger.cron, _EPOCH, UTC)
    if trigger.kind is TriggerKind.INTERVAL and trigger.every < timedelta(minutes=1):
        raise BadInput(f"The interval of {trigger.name!r} is at least a minute.")


def firing(
    trigger: Trigger, standing: Standing | None, counters: Counters, now: datetime, zone: tzinfo
) -> Firing | Standing | None:
    """A firing; or how it stands now, where that is to be written down; or None where all is as it was."""
    known = standing or Standing(trigger.name)
    first = next_due(trigger, now, zone)
    if first is not None:
        return _by_clock(trigger, known, counters, now, first, zone)
    if not _piled_up(trigger, known, counters):
        return None
    if _cooling(trigger, known, counters, now):
        return None
    return Firing(trigger, f"{counters.turns}@{now.isoformat()}", _attempted(known, counters, now))


def _by_clock(
    trigger: Trigger, known: Standing, counters: Counters, now: datetime, first: datetime, zone: tzinfo
) -> Firing | Standing | None:
    if known.next_due is None or known.next_due > first:
        # New; or the clock went back: then the next one is nearer than what was written down.
        return _with_due(known, first)
    if known.next_due > now:
        return None
    late = _last_due(trigger, known.next_due, now, zone)
    standing = _with_due(_attempted(known, counters, now), first)
    return Firing(trigger, late.isoformat(), standing, known.next_due, late)


def _last_due(trigger: Trigger, due: datetime, now: datetime, zone: tzinfo) -> datetime:
    """Of several that were missed, the last: one run makes up for all of them."""
    step = timedelta(days=8)
    if trigger.kind is TriggerKind.INTERVAL:
        return _EPOCH + ((now - _EPOCH) // trigger.every) * trigger.every
    start = max(due, now - step)
    times = [due, *_dues(trigger, start - timedelta(seconds=1), now, zone)]
    return max(time for time in times if time <= now)


def _dues(trigger: Trigger, after: datetime, until: datetime, zone: tzinfo) -> Iterator[datetime]:
    at = next_due(trigger, after, zone)
    while at is not None and at <= until:
        yield at
        at = next_due(trigger, at, zone)


def _piled_up(trigger: Trigger, known: Standing, counters: Counters) -> bool:
    match trigger.kind:
        case TriggerKind.TURNS:
            return counters.turns - known.attempted_turn >= trigger.turns > 0
        case TriggerKind.DEPTH:
            return counters.depths.get(trigger.what, 0) >= trigger.depth > 0
        case TriggerKind.SHIFT:
            return counters.shift > trigger.shift > 0
        case _:
            return False


def cooling(trigger: Trigger, standing: Standing | None, counters: Counters, now: datetime) -> bool:
    """Whether the last attempt was so short a while ago that it does not fire, whatever has piled up."""
    return _cooling(trigger, standing or Standing(trigger.name), counters, now)


def _cooling(trigger: Trigger, known: Standing, counters: Counters, now: datetime) -> bool:
    if known.attempted_at is None:
        return counters.turns < trigger.cooldown_turns
    early = timedelta(0) <= now - known.attempted_at < trigger.cooldown
    return early or counters.turns - known.attempted_turn < trigger.cooldown_turns


def attempted(standing: Standing | None, trigger: str, counters: Counters, now: datetime) -> Standing:
    """After an attempt, successful or not: it begins to cool down."""
    return _attempted(standing or Standing(trigger), counters, now)


def held_back(standing: Standing | None, trigger: str) -> Standing:
    """It would have fired, and was cooling down: counted, so that somebody can see it."""
    known = standing or Standing(trigger)
    return replace(known, held_back=known.held_back + 1)


def _attempted(known: Standing, counters: Counters, now: datetime) -> Standing:
    return replace(known, attempted_at=now, attempted_turn=counters.turns, fired=known.fired + 1)


def _with_due(known: Standing, due: datetime) -> Standing:
    return replace(known, next_due=due)
