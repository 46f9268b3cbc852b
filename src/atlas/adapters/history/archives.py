"""ZIP archives (P8): only the conversations in them, streamed and never unpacked.

A name never becomes a path here. What an archive says about itself is checked before any of it is unpacked: how long
its directory is, how it is compressed, how far it would grow, how large all of it would be.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from atlas.adapters.history import sources
from atlas.adapters.history.sources import Source
from atlas.errors import BadInput
from atlas.model.history import Skipped

MAX_GROWTH: Final = 200
HARMLESS_BYTES: Final = 10 * 2**20
"""Up to here growth is no matter."""
MAX_TOTAL_BYTES: Final = 20 * 2**30
MAX_DIRECTORY_BYTES: Final = 8 * 2**20
"""Python reads the directory whole, and makes ten times as much of it."""
MAX_PARTS: Final = 1_000

CONVERSATIONS: Final = re.compile(r"(?:[^/]*/)*conversations(?:-\d+)?\.json")
"""`conversations.json`, or since 2026 `conversations-000.json` and on; some people pack the folder around them too."""

UNREAD: Final = re.compile(r"(?:[^/]*/)*(?:memories|projects)\.json")
"""What a Claude export holds beside them, and people would miss."""

_BEGINS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_KNOWN_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x1
_DAMAGE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)


def is_archive(head: bytes) -> bool:
    return head.startswith(_BEGINS)


def list_archive_sources(path: Path) -> list[Source | Skipped]:
    """List the conversation files of an archive, in the order of their names."""
    with _open_archive(path) as archive:
        unread = [unread_part(name) for name in sorted(archive.namelist()) if UNREAD.fullmatch(name)]
        # A name that stands twice means what unpacking would leave: the last.
        parts = {part.filename: part for part in archive.infolist() if CONVERSATIONS.fullmatch(part.filename)}
    wanted = [parts[name] for name in sorted(parts) if not name.startswith("__MACOSX/")]
    if len(wanted) > MAX_PARTS:
        raise BadInput(f"{path.name} has more than {MAX_PARTS:,} files of conversations, which no export has.")
    _check_growth(path, wanted)
    return [*(_make_source(path, part) for part in wanted), *unread[:MAX_PARTS]]


def _check_growth(path: Path, parts: list[zipfile.ZipInfo]) -> None:
    """Of all together: many small bombs are a large one. Parts may share their bytes, so the file's own size counts."""
    whole, pressed = sum(part.file_size for part in parts), sum(part.compress_size for part in parts)
    if whole > HARMLESS_BYTES and whole > MAX_GROWTH * min(pressed, path.stat().st_size):
        raise BadInput(f"{path.name} is not read: its conversations would grow more than {MAX_GROWTH} times.")
    if whole > MAX_TOTAL_BYTES:
        raise BadInput(f"{path.name} would unpack to more than {MAX_TOTAL_BYTES // 2**30} GB.")


def unread_part(name: str) -> Skipped:
    return Skipped(name, "It holds no conversations; memories and projects of Claude are not read.")


def _make_source(path: Path, part: zipfile.ZipInfo) -> Source | Skipped:
    if part.filename.startswith("/") or ".." in part.filename.split("/"):
        return Skipped(part.filename, "Its name leads out of the archive.")
    if part.flag_bits & _ENCRYPTED:
        return Skipped(part.filename, "It is encrypted.")
    if part.compress_type not in _KNOWN_WAYS:
        return Skipped(part.filename, "It is compressed in a way that no export uses.")
    return Source(part.filename, part.file_size, lambda: _decompress_chunks(path, part))


def _decompress_chunks(path: Path, part: zipfile.ZipInfo) -> Iterator[bytes]:
    with _open_archive(path) as archive, archive.open(part) as file:
        while chunk := file.read(sources.CHUNK_BYTES):
            yield chunk


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with _Careful(path) as file, zipfile.ZipFile(file) as archive:
            yield archive
    except _DAMAGE:
        raise BadInput(f"{path.name} is a damaged ZIP archive.") from None


class _Careful(io.FileIO):
    """A file that gives no more at once than a directory may have."""

    def read(self, size: int | None = -1, /) -> bytes:
        left = os.fstat(self.fileno()).st_size - self.tell()
        if min(left, left if size is None or size < 0 else size) > MAX_DIRECTORY_BYTES:
            raise BadInput("The archive's list of contents is longer than that of any export.")
        return super().read(size) or b""
