"""Evidence (B1): how strong the argument is that one message makes, from the user's own words alone.

An argument is worth what it rests on: something found, somebody who knows, a thought, something lived. What was said
before is worth little when it is said again, in whatever words, and an opinion, praise, insistence, a threat, the crowd
and a feeling are worth less than what counts. No number here moves anything: that is the arithmetic's.
"""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from atlas.language.interface import Point
from atlas.language.registry import LANGUAGE
from atlas.model.belief import Judgement, Reasoning, Reliability, Weighed
from atlas.model.interaction import Message
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, Embed, Given, Reply, Request, Thinking, Thoughts, Vectors

_T = TypeVar("_T")
Asking = Generator[tuple[Request, ...], tuple[Given, ...], _T]
"""A part of thinking: it asks, is answered, and returns something."""

UNARGUED: Final = frozenset({Reasoning.SOCIAL_PRESSURE, Reasoning.EMOTIONAL, Reasoning.NONE})
"""Ways of speaking for something that give no reason for it."""
_STRENGTHS: Final[Mapping[Reasoning, float]] = {
    Reasoning.EMPIRICAL: 0.55,
    Reasoning.EXPERT: 0.5,
    Reasoning.LOGICAL: 0.45,
    Reasoning.ANECDOTAL: 0.4,
    Reasoning.SOCIAL_PRESSURE: 0.15,
    Reasoning.EMOTIONAL: 0.15,
    Reasoning.NONE: 0.1,
}
_SOURCED: Final = 0.15
_MORE_FIGURES: Final = 0.1
_MORE_REASONS: Final = 0.1
_AT_LENGTH: Final = 0.05
_PRESSED: Final = 0.1
_MOST: Final = 0.9
BELOW: Final = 0.01
"""By how much what gives nothing stays below what counts."""
_LONG: Final = 20
"""Telling words from which an argument is made at length."""

CLEAR: Final = 0.25
"""Agreement of its judgements below which nobody can tell which side an argument is on: it moves nothing."""

NEW: Final = 0.35
"""Likeness up to which an argument is new."""
REPEATED: Final = 0.6
"""Likeness from which it is one that was made before."""
LEAST_NOVELTY: Final = 0.05
REPEATS_BELOW: Final = 0.25
"""Novelty below which an argument counts no more: it was made before."""
_CLOSE: Final = 0.82
"""Cosine from which two arguments on one topic say the same in other words."""
_FAR: Final = 0.6
"""Cosine up to which they do not."""
PROMPT: Final = "evidence"
MAX_TOKENS: Final = 900
_MOST_HEARD: Final = 20
"""Arguments that a question shows: the newest."""
_SHOWN: Final = 300
_MOST_CHARACTERS: Final = 240
"""Of an insight."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An argument that was made before, on which topic and in which words."""

    topic: str
    text: str


@dataclass(frozen=True, slots=True)
class EvidenceInput:
    """What is weighed: users' own messages in their order, and what was argued before them."""

    messages: tuple[Message, ...]
    heard: tuple[Heard, ...] = ()
    counts_from: float = 0.3
    confirmed: bool = False
    """Whether the network has to hear an argument, too; the vectors that are asked for are then of its encoder."""


# --- by rules


def weigh_by_rules(seen: EvidenceInput) -> Thinking:
    """Weigh each message against all that was argued before it, also in the same run."""
    heard = list(seen.heard)
    found: list[Judgement] = []
    for message in seen.messages:
        points = LANGUAGE.arguments.find_points(message.text)
        if seen.confirmed and any(point.reasoning not in UNARGUED for point in points):
            points = yield from _confirm_points(points, message.text)
        for point in points:
            told = list_told(point, heard)
            rows = None
            if told and point.reasoning not in UNARGUED:
                rows = _read_rows((yield (Embed((point.text, *(one.text for one in told))),)))
            weighed = weigh_point(point, told, rows, seen.counts_from)
            found.append(Judgement(message.id, weighed, quote=point.ground))
            if weighed.strength >= seen.counts_from:
                heard.append(Heard(point.topic, point.text))
    return conclude(found)


def _confirm_points(points: tuple[Point, ...], text: str) -> Asking[tuple[Point, ...]]:
    """What the rules find, without its reasons where the network hears nobody argue; without a vector they stand."""
    rows = _read_rows((yield (Embed((own_words(text),)),)))
    if rows is None or LANGUAGE.arguments.hears_argument(text, rows[0]):
        return points
    return tuple(replace(point, reasoning=Reasoning.NONE) for point in points)


