"""Times, numbers and lists as they stand in a column, and rows that must be readable."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from atlas.errors import BadInput, StoreCorrupt

Row = tuple[Any, ...]
Values = dict[str, object]
P = ParamSpec("P")
T = TypeVar("T")


_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def report_damage(function: Callable[P, T]) -> Callable[P, T]:
    """Raise StoreCorrupt for a row that cannot be read: it was damaged after it was written."""

    @wraps(function)
    def decoded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (ValueError, KeyError, TypeError) as error:
            raise StoreCorrupt(
                f"A row of the store is damaged ({error}): check its health, restore a backup."
            ) from error

    return decoded


def check_finite(number: float) -> float:
    """SQLite would keep "not a number" as nothing at all."""
    if not math.isfinite(number):
        raise BadInput("A number that is not finite cannot be stored.")
    return number


def write_json(value: object) -> str:
    """Characters stand for themselves, so that a scan for erased text sees what is there."""
    try:
        return _JSON.encode(value)
    except ValueError as error:
        raise BadInput("A number that is not finite cannot be stored.") from error


def group_rows(rows: Sequence[Row]) -> Mapping[object, list[Row]]:
    """Group rows by their first column, in order."""
    return group_nouns(rows, rows)


def group_nouns(rows: Iterable[Row], made: Iterable[T]) -> Mapping[object, list[T]]:
    """Group what was made of rows by their first column, in order."""
    groups: dict[object, list[T]] = {}
    for row, each in zip(rows, made, strict=True):
        groups.setdefault(row[0], []).append(each)
    return groups
