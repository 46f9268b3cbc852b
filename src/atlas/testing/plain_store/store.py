"""The plain store: the rows of each space, copied to be changed and put back when all went well."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from atlas.errors import Refused, StoreTrouble
from atlas.model.ids import SpaceId
from atlas.ports.store import Progress, StoreHealth
from atlas.testing.plain_store.reader import PlainReader
from atlas.testing.plain_store.space_rows import SpaceRows
from atlas.testing.plain_store.writer import PlainWriter


class PlainStore:
    def __init__(self, *, timeout_s: float = 10) -> None:
        self._spaces: dict[SpaceId, SpaceRows] = {}
        self._timeout_s = timeout_s
        self._writing = threading.Lock()

    @contextmanager
    def reading(self, space: SpaceId) -> Iterator[PlainReader]:
        """Rows that were put in place are never changed again, so that reading them is one moment."""
        yield PlainReader(self._spaces.get(space, SpaceRows()))

    @contextmanager
    def writing(self, space: SpaceId) -> Iterator[PlainWriter]:
        if not self._writing.acquire(timeout=self._timeout_s):
            raise StoreTrouble("The store is being written by this process: try again in a moment.")
        try:
            rows = self._spaces.get(space, SpaceRows()).copy_rows()
            writer = PlainWriter(rows)
            yield writer
            writer.check_erased()
            self._spaces[space] = rows
        finally:
            self._writing.release()

    @property
    def location(self) -> str:
        return "in memory"

    @property
    def read_only(self) -> bool:
        return False

    def spaces(self) -> Sequence[SpaceId]:
        return sorted(self._spaces)

    def owes_purge(self) -> bool:
        return False

    def purge(self) -> None:
        """Nothing to do: what was erased from a dictionary is in no file."""

    def health(self) -> StoreHealth:
        return StoreHealth(ok=True, problems=(), schema=0, bytes_on_disk=0, location="memory")

    def check_pages(self, at_most: int | None = None) -> None:
        """It has none."""

    def copy_to(self, target: str, progress: Progress | None = None) -> None:
        raise Refused(f"A store in memory has no file that could be copied to {target}: export it.")

    def reopened(self) -> PlainStore:
        """It is in no place where something else could be."""
        return self

    def close(self) -> None:
        """Nothing to do."""
