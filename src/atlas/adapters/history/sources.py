"""Where bytes come from: named streams that can be read more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from atlas.errors import BadInput
from atlas.model.history import Heard

CHUNK_BYTES: Final = 2**18
_MARK: Final = b"\xef\xbb\xbf"
"""Some programs begin UTF-8 with it."""


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    """As people know it: within its folder or archive."""
    size: int
    opened: Callable[[], Iterator[bytes]]

    def chunks(self) -> Iterator[bytes]:
        chunks, begun = self.opened(), b""
        for chunk in chunks:
            begun += chunk
            if len(begun) >= len(_MARK):
                break
        yield begun.removeprefix(_MARK)
        yield from chunks


def file_source(path: Path, name: str) -> Source:
    return Source(name, path.stat().st_size, lambda: _read_chunks(path, name))


def report_chunks(source: Source, heard: Heard | None) -> Source:
    """Make a source that tells `heard` the size of each chunk once the chunk was taken."""
    return replace(source, opened=lambda: _report_each_chunk(source, heard)) if heard else source


def _report_each_chunk(source: Source, heard: Heard) -> Iterator[bytes]:
    for chunk in source.opened():
        yield chunk
        heard(len(chunk))


def _read_chunks(path: Path, name: str) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk
    except OSError as trouble:
        raise BadInput(f"{name} cannot be read: {trouble.strerror or trouble}.") from None
