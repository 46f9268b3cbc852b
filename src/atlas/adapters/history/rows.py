"""Items with the place where they stand, ready to be understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from atlas.adapters.history.parsing import Unreadable, parse
from atlas.adapters.history.sources import Source
from atlas.adapters.history.splitting import Lost, Raw, items, lines, overloaded
from atlas.model.history import Skipped


@dataclass(frozen=True, slots=True)
class Row:
    where: str
    value: Mapping[str, object]


def rows(source: Source, *, by_lines: bool) -> Iterator[Row | Skipped]:
    """The objects of a document, or one of each line."""
    split, word = (lines, "line") if by_lines else (items, "item")
    for found in split(source.chunks(), source.name):
        yield _row(found, f"{source.name}, {word} {found.number}", by_lines)


def _row(found: Raw | Lost, where: str, by_line: bool) -> Row | Skipped:
    if isinstance(found, Lost):
        return Skipped(where, found.why)
    if by_line and (why := overloaded(found.body)):
        return Skipped(where, why)
    try:
        value = parse(found.body)
    except Unreadable as trouble:
        return Skipped(where, str(trouble))
    return Row(where, value) if isinstance(value, dict) else Skipped(where, "It is not a JSON object.")
