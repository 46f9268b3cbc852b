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
QUALITIES: Final = ("truthfulness", "helpfulness", "honesty", "consistency")
BEHAVIOURS: Final = (Kind.RULE.value, Kind.LESSON.value)
PATTERN_TYPES: Final = ("topic", "behaviour")
ACTIONS: Final = ("keep", "merge", "close", "promote", "archive")
DIRECTIONS: Final = ("stronger", "weaker", "same")
COURSES: Final = ("better", "worse", "mixed", "unknown")
ATTRIBUTES: Final = tuple(sorted(known_attributes()))


def facts_shape(messages: Iterable[str]) -> Shape:
    """Facts about the user, each with the words that it stands on."""
    fact = _object_shape(
        message=_enum_shape(messages),
        quote=_text_shape(MAX_QUOTE),
        attribute=_enum_shape(ATTRIBUTES),
        value=_text_shape(MAX_VALUE),
        affirmed=_FLAG,
    )
    return _list_shape(fact, MAX_FACTS if messages else 0)


def lightweight_shape(messages: Iterable[str]) -> Shape:
    return _object_shape(
        facts=facts_shape(tuple(messages)),
        tone=_enum_shape(TONES),
        topics=_list_shape(_text_shape(MAX_TOPIC), 5),
        follow_up=_FLAG,
        insight=_text_shape(MAX_SENTENCE, or_none=True),
        escalate=_FLAG,
    )


def critique_shape(principles: Iterable[int]) -> Shape:
    """Issues, each under a principle by its number or under a quality.

    That nothing is wrong is a field, and never read out of a sentence (J8).
    """
    names = _enum_shape((*map(str, principles), *QUALITIES))
    issue = _object_shape(principle=names, says=_text_shape(MAX_SENTENCE))
    return _object_shape(
        none=_FLAG, issues=_list_shape(issue, MAX_ITEMS), score=_count_shape(TOP_SCORE), escalate=_FLAG
    )


def revision_shape() -> Shape:
    return _object_shape(
        revision=_text_shape(MAX_REVISION), lesson=_text_shape(MAX_SENTENCE, or_none=True), escalate=_FLAG
    )


def nightly_shape(messages: Iterable[str]) -> Shape:
    """What one batch of a day comes to."""
    ids = tuple(messages)
    change = _object_shape(
        message=_enum_shape(ids),
        quote=_text_shape(MAX_QUOTE),
        kind=_enum_shape(BEHAVIOURS),
        says=_text_shape(MAX_SENTENCE),
    )
    pattern = _object_shape(
        type=_enum_shape(PATTERN_TYPES),
        description=_text_shape(MAX_SENTENCE),
        messages=_list_shape(_enum_shape(ids), MAX_ITEMS),
    )
    action = _object_shape(
        message=_enum_shape(ids),
        quote=_text_shape(MAX_QUOTE),
        says=_text_shape(MAX_SENTENCE),
        date=_text_shape(10, or_none=True),
    )
    most = MAX_ITEMS if ids else 0
    return _object_shape(
        facts=facts_shape(ids),
        behaviour_changes=_list_shape(change, most),
        patterns=_list_shape(pattern, most),
        tomorrow=_list_shape(action, most),
        insight=_text_shape(MAX_SENTENCE, or_none=True),
        escalate=_FLAG,
    )


def review_shape(due: Iterable[str], newer: Iterable[str]) -> Shape:
    """What is to become of each memory that is due; `by` names the newer one that a merge or an end is owed to."""
    ids = tuple(due)
    decision = _object_shape(
        memory=_enum_shape(ids),
        action=_enum_shape(ACTIONS),
        by=_enum_shape((*ids, *newer), or_none=True),
        reason=_text_shape(MAX_SENTENCE),
    )
    return _object_shape(decisions=_list_shape(decision, len(ids)), escalate=_FLAG)


def cluster_shape(messages: Iterable[str]) -> Shape:
    """What failures have in common, if anything."""
    return _object_shape(
        none=_FLAG,
        description=_text_shape(MAX_SENTENCE),
        confidence=_SHARE,
        lesson=_text_shape(MAX_SENTENCE, or_none=True),
        message=_enum_shape(messages, or_none=True),
        quote=_text_shape(MAX_QUOTE, or_none=True),
        escalate=_FLAG,
    )


