"""Where rows live: transactions of one space each, and what concerns the whole file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from atlas.model.ids import (
    SpaceId,
)
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer


@dataclass(frozen=True, slots=True)
class StoreHealth:
    ok: bool
    problems: tuple[str, ...]
    schema: int
    bytes_on_disk: int
    location: str


class Store(Protocol):
    @property
    def location(self) -> str:
        """Where it is, for people: a path, or "in memory"."""
        ...

    def reading(self, space: SpaceId) -> AbstractContextManager[Reader]: ...

    def writing(self, space: SpaceId) -> AbstractContextManager[Writer]: ...

    def spaces(self) -> Sequence[SpaceId]: ...

    def owes_purge(self) -> bool:
        """Whether text was erased since the last purge, by whichever process: it is on record, not in memory."""
        ...

    def purge(self) -> None:
        """Make erased text unreadable in every file: rewrite the store, truncate the log (trust.md, P3)."""
        ...

    def health(self) -> StoreHealth:
        """Integrity check of file and foreign keys."""
        ...

    def reopened(self) -> Store:
        """Another opening of what lies at its place now, which may be another store; NotFound where nothing does."""
        ...

    def close(self) -> None: ...
