"""Live through a history on its own clock (X5): a year in minutes, by rules alone, and nobody pays for it.

Everything is put in the order in which it was said. The clock goes from one sitting to the next; what was said is kept,
noticed and thought about there. After each day on which something was said come the night and the week that fall due on
it. Days without a word are slept through: what fell due meanwhile runs once, late (J3).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Protocol

from atlas.engine.bring_in import Brought, Door, batched, fresh
from atlas.engine.bring_notes import rejected_near
from atlas.engine.bring_turns import Piece, interactions
from atlas.engine.jobs import next_at
from atlas.engine.ledger import Ledger
from atlas.engine.work import work
from atlas.engine.world import World
from atlas.errors import BadInput
from atlas.model.interaction import Interaction
from atlas.model.plain import from_plain, to_plain
from atlas.ports.clock import Clock

PAUSE: Final = timedelta(hours=3)
"""What was said with shorter ones between is one sitting, at whose end it is thought about; the clock waits for it."""
MOST_SAID: Final = 200
"""Interactions of one sitting, however fast they came."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_NIGHTS: Final = 100
"""Due times of one day; a table that has more fires the rest the next day."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much more of it was done, and of how much."""


class SettableClock(Clock, Protocol):
    """Time that moves when it is told to."""

    def set(self, to: datetime) -> None: ...


@dataclass(frozen=True, slots=True)
class _Heard:
    is_note: bool
    interaction: Interaction


def live(
    door: Door,
    found: Iterable[Piece],
    in_order: Callable[[Iterable[tuple[int, bytes]]], Iterator[bytes]],
    clock_at: Callable[[datetime], SettableClock],
    progress: Progress | None,
) -> None:
    """Take it in and live it through. Refused where this space has lived on since the history began."""
    ordered = (_unpacked(body) for body in in_order(_keyed(door.world, found, door.done)))
    first = next(ordered, None)
    if first is None:
        return
    _check(door.world, first.interaction.at)
    clock = clock_at(first.interaction.at)
    life = _Life(replace(door.world, clock=clock, model=None, models={}), clock)
    with life.world.memo.thinking, life.world.memo.working:  # nobody here works by the other clock meanwhile
        _go_on(replace(door, world=life.world), life, first, ordered, progress)
    door.done.days, door.done.cycles = life.days, dict(life.fired)


def _keyed(world: World, found: Iterable[Piece], done: Brought) -> Iterator[tuple[int, bytes]]:
    for batch in batched(found):
        with world.store.reading(world.space) as reader:
            new = [(piece.note, each) for piece in batch for each in interactions(fresh(reader, piece, done))]
        for is_note, interaction in new:
            yield (interaction.at - _EPOCH) // timedelta(microseconds=1), _packed(is_note, interaction)


def _packed(is_note: bool, interaction: Interaction) -> bytes:
    return json.dumps({"note": is_note, "said": to_plain(interaction)}).encode()


def _unpacked(body: bytes) -> _Heard:
    held: dict[str, Any] = json.loads(body)
    return _Heard(held["note"], from_plain(Interaction, held["said"]))


def _go_on(door: Door, life: _Life, first: _Heard, rest: Iterable[_Heard], progress: Progress | None) -> None:
    whole = door.done.new_turns + door.done.new_notes
    for sitting in _sittings(life.world, first, rest):
        life.until(sitting[-1].interaction.at)
        _take_in(door, sitting)
        life.think()
        if progress:
            said = sum(len(each.interaction.messages) for each in sitting)
            progress(f"living through {life.today}", said, whole)
    life.sleep()


def _check(world: World, begins: datetime) -> None:
    with world.store.reading(world.space) as reader:
        head = reader.head()
    if head is not None and head.at > begins:
        raise BadInput(
            f"This space has lived until {head.at:%Y-%m-%d}, and the history begins on {begins:%Y-%m-%d}: import it "
            "without --replay, or into a space of its own."
        )


def _sittings(world: World, first: _Heard, rest: Iterable[_Heard]) -> Iterator[list[_Heard]]:
    """What was said without a long pause, on one day."""
    sitting = [first]
    for heard in rest:
        before, at = sitting[-1].interaction.at, heard.interaction.at
        pause = at - before > PAUSE or _day(world, at) != _day(world, before)
        if pause or len(sitting) == MOST_SAID:
            yield sitting
            sitting = []
        sitting.append(heard)
    yield sitting


def _day(world: World, at: datetime) -> date:
    return at.astimezone(world.zone).date()


def _take_in(door: Door, sitting: Sequence[_Heard]) -> None:
    near = rejected_near(door.world, [m for each in sitting if each.is_note for m in each.interaction.messages])
    with door.world.store.writing(door.world.space) as txn:
        door.receive(Ledger(door.world, txn), ((each.is_note, each.interaction) for each in sitting), near)


class _Life:
    """A world whose clock is the history's."""

    def __init__(self, world: World, clock: SettableClock) -> None:
        self.world = world
        self.days = 0
        self.fired: Counter[str] = Counter()
        self._clock = clock
        self.today: date | None = None

    def until(self, at: datetime) -> None:
        """To when the next thing was said; the day before it has its night first."""
        if self.today is not None and _day(self.world, at) != self.today:
            self.sleep()
        if self.today != _day(self.world, at):
            self.today = _day(self.world, at)
            self.days += 1
        self._clock.set(max(at, self.world.now()))

    def sleep(self) -> None:
        """What falls due by midnight, each at its time."""
        if self.today is None:
            return
        midnight = datetime.combine(self.today + timedelta(days=1), time(), self.world.zone)
        for _ in range(_MOST_NIGHTS):
            due = next_at(self.world)
            if due is None or due >= midnight:
                return
            self._clock.set(max(due, self.world.now()))
            self.think()

    def think(self) -> None:
        before = self._standings()
        work(self.world)
        self.fired += self._standings() - before

    def _standings(self) -> Counter[str]:
        clocked = {each.name for each in self.world.triggers if each.cron or each.every}
        with self.world.store.reading(self.world.space) as reader:
            return Counter({each.trigger: each.fired for each in reader.standings() if each.trigger in clocked})
