"""What both legs of a search found, as arrays: one row a memory, candidates and what was said around them.

Ranking is arithmetic over these arrays; nothing here knows a store or an index. Rows are in the order of
writing. A number that is not known is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from atlas.model.ids import MemoryId

Array = Any
"""A NumPy array. The nouns need the standard library only, so what is in it stands in words."""


@dataclass(frozen=True, slots=True)
class Found:
    names: tuple[MemoryId, ...]
    """Which memory each row is."""
    candidate: Array
    """Whether it passes the filter and may be served; the others are only surroundings."""
    hit: Array
    """Whether a leg found it itself."""
    fact: Array
    """Anything but an episode."""
    lesson: Array
    """A lesson, which stands for the question that it belongs to."""
    session: Array
    """Of the message it transcribes or quotes; -1 for none."""
    before: Array
    """The row of the message before it in its session, or -1 where that is not among the rows."""
    after: Array
    home: Array
    """The row of the episode of the same message; an episode's is its own, -1 for none among the rows."""
    speaker: Array
    """Places in `speakers`; -1 for nobody named."""
    role: Array
    """Places in `ROLES`."""
    at: Array
    """When it was observed, in seconds since 1970."""
    referred: Array
    """When what it tells of happened; NaN for unknown."""
    length: Array
    """Words."""
    asks: Array
    """0: no question in it, 1: one somewhere, 2: it ends with one."""
    dated: Array
    """Whether it names a time: "yesterday", "last May", "12"."""
    counts: Array
    """How often each of the terms asked for stands in it (rows × terms)."""
    cosine: Array
    """Its nearest passage to each vector asked with (rows × vectors); NaN where the dense leg did not score it."""
    average: Array
    """The mean over its passages of the cosine to the first vector; NaN as above."""
    holding: Array
    """In how many memories of the space each term stands."""
    total: int
    """How many memories the space has that can be searched."""
    embedded: int
    """How many of these have vectors."""
    mean_length: float
    speakers: tuple[str, ...]
    """Names, case folded."""

    def __len__(self) -> int:
        return len(self.names)


ROLES = ("", "user", "assistant", "system", "tool")
