"""What the verbs of one open space share: its runtime, its worker, and what is owed when it is closed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

from atlas import compose
from atlas.engine.core import deadline, troubles
from atlas.engine.core.runtime import Runtime
from atlas.engine.forget import forget
from atlas.engine.inspect import explain
from atlas.engine.intake import observe
from atlas.engine.jobs import runner
from atlas.engine.jobs.registry import QUICK, RUNNABLE
from atlas.model.ids import SpaceId
from atlas.model.task import Task
from atlas.surfaces.input_values import check_id
from atlas.surfaces.worker import Worker
from atlas.surfaces.wrap_figures import WrapFigures

CLOSING_S: Final = 1.0
"""How long closing goes on with the work that is owed; as long as a recall does, where that is longer."""

_LOG: Final = logging.getLogger("atlas")


class Guests:
    """Spaces that are open beside the first, as long as somebody holds them; opened and asked for in several threads.

    A set cannot be looked through while another thread adds to it, so that both have it to themselves.
    """

    def __init__(self) -> None:
        self._held: WeakSet[Opening] = WeakSet()
        self._lock = threading.Lock()

    def add(self, guest: Opening) -> None:
        with self._lock:
            self._held.add(guest)

    def list_open(self) -> list[Opening]:
        with self._lock:
            return list(self._held)


class StoreOpening:
    """One store as one `Atlas.open` has it: the worker of all its spaces, and the other spaces that were opened."""

    def __init__(self, runtime: Runtime, tasks: frozenset[Task], *, background: bool) -> None:
        self.tasks = tasks
        self.guests = Guests()
        """Other spaces of the same store: closing the store closes them too."""
        self.unstored: set[Opening] = set()
        """Guests with interactions that wait to be stored: they are kept until the store is closed."""
        self.worker = Worker(runtime, tasks, _runtime_finder(runtime, self.guests)) if background else None
        self.closed = False
        self.wrap_figures: Callable[[int], WrapFigures] | None = None


class Opening:
    """One space as somebody has it open."""

    def __init__(self, runtime: Runtime, store: StoreOpening, *, is_guest: bool = False) -> None:
        self.runtime = runtime
        self.store = store
        self.is_guest = is_guest
        self.closed = False
        self.settling: list[Callable[[], object]] = []
        """Callbacks that hand over background work; closing calls them first."""

    @classmethod
    def open_first(cls, runtime: Runtime, *, background: bool, deep: bool) -> Opening:
        """The space that the store was opened with. Without `deep` only the quick tasks run here."""
        return cls(runtime, StoreOpening(runtime, RUNNABLE if deep else QUICK, background=background))

    def open_guest(self, space: str) -> Opening:
        """Another space of the same store."""
        guest = Opening(compose.in_space(self.runtime, space), self.store, is_guest=True)
        self.store.guests.add(guest)
        return guest

    @property
    def tasks(self) -> frozenset[Task]:
        return self.store.tasks

    def resolve_id(self, prefix: str) -> str:
        """The one id that begins with this prefix."""
        return explain.resolve_id(self.runtime, check_id(prefix))

    def wake(self) -> None:
        """Tell the worker that work is owed here."""
        if self.store.worker:
            self.store.worker.wake_space(self.runtime)

    def attend(self) -> None:
        """Let the clock run for a space that is only recalled from (J3)."""
        if self.store.worker and not self.store.closed:
            self.store.worker.attend_space(self.runtime)

    def read_wrap_figures(self) -> WrapFigures:
        """Figures of wrapped calls in all spaces of the store since it was opened."""
        waiting = self.store.worker.count_waiting() if self.store.worker else 0
        return self.store.wrap_figures(waiting) if self.store.wrap_figures else WrapFigures()

    def close(self, *, think: bool) -> None:
        """Settle, think for a moment, store what waits; then close the store, where this space opened it."""
        if self.closed:
            return
        self.closed = True
        self.store.closed = self.store.closed or not self.is_guest
        ours = [self] if self.is_guest else [self, *self.store.guests.list_open()]
        for settle in [settle for each in ours for settle in each.settling]:
            settle()
        if self.store.worker and not self.is_guest:
            self.store.worker.stop()
        if think:
            seconds = max(CLOSING_S, self.runtime.recall.catch_up_s)
            runner.finish_before_close(self.runtime, deadline.deadline_after(self.runtime, seconds), self.tasks)
        forget.settle_purge(self.runtime)
        for each in ours:
            each.store_backlog()
            troubles.journal_troubles(each.runtime)
        if not self.is_guest:
            self.runtime.store.close()

    def store_backlog(self) -> None:
        """Interactions that were never acknowledged are not dropped in silence either (X9)."""
        left = observe.store_backlog_at_last(self.runtime)
        if left:
            what = "1 interaction" if left == 1 else f"{left:,} interactions"
            _LOG.warning("%s could not be stored in %s before it was closed.", what, self.runtime.store.location)


def _runtime_finder(home: Runtime, guests: Guests) -> Callable[[SpaceId], Runtime]:
    """Finds a space's runtime among those that are open, or makes one; no space is kept alive by it."""

    def find_runtime(space: SpaceId) -> Runtime:
        held = next((each.runtime for each in guests.list_open() if each.runtime.space == space), None)
        return held or compose.in_space(home, space)

    return find_runtime
