"""`atlas work`: does what is owed and what the clock asks for, beside whoever chats."""

from __future__ import annotations

import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.errors import StoreCorrupt, StoreNewer, StoreTrouble
from atlas.surfaces.cli.edge import complain
from atlas.surfaces.cli.grammar import command
from atlas.surfaces.cli.labels import task_words
from atlas.surfaces.cli.paper import hint, indented, say, styled, tell_json_line
from atlas.surfaces.cli.run import Run, pass_run
from atlas.surfaces.cli.text import counted, dollars, line, moment, short

if TYPE_CHECKING:
    from atlas.model.thinking import Reflection
    from atlas.surfaces.library import Atlas

_LOOK_S: Final = 2.0
"""How often it looks whether something is owed: another process may have taken something in."""
_AGAIN: Final = timedelta(seconds=60)
"""So often it works without being asked: what another process left to be noticed is owed to nobody by name."""
_BATCH: Final = 1_000


class _Told(Exception):
    """Somebody said that it is time to stop. No error: it ends the work between two batches."""


@command(
    "work",
    "atlas work",
    "atlas work --once            # what is owed now, and no more",
    "atlas work --for 3600 --json",
    gives="a line of JSON for each batch that was done, and nothing while nothing is: at, done (jobs) and reflections "
    "(id, task, thinker, proposed, money in millionths, problem).",
)
@click.option("--once", is_flag=True, help="Do what is owed now, and end.")
@click.option("--for", "seconds", metavar="SECONDS", type=click.IntRange(1, 10**9), help="End after so long.")
@pass_run
def work(run: Run, once: bool, seconds: int | None) -> None:
    """Think beside the chat: what is owed, and each night and week.

    It waits until something is due, and needs no other process to wake it. Several may run; each job is done by one of
    them. Ctrl-C ends it after the thought in hand; pressed twice, at once. What is not done stays owed.
    """
    if once and seconds:
        raise click.UsageError("Give --once or --for, not both.")
    stopping = threading.Event()
    with run.atlas(with_model=True, create=True) as atlas, _until_told(stopping):
        shift = _Shift(run, atlas, stopping)
        if once:
            shift.work()
            shift.told_nothing()
            return
        shift.greet()
        ends = atlas.now() + timedelta(seconds=seconds) if seconds else None
        shift.work_on(ends)


@contextmanager
def _until_told(stopping: threading.Event) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM asks it to end, the second is not asked about. What was ignored stays so."""
    before: dict[int, Any] = {}

    def stop(number: int, frame: object) -> None:
        stopping.set()
        signal.signal(number, before[number])

    for number in (int(signal.SIGINT), int(signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Shift:
    """Works, and tells what it did, a line for each batch."""

    def __init__(self, run: Run, atlas: Atlas, stopping: threading.Event) -> None:
        self._run = run
        self._atlas = atlas
        self._stopping = stopping
        self._done = 0
        self._last = next((each.id for each in atlas.reflections(1)), None)

    def work(self) -> None:
        """Everything that is owed by now, or as far as it comes until it is told to stop."""
        try:
            self._atlas.flush(self._batch)
        except _Told:
            return

    def work_on(self, ends: datetime | None) -> None:
        """Until it is told to stop, or the time is over."""
        while True:
            self._try_to_work()
            if not self._wait(ends):
                break
        if not self._run.as_json:
            say(f"Ended after {counted(self._done, 'job')}. What is not done stays owed.")

    def _try_to_work(self) -> None:
        """A store that is busy is no reason to give up; one that cannot be read is."""
        try:
            self.work()
        except (StoreCorrupt, StoreNewer):
            raise
        except StoreTrouble as trouble:
            complain(line(str(trouble)), self._run.as_json)

    def _wait(self, ends: datetime | None) -> bool:
        """Until there is something to do; whether to go on."""
        again = self._atlas.now() + _AGAIN
        while True:
            now = self._atlas.now()
            left = (ends - now).total_seconds() if ends else _LOOK_S
            if left <= 0 or self._stopping.wait(min(_LOOK_S, left)):
                return False
            if min(self._next() or again, again) <= self._atlas.now():
                return True

    def _next(self) -> datetime | None:
        try:
            return self._atlas.next_due()
        except StoreTrouble:
            return None

    # --- telling

    def greet(self) -> None:
        if self._run.as_json:
            return
        settings = self._run.settings
        model = settings.model if settings.thinking is not False else None
        say(f"Thinking with {line(model.name) if model else 'the rules alone'}; Ctrl-C ends it.")
        self.told_next()

    def told_nothing(self) -> None:
        if not self._done and not self._run.as_json:
            say("Nothing is due now.")
            self.told_next()

    def told_next(self) -> None:
        if (at := self._atlas.replaying()) is not None:
            from atlas.engine.replaying import unfinished

            say(unfinished(at))
        due = self._atlas.next_due()
        if due is not None and due > self._atlas.now():
            say(hint(f"Next: {moment(due, self._run.zone)} (atlas triggers, atlas jobs)"))

    def _batch(self, count: int) -> None:
        """Called between two batches, when the one before it is stored for good."""
        self._done += count
        self._told(count, self._since())
        if self._stopping.is_set():
            raise _Told

    def _since(self) -> list[Reflection]:
        """What was thought since the batch before, the oldest first."""
        new: list[Reflection] = []
        for each in self._atlas.reflections(_BATCH):
            if each.id == self._last:
                break
            new.append(each)
        self._last = new[0].id if new else self._last
        return new[::-1]

    def _told(self, count: int, thought: Sequence[Reflection]) -> None:
        at = self._atlas.now()
        if self._run.as_json:
            tell_json_line({"at": at, "done": count, "reflections": [_plain(each) for each in thought]})
        else:
            say(styled((f"{moment(at, self._run.zone)}  ", "dim"), _sentence(count, thought)))
            for each in thought:
                if each.problem:
                    told = f"{task_words(each.task)} did not work: {line(each.problem)} (atlas show {short(each.id)})"
                    say(indented(styled((told, "yellow")), 2))
        sys.stdout.flush()


def _sentence(count: int, thought: Sequence[Reflection]) -> str:
    tally = Counter(each.task.value for each in thought)
    tiers = ", ".join(f"{number:,} {task}" for task, number in tally.items())
    proposed, money = sum(each.proposed for each in thought), sum(each.money for each in thought)
    without = count - len(thought)
    parts = [
        f"{counted(count, 'job')}{f': {tiers}' if tiers else ''}",
        f"{without:,} without a result (atlas jobs)" if without > 0 else "",
        f"{proposed:,} proposed" if proposed else "",
        f"cost {dollars(money)}" if money else "",
    ]
    return f"{'; '.join(filter(None, parts))}."


def _plain(each: Reflection) -> dict[str, object]:
    told = {"id": each.id, "task": each.task.value, "thinker": each.thinker, "proposed": each.proposed}
    return {**told, "money": each.money, "problem": each.problem}
