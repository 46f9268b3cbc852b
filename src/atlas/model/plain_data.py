"""Nouns as plain data and back: what the journal keeps, what an export holds.

Values that equal a field's default are left out, so that rows stay small and a field added later reads as its default.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, datetime
from enum import Enum, IntEnum
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from atlas.model.proposal import (
    Amend,
    Archive,
    Argue,
    Forget,
    Merge,
    Promote,
    Proposal,
    Remember,
    Revise,
    Strengthen,
)

T = TypeVar("T")

MALFORMED: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What reading a noun from plain data of another shape raises."""
_PROPOSALS: Final[Mapping[str, type[Any]]] = {
    kind.__name__.lower(): kind
    for kind in (Remember, Revise, Merge, Strengthen, Promote, Archive, Forget, Amend, Argue)
}


def parse_instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def instant_text(when: datetime) -> str:
    """One fixed-width spelling in UTC, so that order of text is order of time."""
    return _utc_text(when) if when.tzinfo is UTC else when.astimezone(UTC).isoformat(timespec="microseconds")


@lru_cache(256)
def _utc_text(when: datetime) -> str:
    """One moment stands in many rows. In UTC alone: elsewhere two moments that are an hour apart can be equal."""
    return when.isoformat(timespec="microseconds")


def to_plain(value: object) -> Any:
    plainer = _PLAINERS[type(value)]
    return value if plainer is None else plainer(value)


def from_plain(kind: type[T], data: Mapping[str, object]) -> T:
    hints = _read_hints(cast("Hashable", kind))
    values = {name: _decode_value(hints[name], item) for name, item in data.items() if name in hints}
    return kind(**values)


def proposal_to_plain(proposal: Proposal) -> dict[str, Any]:
    return {"kind": type(proposal).__name__.lower(), "body": to_plain(proposal)}


def proposal_from_plain(data: Mapping[str, Any]) -> Proposal:
    proposal: Proposal = from_plain(_PROPOSALS[data["kind"]], data["body"])
    return proposal


class _Plainers(dict[type[Any], Callable[[Any], Any] | None]):
    """Found out once for each type, since every row of the journal is made with them."""

    def __missing__(self, kind: type[Any]) -> Callable[[Any], Any] | None:
        self[kind] = _choose_encoder(kind)
        return self[kind]


_PLAINERS: Final = _Plainers()


def _choose_encoder(kind: type[Any]) -> Callable[[Any], Any] | None:
    """Choose the function that makes a value of this type plain; None where the value is plain already."""
    if dataclasses.is_dataclass(kind):
        return _build_noun_encoder(kind)
    if issubclass(kind, IntEnum):
        return int
    if issubclass(kind, Enum):
        return attrgetter("_value_")  # what `value` gives, without asking the class for it first
    if issubclass(kind, datetime):
        return instant_text
    return _encode_items if issubclass(kind, tuple) else None


def _build_noun_encoder(kind: type[Any]) -> Callable[[Any], dict[str, Any]]:
    fields = tuple((field.name, field.default) for field in dataclasses.fields(kind))

    def encode_noun(noun: Any) -> dict[str, Any]:
        return {
            name: item if (plainer := _PLAINERS[type(item)]) is None else plainer(item)
            for name, default in fields
            if (item := getattr(noun, name)) is not default and item != default
        }

    return encode_noun


def _encode_items(values: tuple[Any, ...]) -> list[Any]:
    return [to_plain(item) for item in values]


@cache
def _read_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decode_value(hint: Any, item: Any) -> Any:
    if item is None:
        return None
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _decode_value(next(arg for arg in get_args(hint) if arg is not type(None)), item)
    if origin is tuple:
        return _read_tuple(get_args(hint), item)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return from_plain(hint, item)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(item)
    if hint is datetime:
        return parse_instant(item)
    return float(item) if hint is float else item


def _read_tuple(args: tuple[Any, ...], items: list[Any]) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode_value(args[0], item) for item in items)
    return tuple(_decode_value(arg, item) for arg, item in zip(args, items, strict=True))
