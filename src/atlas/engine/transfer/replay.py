"""Live through a history on its own clock (X5): a year in minutes, without a language model, and nobody pays for it.

Everything is put in the order in which it was said. The clock goes from one sitting to the next; what was said is kept,
noticed and thought about there. After each day on which something was said come the night and the week that fall due on
it. Days without a word are slept through: what fell due meanwhile runs once, late (J3). It ends today, not tonight.

A mark says how far the clock got, written with what was taken in there (`replay_mark.py`). Whoever was killed goes on
from it, also where nothing new is left: what was taken in last is thought about, and its night comes.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from itertools import chain
from typing import Any, Final, Protocol

from atlas.engine.core.access import ReadAccess, TimedReadAccess
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.marks import KEPT
from atlas.engine.core.replay_mark import REPLAYING, end_replay, read_replay_moment, to_mark, to_microseconds
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.episodes import make_next_episodes
from atlas.engine.jobs.job_control import find_next_time
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.transfer.import_batches import ImportReport, ImportWriter, find_new, make_batches
from atlas.engine.transfer.imported_notes import find_rejected_neighbours
from atlas.engine.transfer.imported_turns import Piece, group_interactions
from atlas.errors import BadInput, Refused
from atlas.model.interaction import Interaction
from atlas.model.plain_data import from_plain, to_plain
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

_LOG: Final = logging.getLogger("atlas.transfer")
PAUSE: Final = timedelta(hours=3)
"""What was said with shorter ones between is one sitting, at whose end it is thought about; the clock waits for it."""
MOST_SAID: Final = 200
"""Interactions of one sitting, however fast they came."""
_MOST_NIGHTS: Final = 100
"""Due times of one day; a table that has more fires the rest the next day."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much more of it was done, and of how much."""


class SettableClock(Clock, Protocol):
    """Time that moves when it is told to."""

    def set(self, to: datetime) -> None: ...


@dataclass(frozen=True, slots=True)
class _ReplayItem:
    is_note: bool
    interaction: Interaction


def replay_history(
    door: ImportWriter,
    found: Iterable[Piece],
    in_order: Callable[[Iterable[tuple[int, bytes]]], Iterator[bytes]],
    clock_at: Callable[[datetime], SettableClock],
    progress: Progress | None,
) -> None:
    """Import a history and live it through; refused where this space has lived on since the history began."""
    ordered = (_unpack_item(body) for body in in_order(_key_items(door.runtime, found, door.done)))
    first = next(ordered, None)
    interrupted = check_replay(door.runtime, first.interaction.at if first else None)
    begins = interrupted or (first.interaction.at if first else None)
    if begins is None:
        return
    clock = clock_at(begins)
    runtime = replace(door.runtime, clock=clock, model=None, models={}, replaying=True)
    life = _ReplayLife(runtime, clock, door.runtime.now())
    _LOG.info("A replay begins.", extra=log_fields(taken_up=bool(interrupted)))
    with runtime.memo.thinking, runtime.memo.working:  # nobody here works by the other clock meanwhile
        if interrupted:
            life.resume_replay()
        lived_door = replace(door, runtime=runtime, vouching=_date_vouching(door))
        _live_through(lived_door, life, ordered if first is None else chain([first], ordered), progress)
    door.done.days, door.done.cycles = life.days, dict(life.fired)
    _LOG.info("A replay was lived through.", extra=log_fields(days=life.days, cycles=life.fired.total()))


def _date_vouching(door: ImportWriter) -> str | None:
    """The vouching with its day in words, since the journal goes by the history's clock."""
    return (
        f"{door.vouching} It was said on {_local_day(door.runtime.zone, door.runtime.now())}."
        if door.vouching
        else None
    )


def check_replay(access: TimedReadAccess, begins: datetime | None) -> datetime | None:
    """Check whether a history that begins then can be replayed; the moment from which to go on, where it was begun."""
    with access.reading() as reader:
        interrupted, until = read_replay_moment(reader), _lived_until(access, reader)
    if interrupted is None:
        _check_untouched(until, begins)
    elif until is not None and until > interrupted:
        raise BadInput(
            f"A replay was interrupted on {interrupted:%Y-%m-%d}, and this space has lived on since. Let it be with "
            "atlas import --give-up, and import the rest without --replay."
        )
    elif begins is not None and begins < interrupted:
        raise BadInput(
            f"A replay was interrupted on {interrupted:%Y-%m-%d}, and this history begins before that, on "
            f"{begins:%Y-%m-%d}. Go on with the first one, or let it be with atlas import --give-up."
        )
    return interrupted


def _check_untouched(until: datetime | None, begins: datetime | None) -> None:
    if until is not None and begins is not None and until > begins:
        raise BadInput(
            f"This space has lived until {until:%Y-%m-%d}, and the history begins on {begins:%Y-%m-%d}: import it "
            "without --replay, or with it into a space that nobody has used yet (--space NAME)."
        )


def _lived_until(clock: Clock, reader: Reader) -> datetime | None:
    """When something last happened here; what was said and is not kept yet will be, today."""
    if reader.interactions(reader.read_mark(KEPT), 1):
        return clock.now()
    head = reader.head()
    return head.at if head else None


