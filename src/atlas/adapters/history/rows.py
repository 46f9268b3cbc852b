"""Items with the place where they stand, ready to be understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from atlas.adapters.history.parsing import Unreadable, parse_item
from atlas.adapters.history.sources import Source
from atlas.adapters.history.splitting import GIVE_UP_BYTES, Lost, Raw, explain_overload, split_items, split_lines
from atlas.errors import BadInput
from atlas.model.history import Skipped

MAX_BROKEN: Final = 1_000
"""In a row, with not a good one among them: nobody has such a history."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    where: str
    value: Mapping[str, object]


def rows(source: Source, *, by_lines: bool, exact: bool = False) -> Iterator[Row | Skipped]:
    """The objects of a document, or one of each line; `exact` is for what must come back as it was."""
    split, word = (split_lines, "line") if by_lines else (split_items, "item")
    broken = wasted = 0
    for found in split(source.chunks(), source.name):
        row = _read_row(found, f"{source.name}, {word} {found.number}", by_lines, exact)
        is_good = isinstance(row, Row)
        broken = 0 if is_good else broken + 1
        wasted = 0 if is_good else wasted + (found.size if isinstance(found, Lost) else len(found.body))
        if broken > MAX_BROKEN or wasted > GIVE_UP_BYTES:
            raise BadInput(f"{source.name} cannot be read: one {word} after another is broken.")
        yield row


def unbroken(found: Iterable[T | Skipped]) -> Iterator[T | Skipped]:
    """The same, as long as there is something between what a format has no use for: it may be good JSON and no more."""
    broken = 0
    for each in found:
        broken = broken + 1 if isinstance(each, Skipped) else 0
        if isinstance(each, Skipped) and broken > MAX_BROKEN:
            raise BadInput(f"It cannot be read further than {each.where}: one after another is broken.")
        yield each


def _read_row(found: Raw | Lost, where: str, by_line: bool, exact: bool) -> Row | Skipped:
    if isinstance(found, Lost):
        return Skipped(where, found.why, found.ends)
    if by_line and (why := explain_overload(found.body)):
        return Skipped(where, why)
    try:
        value = parse_item(found.body, exact=exact)
    except Unreadable as trouble:
        return Skipped(where, str(trouble))
    return Row(where, value) if isinstance(value, dict) else Skipped(where, "It is not a JSON object.")
