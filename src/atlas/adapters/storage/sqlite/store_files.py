"""Stores as files, for backup and restore."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from atlas.adapters.storage.sqlite import copies, opening
from atlas.adapters.storage.sqlite.driver_errors import translate_errors
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import BadInput
from atlas.ports.store import Progress

_TIMEOUT_S = 10


class SqliteFiles:
    @contextmanager
    def draft(self, target: str) -> Iterator[str]:
        with copies.draft(Path(target)) as made:
            yield str(made)

    def copy(self, source: str, draft: str, progress: Progress | None = None) -> None:
        made = Path(draft)
        with closing(opening.connect_to_copy(Path(source), _TIMEOUT_S)) as connection, translate_errors(source):
            copies.copy_moment(connection, made, progress)
        SqliteStore.open(made).close()  # brought forward
        with closing(opening.connect(made, _TIMEOUT_S, read_only=False)) as copied, translate_errors(draft):
            copies.begin_line(copied)

    def open_copy(self, path: str) -> SqliteStore:
        return SqliteStore.open(path, read_only=True)

    def publish(self, draft: str, target: str, like: str, force: bool) -> None:
        if copies.same_store(Path(target), Path(like)):
            raise BadInput(f"{target} is the store itself: name another file.")
        copies.publish(Path(draft), Path(target), Path(like), force)

    def exchange(self, draft: str, store: str, mark: str) -> str | None:
        aside = copies.exchange(Path(draft), Path(store), mark)
        return str(aside) if aside else None
