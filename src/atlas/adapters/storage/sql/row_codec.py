"""One noun as a row and back, by the types of its fields: a value is checked by msgspec on its way out of the store.

The columns of a statement stand in the order of the noun's fields. A list in a column is JSON. Enumerations are texts
or numbers themselves, and go to the driver as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import date, datetime
from functools import cached_property
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from atlas.adapters.storage.sql.column_values import Row, Values, check_finite, group_nouns, report_damage, write_json
from atlas.model.plain_data import instant_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
Convert = Callable[[Any], Any]

_WRITERS: Final[Mapping[type, Convert]] = {bool: int, float: check_finite, datetime: instant_text, date: date.isoformat}


class RowCodec(Generic[T]):
    """Rows of one noun; the fields named in `apart` have rows of their own, and stand behind the columns."""

    def __init__(self, noun: type[T], *apart: str) -> None:
        self._noun = noun
        self._nouns: type[list[T]] = list[noun]  # type: ignore[valid-type] # known when it runs
        self._names = tuple(field.name for field in fields(noun) if field.name not in apart)
        self._columns = (*self._names, *apart)
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
        return ((name, _strip_none(self._types[name])) for name in self._names)

    def encode(self, noun: T) -> Values:
        values = dict(zip(self._names, self._take_values(noun)))  # noqa: B905 # as many, and each row of a turn comes here
        for name, write in self._writers:
            if values[name] is not None:
                values[name] = write(values[name])
        return values

    @report_damage
    def decode(self, row: Row) -> T:
        [named] = self._name_columns([row])
        return msgspec.convert(named, self._noun)

    @report_damage
    def decode_all(self, rows: Iterable[Row]) -> list[T]:
        """Many rows at once: a search index, a cycle and an export read every memory of a space."""
        named = self._name_columns(rows)
        return msgspec.convert(named, self._nouns) if named else []

    def decode_groups(self, rows: Sequence[Row]) -> Mapping[object, list[T]]:
        """Nouns by the first column of their rows, which is none of theirs, in order."""
        return group_nouns(rows, self.decode_all(row[1:] for row in rows))

    @report_damage
    def decode_plain(self, rows: Sequence[Row]) -> list[Values]:
        """Nouns of rows as `to_plain` gives them. None is made, but each value is checked as if it were; what stands
        apart was checked already."""
        try:
            msgspec.convert(rows, self._checked_rows)
        except ValueError:
            self.decode_all(rows)  # which names the column
            raise
        plain = self._name_unusual(rows)
        for name, read in self._readers:
            hint = self._types[name]
            for values in plain:
                if name in values:
                    values[name] = read(values[name])
                    msgspec.convert(values[name], hint)
        return plain

    def _name_unusual(self, rows: Iterable[Row]) -> list[Values]:
        """Values by name, without those that are defaults."""
        columns, defaults = self._columns, self._column_defaults
        named: list[Values] = [dict(zip(columns, row, strict=True)) for row in rows]
        for values in named:
            for name, usual in defaults:
                if values[name] == usual:
                    del values[name]
        return named

    @cached_property
    def _types(self) -> Mapping[str, Any]:
        return get_type_hints(self._noun)

    @cached_property
    def _checked_rows(self) -> Any:
        """The type of rows as they come: what is read first, or stands apart, is checked elsewhere."""
        read = dict(self._readers)
        kinds = [(name, Any if name in read else self._types[name]) for name in self._names]
        apart = [(name, Any) for name in self._columns[len(kinds) :]]
        row = msgspec.defstruct(
            f"{self._noun.__name__}Row", [*kinds, *apart], array_like=True, forbid_unknown_fields=True, gc=False
        )
        return list[row]  # type: ignore[valid-type] # known when it runs

    @cached_property
    def _column_defaults(self) -> Sequence[tuple[str, object]]:
        """The columns whose fields have a default, with that as the column has it."""
        defaults = {field.name: field.default for field in fields(self._noun) if field.default is not MISSING}
        writers = dict(self._writers)
        return [(name, _write_default(defaults[name], writers.get(name))) for name in self._columns if name in defaults]

    def _name_columns(self, rows: Iterable[Row]) -> list[Values]:
        columns = self._columns
        named: list[Values] = [dict(zip(columns, row, strict=True)) for row in rows]
        for name, read in self._readers:
            for values in named:
                values[name] = read(values[name])
        return named


def _write_default(default: object, write: Convert | None) -> object:
    return default if default is None or write is None else write(default)


def _strip_none(hint: Any) -> Any:
    kinds = [each for each in get_args(hint) if each is not NoneType]
    return kinds[0] if NoneType in get_args(hint) else hint


def _find_writer(hint: Any) -> Convert | None:
    return write_json if get_origin(hint) is tuple else _WRITERS.get(hint)


def _find_reader(hint: Any) -> Convert | None:
    if get_origin(hint) in (tuple, Mapping):
        return msgspec.json.decode
    return bool if hint is bool else None
