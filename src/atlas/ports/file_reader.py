"""Files that knowledge is read from (C6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from atlas.model.source_file import FoundFile, Section, SkippedFile, SkipReason


class FileReader(Protocol):
    def find_files(self, path: str) -> Iterator[FoundFile | SkippedFile]:
        """The file itself, or the files of a folder in the order of their names. Raises NotFound, or BadInput where it
        is neither."""
        ...

    def read_digest(self, file: FoundFile) -> str:
        """The digest of its bytes. Raises OSError where it cannot be read."""
        ...

    def read_sections(self, file: FoundFile) -> list[Section] | SkipReason:
        """What stands in it, in order; or why nothing of it is read."""
        ...
