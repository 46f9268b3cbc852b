"""`atlas work`: does owed jobs and those that fall due, beside whoever chats."""

from __future__ import annotations

import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.errors import StoreCorrupt, StoreNewer, StoreTrouble
from atlas.surfaces import threads
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import ending_signals, print_error
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, indent_part, print_json_line, print_text, styled_text
from atlas.surfaces.cli.thinking.ladder import print_held_back
from atlas.surfaces.views.reflection import view_reflection_summary
from atlas.surfaces.views.signal_labels import describe_task
from atlas.surfaces.views.text import format_count, format_dollars, format_moment, one_line, short_id

if TYPE_CHECKING:
    from atlas.model.thinking import Reflection
    from atlas.surfaces.library import Atlas

_LOOK_S: Final = 2.0
"""How often it looks whether something is owed: another process may have taken something in."""
_LOOKED_AT: Final = 50
"""With more spaces than this it looks less often: looking costs the same however many there are."""
_TURN_S: Final = 2.0
"""After so long, a space lets the others have their turn."""
_AGAIN: Final = timedelta(seconds=60)
"""So often it works without being asked: what another process left to be noticed is owed to nobody by name."""
_BATCH: Final = 1_000
_VECTORS: Final = 256
"""So many memories have their vectors before it is said again."""


class _Stopped(Exception):
    """A signal asked to stop. No error: it ends the work between two batches."""


@command(
    "work",
    "atlas work",
    "atlas work --once            # what is owed now, and no more",
    "atlas work --space ana       # one space alone",
    "atlas work --for 3600 --json",
    gives="a line of JSON for each batch that was done, and nothing while nothing is: at, space, done (jobs) and "
    "reflections (id, task, thinker, proposed, money in millionths, problem); or at and vectors, how many memories "
    "got theirs.",
)
@click.option("--once", is_flag=True, help="Do what is owed now, and end.")
@click.option("--for", "seconds", metavar="SECONDS", type=click.IntRange(1, 10**9), help="End after so long.")
@pass_run
def work(run: Run, once: bool, seconds: int | None) -> None:
    """Think beside the chat: what is owed, and each night and week.

    In all spaces of the store, or in the one that --space names. It waits until something is due, and needs no other
    process to wake it. Several may run; each job is done by one of them. Ctrl-C ends it after the batch in hand, and so
    does a signal to end or to hang up; the second one ends it at once. What is not done stays owed.
    """
    if once and seconds:
        raise click.UsageError("Give --once or --for, not both.")
    stopping = threading.Event()
    if not run.settings.self_improvement:
        print_error("Self-improvement is off (ATLAS_SELF_IMPROVEMENT): only vectors are made, and nothing is learned.")
    with run.open_atlas(with_model=True, create=True) as atlas, _stop_on_signals(stopping):
        print_held_back(run, atlas)
        loop = _WorkLoop(run, atlas, stopping)
        if once:
            loop.work_owed()
            loop.print_nothing_due()
            return
        loop.print_greeting()
        ends = atlas.admin.now() + timedelta(seconds=seconds) if seconds else None
        loop.work_until(ends)


@contextmanager
def _stop_on_signals(stopping: threading.Event) -> Iterator[None]:
    """Ask the work to end at the first signal; the second ends the process at once.

    Ignored signals stay ignored. A long task, such as embedding, is left in the middle: nothing of it is stored yet,
    and it is owed still.
    """
    handlers: dict[int, Any] = {}
    working = threading.current_thread()

    def request_stop(number: int, frame: object) -> None:
        stopping.set()
        threads.call_off(working)
        for each in handlers:
            signal.signal(each, signal.SIG_DFL)

    for number in ending_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            handlers[number] = signal.signal(number, request_stop)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        threads.call_back(working)


