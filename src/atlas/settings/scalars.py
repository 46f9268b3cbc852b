"""Single values as people write them: numbers, milliseconds, flags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from atlas.errors import BadInput
from atlas.model.task import Task

if TYPE_CHECKING:
    from decimal import Decimal

_TOO_MUCH: Final = 10**12
"""No budget is as large; beyond it lie numbers that the store cannot hold."""
_YES: Final = frozenset({"1", "true", "yes", "on"})
_NO: Final = frozenset({"0", "false", "no", "off"})


def parse_positive(values: Mapping[str, str], name: str, otherwise: float) -> float:
    if name not in values:
        return otherwise
    number = parse_number(values[name])
    if number is None or number <= 0:
        raise BadInput(f"The setting ATLAS_{name.upper()} is a number above 0; it is {values[name]!r}.")
    return float(number)


def parse_time_limits(values: Mapping[str, str]) -> dict[Task, float]:
    names = {task: f"time_limit_{task.value}" for task in Task}
    return {task: parse_positive(values, name, 0.0) for task, name in names.items() if name in values}


def parse_milliseconds(values: Mapping[str, str], name: str, otherwise: float) -> float:
    """Parse milliseconds into seconds; 0 is no time at all."""
    if name not in values:
        return otherwise
    number = parse_number(values[name])
    if number is None or number < 0:
        raise BadInput(f"The setting ATLAS_{name.upper()} is a number of milliseconds; it is {values[name]!r}.")
    return float(number) / 1_000


def parse_count(values: Mapping[str, str], name: str, otherwise: int) -> int:
    """Parse a whole number, 0 or more."""
    if name not in values:
        return otherwise
    text = values[name].strip()
    if not (text.isascii() and text.isdigit() and int(text) < _TOO_MUCH):
        raise BadInput(f"The setting ATLAS_{name.upper()} is a whole number, 0 or more; it is {values[name]!r}.")
    return int(text)


def parse_number(text: str) -> Decimal | None:
    from decimal import Decimal, InvalidOperation  # slow to import, and most homes set no number

    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) < _TOO_MUCH else None


def parse_flag(values: Mapping[str, str], name: str) -> bool | None:
    text = values.get(name, "").strip().lower()
    if text and text not in _YES | _NO:
        raise BadInput(f"The setting ATLAS_{name.upper()} is 1 or 0; it is {text!r}.")
    return text in _YES if text else None
