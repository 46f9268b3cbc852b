"""Files that knowledge is read from (C6): what stands in them, and the manifest that says what was made of each.

The manifest knows a folder and a file by digests of their paths alone, so that forgetting a name leaves nothing here;
only of a folder that is watched the path itself is kept, since somebody has to go there again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import MemoryId
from atlas.model.origin import Origin


class SkipReason(StrEnum):
    """Why a file is left out; the value is the sentence that says so."""

    BINARY = "It is no text."
    CREDENTIALS = "It is a file for keys and passwords by its name."
    EMPTY = "There is nothing to read in it."
    ENCRYPTED = "It is encrypted."
    EXTRA = "It takes the extra pdf to read: pip install 'atlas-reflect[pdf]'."
    HUGE = "It is larger than a file may be."
    KIND = "It is of a kind that is not read."
    LINKED_OUT = "It is a link that leads out of the folder."
    MANY = "There are more files in the folder than are taken in at once."
    UNREADABLE = "It cannot be read."


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a file under its headings, as it stands there."""

    headings: tuple[str, ...]
    text: str
    origin: Origin = Origin.FILE


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that can be read, by its name within its folder."""

    name: str
    path: str
    size: int
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class SkippedFile:
    name: str
    why: SkipReason


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A row of the manifest: one file, and the chunks that were made of it, in order."""

    folder: str
    file: str
    digest: str
    chunks: tuple[str, ...]
    """The digest of each chunk."""
    memories: tuple[MemoryId, ...]
    """The memory of each chunk; one may have been rejected, forgotten or taken back since."""
    ingested_at: datetime


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder that is read again by night."""

    folder: str
    path: str
    since: datetime
    review: bool = False
    """Whether what is new in it waits for a person."""
