"""A scripted assistant: it knows only the context that it was served, and makes its mistakes unless that tells better.

It reads as a careful model would: what is newest holds, what is marked as past does not, a joke is no news where its
own words are quoted; but what stands there as a fact, it believes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.model.entity import USER
from atlas.model.memory import Kind
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.surfaces.simulation.phrasings import Slot, Wish
from atlas.surfaces.simulation.script import TRUE_ACTS, Act, Life, Turn

_NOT_YET: Final = re.compile(r"\b(?:want|wish|hope|plan|consider|think|might|would|dream|may)", re.IGNORECASE)
OVER: Final = ""
"""What a slot holds that has ended."""


class Outcome(StrEnum):
    RIGHT = "right"
    STALE = "stale"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Statement:
    """A line of a context that tells a slot's value as of its day."""

    value: str
    at: datetime
    asserted: bool
    """Whether it stands there as a fact, and not as words that were said."""
    denied: bool = False
    """Whether it says that this is not so, or no longer."""


@dataclass(slots=True)
class Transcript:
    """What was said so far, by which a line is known for what it is."""

    turns: list[Turn] = field(default_factory=list)
    replies: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The slot and the value that a reply named."""

    def find_turns(self, quote: str) -> list[Turn]:
        words = quote.strip()
        return [turn for turn in self.turns if words and (words in turn.text or turn.text in words)]


def choose_value(items: Iterable[Recalled], slot: Slot, values: Sequence[str], said: Transcript) -> str | None:
    """The value of a slot by the lines of a context; None where they do not tell, `OVER` where it has ended."""
    read = [each for item in items for each in _read_statements(item, slot, values, said)]
    denials = [each for each in read if each.denied]
    told = [each for each in read if not each.denied and not any(_outdates(denial, each) for denial in denials)]
    if told:
        return max(told, key=lambda each: (each.at, each.asserted)).value
    return OVER if denials else None


def _outdates(denial: Statement, told: Statement) -> bool:
    return denial.value == told.value and denial.at >= told.at


def _read_statements(item: Recalled, slot: Slot, values: Sequence[str], said: Transcript) -> list[Statement]:
    memory = item.memory
    for past in item.past:  # "no longer so: …, now …"
        now = _find_value(past.now, values)
        if now is not None and any(turn.slot == slot.id for turn in said.find_turns(memory.content)):
            return [Statement(now, past.until or memory.observed_at, True)]
    if memory.kind is Kind.EPISODE:
        return _read_quotation(item, slot, values, said)
    turns = [turn for each in memory.evidence for turn in said.find_turns(each.quote) if turn.slot == slot.id]
    value = _find_value(memory.content, values) if memory.kind is not Kind.LESSON else _find_corrected(turns)
    if value is None or not turns or item.past:
        return []
    if not any(turn.act in TRUE_ACTS for turn in turns) and not _is_believed(item, turns):
        return []
    denied = memory.claim is not None and not memory.claim.affirmed
    return [Statement(value, memory.observed_at, True, denied)]


def _find_corrected(turns: Sequence[Turn]) -> str | None:
    """What a lesson says is right: it names what was wrong, too."""
    return next((turn.value for turn in reversed(turns) if turn.act in TRUE_ACTS and turn.value), None)


def _is_believed(item: Recalled, turns: Sequence[Turn]) -> bool:
    """Whether a fact that was read from a joke, a hedge or of somebody else says it of the user."""
    memory = item.memory
    if any(turn.act is Act.OTHER for turn in turns):
        return memory.claim is None or memory.claim.subject == USER
    return not _NOT_YET.search(memory.content)


def _read_quotation(item: Recalled, slot: Slot, values: Sequence[str], said: Transcript) -> list[Statement]:
    memory = item.memory
    if memory.origin is Origin.ASSISTANT:
        named = said.replies.get(memory.content)
        told = named is not None and named[0] == slot.id and named[1] in values
        return [Statement(named[1], memory.observed_at, False)] if named and told else []
    for turn in said.find_turns(memory.content):
        if turn.slot != slot.id:
            continue
        if turn.act is Act.END:
            return [Statement(OVER, memory.observed_at, False)]
        if turn.act in TRUE_ACTS and turn.value and not item.past:
            value = _find_value(memory.content, [turn.value])
            return [Statement(value, memory.observed_at, False)] if value else []
    return []


def _find_value(text: str, values: Sequence[str]) -> str | None:
    return next((each for each in values if names_value(text, each)), None)


def names_value(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def grade_value(given: str | None, now: str | None, past: Sequence[str]) -> Outcome:
    """How an answer stands to the truth; `now` is None where the slot has ended."""
    if given is None:
        return Outcome.UNKNOWN
    if given == (now if now is not None else OVER):
        return Outcome.RIGHT
    if given == OVER:
        return Outcome.UNKNOWN  # that the old value is over is known, and the new one is not
    return Outcome.STALE if given in past else Outcome.WRONG


def answer_from_context(
    items: Iterable[Recalled], slot: Slot, life: Life, said: Transcript, moment: datetime
) -> tuple[str | None, Outcome]:
    """The value that the assistant would name, and how it stands to the truth."""
    given = choose_value(items, slot, slot.values, said)
    return given, grade_value(given, life.value_at(slot.id, moment), life.past_values(slot.id, moment))


def tells_wish(wish: Wish, name: str, lines: Iterable[str]) -> bool:
    """Whether any of the lines is about the wish."""
    words = [each.replace("{name}", name).lower() for each in wish.words]
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in words), re.IGNORECASE)
    return any(pattern.search(line) for line in lines)
