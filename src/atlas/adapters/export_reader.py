"""Reading what `atlas export` wrote: one JSON object a line, and nothing else (P8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from atlas.adapters.history.rows import Row, rows
from atlas.adapters.history.sources import file_source, report_chunks
from atlas.errors import BadInput
from atlas.model.history import Heard


def is_export(path: Path) -> bool:
    """Whether its first line says so. What cannot be read at all is somebody else's to complain of."""
    if not path.is_file():
        return False
    with suppress(BadInput):
        first = next(rows(file_source(path, path.name), by_lines=True), None)
        return isinstance(first, Row) and first.value.get("type") == "atlas"
    return False


def read_export(path: Path, heard: Heard | None = None) -> Iterator[Mapping[str, object]]:
    """Line by line; one that cannot be read makes the whole of it worthless, since others stand on it."""
    for row in rows(report_chunks(file_source(path, path.name), heard), by_lines=True, exact=True):
        if not isinstance(row, Row):
            raise BadInput(f"{row.where}: {row.why}")
        yield row.value
