"""A model's answer is data, and read strictly: JSON of the shape that was asked for, or a problem.

Nothing is guessed or repaired. What is wrong is said in one sentence of our own that quotes nobody, since an answer may
repeat what somebody said, and problems are kept where words are not meant to be.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

MAX_CHARACTERS: Final = 200_000
"""Of one answer. The longest that is asked for has 8,000 tokens."""
MAX_DEPTH: Final = 16
MAX_DIGITS: Final = 15
"""Of a whole number: beyond it, not every reader keeps it exactly."""

_FENCED: Final = re.compile(r"\A```(?:json)?[ \t]*\n(?P<inside>.*)\n```\Z", re.S | re.I)
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.S)
"""Also one that never ends, so that a search for it is over after one look."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer cannot be used."""

    says: str


class _Bad(ValueError):
    """What is wrong, from inside the decoder."""


def parse_answer(text: str, schema: Mapping[str, Any]) -> dict[str, Any] | Problem:
    """Parse an answer of this shape, with nothing around it but a fence."""
    if len(text) > MAX_CHARACTERS:
        return Problem(f"The answer is longer than {MAX_CHARACTERS:,} characters.")
    bare = _strip_fence(text)
    if not bare:
        return Problem("The answer is empty.")
    if _measure_depth(bare) > MAX_DEPTH:
        return Problem(f"The answer is nested deeper than {MAX_DEPTH} levels.")
    try:
        value = _load_json(bare)
        _check_value(value, schema, "The answer")
    except _Bad as bad:
        return Problem(str(bad))
    if not isinstance(value, dict):
        return Problem("The answer is not an object.")
    return value


def _strip_fence(text: str) -> str:
    bare = text.strip()
    fenced = _FENCED.match(bare)
    return fenced["inside"].strip() if fenced else bare


def _measure_depth(text: str) -> int:
    """Measure how deep the text nests, without recursion: the decoder recurses and can be brought down by depth."""
    deepest = depth = 0
    for sign in re.findall(r"[\[{\]}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


# --- decoding


def _load_json(text: str) -> Any:
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_constant=_refuse_constant,
            parse_int=_parse_integer,
            parse_float=_parse_float,
        )
    except json.JSONDecodeError:
        raise _Bad("The answer is not JSON, or something stands around it.") from None
    if any(_SURROGATE.search(each) for each in _iterate_strings(value)):
        raise _Bad("The answer holds half of a character.")
    return value


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Bad("The answer names a field twice.")
    return found


def _refuse_constant(name: str) -> float:
    raise _Bad("The answer holds a number that is none.")


def _parse_integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _Bad(f"The answer holds a number of more than {MAX_DIGITS} digits.")
    return int(digits)


def _parse_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Bad("The answer holds a number that is none.")
    return number


def _iterate_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _iterate_strings(item)
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _iterate_strings(item)


def decode_strings(text: str) -> str:
    """Decode every string of an answer, one a line: text hidden by an escape is plain here."""
    if len(text) > MAX_CHARACTERS or _measure_depth(text) > MAX_DEPTH:
        return text
    try:
        return "\n".join(_iterate_strings(json.loads(_strip_fence(text))))
    except (ValueError, RecursionError):
        return text


# --- the shape: the part of JSON Schema that `shapes.py` writes


def _check_value(value: Any, schema: Mapping[str, Any], where: str) -> None:
    _check_type(value, schema, where)
    if "enum" in schema and value is not None and value not in schema["enum"]:
        raise _Bad(f"{where} names something that was not given.")
    if isinstance(value, str):
        _check_text(value, schema, where)
    elif isinstance(value, list):
        _check_list(value, schema, where)
    elif isinstance(value, dict):
        _check_object(value, schema, where)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(value, schema, where)


def _check_type(value: Any, schema: Mapping[str, Any], where: str) -> None:
    wanted = schema.get("type", ())
    names = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    if names and not any(_has_type(value, name) for name in names):
        raise _Bad(f"{where} is not of the type that was asked for.")


def _has_type(value: Any, name: str) -> bool:
    match name:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, list)
        case _:
            return name == "object" and isinstance(value, dict)


def _check_text(value: str, schema: Mapping[str, Any], where: str) -> None:
    if len(value) > schema.get("maxLength", MAX_CHARACTERS):
        raise _Bad(f"{where} is too long.")


def _check_list(value: list[Any], schema: Mapping[str, Any], where: str) -> None:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", MAX_CHARACTERS):
        raise _Bad(f"{where} has too few or too many items.")
    for place, item in enumerate(value):
        _check_value(item, schema.get("items", {}), f"{where}[{place}]")


def _check_object(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> None:
    known = schema.get("properties", {})
    if missing := next((name for name in schema.get("required", ()) if name not in value), None):
        raise _Bad(f"{where} lacks `{missing}`.")
    if schema.get("additionalProperties") is False and not value.keys() <= known.keys():
        raise _Bad(f"{where} has a field that was not asked for.")
    for name in known:
        if name in value:
            _check_value(value[name], known[name], f"{where}.{name}")


def _check_number(value: float, schema: Mapping[str, Any], where: str) -> None:
    if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        raise _Bad(f"{where} is out of range.")
