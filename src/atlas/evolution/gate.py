"""The gate (E1): does a session that ended hold anything that lasts?

What went wrong in it and what was wished of answers is counted by rules, and fires whatever a model would say of it.
Where there is nothing of that, a small model is asked one question without tools; without a model it is skipped. In
doubt, and on any fault, it fires.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from atlas.errors import ModelTrouble
from atlas.model.interaction import Gate, Message
from atlas.model.signal import Signal, SignalKind
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, Given, Reply, Thinking, Thoughts

PROMPT: Final = "gate"
MAX_TOKENS: Final = 100
MAX_REASON: Final = 200
SHOWN: Final = 1_500
"""Characters of one message that the question shows."""
WISH: Final = "a wish about answers"
_WRONG: Final = 0.5
"""A verifier's score below which it found the reply wrong."""
_WORDS: Final[Mapping[SignalKind, str]] = {
    SignalKind.CORRECTION: "a correction",
    SignalKind.UNDO: "something undone",
    SignalKind.TASK_FAILURE: "a task that failed",
    SignalKind.TOOL_ERROR: "a tool that failed",
    SignalKind.THUMBS_DOWN: "a thumbs down",
    SignalKind.DISSATISFACTION: "somebody not content",
    SignalKind.RE_ASK: "a question asked again",
    SignalKind.ABANDONMENT: "a question left open",
    SignalKind.REPETITION: "the same action again and again",
    SignalKind.LONG_TASK: "a task without end",
    SignalKind.SAME_FAILURE: "a failure seen before",
    SignalKind.VERIFIED: "a reply found wrong",
}
"""What makes it fire, the gravest first."""

NOT_READ: Final = "Not all of it had been thought about, so that it counts as worth a look."
TOO_LONG: Final = "It is too long for one question, so that it counts as worth a look."
NO_ANSWER: Final = "No model answered, so that it counts as worth a look."
UNREADABLE: Final = "The model's answer could not be read, so that it counts as worth a look."
FOUND: Final = "A model found something in it that lasts."
NOT_FOUND: Final = "A model found nothing in it that lasts."
NOTHING_WRONG: Final = "Nothing went wrong in it, and no wish about answers was said."
NOBODYS: Final = "Nothing in it is a user's own."


@dataclass(frozen=True, slots=True)
class GateInput:
    """What the gate may see of a session."""

    signals: tuple[Signal, ...] = ()
    """Seen in it, whichever reply each is about."""
    has_wish: bool = False
    """Whether a wish about answers, a rule or a preference for them was learned from a user's message in it."""
    is_unread: bool = False
    """Whether something in it was not thought about yet: a wish may stand there."""
    messages: tuple[Message, ...] = ()
    """Users' own words, and the assistant's where nothing from outside was read (J17)."""
    is_cut: bool = False
    """Whether more was said than one question shows."""


def gate_by_rules(seen: GateInput) -> Thinking:
    yield from ()
    return _judge_by_rules(seen) or _conclude(Gate.SKIPPED, NOTHING_WRONG)


def gate_with_model(seen: GateInput) -> Thinking:
    """Ask a model only where the rules leave it open: no text can talk the gate out of what they found."""
    judged = _judge_by_rules(seen)
    if judged is not None:
        return judged
    if seen.is_cut:
        return _conclude(Gate.FIRED, TOO_LONG)
    if not seen.messages:
        return _conclude(Gate.SKIPPED, NOBODYS)
    (given,) = yield (make_question(seen.messages),)
    return _read_verdict(given)


def fire_without_answer(trouble: ModelTrouble) -> Thoughts:
    """Fire where no model answered, or a budget was spent."""
    return _conclude(Gate.FIRED, NO_ANSWER, problem=str(trouble))


def list_reasons(seen: GateInput) -> list[str]:
    """List what the rules fire on, each once, the gravest first."""
    kinds = {signal.kind for signal in seen.signals if _is_grave(signal)}
    return [words for kind, words in _WORDS.items() if kind in kinds] + ([WISH] if seen.has_wish else [])


def make_question(messages: Iterable[Message]) -> Ask:
    rows = ({"who": message.role.value, "text": message.text[:SHOWN]} for message in messages)
    listed = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return Ask(PROMPT, (("messages", listed),), MAX_TOKENS, _SHAPE, Size.SMALL)


_SHAPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"fire": {"type": "boolean"}, "reason": {"type": "string", "maxLength": MAX_REASON}},
    "required": ["fire", "reason"],
    "additionalProperties": False,
}


def _judge_by_rules(seen: GateInput) -> Thoughts | None:
    reasons = list_reasons(seen)
    if reasons:
        return _conclude(Gate.FIRED, f"There was {_join_words(reasons)}.")
    return _conclude(Gate.FIRED, NOT_READ) if seen.is_unread else None


def _is_grave(signal: Signal) -> bool:
    return signal.kind in _WORDS and (signal.kind is not SignalKind.VERIFIED or signal.score < _WRONG)


def _join_words(reasons: Sequence[str]) -> str:
    *others, last = reasons
    return f"{', '.join(others)} and {last}" if others else last


def _read_verdict(given: Given) -> Thoughts:
    text = given.texts[0] if isinstance(given, Reply) and given.texts else ""
    answer = parse_answer(text, _SHAPE)
    if isinstance(answer, Problem):
        return _conclude(Gate.FIRED, UNREADABLE, problem=answer.says)
    gate, reason = (Gate.FIRED, FOUND) if answer["fire"] else (Gate.SKIPPED, NOT_FOUND)
    return _conclude(gate, reason, says=" ".join(answer["reason"].split()))


def _conclude(gate: Gate, reason: str, *, says: str = "", problem: str | None = None) -> Thoughts:
    """What a model says may quote somebody: it stands in the record, which is forgotten with what it is about."""
    said = {"gate": gate.value, "reason": reason} | ({"says": says} if says else {})
    return Thoughts(said=said, problem=problem)
