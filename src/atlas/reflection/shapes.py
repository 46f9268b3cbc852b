"""The shape of each answer, as JSON Schema. What a model may name is a list made from what it was given.

Every field is required and none may be added. A provider may see to the shape or not: `model/strict.py` checks it
again, and each tier checks once more what is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from atlas.model.claim import known_attributes
from atlas.model.memory import Kind
from atlas.model.observation import Priority

Shape = Mapping[str, Any]

MAX_FACTS: Final = 50
MAX_ITEMS: Final = 20
MAX_QUOTE: Final = 500
MAX_SENTENCE: Final = 400
MAX_VALUE: Final = 120
MAX_TOPIC: Final = 60
MAX_REVISION: Final = 6_000
TOP_SCORE: Final = 10

TONES: Final = ("neutral", "positive", "negative", "mixed")
PRINCIPLES: Final = ("truthfulness", "helpfulness", "honesty", "consistency")
BEHAVIOURS: Final = (Kind.RULE.value, Kind.LESSON.value)
PATTERN_TYPES: Final = ("topic", "behaviour")
ACTIONS: Final = ("keep", "merge", "close", "promote", "archive")
DIRECTIONS: Final = ("stronger", "weaker", "same")
COURSES: Final = ("better", "worse", "mixed", "unknown")
ATTRIBUTES: Final = tuple(sorted(known_attributes()))


def facts_shape(messages: Iterable[str]) -> Shape:
    """Facts about the user, each with the words that it stands on."""
    fact = _object(
        message=_one_of(messages),
        quote=_text(MAX_QUOTE),
        attribute=_one_of(ATTRIBUTES),
        value=_text(MAX_VALUE),
        affirmed=_FLAG,
    )
    return _list(fact, MAX_FACTS if messages else 0)


def lightweight_shape(messages: Iterable[str]) -> Shape:
    return _object(
        facts=facts_shape(tuple(messages)),
        tone=_one_of(TONES),
        topics=_list(_text(MAX_TOPIC), 5),
        follow_up=_FLAG,
        insight=_text(MAX_SENTENCE, or_none=True),
        escalate=_FLAG,
    )


def critique_shape() -> Shape:
    """That nothing is wrong is a field, and never read out of a sentence (J8)."""
    issue = _object(principle=_one_of(PRINCIPLES), says=_text(MAX_SENTENCE))
    return _object(none=_FLAG, issues=_list(issue, MAX_ITEMS), score=_count(TOP_SCORE), escalate=_FLAG)


def revision_shape() -> Shape:
    return _object(revision=_text(MAX_REVISION), lesson=_text(MAX_SENTENCE, or_none=True), escalate=_FLAG)


def nightly_shape(messages: Iterable[str]) -> Shape:
    """What one batch of a day comes to."""
    ids = tuple(messages)
    change = _object(message=_one_of(ids), quote=_text(MAX_QUOTE), kind=_one_of(BEHAVIOURS), says=_text(MAX_SENTENCE))
    pattern = _object(
        type=_one_of(PATTERN_TYPES), description=_text(MAX_SENTENCE), messages=_list(_one_of(ids), MAX_ITEMS)
    )
    action = _object(
        message=_one_of(ids), quote=_text(MAX_QUOTE), says=_text(MAX_SENTENCE), date=_text(10, or_none=True)
    )
    most = MAX_ITEMS if ids else 0
    return _object(
        facts=facts_shape(ids),
        behaviour_changes=_list(change, most),
        patterns=_list(pattern, most),
        tomorrow=_list(action, most),
        insight=_text(MAX_SENTENCE, or_none=True),
        escalate=_FLAG,
    )


def review_shape(due: Iterable[str], newer: Iterable[str]) -> Shape:
    """What is to become of each memory that is due; `by` names the newer one that a merge or an end is owed to."""
    ids = tuple(due)
    decision = _object(
        memory=_one_of(ids),
        action=_one_of(ACTIONS),
        by=_one_of((*ids, *newer), or_none=True),
        reason=_text(MAX_SENTENCE),
    )
    return _object(decisions=_list(decision, len(ids)), escalate=_FLAG)


def cluster_shape(messages: Iterable[str]) -> Shape:
    """What failures have in common, if anything."""
    return _object(
        none=_FLAG,
        description=_text(MAX_SENTENCE),
        confidence=_SHARE,
        lesson=_text(MAX_SENTENCE, or_none=True),
        message=_one_of(messages, or_none=True),
        quote=_text(MAX_QUOTE, or_none=True),
        escalate=_FLAG,
    )


def weekly_shape(trends: Iterable[str], patterns: Iterable[str]) -> Shape:
    """What a week's figures say. Its words go into the record and into nothing else."""
    names, known = tuple(trends), tuple(patterns)
    concern = _object(trend=_one_of(names), says=_text(MAX_SENTENCE))
    seen = _object(pattern=_one_of(known), direction=_one_of(DIRECTIONS))
    said = _list(_text(MAX_SENTENCE), MAX_ITEMS)
    return _object(
        improving=_one_of(COURSES),
        evidence=_list(_one_of(names), len(names)),
        patterns=_list(seen, len(known)),
        sycophancy=said,
        gaming=said,
        adaptations=said,
        metric_concerns=_list(concern, len(names)),
        priorities=said,
        escalate=_FLAG,
    )


def schemas_shape(memories: Iterable[str], least: int) -> Shape:
    """Generalisations over memories of one trust, and what may go out of service."""
    ids = tuple(memories)
    schema = _object(says=_text(MAX_SENTENCE), memories=_list(_one_of(ids), MAX_ITEMS, least))
    forgotten = _object(memory=_one_of(ids), reason=_text(MAX_SENTENCE))
    return _object(schemas=_list(schema, MAX_ITEMS), forget=_list(forgotten, len(ids)), escalate=_FLAG)


def notes_shape(messages: Iterable[str]) -> Shape:
    """Notes of what was said (T14), each with the words that it stands on."""
    ids = tuple(messages)
    note = _object(
        message=_one_of(ids),
        quote=_text(MAX_QUOTE),
        says=_text(MAX_SENTENCE),
        priority=_one_of(Priority),
        topic=_text(MAX_TOPIC),
    )
    return _object(notes=_list(note, MAX_FACTS if ids else 0), escalate=_FLAG)


def groups_shape(notes: Iterable[str], most_letters: int) -> Shape:
    """Notes that belong together, and what stands in their place."""
    ids = tuple(notes)
    group = _object(
        notes=_list(_one_of(ids), len(ids), 2),
        says=_text(most_letters),
        priority=_one_of(Priority),
        topic=_text(MAX_TOPIC),
    )
    return _object(groups=_list(group, len(ids) // 2), escalate=_FLAG)


# --- the words of the language


_FLAG: Final[Shape] = {"type": "boolean"}
_SHARE: Final[Shape] = {"type": "number", "minimum": 0, "maximum": 1}


def _object(**fields: Shape) -> Shape:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(item: Shape, most: int, least: int = 0) -> Shape:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}


def _text(most: int, *, or_none: bool = False) -> Shape:
    return {"type": ["string", "null"] if or_none else "string", "maxLength": most}


def _count(most: int) -> Shape:
    return {"type": "integer", "minimum": 0, "maximum": most}


def _one_of(names: Iterable[str], *, or_none: bool = False) -> Shape:
    """One of these; of none at all, nothing but null or an empty text."""
    given = list(dict.fromkeys(names))
    if not given:
        return {"type": "null"} if or_none else {"type": "string", "maxLength": 0}
    if or_none:
        return {"type": ["string", "null"], "enum": [*given, None]}
    return {"type": "string", "enum": given}
