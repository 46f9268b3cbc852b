"""Writing the manifest of ingested files of one space of the plain store."""

from __future__ import annotations

from atlas.errors import BadInput
from atlas.model.source_file import SourceFile, WatchedFolder
from atlas.testing.plain_store.meaning import check_storable
from atlas.testing.plain_store.metric_writer import PlainMetricWriter


class PlainSourceFileWriter(PlainMetricWriter):
    def put_source_file(self, source: SourceFile) -> None:
        check_storable(source)
        if len(source.chunks) != len(source.memories):
            raise BadInput("Each chunk of a file has its memory.")
        self._rows.source_files[source.folder, source.file] = source

    def remove_source_file(self, folder: str, file: str) -> None:
        self._rows.source_files.pop((folder, file), None)

    def put_watched_folder(self, watched: WatchedFolder) -> None:
        check_storable(watched)
        self._rows.watched_folders[watched.folder] = watched

    def remove_watched_folder(self, folder: str) -> None:
        self._rows.watched_folders.pop(folder, None)
