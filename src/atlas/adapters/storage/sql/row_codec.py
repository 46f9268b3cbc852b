"""One noun as a row and back, by the types of its fields: a value is checked by msgspec on its way out of the store.

The columns of a statement stand in the order of the noun's fields. A list in a column is JSON. Enumerations are texts
or numbers themselves, and go to the driver as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime
from functools import cached_property
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from atlas.adapters.storage.sql.column_values import Row, Values, check_finite, report_damage, write_json
from atlas.model.plain_data import instant_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
Convert = Callable[[Any], Any]

_WRITERS: Final[Mapping[type, Convert]] = {bool: int, float: check_finite, datetime: instant_text, date: date.isoformat}


class RowCodec(Generic[T]):
    """Rows of one noun; the fields named in `apart` have rows of their own."""

    def __init__(self, noun: type[T], *apart: str) -> None:
        self._noun = noun
        self._nouns: type[list[T]] = list[noun]  # type: ignore[valid-type] # known when it runs
        self._names = tuple(field.name for field in fields(noun) if field.name not in apart)
        self._take_values = attrgetter(*self._names)

    @cached_property
    def _writers(self) -> Sequence[tuple[str, Convert]]:
        return [(name, write) for name, hint in self._hints if (write := _find_writer(hint))]

    @cached_property
    def _readers(self) -> Sequence[tuple[str, Convert]]:
        return [(name, read) for name, hint in self._hints if (read := _find_reader(hint))]

    @property
    def _hints(self) -> Iterator[tuple[str, Any]]:
        """Types are looked up at the first row: few of the nouns are met in a short life."""
        hints = get_type_hints(self._noun)
        return ((name, _strip_none(hints[name])) for name in self._names)

    def encode(self, noun: T) -> Values:
        values = dict(zip(self._names, self._take_values(noun)))  # noqa: B905 # as many, and each row of a turn comes here
        for name, write in self._writers:
            if values[name] is not None:
                values[name] = write(values[name])
        return values

    @report_damage
    def decode(self, row: Row, **apart: object) -> T:
        return msgspec.convert(self._name_columns(row) | apart, self._noun)

    @report_damage
    def decode_all(self, rows: Iterable[Row]) -> list[T]:
        """Many rows at once: a search index and a cycle read every memory of a space."""
        named = [self._name_columns(row) for row in rows]
        return msgspec.convert(named, self._nouns) if named else []

    def _name_columns(self, row: Row) -> Values:
        values: Values = dict(zip(self._names, row, strict=True))
        for name, read in self._readers:
            values[name] = read(values[name])
        return values


def _strip_none(hint: Any) -> Any:
    kinds = [each for each in get_args(hint) if each is not NoneType]
    return kinds[0] if NoneType in get_args(hint) else hint


def _find_writer(hint: Any) -> Convert | None:
    return write_json if get_origin(hint) is tuple else _WRITERS.get(hint)


def _find_reader(hint: Any) -> Convert | None:
    if get_origin(hint) in (tuple, Mapping):
        return msgspec.json.decode
    return bool if hint is bool else None
