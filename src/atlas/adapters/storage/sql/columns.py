"""What the codecs share: times, numbers and lists as they stand in a column, and rows that must be readable."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from atlas.errors import BadInput, StoreCorrupt
from atlas.model.plain_data import instant_text, parse_instant

Row = tuple[Any, ...]
Values = dict[str, object]
P = ParamSpec("P")
T = TypeVar("T")


_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def decoder(function: Callable[P, T]) -> Callable[P, T]:
    """What was written can be read; a row that cannot was damaged since."""

    @wraps(function)
    def decoded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (ValueError, KeyError, TypeError) as error:
            raise StoreCorrupt(
                f"A row of the store is damaged ({error}): check its health, restore a backup."
            ) from error

    return decoded


def when_text(when: datetime | None) -> str | None:
    return None if when is None else instant_text(when)


def when_of(text: str | None) -> datetime | None:
    return None if text is None else parse_instant(text)


def real(number: float) -> float:
    """SQLite would keep "not a number" as nothing at all."""
    if not math.isfinite(number):
        raise BadInput("A number that is not finite cannot be stored.")
    return number


def json_text(value: object) -> str:
    """Characters stand for themselves, so that a scan for erased text sees what is there."""
    try:
        return _JSON.encode(value)
    except ValueError as error:
        raise BadInput("A number that is not finite cannot be stored.") from error


def grouped(rows: Iterable[Row]) -> Mapping[object, list[Row]]:
    """Rows by their first column, in order."""
    groups: dict[object, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    return groups