def conclude(found: Sequence[Judgement], problem: str | None = None) -> Thoughts:
    """What a run came to; the record has figures only, since the words are in the rows."""
    said = {"weighed": len(found), "topics": len({each.weighed.topic for each in found})}
    return Thoughts(said=said, judgements=tuple(found), problem=problem)


def list_told(point: Point, heard: Iterable[Heard]) -> list[Heard]:
    """List what was argued before on the same topic, or in the same words, whatever topic is read in them."""
    return [
        each
        for each in heard
        if LANGUAGE.arguments.is_same_topic(each.topic, point.topic)
        or LANGUAGE.arguments.measure_overlap(point.text, each.text) >= REPEATED
    ]


def weigh_point(point: Point, told: Sequence[Heard], rows: Any, counts_from: float) -> Weighed:
    """Weigh one point; `rows` has the vectors of its words and of each that was told, or is None."""
    novelty = measure_novelty(point, told, rows)
    strength = _measure_strength(point)
    if point.reasoning in UNARGUED or novelty < REPEATS_BELOW or point.clear < CLEAR:
        strength = min(strength, counts_from - BELOW)
    return Weighed(
        topic=point.topic,
        direction=point.direction,
        strength=round(strength, 3),
        reasoning=point.reasoning,
        reliability=_judge_reliability(point),
        novelty=round(novelty, 3),
        consistent=not point.mixed,
        insight=write_insight(point) if strength >= counts_from else "",
    )


def _measure_strength(point: Point) -> float:
    strength = _STRENGTHS[point.reasoning]
    if point.reasoning in UNARGUED:
        return strength
    strength += _SOURCED if point.sourced else 0.0
    strength += _MORE_FIGURES if point.figures > 1 else 0.0
    strength += _MORE_REASONS if point.reasons > 1 else 0.0
    strength += _AT_LENGTH if point.length >= _LONG else 0.0
    strength -= _PRESSED if point.pressed else 0.0
    return min(_MOST, strength)


def _judge_reliability(point: Point) -> Reliability:
    """How far its source can be relied on: one that is named, the speaker's own reckoning, or hearsay."""
    if point.reasoning in UNARGUED:
        return Reliability.LOW
    if point.reasoning in {Reasoning.EMPIRICAL, Reasoning.EXPERT}:
        return Reliability.HIGH if point.sourced else Reliability.MEDIUM
    return Reliability.MEDIUM if point.reasoning is Reasoning.LOGICAL else Reliability.LOW


# --- by a model


def weigh_with_model(seen: EvidenceInput) -> Thinking:
    """Ask a model about each message by itself; where its answer is of no use, the rules weigh that message.

    Its word is data: a quotation that the user did not write makes the argument void, what gives no reason stays below
    what counts whatever it says, and nothing is newer than the rules find it.
    """
    heard = list(seen.heard)
    found: list[Judgement] = []
    problem: str | None = None
    for message in seen.messages:
        (given,) = yield (make_question(message, heard),)
        text = given.texts[0] if isinstance(given, Reply) and given.texts else ""
        answer = parse_answer(text, _SHAPE)
        if isinstance(answer, Problem):
            problem = answer.says
            thoughts = yield from weigh_by_rules(replace(seen, messages=(message,), heard=tuple(heard)))
            new = list(thoughts.judgements)
        else:
            rows = ((_read_row(row, message, heard, seen.counts_from), row["quote"]) for row in answer["arguments"])
            new = [Judgement(message.id, weighed, True, quote) for weighed, quote in rows if weighed is not None]
        found += new
        heard += [Heard(each.weighed.topic, message.text) for each in new if each.weighed.strength >= seen.counts_from]
    return conclude(found, problem)


def make_question(message: Message, heard: Sequence[Heard]) -> Ask:
    """Show the message alone, and what was argued before as topics with their words."""
    lately = [{"topic": each.topic, "text": each.text[:_SHOWN]} for each in heard[-_MOST_HEARD:]]
    values = (("heard", _list_rows(lately)), ("message", _list_rows([{"text": own_words(message.text)}])))
    return Ask(PROMPT, values, MAX_TOKENS, _SHAPE, Size.SMALL)


