"""Which slots pass a filter. It comes before ranking: found are the best that pass, not what passes of the best."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.columns import KINDS, OPEN_END, OPEN_START, ORIGINS, STATES, STATUSES, Columns, instant
from atlas.ports.reading import MemoryFilter

_KEPT: Final = 8
_MANY: Final = 16
"""When more than this part of all slots changed, masks are made anew."""

Which = slice | NDArray[np.intp]


class Mask:
    """Never changed once it is made: whoever was given one keeps what was true then."""

    __slots__ = ("_over", "_over_version", "_slots", "count", "passes")

    def __init__(self, passes: NDArray[np.bool_]) -> None:
        self.passes = passes
        self.count = int(np.count_nonzero(passes))
        self._slots: NDArray[np.intp] | None = None
        self._over: Mask | None = None
        self._over_version = -1

    @property
    def slots(self) -> NDArray[np.intp]:
        if self._slots is None:
            self._slots = np.flatnonzero(self.passes)
        return self._slots

    def over(self, owners: NDArray[np.int32], version: int) -> Mask:
        """The same over things that slots own; what nobody owns (-1) never passes. Kept while of one version."""
        if self._over is None or self._over_version != version:
            self._over, self._over_version = Mask(np.append(self.passes, False)[owners]), version
        return self._over

    def changed(self, size: int, slots: NDArray[np.intp], passes: NDArray[np.bool_]) -> Mask:
        """One of more slots, of which these are new or pass otherwise than before."""
        longer = np.zeros(size, dtype=np.bool_)
        longer[: len(self.passes)] = self.passes
        longer[slots] = passes
        found = Mask(longer)
        old = slots < len(self.passes)
        if np.array_equal(self.passes[slots[old]], passes[old]):
            # Nothing that was owned before passes otherwise; owners of new slots would make it another version.
            found._over, found._over_version = self._over, self._over_version
        return found


class Masks:
    """Masks are kept, and put right where a column changed. `now` moves on, mostly without moving over a boundary."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._kept: dict[Any, tuple[MemoryFilter, Mask]] = {}
        self._boundaries: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._first, self._last = OPEN_END, OPEN_START

    def everything(self) -> Mask:
        """All that is searchable, of any status and state."""
        return self.of(MemoryFilter(states=frozenset()))

    def of(self, where: MemoryFilter) -> Mask:
        if self._columns.changed_much or len(self._columns.changed) > self._columns.size // _MANY:
            self.forget()
        elif self._columns.changed:
            self._keep_up()
        key = self._key(where)
        found = self._kept.pop(key, None)
        if found is None:
            found = where, Mask(self._passes(where, slice(0, self._columns.size)))
        self._kept[key] = found
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found[1]

    def forget(self) -> None:
        """Slots got other numbers, or are many and new."""
        self._kept.clear()
        self._boundaries = np.zeros(0, dtype=np.int64)
        self._first, self._last = OPEN_END, OPEN_START
        self._widen(np.arange(self._columns.size))
        self._columns.seen()

    def _keep_up(self) -> None:
        slots = np.sort(np.fromiter(self._columns.changed, dtype=np.intp))
        self._columns.seen()
        self._widen(slots)
        size = self._columns.size
        kept = [(where, mask.changed(size, slots, self._passes(where, slots))) for where, mask in self._kept.values()]
        self._kept = {self._key(where): (where, mask) for where, mask in kept}

    def _widen(self, slots: NDArray[np.intp]) -> None:
        """Boundaries that no memory has any more do no harm: what is told apart is only more than need be."""
        columns = self._columns
        bounded = slots[columns.bounded[slots]]
        if len(bounded):
            ends = np.unique(np.concatenate((columns.valid_from[bounded], columns.valid_until[bounded])))
            at = np.searchsorted(self._boundaries, ends)
            new = np.append(self._boundaries, OPEN_END)[at] != ends
            self._boundaries = np.insert(self._boundaries, at[new], ends[new])
        if len(slots):
            observed = columns.observed[slots]
            self._first, self._last = min(self._first, int(observed.min())), max(self._last, int(observed.max()))

    def _key(self, where: MemoryFilter) -> Any:
        """Between two boundaries of validity all moments are the same; so are all before or after everything."""
        valid = None
        if where.valid_at is not None:
            valid = int(np.searchsorted(self._boundaries, instant(where.valid_at, 0), side="right"))
        before = min(instant(where.observed_before, OPEN_END), self._last + 1)
        after = max(instant(where.observed_after, OPEN_START), self._first)
        chosen = (where.statuses, where.states, where.kinds, where.origins, where.conversation, where.subject)
        return (*chosen, valid, before, after)

    def _passes(self, where: MemoryFilter, which: Which) -> NDArray[np.bool_]:
        columns = self._columns
        passes = columns.searchable[which].copy()
        _narrow_mask(passes, columns.status[which], where.statuses, STATUSES)
        _narrow_mask(passes, columns.state[which], where.states, STATES)
        _narrow_mask(passes, columns.kind[which], where.kinds, KINDS)
        _narrow_mask(passes, columns.origin[which], where.origins, ORIGINS)
        self._narrow_name(passes, which, "conversation", where.conversation)
        self._narrow_name(passes, which, "subject", where.subject)
        self._narrow_validity(passes, which, where)
        self._narrow_observed(passes, which, where)
        return passes

    def _narrow_name(self, passes: NDArray[np.bool_], which: Which, name: str, wanted: str | None) -> None:
        if wanted is not None:
            code = self._columns.names[name].find(wanted)
            passes &= False if code is None else getattr(self._columns, name)[which] == code

    def _narrow_validity(self, passes: NDArray[np.bool_], which: Which, where: MemoryFilter) -> None:
        """Few memories have any bounds, so only these are compared."""
        if where.valid_at is None:
            return
        moment, columns = instant(where.valid_at, 0), self._columns
        bounded = np.flatnonzero(columns.bounded[which])
        slots = bounded if isinstance(which, slice) else which[bounded]
        holds = (columns.valid_from[slots] <= moment) & (moment < columns.valid_until[slots])
        passes[bounded[~holds]] = False

    def _narrow_observed(self, passes: NDArray[np.bool_], which: Which, where: MemoryFilter) -> None:
        observed = self._columns.observed
        if (before := instant(where.observed_before, OPEN_END)) <= self._last:
            passes &= observed[which] < before
        if (after := instant(where.observed_after, OPEN_START)) > self._first:
            passes &= observed[which] >= after


def _narrow_mask(
    passes: NDArray[np.bool_], codes: NDArray[np.uint8], chosen: Collection[Any], by: Mapping[Any, int]
) -> None:
    """Comparing with each of a few codes is several times quicker than looking every code up in a table."""
    if not chosen or len(chosen) == len(by):
        return
    wanted = np.zeros(len(passes), dtype=np.bool_)
    for item in chosen:
        wanted |= codes == by[item]
    passes &= wanted
