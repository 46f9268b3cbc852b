"""What was said before and after: the searchable episodes of each session in their order, and the one at each place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import grow_array
from atlas.adapters.index.columns import EPISODE, NONE, Columns


class Transcript:
    """Messages come in order, so that each is tied to the end of its session. Anything else is put in order later."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._tangled = True
        self._last: dict[int, int] = {}
        self._count = 0
        self._places: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._slots: NDArray[np.int32] = np.zeros(0, dtype=np.int32)

    def tangle(self) -> None:
        """Something about the order changed; the next look puts it right."""
        self._tangled = True

    def join(self, slot: int) -> None:
        place = int(self._columns.place[slot])
        if self._tangled or place < 0 or self._columns.kind[slot] != EPISODE:
            return
        if self._count and place <= self._places[self._count - 1]:
            self._tangled = True
            return
        self._tie(slot)
        self._places = grow_array(self._places, self._count + 1)
        self._slots = grow_array(self._slots, self._count + 1)
        self._places[self._count], self._slots[self._count] = place, slot
        self._count += 1

    def _tie(self, slot: int) -> None:
        """Places rise over the whole space, so the one before it is the last of its session."""
        session = int(self._columns.session[slot])
        if session == NONE:
            return
        last = self._last.get(session, NONE)
        self._columns.before[slot] = last
        if last != NONE:
            self._columns.after[last] = slot
        self._last[session] = slot

    def leave(self, slot: int) -> None:
        """Its neighbours become each other's. Places keep naming it, and `homes` looks whether it still is one.

        Where all is to be put in order anyway there is nothing to do: the neighbours may have other numbers by now.
        """
        if self._tangled:
            return
        before, after = int(self._columns.before[slot]), int(self._columns.after[slot])
        if before != NONE:
            self._columns.after[before] = after
        if after != NONE:
            self._columns.before[after] = before
        self._columns.before[slot] = self._columns.after[slot] = NONE
        session = int(self._columns.session[slot])
        if self._last.get(session) == slot:
            if before == NONE:
                del self._last[session]
            else:
                self._last[session] = before

    def homes(self, slots: NDArray[np.intp]) -> NDArray[np.intp]:
        """The episode of the same message: an episode's own slot, -1 where there is none to be shown."""
        self.settle()
        homes = slots.copy()
        facts = np.flatnonzero(self._columns.kind[slots] != EPISODE)
        homes[facts] = self._told_at(self._columns.place[slots[facts]])
        return homes

    def _told_at(self, places: NDArray[np.int64]) -> NDArray[np.intp]:
        if not self._count:
            return np.full(len(places), NONE, dtype=np.intp)
        at = np.searchsorted(self._places[: self._count], places, side="right") - 1
        slots = self._slots[at].astype(np.intp)
        found = (at >= 0) & (self._places[at] == places) & self._columns.searchable[slots]
        return np.where(found, slots, NONE)

    def settle(self) -> None:
        if self._tangled:
            self._order()
            self._tangled = False

    def _order(self) -> None:
        columns, size = self._columns, self._columns.size
        columns.before[:size] = columns.after[:size] = NONE
        told = columns.searchable[:size] & (columns.kind[:size] == EPISODE) & (columns.place[:size] >= 0)
        slots = np.flatnonzero(told)
        slots = slots[np.argsort(columns.place[slots], kind="stable")]
        self._count = len(slots)
        self._places, self._slots = columns.place[slots], slots.astype(np.int32)
        self._order_sessions(slots[columns.session[slots] != NONE])

    def _order_sessions(self, slots: NDArray[np.intp]) -> None:
        columns = self._columns
        slots = slots[np.argsort(columns.session[slots], kind="stable")]
        sessions = columns.session[slots]
        same = sessions[1:] == sessions[:-1]
        columns.before[slots[1:][same]] = slots[:-1][same]
        columns.after[slots[:-1][same]] = slots[1:][same]
        ends = np.append(~same, True) if len(slots) else np.zeros(0, dtype=np.bool_)
        self._last = dict(zip(sessions[ends].tolist(), slots[ends].tolist(), strict=True))