def own_words(text: str) -> str:
    """The message without what was pasted or quoted (X1)."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in _blank(text)).split())


def _blank(text: str) -> str:
    return LANGUAGE.speech.blank_foreign_text(text)


def _list_rows(rows: Iterable[Mapping[str, str]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _read_row(row: Mapping[str, Any], message: Message, heard: Sequence[Heard], counts_from: float) -> Weighed | None:
    own, quote = _fold_spaces(own_words(message.text)), _fold_spaces(row["quote"])
    topic = " ".join(row["topic"].split()).strip(" .")
    reasoning = Reasoning(row["reasoning"])
    if not topic or not quote or quote not in own:
        return None
    told = [each for each in heard if LANGUAGE.arguments.is_same_topic(each.topic, topic)]
    likeness = max((LANGUAGE.arguments.measure_overlap(message.text, each.text, topic) for each in told), default=0.0)
    novelty = min(float(row["novelty"]), rate_novelty(likeness))
    strength = min(float(row["strength"]), _MOST)
    if reasoning in UNARGUED or novelty < REPEATS_BELOW:
        strength = min(strength, counts_from - BELOW)
    insight = " ".join(row["insight"].split())
    return Weighed(
        topic,
        int(row["direction"]),
        round(strength, 3),
        reasoning,
        Reliability(row["reliability"]),
        round(novelty, 3),
        bool(row["consistent"]),
        insight if strength >= counts_from else "",
    )


def _fold_spaces(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split()).strip(" .\"'“”")


_SHAPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "arguments": {
            "type": "array",
            "maxItems": 4,
            "items": {
                "type": "object",
                "properties": {
                    "topic": {"type": "string", "maxLength": 80},
                    "direction": {"type": "integer", "enum": [1, -1]},
                    "strength": {"type": "number", "minimum": 0, "maximum": 1},
                    "reasoning": {"type": "string", "enum": [each.value for each in Reasoning]},
                    "reliability": {"type": "string", "enum": [each.value for each in Reliability]},
                    "novelty": {"type": "number", "minimum": 0, "maximum": 1},
                    "consistent": {"type": "boolean"},
                    "quote": {"type": "string", "maxLength": 600},
                    "insight": {"type": "string", "maxLength": 300},
                },
                "required": [
                    *("topic", "direction", "strength", "reasoning", "reliability"),
                    *("novelty", "consistent", "quote", "insight"),
                ],
                "additionalProperties": False,
            },
        }
    },
    "required": ["arguments"],
    "additionalProperties": False,
}


# --- novelty


def measure_novelty(point: Point, told: Sequence[Heard], rows: Any = None) -> float:
    """1 for what nobody argued before on this topic, towards 0 the more it says what was said."""
    return rate_novelty(max((_measure_likeness(point, each, at, rows) for at, each in enumerate(told, 1)), default=0.0))


def rate_novelty(likeness: float) -> float:
    if likeness <= NEW:
        return 1.0
    share = (likeness - NEW) / (REPEATED - NEW)
    return max(LEAST_NOVELTY, 1.0 - share * (1.0 - LEAST_NOVELTY))


def _measure_likeness(point: Point, told: Heard, at: int, rows: Any) -> float:
    by_words = LANGUAGE.arguments.measure_overlap(point.text, told.text, point.topic)
    if rows is None:
        return by_words
    cosine = float(rows[0] @ rows[at])
    if not math.isfinite(cosine):
        return by_words
    by_meaning = NEW + (cosine - _FAR) / (_CLOSE - _FAR) * (REPEATED - NEW)
    return max(by_words, min(by_meaning, 1.0)) if by_words > 0 or cosine >= _CLOSE else by_words


def _read_rows(given: Sequence[Given]) -> Any:
    (vectors,) = given
    return vectors.rows if isinstance(vectors, Vectors) else None


# --- the insight


def write_insight(point: Point) -> str:
    """What there is to learn from it, in one sentence that quotes its best ground."""
    side = "for" if point.direction > 0 else "against"
    ground = " ".join(point.ground.split()).rstrip(" .,;:")
    if len(ground) > _MOST_CHARACTERS:
        ground = ground[:_MOST_CHARACTERS].rsplit(" ", 1)[0] + " …"
    return f"A user argues {side} {point.topic}: {ground}."
