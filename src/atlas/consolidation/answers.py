"""A model's answer to the one question that is asked here: its shape, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from atlas.model.strict import Problem, parse_answer

MAX_INSIGHT: Final = 400


@dataclass(frozen=True, slots=True)
class Answer:
    insight: str
    """Empty where there is none."""
    memories: tuple[str, ...]
    escalate: bool


def answer_shape(memories: Sequence[str]) -> Mapping[str, Any]:
    """As JSON Schema. What may be named is a list made from what was given."""
    named = {"type": "array", "items": {"type": "string", "enum": list(memories)}, "maxItems": len(memories)}
    fields = {
        "none": {"type": "boolean"},
        "insight": {"type": "string", "maxLength": MAX_INSIGHT},
        "memories": named,
        "escalate": {"type": "boolean"},
    }
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def read_answer(text: str, memories: Sequence[str]) -> Answer | Problem:
    value = parse_answer(text, answer_shape(memories))
    if isinstance(value, Problem):
        return value
    said = "" if value["none"] else " ".join(value["insight"].split())
    return Answer(said, tuple(dict.fromkeys(value["memories"])), value["escalate"])
