"""The state that all wrapped clients of one Atlas share: threads, counters, and what was given to turns midway."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from atlas.engine.intake.observe import Said
from atlas.model.origin import Origin
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrap_figures import CallCounters, WrapFigures
from atlas.surfaces.wrapping.background_queue import Asides, Lane, Lanes

_MOST_OPEN: Final = 64
"""Turns midway through their tools of which is known what they were given."""


_MOST_RESPONSES: Final = 4_096
"""Responses that are known by their provider's name for them; one that is not known may have read anything."""


@dataclass(frozen=True, slots=True)
class AddedMemory:
    """The memory that is added to a call."""

    data: str = ""
    instructions: str = ""


NOTHING: Final = AddedMemory()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The messages before a response that waits for tools, and the origin that it had read: observed with the reply."""

    said: tuple[Said, ...] = ()
    read: Origin | None = None


PROBE_S: Final = 0.05
"""So long a call waits for memory that was late or failed the last time."""


class Patience:
    """How long a call waits. When memory was late or failed, the next ones only probe, until a recall is in time
    again: nobody pays the whole wait call after call."""

    def __init__(self) -> None:
        self._probing = False

    def seconds_to_wait(self, wanted: float | None) -> float | None:
        return min(wanted, PROBE_S) if self._probing and wanted is not None else wanted

    def note_recall(self, took: float, wanted: float | None) -> None:
        """Note how long a recall took, also one that nobody waited for: in time for the next call is in time."""
        self._probing = wanted is not None and took > wanted

    def note_failure(self) -> None:
        self._probing = True


class Pool:
    """The threads and the counters that all spaces of a store share."""

    def __init__(self) -> None:
        self.lanes = Lanes()
        self.asides = Asides()
        self.calls = CallCounters()

    def figures(self, spaces_waiting: int) -> WrapFigures:
        return self.calls.figures(self.asides.waiting, self.lanes.waiting, spaces_waiting)


@dataclass(slots=True)
class SharedState:
    """The state that all wrapped clients of one Atlas share, so that wrapping costs nothing and may be done for each
    request."""

    pool: Pool
    lane: Lane
    patience: Patience = field(default_factory=Patience)
    given: OrderedDict[tuple[str, str], AddedMemory] = field(default_factory=OrderedDict)
    """To the turns that are midway, by conversation and question; gone with the reply."""
    responses: OrderedDict[tuple[str, str], Unfinished] = field(default_factory=OrderedDict)
    """By conversation and the provider's name: a call that goes on from one does not send again what led to it."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Re-entrant, as the lane's: a stream that is dropped may end in the middle of anything."""

    def keep_given(self, key: tuple[str, str], given: AddedMemory) -> None:
        with self.lock:
            self.given[key] = given
            while len(self.given) > _MOST_OPEN:
                self.given.popitem(last=False)

    def find_given(self, key: tuple[str, str]) -> AddedMemory:
        with self.lock:
            return self.given.get(key, NOTHING)

    def keep_response(self, key: tuple[str, str], unfinished: Unfinished) -> None:
        with self.lock:
            self.responses[key] = unfinished
            while len(self.responses) > _MOST_RESPONSES:
                self.responses.popitem(last=False)

    def find_response(self, key: tuple[str, str]) -> Unfinished | None:
        with self.lock:
            return self.responses.get(key)

    def drop_given(self, key: tuple[str, str]) -> None:
        with self.lock:
            self.given.pop(key, None)


_SHARED: Final[WeakKeyDictionary[Atlas, SharedState]] = WeakKeyDictionary()


_POOLS: Final[WeakKeyDictionary[Atlas, Pool]] = WeakKeyDictionary()
"""By the Atlas that opened the store."""


_SHARING: Final = threading.RLock()


def share_state(atlas: Atlas) -> SharedState:
    """The state that all wrapped clients of an Atlas share; closing the Atlas waits for what is still handed over."""
    with _SHARING:
        state = _SHARED.get(atlas)
        if state is None:
            pool = _pool_of(atlas.opened_by)
            state = _SHARED[atlas] = SharedState(pool, Lane(pool.lanes))
            atlas.admin.before_closing(state.lane.wait_until_done)
    return state


def _pool_of(opener: Atlas) -> Pool:
    pool = _POOLS.get(opener)
    if pool is None:
        pool = _POOLS[opener] = Pool()
        opener.admin.before_closing(pool.lanes.wait_until_done)
        opener.admin.count_wrapped(pool.figures)
    return pool
