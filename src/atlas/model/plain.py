"""Nouns as plain data and back: what the journal keeps, what an export holds.

Values that equal a field's default are left out, so that rows stay small and a field added later reads as its default.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Hashable, Mapping
from datetime import UTC, datetime
from enum import Enum, IntEnum
from functools import cache
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from atlas.model.proposal import (
    Amend,
    Archive,
    Forget,
    Merge,
    Promote,
    Proposal,
    Remember,
    Revise,
    Strengthen,
)

T = TypeVar("T")

_PROPOSALS: Final[Mapping[str, type[Any]]] = {
    kind.__name__.lower(): kind for kind in (Remember, Revise, Merge, Strengthen, Promote, Archive, Forget, Amend)
}


_AS_IT_IS: Final = frozenset({str, int, float, bool, bytes, type(None)})
"""Plain already. Looked up by the type itself: an enumeration of numbers is none of these."""


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def instant_text(when: datetime) -> str:
    """One fixed-width spelling in UTC, so that order of text is order of time."""
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def to_plain(value: object) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is datetime:
        return instant_text(cast("datetime", value))
    fields = _fields(kind)
    if fields is not None:
        return {
            name: item if type(item) in _AS_IT_IS else to_plain(item)
            for name, default in fields
            if (item := getattr(value, name)) != default
        }
    if isinstance(value, IntEnum):
        return int(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: type[T], data: Mapping[str, object]) -> T:
    hints = _hints(cast("Hashable", kind))
    values = {name: _read(hints[name], item) for name, item in data.items() if name in hints}
    return kind(**values)


def proposal_to_plain(proposal: Proposal) -> dict[str, Any]:
    return {"kind": type(proposal).__name__.lower(), "body": to_plain(proposal)}


def proposal_from_plain(data: Mapping[str, Any]) -> Proposal:
    proposal: Proposal = from_plain(_PROPOSALS[data["kind"]], data["body"])
    return proposal


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, object], ...] | None:
    """The names and defaults of a noun's fields; None for what is no noun."""
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple((field.name, field.default) for field in dataclasses.fields(kind))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(hint: Any, item: Any) -> Any:
    if item is None:
        return None
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _read(next(arg for arg in get_args(hint) if arg is not type(None)), item)
    if origin is tuple:
        return _read_tuple(get_args(hint), item)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return from_plain(hint, item)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(item)
    if hint is datetime:
        return instant(item)
    return float(item) if hint is float else item


def _read_tuple(args: tuple[Any, ...], items: list[Any]) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_read(args[0], item) for item in items)
    return tuple(_read(arg, item) for arg, item in zip(args, items, strict=True))