def weekly_shape(trends: Iterable[str], patterns: Iterable[str]) -> Shape:
    """What a week's figures say. Its words go into the record and into nothing else."""
    names, known = tuple(trends), tuple(patterns)
    concern = _object_shape(trend=_enum_shape(names), says=_text_shape(MAX_SENTENCE))
    seen = _object_shape(pattern=_enum_shape(known), direction=_enum_shape(DIRECTIONS))
    said = _list_shape(_text_shape(MAX_SENTENCE), MAX_ITEMS)
    return _object_shape(
        improving=_enum_shape(COURSES),
        evidence=_list_shape(_enum_shape(names), len(names)),
        patterns=_list_shape(seen, len(known)),
        sycophancy=said,
        gaming=said,
        adaptations=said,
        metric_concerns=_list_shape(concern, len(names)),
        priorities=said,
        escalate=_FLAG,
    )


def page_shape(lines: Iterable[str]) -> Shape:
    """What follows from the lines of a week's page."""
    ids = tuple(lines)
    said = _object_shape(says=_text_shape(MAX_SENTENCE), lines=_list_shape(_enum_shape(ids), len(ids), 1))
    return _object_shape(
        about=_text_shape(MAX_SENTENCE, or_none=True),
        adaptations=_list_shape(said, MAX_ITEMS),
        priorities=_list_shape(said, MAX_ITEMS),
        escalate=_FLAG,
    )


def schemas_shape(memories: Iterable[str], least: int) -> Shape:
    """Generalisations over memories of one trust, and what may go out of service."""
    ids = tuple(memories)
    schema = _object_shape(says=_text_shape(MAX_SENTENCE), memories=_list_shape(_enum_shape(ids), MAX_ITEMS, least))
    forgotten = _object_shape(memory=_enum_shape(ids), reason=_text_shape(MAX_SENTENCE))
    return _object_shape(
        schemas=_list_shape(schema, MAX_ITEMS), forget=_list_shape(forgotten, len(ids)), escalate=_FLAG
    )


def notes_shape(messages: Iterable[str]) -> Shape:
    """Notes of what was said (T14), each with the words that it stands on."""
    ids = tuple(messages)
    note = _object_shape(
        message=_enum_shape(ids),
        quote=_text_shape(MAX_QUOTE),
        says=_text_shape(MAX_SENTENCE),
        priority=_enum_shape(Priority),
        topic=_text_shape(MAX_TOPIC),
    )
    return _object_shape(notes=_list_shape(note, MAX_FACTS if ids else 0), escalate=_FLAG)


def groups_shape(notes: Iterable[str], most_letters: int) -> Shape:
    """Notes that belong together, and what stands in their place."""
    ids = tuple(notes)
    group = _object_shape(
        notes=_list_shape(_enum_shape(ids), len(ids), 2),
        says=_text_shape(most_letters),
        priority=_enum_shape(Priority),
        topic=_text_shape(MAX_TOPIC),
    )
    return _object_shape(groups=_list_shape(group, len(ids) // 2), escalate=_FLAG)


# --- the words of the language


_FLAG: Final[Shape] = {"type": "boolean"}
_SHARE: Final[Shape] = {"type": "number", "minimum": 0, "maximum": 1}


def _object_shape(**fields: Shape) -> Shape:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list_shape(item: Shape, most: int, least: int = 0) -> Shape:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}


def _text_shape(most: int, *, or_none: bool = False) -> Shape:
    return {"type": ["string", "null"] if or_none else "string", "maxLength": most}


def _count_shape(most: int) -> Shape:
    return {"type": "integer", "minimum": 0, "maximum": most}


def _enum_shape(names: Iterable[str], *, or_none: bool = False) -> Shape:
    """One of these; of none at all, nothing but null or an empty text."""
    given = list(dict.fromkeys(names))
    if not given:
        return {"type": "null"} if or_none else {"type": "string", "maxLength": 0}
    if or_none:
        return {"type": ["string", "null"], "enum": [*given, None]}
    return {"type": "string", "enum": given}
