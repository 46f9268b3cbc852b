"""The manifest of ingested files, and the folders that are watched (C6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.source_file import SourceFile, WatchedFolder


class SourceFileReader(Protocol):
    def source_files(self, folder: str) -> Sequence[SourceFile]:
        """All files of a folder, in the order of their digests."""
        ...

    def source_file(self, folder: str, file: str) -> SourceFile | None: ...

    def source_folders(self) -> Sequence[str]:
        """The folders of which something was read, in order."""
        ...

    def watched_folders(self) -> Sequence[WatchedFolder]:
        """By their path."""
        ...


class SourceFileWriter(SourceFileReader, Protocol):
    def put_source_file(self, source: SourceFile) -> None:
        """Insert or replace. Raises BadInput where chunks and memories are not as many."""
        ...

    def remove_source_file(self, folder: str, file: str) -> None: ...

    def put_watched_folder(self, watched: WatchedFolder) -> None:
        """Insert or replace."""
        ...

    def remove_watched_folder(self, folder: str) -> None: ...
