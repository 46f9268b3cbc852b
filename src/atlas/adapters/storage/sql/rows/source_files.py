"""The manifest of ingested files, and the folders that are watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.source_file import SourceFile, WatchedFolder

_FILES: Final = RowCodec(SourceFile)
_FOLDERS: Final = RowCodec(WatchedFolder)


class SqlSourceFileReader(SqlRows):
    def source_files(self, folder: str) -> Sequence[SourceFile]:
        return self._read_all(_FILES, "source_files", {"folder": folder})

    def source_file(self, folder: str, file: str) -> SourceFile | None:
        return self._read_one(_FILES, "source_file", {"folder": folder, "file": file})

    def source_folders(self) -> Sequence[str]:
        return [str(folder) for (folder,) in self._lane.rows("source_folders")]

    def watched_folders(self) -> Sequence[WatchedFolder]:
        return self._read_all(_FOLDERS, "watched_folders")


class SqlSourceFileWriter(SqlSourceFileReader):
    def put_source_file(self, source: SourceFile) -> None:
        self._lane.change("put_source_file", _FILES.encode(source))

    def remove_source_file(self, folder: str, file: str) -> None:
        self._lane.change("remove_source_file", {"folder": folder, "file": file})

    def put_watched_folder(self, watched: WatchedFolder) -> None:
        self._lane.change("put_watched_folder", _FOLDERS.encode(watched))

    def remove_watched_folder(self, folder: str) -> None:
        self._lane.change("remove_watched_folder", {"folder": folder})
