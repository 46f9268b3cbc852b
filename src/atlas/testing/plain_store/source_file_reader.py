"""Reading the manifest of ingested files of one space of the plain store."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.model.source_file import SourceFile, WatchedFolder
from atlas.testing.plain_store.metric_reader import PlainMetricReader


class PlainSourceFileReader(PlainMetricReader):
    def source_files(self, folder: str) -> Sequence[SourceFile]:
        return [each for (of, _), each in sorted(self._rows.source_files.items()) if of == folder]

    def source_file(self, folder: str, file: str) -> SourceFile | None:
        return self._rows.source_files.get((folder, file))

    def source_folders(self) -> Sequence[str]:
        return sorted({folder for folder, _ in self._rows.source_files})

    def watched_folders(self) -> Sequence[WatchedFolder]:
        return sorted(self._rows.watched_folders.values(), key=lambda each: each.path)
