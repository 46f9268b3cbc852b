"""What a search found, written down by hand: one `Row` a memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from atlas.model.ids import MemoryId
from atlas.model.search_result import ROLES, Found

DAY = 86_400.0


@dataclass(frozen=True)
class Row:
    counts: tuple[int, ...] = (0,)
    near: float | None = 0.1
    average: float | None = None
    """Over its passages; None is that of one passage alone."""
    session: int = 0
    fact_of: int | None = None
    """The row of the episode that this fact was drawn from; None makes it an episode."""
    lesson: bool = False
    placeless: bool = False
    """A fact of no message."""
    speaker: str | None = None
    role: str = "user"
    at: float = 0.0
    referred: float | None = None
    length: float = 10.0
    asks: int = 0
    dated: bool = False
    candidate: bool = True


def found(
    rows: Sequence[Row],
    terms: int = 1,
    holding: Sequence[int] | None = None,
    total: int = 100,
    embedded: int | None = None,
) -> Found:
    """Episodes of one session follow each other in the order in which they stand; all are embedded unless told."""
    speakers = tuple(dict.fromkeys(row.speaker for row in rows if row.speaker))
    before, after = _neighbours(rows)
    near = [np.nan if row.near is None else row.near for row in rows]
    average = [at if row.average is None else row.average for at, row in zip(near, rows, strict=True)]
    return Found(
        names=tuple(MemoryId(f"m_{at}") for at in range(len(rows))),
        candidate=np.array([row.candidate for row in rows], dtype=bool),
        hit=np.array([row.near is not None for row in rows], dtype=bool),
        fact=np.array([_is_fact(row) for row in rows], dtype=bool),
        lesson=np.array([row.lesson for row in rows], dtype=bool),
        session=np.array([row.session for row in rows], dtype=np.int32),
        before=np.array(before, dtype=np.int32),
        after=np.array(after, dtype=np.int32),
        home=np.array([_home(at, row) for at, row in enumerate(rows)], dtype=np.int32),
        speaker=np.array([speakers.index(row.speaker) if row.speaker else -1 for row in rows], dtype=np.int32),
        role=np.array([ROLES.index(row.role) for row in rows], dtype=np.uint8),
        at=np.array([row.at for row in rows], dtype=np.float64),
        referred=np.array([np.nan if row.referred is None else row.referred for row in rows], dtype=np.float64),
        length=np.array([row.length for row in rows], dtype=np.float32),
        asks=np.array([row.asks for row in rows], dtype=np.uint8),
        dated=np.array([row.dated for row in rows], dtype=bool),
        counts=np.array([row.counts for row in rows], dtype=np.float32).reshape(len(rows), terms),
        cosine=np.array([near], dtype=np.float32).T.reshape(len(rows), 1),
        average=np.array(average, dtype=np.float32),
        holding=np.array(holding or [5] * terms, dtype=np.int64),
        total=total,
        embedded=total if embedded is None else embedded,
        mean_length=10.0,
        speakers=speakers,
    )


def _is_fact(row: Row) -> bool:
    return row.placeless or row.fact_of is not None


def _home(at: int, row: Row) -> int:
    if row.placeless:
        return -1
    return at if row.fact_of is None else row.fact_of


def _neighbours(rows: Sequence[Row]) -> tuple[list[int], list[int]]:
    before, after, last = [-1] * len(rows), [-1] * len(rows), dict[int, int]()
    for at, row in enumerate(rows):
        if _is_fact(row):
            continue
        if (previous := last.get(row.session)) is not None:
            before[at], after[previous] = previous, at
        last[row.session] = at
    return before, after
