"""Where rows live: transactions of one space each, and what concerns the whole file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from atlas.model.ids import SpaceId
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

Progress = Callable[[str, int, int], None]
"""What is being done, how much of it was done since the last call, and how much there is in all."""


@dataclass(frozen=True, slots=True)
class StoreHealth:
    ok: bool
    problems: tuple[str, ...]
    schema: int
    bytes_on_disk: int
    location: str


class Store(Protocol):
    """Transactions of one space each, and a serial order of those that write.

    Writers of a space come one after the other, whichever threads and processes they are of: `writing` begins when the
    one before has committed or given up, and finds all that was committed. So whatever is numbered (rows, journal
    entries, changes) is numbered in the order of the writers, and a reader sees the first of them up to some point,
    each whole, and none after it: a number that was not there when a higher one was seen is never there later.

    The journal's chain goes on from the head that its writer found, and indexes and marks go on from the last number
    that they saw: both stand on this order. A database that lets writers run side by side takes a lock for the space
    when one begins.
    """

    @property
    def location(self) -> str:
        """Where it is, for people: a path, or "in memory"."""
        ...

    @property
    def read_only(self) -> bool:
        """Whether it may be looked at and nothing more: then nothing is kept, noticed or thought either."""
        ...

    def reading(self, space: SpaceId) -> AbstractContextManager[Reader]:
        """One moment of the space: it waits for no writer, and no writer waits for it."""
        ...

    def writing(self, space: SpaceId) -> AbstractContextManager[Writer]:
        """The next writer of the space; waits for its turn, and raises StoreTrouble where that takes too long."""
        ...

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

    def check_pages(self, at_most: int | None = None) -> None:
        """Raise StoreCorrupt where pages do not fit together: rows would be missing, and nobody would be told.

        Quicker than `health`; a store of more bytes than `at_most` is not looked at.
        """
        ...

    def copy_to(self, target: str, progress: Progress | None = None) -> None:
        """Write the state of one moment into an empty file, while others go on writing (X9, R10).

        The copy is one file, with no log beside it, and begins a line of its own.
        """
        ...

    def reopened(self) -> Store:
        """Another opening of what lies at its place now, which may be another store; NotFound where nothing does."""
        ...

    def close(self) -> None: ...


class StoreFiles(Protocol):
    """Stores as files: how a copy comes to its place, whole or not at all (X9)."""

    def draft(self, target: str) -> AbstractContextManager[str]:
        """An empty file beside the target, for its owner alone; gone afterwards unless it was put in place."""
        ...

    def copy(self, source: str, draft: str, progress: Progress | None = None) -> None:
        """A store that nobody here has open, with what its own log holds, brought forward to this version."""
        ...

    def open_copy(self, path: str) -> Store:
        """For reading only."""
        ...

    def publish(self, draft: str, target: str, like: str, force: bool) -> None:
        """Put the draft at the target's place, on the disk, open to nobody whom the file `like` is not open to."""
        ...

    def exchange(self, draft: str, store: str, mark: str) -> str | None:
        """Put the draft at the store's place; where that is now which was there, with its log and this mark behind it.

        Refused while anybody has the store open. What was derived from the old store goes.
        """
        ...
