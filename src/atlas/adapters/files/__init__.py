"""Files that knowledge is read from (C6): a folder walked, and each kind of file as sections under their headings.

A file is somebody else's text, and may be a trap (P8): nothing is followed out of the folder, everything has a bound,
and what no reader of the page would see (comments, hidden elements, scripts) is not read.

    walking.py          the files of a folder, and those that are left out with their reason
    reading.py          which reader a file has; bytes as text
    markdown.py, html.py, plain.py, pdf.py, code_comments.py      one kind of file each
    agent_runs.py       transcripts of agents, by the importers of `adapters/history`
    saved_searches.py   what somebody searched for, and what was found
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from atlas.adapters.files.reading import read_digest, read_sections
from atlas.adapters.files.walking import find_files
from atlas.model.source_file import FoundFile, Section, SkippedFile, SkipReason

__all__ = ["DiskFiles", "find_files", "read_digest", "read_sections"]


class DiskFiles:
    """The port of files, on this machine's disks."""

    def find_files(self, path: str) -> Iterator[FoundFile | SkippedFile]:
        return find_files(Path(path))

    def read_digest(self, file: FoundFile) -> str:
        return read_digest(file)

    def read_sections(self, file: FoundFile) -> list[Section] | SkipReason:
        return read_sections(file)
