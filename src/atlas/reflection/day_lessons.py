"""What a day's corrections and repetitions come to (J9): lessons that say what to do, rules, and facts told twice.

A correction of how something is done becomes a lesson; the same asked for on several days becomes one rule. A statement
that the reader was not sure of becomes a fact where the user made it on several days in different words. What a
correction says is so, and what it wishes of the form of answers, is learned from the exchange itself.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.model.memory import Basis, Evidence, Kind, Memory
from atlas.model.proposal import Remember
from atlas.model.reading import WAIT, Unread
from atlas.model.thinking import Annotate, Annotations, Day, Doubt, Given, Proposed, Request
from atlas.reflection.lessons import (
    IMPORTANCE,
    find_doubted_reply,
    find_question,
    find_question_quote,
    quote_whole_message,
    was_corrected,
    word_instruction,
)
from atlas.reflection.questions import propose_by_rule
from atlas.reflection.wording import list_days

CONFIDENCE: Final = 0.8
SEVERAL_DAYS: Final = 2
LIKELY: Final = 0.65
"""What a single reading is sure of at least: a joke and a hedge about one thing are no two statements."""
_SAME_ORDER: Final = 0.6
"""Of the telling words of two orders so many are shared where both ask for the same."""


def draw_day_lessons(day: Day) -> Generator[tuple[Request, ...], tuple[Given, ...], tuple[Proposed, ...]]:
    """Draw a lesson from each complaint of the day that says what to do, and from which none was drawn yet."""
    drawn = {item.message for lesson in day.lessons for item in lesson.evidence}
    found: list[Remember] = []
    for doubt in day.doubts:
        if not any(message.id in drawn for message in doubt.after):
            lesson = yield from _draw_lesson(doubt)
            found += [lesson] if lesson else []
    return propose_by_rule(found)


def _draw_lesson(doubt: Doubt) -> Generator[tuple[Request, ...], tuple[Given, ...], Remember | None]:
    told = doubt.after[-1] if doubt.after else None
    order = LANGUAGE.directives.find_instruction(told.text, reproachful=not was_corrected(doubt)) if told else None
    asked, place = find_question(doubt), find_question_quote(doubt)
    if told is None or order is None or asked is None or place is None:
        return None
    reply = find_doubted_reply(doubt)
    (given,) = yield (Annotate((Unread(told.text, reply.text if reply else ""),)),)
    readings = given.readings if isinstance(given, Annotations) else None
    if readings is None or any(mark.confidence >= WAIT for mark in readings[0].marks):
        return None  # what it says is learned as a fact or a wish
    evidence = (place, quote_whole_message(told))
    return _remember(word_instruction(asked, order), Kind.LESSON, evidence, "The user said how it is to be done.")


def propose_rules(day: Day) -> tuple[Proposed, ...]:
    """Propose one rule for what was asked for on several days, the last of them this day."""
    zone = ZoneInfo(day.zone)
    found = []
    for group in _group_by_order(day.lessons):
        days = sorted({memory.observed_at.astimezone(zone).date() for memory in group})
        if len(days) >= SEVERAL_DAYS and max(memory.observed_at for memory in group) >= day.start:
            order = _find_order(max(group, key=lambda memory: memory.observed_at)) or ""
            evidence = tuple(dict.fromkeys(memory.evidence[-1] for memory in group))
            reason = f"The user asked for it on {list_days(days)}."
            found.append(_remember(f"{order[:1].upper()}{order[1:]}", Kind.RULE, evidence, reason))
    return propose_by_rule(found)


def propose_recurring_facts(day: Day) -> tuple[Proposed, ...]:
    """Propose as stated what the user said on several days in different words, however unsure each reading was."""
    return propose_by_rule(filter(None, (_state_recurring(memory, day) for memory in day.recurring)))


def _state_recurring(memory: Memory, day: Day) -> Remember | None:
    worded = {fold_text(item.quote): item for item in memory.evidence}
    certain = 1.0 - (1.0 - memory.confidence) ** len(worded)
    if len(worded) < SEVERAL_DAYS or memory.confidence < LIKELY:
        return None
    return Remember(
        memory.content,
        memory.kind,
        Basis.STATED,
        tuple(worded.values()),
        claim=memory.claim,
        confidence=certain,
        importance=memory.importance,
        form=memory.form,
        reason=f"The user said it {len(worded)} times, on different days.",
    )


def _group_by_order(lessons: Sequence[Memory]) -> list[list[Memory]]:
    groups: list[tuple[frozenset[str], list[Memory]]] = []
    for lesson in lessons:
        order = _find_order(lesson)
        stems = LANGUAGE.entries.extract_telling_stems(order) if order else frozenset()
        if not stems:
            continue
        same = next((group for known, group in groups if _is_same_order(known, stems)), None)
        if same is None:
            groups.append((stems, [lesson]))
        else:
            same.append(lesson)
    return [group for _, group in groups]


def _is_same_order(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _SAME_ORDER * max(len(one), len(other))


def _find_order(lesson: Memory) -> str | None:
    """Find what a lesson from a correction tells to do, in the correction that it stands on."""
    return LANGUAGE.directives.find_instruction(lesson.evidence[-1].quote) if lesson.evidence else None


def _remember(content: str, kind: Kind, evidence: tuple[Evidence, ...], reason: str) -> Remember:
    return Remember(
        content, kind, Basis.INFERRED, evidence, confidence=CONFIDENCE, importance=IMPORTANCE, reason=reason
    )
