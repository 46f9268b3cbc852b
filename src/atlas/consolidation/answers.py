"""A model's answer to the one question that is asked here, read strictly: of the shape that was given, or a problem.

Nothing is guessed or repaired, and what is wrong is said in a sentence that quotes nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Never

MAX_CHARACTERS: Final = 20_000
MAX_INSIGHT: Final = 400
_MAX_DEPTH: Final = 4
_FIELDS: Final = frozenset({"none", "insight", "memories", "escalate"})
_FENCED: Final = re.compile(r"\A```(?:json)?[ \t]*\n(?P<inside>.*)\n```\Z", re.S | re.I)
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.S)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Answer:
    insight: str
    """Empty where there is none."""
    memories: tuple[str, ...]
    escalate: bool


@dataclass(frozen=True, slots=True)
class Problem:
    says: str


def shape(memories: Sequence[str]) -> Mapping[str, Any]:
    """As JSON Schema. What may be named is a list made from what was given."""
    named = {"type": "array", "items": {"type": "string", "enum": list(memories)}, "maxItems": len(memories)}
    fields = {
        "none": {"type": "boolean"},
        "insight": {"type": "string", "maxLength": MAX_INSIGHT},
        "memories": named,
        "escalate": {"type": "boolean"},
    }
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def read(text: str, memories: Sequence[str]) -> Answer | Problem:
    if len(text) > MAX_CHARACTERS:
        return Problem(f"The answer is longer than {MAX_CHARACTERS:,} characters.")
    bare = _unfenced(text)
    if _depth(bare) > _MAX_DEPTH:
        return Problem(f"The answer is nested deeper than {_MAX_DEPTH} levels.")
    try:
        value = json.loads(bare, object_pairs_hook=_once, parse_constant=_no_number)
    except _Bad as bad:
        return Problem(str(bad))
    except ValueError:
        return Problem("The answer is not JSON.")
    return _checked(value, frozenset(memories))


class _Bad(ValueError):
    """What is wrong, from inside the decoder."""


def _unfenced(text: str) -> str:
    bare = text.strip()
    fenced = _FENCED.match(bare)
    return fenced["inside"].strip() if fenced else bare


def _depth(text: str) -> int:
    """Counted without recursion, since the decoder recurses and can be brought down by it."""
    deepest = depth = 0
    for sign in re.findall(r"[\[{\]}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Bad("The answer names a field twice.")
    return found


def _no_number(name: str) -> Never:
    raise _Bad("The answer holds a number that is none.")


def _checked(value: Any, known: frozenset[str]) -> Answer | Problem:
    if not isinstance(value, dict) or value.keys() != _FIELDS:
        return Problem("The answer does not have the fields that were asked for.")
    none, insight, named, escalate = value["none"], value["insight"], value["memories"], value["escalate"]
    flags = isinstance(none, bool) and isinstance(escalate, bool)
    if not (flags and isinstance(insight, str) and isinstance(named, list)):
        return Problem("A field of the answer is not of the type that was asked for.")
    if len(insight) > MAX_INSIGHT or _SURROGATE.search(insight):
        return Problem("The insight is too long, or holds half a character.")
    if not all(isinstance(each, str) and each in known for each in named):
        return Problem("The answer names something that was not given.")
    said = "" if none else " ".join(insight.split())
    return Answer(said, tuple(dict.fromkeys(named)), escalate)
