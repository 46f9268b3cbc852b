"""Stores as files, for backup and restore."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing
from pathlib import Path

from atlas.adapters.storage.sql import copies, opening
from atlas.adapters.storage.sql.store import SqliteStore
from atlas.adapters.storage.sql.trouble import translated
from atlas.errors import BadInput
from atlas.ports.store import Progress

_TIMEOUT_S = 10


class SqliteFiles:
    def draft(self, target: Path) -> AbstractContextManager[Path]:
        return copies.draft(target)

    def copy(self, source: Path, draft: Path, progress: Progress | None = None) -> None:
        with closing(opening.connect_to_copy(source, _TIMEOUT_S)) as connection, translated(str(source)):
            copies.copy_moment(connection, draft, progress)
        SqliteStore.open(draft).close()  # brought forward
        with closing(opening.connect(draft, _TIMEOUT_S, read_only=False)) as made, translated(str(draft)):
            copies.begin_line(made)

    def open_copy(self, path: Path) -> SqliteStore:
        return SqliteStore.open(path, read_only=True)

    def publish(self, draft: Path, target: Path, like: Path, force: bool) -> None:
        if copies.same_store(target, like):
            raise BadInput(f"{target} is the store itself: name another file.")
        copies.publish(draft, target, like, force)

    def exchange(self, draft: Path, store: Path, mark: str) -> Path | None:
        return copies.exchange(draft, store, mark)
