"""Questions whose answer is known: those that were corrected or asked again, and those that facts answer (H7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from atlas.engine.thinking.driver import interaction_of
from atlas.language.folding import fold_text, has_words
from atlas.language.registry import LANGUAGE
from atlas.model.claim import Cardinality, Claim
from atlas.model.examination import ExpectedBy, Question
from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Trust
from atlas.model.signal import Signal, SignalKind
from atlas.ports.reading import SERVABLE, Reader
from atlas.retrieval.question import WantedFact, find_wanted_fact

LOOKED_BACK: Final = timedelta(days=90)
"""So far back questions are asked again: what was right before that may not be any more."""
_MANY: Final = 2_000
_SIGNALS: Final = 200
_AFTERWARDS: Final = 20
"""Messages after a question in which the user may say what is right."""
_BRIEF: Final = 300
"""Characters of a reply; what a longer one names may well be right."""
_TOLD: Final = frozenset({Kind.FACT, Kind.PREFERENCE})
_EXPECTED_BY: Final = {SignalKind.CORRECTION: ExpectedBy.CORRECTION, SignalKind.RE_ASK: ExpectedBy.AGAIN}


def read_past_questions(reader: Reader, now: datetime, most: int, seed: str) -> tuple[Question, ...]:
    """First what was followed by a correction or asked again, the newest first; then what is known otherwise.

    Each once, however often it was asked.
    """
    found: dict[str, Question] = {}
    for question in (*_read_corrected(reader, now), *read_exam_questions(reader, now, seed)):
        found.setdefault(fold_text(question.text), question)
        if len(found) == most:
            break
    return tuple(found.values())


def read_exam_questions(reader: Reader, now: datetime, seed: str) -> Iterator[Question]:
    """Questions that approved facts and knowledge answer; others first for another seed (C10)."""
    where = replace(SERVABLE, kinds=_TOLD | {Kind.KNOWLEDGE}, valid_at=now)
    known = [each for each in reader.newest_memories(where, _MANY) if each.trust >= Trust.USER]
    for memory in sorted(known, key=lambda each: blake2b(f"{seed} {each.id}".encode()).digest()):
        question = _ask_for_memory(reader, memory)
        if question is not None:
            yield question


def _ask_for_memory(reader: Reader, memory: Memory) -> Question | None:
    if memory.claim is None:
        asked = LANGUAGE.exam_questions.word_cloze(memory.content)
        by = ExpectedBy.KNOWLEDGE
        return Question(asked[0], asked[1], by, memory.observed_at, memory=memory.id) if asked else None
    text = LANGUAGE.exam_questions.word_question(memory.claim)
    if text is None:
        return None
    rivals, again = _find_rivals(reader, memory.claim), LANGUAGE.exam_questions.reword_question(memory.claim)
    by, at = ExpectedBy.FACT, memory.observed_at
    return Question(text, memory.claim.value, by, at, memory=memory.id, rivals=rivals, reworded=again)


# --- what was corrected or asked again


def choose_corrected(reader: Reader, now: datetime, most: int, seed: str) -> list[Question]:
    """So many of what was corrected or asked again; others for another seed (C10)."""
    found = {fold_text(each.text): each for each in _read_corrected(reader, now)}
    return sorted(found.values(), key=lambda each: blake2b(f"{seed} {each.text}".encode()).digest())[:most]


def _read_corrected(reader: Reader, now: datetime) -> Iterator[Question]:
    for kind in _EXPECTED_BY:
        for signal in reader.signals_since(now - LOOKED_BACK, _SIGNALS, kind):
            question = _read_question(reader, signal, now)
            if question is not None:
                yield question


def _read_question(reader: Reader, signal: Signal, now: datetime) -> Question | None:
    about = interaction_of(reader, signal.about)
    asked = next((each for each in reversed(about.messages) if _is_users(each)), None) if about else None
    if about is None or asked is None or not LANGUAGE.question_forms.is_question(asked.text):
        return None
    if reader.find_tainted([about.conversation]):
        return None
    told = _list_afterwards(reader, asked)
    wanted = find_wanted_fact(asked.text, entities=reader.entities())
    fact = _find_told_fact(reader, told, wanted, signal)
    current = _find_current(reader, fact, now) if fact else None
    if current is None or current.claim is None:
        return None
    wrong = _list_wrong_values(reader, about, signal) if signal.kind is SignalKind.CORRECTION else ()
    rivals = (*_find_rivals(reader, current.claim), *_drop_alike(wrong, current.claim.value))
    by = _EXPECTED_BY[signal.kind]
    return Question(asked.text, current.claim.value, by, asked.at, about.id, current.id, tuple(dict.fromkeys(rivals)))


def _list_wrong_values(reader: Reader, about: Interaction, signal: Signal) -> list[str]:
    """What the reply named, and neither the question nor the correction did."""
    told = next(iter(reader.messages([signal.message])), None) if signal.message else None
    reply = next((each for each in reversed(about.messages) if each.role is Role.ASSISTANT), None)
    if told is None or reply is None or len(reply.text) > _BRIEF:
        return []
    said = [told.text, *(each.text for each in about.messages if each.role is Role.USER)]
    named = LANGUAGE.exam_questions.find_values(reply.text)
    return [each for each in named if not any(has_words(text, each) for text in said)]


def _is_users(message: Message) -> bool:
    return message.role is Role.USER and message.origin.trust >= Trust.USER


def _list_afterwards(reader: Reader, asked: Message) -> list[MessageId]:
    return [each.id for each in reader.messages_after(asked.conversation, asked.at, _AFTERWARDS) if _is_users(each)]


def _find_told_fact(reader: Reader, told: Sequence[MessageId], wanted: WantedFact, signal: Signal) -> Memory | None:
    """What the user said of it afterwards: the fact that was asked for; of a correction else the only one in it."""
    facts = [each for each in reader.find_citing(told) if each.kind in _TOLD and each.claim and each.claim.affirmed]
    best = max(facts, key=lambda each: (wanted.match(each.claim), each.observed_at), default=None)
    if best is not None and wanted.match(best.claim) > 0:
        return best
    if signal.kind is not SignalKind.CORRECTION:
        return None
    corrected = [each for each in facts if any(item.message == signal.message for item in each.evidence)]
    return corrected[0] if len(corrected) == 1 else None


def _find_current(reader: Reader, fact: Memory, now: datetime) -> Memory | None:
    """The fact, or what the user has said in its place since."""
    if fact.claim is None or fact.claim.cardinality is not Cardinality.SINGLE:
        return fact if _holds(fact, now) else None
    held = [each for each in reader.in_slot(*fact.claim.slot) if _holds(each, now) and each.trust >= Trust.USER]
    return max(held, key=lambda each: each.observed_at, default=None)


def _holds(memory: Memory, now: datetime) -> bool:
    return memory.status is Status.APPROVED and memory.state is State.ACTIVE and memory.valid_at(now)


def _find_rivals(reader: Reader, claim: Claim) -> tuple[str, ...]:
    """Values of the same slot that are not so: of what may have several, those that are denied."""
    single = claim.cardinality is Cardinality.SINGLE
    others = (each.claim for each in reader.in_slot(*claim.slot) if each.claim is not None)
    values = (each.value for each in others if single or not each.affirmed)
    return tuple(dict.fromkeys(_drop_alike(values, claim.value)))


def _drop_alike(values: Iterable[str], expected: str) -> Iterator[str]:
    return (each for each in values if not has_words(each, expected) and not has_words(expected, each))
