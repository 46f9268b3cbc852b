"""Entries that came out of memory and went in again (X2, X6).

Two things give a loop away. An entry has the shape in which memories are served: a label, a score, a bullet. Or a text
comes again and again within days, as it does when each turn is given what the turn before it stored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.registry import LANGUAGE

_BULLET: Final = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])\s+", re.MULTILINE)
_DATED: Final = re.compile(r"\(\d{4}-\d\d-\w{1,4}[^()]{0,30}\)\s*$")
_READ: Final = 2_000

COPIES: Final = 4
"""So many of one text within the time below are no coincidence."""
WITHIN_S: Final = 3 * 86_400.0
WITHIN_ENTRIES: Final = 200
"""Where there are no dates: so many entries from each other."""


def strip_frame(text: str) -> tuple[str, bool, bool]:
    """What stands in the frame of a served memory; whether there is one for sure; whether there is a bullet."""
    read = text[:_READ]
    bare, frames = LANGUAGE.entries.remove_memory_frames(read)
    body, bullets = _BULLET.subn("", bare)
    if not frames and not bullets:
        return text, False, False
    body = " ".join(_DATED.sub("", body).split()).strip("\"“”' ") if frames else body.strip()
    return (body or text) + text[_READ:], bool(frames), bool(bullets)


def mark_repetitions(times: Sequence[float | None], places: Sequence[int]) -> list[bool]:
    """Of the copies of one text, in order: which of them came again among several that lie close together."""
    by_time = all(time is not None for time in times)
    at = [float(time or 0.0) for time in times] if by_time else [float(place) for place in places]
    reach = WITHIN_S if by_time else float(WITHIN_ENTRIES)
    marked = [False] * len(at)
    for end in range(COPIES - 1, len(at)):
        if at[end] - at[end - COPIES + 1] <= reach:
            marked[end - COPIES + 1 : end + 1] = [True] * COPIES
    return [hit and not first for hit, first in zip(marked, _mark_first_in_run(at, reach), strict=True)]


def _mark_first_in_run(at: Sequence[float], reach: float) -> list[bool]:
    """Which begin a run: nothing came shortly before them."""
    return [place == 0 or at[place] - at[place - 1] > reach for place in range(len(at))]