def _key_items(access: ReadAccess, found: Iterable[Piece], done: ImportReport) -> Iterator[tuple[int, bytes]]:
    for batch in make_batches(found):
        with access.reading() as reader:
            new = [(piece.note, each) for piece in batch for each in group_interactions(find_new(reader, piece, done))]
        for is_note, interaction in new:
            yield to_microseconds(interaction.at), _pack_item(is_note, interaction)


def _pack_item(is_note: bool, interaction: Interaction) -> bytes:
    return json.dumps({"note": is_note, "said": to_plain(interaction)}).encode()


def _unpack_item(body: bytes) -> _ReplayItem:
    held: dict[str, Any] = json.loads(body)
    return _ReplayItem(held["note"], from_plain(Interaction, held["said"]))


def _live_through(
    door: ImportWriter, life: _ReplayLife, heard: Iterable[_ReplayItem], progress: Progress | None
) -> None:
    whole = door.done.new_turns + door.done.new_notes
    for sitting in _group_sittings(life.runtime, heard):
        life.advance_to(sitting[-1].interaction.at)
        _store_sitting(door, life, sitting)
        life.run_work()
        if progress:
            said = sum(len(each.interaction.messages) for each in sitting)
            progress(f"living through {life.today}", said, whole)
    life.run_night()
    life.finish_replay()


def _group_sittings(runtime: Runtime, heard: Iterable[_ReplayItem]) -> Iterator[list[_ReplayItem]]:
    """Groups of what was said without a long pause, on one day."""
    sitting: list[_ReplayItem] = []
    for each in heard:
        if sitting and (len(sitting) == MOST_SAID or _starts_sitting(runtime, sitting[-1], each)):
            yield sitting
            sitting = []
        sitting.append(each)
    if sitting:
        yield sitting


def _starts_sitting(runtime: Runtime, before: _ReplayItem, after: _ReplayItem) -> bool:
    last, at = before.interaction.at, after.interaction.at
    return at - last > PAUSE or _local_day(runtime.zone, at) != _local_day(runtime.zone, last)


def _local_day(zone: tzinfo, at: datetime) -> date:
    return at.astimezone(zone).date()


def _store_sitting(door: ImportWriter, life: _ReplayLife, sitting: Sequence[_ReplayItem]) -> None:
    """Store a sitting with its episodes at once, so that nobody makes them by today's clock."""
    near = find_rejected_neighbours(
        door.runtime, [m for each in sitting if each.is_note for m in each.interaction.messages]
    )
    with door.runtime.writing() as txn:
        life.write_mark(txn)
        ledger = Ledger(door.runtime, txn)
        door.receive_interactions(ledger, ((each.is_note, each.interaction) for each in sitting), near)
        make_next_episodes(door.runtime, ledger, len(sitting))


class _ReplayLife:
    """A runtime whose clock is the history's."""

    def __init__(self, runtime: Runtime, clock: SettableClock, now: datetime) -> None:
        self.runtime = runtime
        self.days = 0
        self.fired: Counter[str] = Counter()
        self.today: date | None = None
        self._clock = clock
        self._now = now
        """What time it really is: a history does not go on after it."""
        self._marked = 0

    def resume_replay(self) -> None:
        """Go on where somebody was killed: what they stored last is thought about first."""
        self._marked = to_mark(self.runtime.now())
        self.today = _local_day(self.runtime.zone, self.runtime.now())
        self.run_work()

    def write_mark(self, txn: Writer) -> None:
        """Mark how far the replay got; two cannot live through one history side by side."""
        if txn.read_mark(REPLAYING) != self._marked:
            raise Refused("Somebody else has gone on with this replay, or has given it up; it ends here.")
        self._marked = to_mark(self.runtime.now())
        txn.put_mark(REPLAYING, self._marked)

    def finish_replay(self) -> None:
        with self.runtime.writing() as txn:
            self.write_mark(txn)
            end_replay(txn)

    def advance_to(self, at: datetime) -> None:
        """Advance the clock to when the next thing was said; the day before has its night first."""
        if self.today is not None and _local_day(self.runtime.zone, at) != self.today:
            self.run_night()
        if self.today != _local_day(self.runtime.zone, at):
            self.today = _local_day(self.runtime.zone, at)
            self.days += 1
        self._clock.set(max(at, self.runtime.now()))

    def run_night(self) -> None:
        """Run what falls due by midnight, each at its time; of today, what fell due by now."""
        if self.today is None:
            return
        midnight = datetime.combine(self.today + timedelta(days=1), time(), self.runtime.zone)
        for _ in range(_MOST_NIGHTS):
            due = find_next_time(self.runtime)
            if due is None or due >= min(midnight, self._now):
                return
            self._clock.set(max(due, self.runtime.now()))
            with self.runtime.writing() as txn:
                self.write_mark(txn)
            self.run_work()

    def run_work(self) -> None:
        before = self._count_fired()
        run_owed_jobs(self.runtime)
        self.fired += self._count_fired() - before

    def _count_fired(self) -> Counter[str]:
        clocked = {each.name for each in self.runtime.triggers if each.cron or each.every}
        with self.runtime.reading() as reader:
            return Counter({each.trigger: each.fired for each in reader.standings() if each.trigger in clocked})