class _WorkLoop:
    """Works, and prints a line for each batch."""

    def __init__(self, run: Run, atlas: Atlas, stopping: threading.Event) -> None:
        self._run = run
        self._home = atlas
        self._stopping = stopping
        self._done = 0
        self._vectors = 0
        self._spaces: dict[str, Atlas] = {run.space or run.settings.space: atlas}
        self._last: dict[str, str | None] = {}
        """The last thing that was thought in each space."""
        self._find_spaces()

    def _find_spaces(self) -> None:
        """Open the spaces that came since, too; with --space, that one alone."""
        names = [] if self._run.space else self._home.admin.spaces()
        for name in names:
            if name not in self._spaces:
                self._spaces[name] = self._home.in_space(name)
        for name, atlas in self._spaces.items():
            if name not in self._last:
                self._last[name] = next((each.id for each in atlas.jobs.reflections(1)), None)

    def work_owed(self) -> None:
        """Everything that is owed by now, space by space, or as far as it comes until it is told to stop."""
        waiting = deque(self._spaces)
        try:
            while waiting:
                threads.check_called_off()
                space = waiting.popleft()
                if not self._work_in(space, alone=not waiting):
                    waiting.append(space)
        except (_Stopped, threads.CalledOff):
            return

    def _work_in(self, space: str, alone: bool) -> bool:
        """Work in one space; whether all that is owed there was done: a long turn lets others have theirs."""
        from atlas.compose import read_stopwatch  # what loads the engine is loaded where it is needed

        began = read_stopwatch()
        try:
            with threads.pausing_when(lambda: not alone and read_stopwatch() - began >= _TURN_S):
                self._spaces[space].flush(lambda count: self._finish_batch(space, count), self._count_vectors)
        except threads.Paused:
            return False
        return True

    def work_until(self, ends: datetime | None) -> None:
        """Work until a signal asks to stop, or the time is over."""
        while True:
            self._try_to_work()
            if not self._wait_for_work(ends):
                break
        if not self._run.as_json:
            print_text(f"Ended after {format_count(self._done, 'job')}. What is not done stays owed.")

    def _try_to_work(self) -> None:
        """Work, and go on where the store is busy; a store that cannot be read ends the work."""
        try:
            self._find_spaces()
            self.work_owed()
        except (StoreCorrupt, StoreNewer):
            raise
        except StoreTrouble as trouble:
            print_error(one_line(str(trouble)), self._run.as_json)

    def _wait_for_work(self, ends: datetime | None) -> bool:
        """Wait until a space has something to do; False where the work is to end."""
        again = self._home.admin.now() + _AGAIN
        look = _LOOK_S * max(1.0, len(self._spaces) / _LOOKED_AT)
        while True:
            now = self._home.admin.now()
            left = (ends - now).total_seconds() if ends else look
            if left <= 0 or self._stopping.wait(min(look, left)):
                return False
            if self._has_new_space() or min(self._next_due() or again, again) <= self._home.admin.now():
                return True

    def _has_new_space(self) -> bool:
        """Tell whether there is a space that was not there before."""
        number = len(self._spaces)
        try:
            self._find_spaces()
        except StoreTrouble:
            return False
        return len(self._spaces) > number

    def _next_due(self) -> datetime | None:
        """Find when a job is next due, in whichever space."""
        try:
            dues = [due for atlas in self._spaces.values() if (due := atlas.jobs.next_due()) is not None]
        except StoreTrouble:
            return None
        return min(dues, default=None)

    # --- telling

    def print_greeting(self) -> None:
        if self._run.as_json:
            return
        settings = self._run.settings
        model = settings.model if settings.thinking is not False else None
        print_text(f"Thinking with {one_line(model.name) if model else 'the rules alone'}; Ctrl-C ends it.")
        self.print_next_due()

    def print_nothing_due(self) -> None:
        if not self._done and not self._run.as_json:
            print_text("Nothing is due now.")
            self.print_next_due()

    def print_next_due(self) -> None:
        if (at := self._home.history.replay_position()) is not None:
            from atlas.engine.core.replay_mark import describe_unfinished_replay

            print_text(describe_unfinished_replay(at))
        due = self._next_due()
        if due is not None and due > self._home.admin.now():
            print_text(
                hint_text(f"Next: {format_moment(due, self._run.zone)} (atlas learning triggers, atlas learning jobs)")
            )

    def _finish_batch(self, space: str, count: int) -> None:
        """Report a batch that is stored for good, and stop there where a signal asked to."""
        self._done += count
        self._print_batch(space, count, self._new_reflections(space))
        if self._stopping.is_set():
            raise _Stopped
        threads.pass_checkpoint()

    def _count_vectors(self, count: int) -> None:
        """Count vectors, which take longest after an import, and report them now and then."""
        self._vectors += count
        if self._vectors >= _VECTORS:
            number, self._vectors = self._vectors, 0
            at = self._home.admin.now()
            if self._run.as_json:
                print_json_line({"at": at, "vectors": number})
            else:
                sentence = f"{format_count(number, 'memory has its vectors', 'more memories have their vectors')}."
                print_text(styled_text((f"{format_moment(at, self._run.zone)}  ", "dim"), sentence))
            sys.stdout.flush()
        if self._stopping.is_set():
            raise _Stopped
        threads.pass_checkpoint()

    def _new_reflections(self, space: str) -> list[Reflection]:
        """List the reflections of a space since the batch before, the oldest first."""
        new: list[Reflection] = []
        for each in self._spaces[space].jobs.reflections(_BATCH):
            if each.id == self._last[space]:
                break
            new.append(each)
        self._last[space] = new[0].id if new else self._last[space]
        return new[::-1]

    def _print_batch(self, space: str, count: int, thought: Sequence[Reflection]) -> None:
        at = self._home.admin.now()
        if self._run.as_json:
            record = {
                "at": at,
                "space": space,
                "done": count,
                "reflections": [view_reflection_summary(each) for each in thought],
            }
            print_json_line(record)
        else:
            where = f"{one_line(space)}: " if len(self._spaces) > 1 else ""
            print_text(
                styled_text((f"{format_moment(at, self._run.zone)}  {where}", "dim"), _batch_sentence(count, thought))
            )
            for each in thought:
                if each.problem:
                    task, id = describe_task(each.task), short_id(each.id)
                    problem = f"{task} did not work: {one_line(each.problem)} (atlas show {id})"
                    print_text(indent_part(styled_text((problem, "yellow")), 2))
        sys.stdout.flush()


def _batch_sentence(count: int, reflections: Sequence[Reflection]) -> str:
    tally = Counter(each.task.value for each in reflections)
    tiers = ", ".join(f"{number:,} {task}" for task, number in tally.items())
    proposed, money = sum(each.proposed for each in reflections), sum(each.money for each in reflections)
    without = count - len(reflections)
    parts = [
        f"{format_count(count, 'job')}{f': {tiers}' if tiers else ''}",
        f"{without:,} without a result (atlas learning jobs)" if without > 0 else "",
        f"{proposed:,} proposed" if proposed else "",
        f"cost {format_dollars(money)}" if money else "",
    ]
    return f"{'; '.join(filter(None, parts))}."
