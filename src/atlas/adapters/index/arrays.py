"""Small things to do with arrays."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

SMALLEST: Final = 64

Number = TypeVar("Number", np.int32, np.intp)


def grow_array(array: NDArray[Any], needed: int) -> NDArray[Any]:
    """The array itself while it has room, otherwise a longer one that begins like it and ends in zeros.

    Doubling, so that growing one by one stays cheap.
    """
    capacity = len(array)
    if needed <= capacity:
        return array
    while capacity < needed:
        capacity = max(SMALLEST, capacity * 2)
    longer = np.zeros((capacity, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


def wipe_array(array: NDArray[Any]) -> None:
    """X3: what is let go of is zero first. What was read from a file is read-only, and its file is what counts."""
    if array.flags.writeable:
        array[...] = 0


def find_distinct(numbers: NDArray[Number]) -> NDArray[Number]:
    """Each once, ascending. For some hundreds this is many times quicker than `np.unique`."""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered
