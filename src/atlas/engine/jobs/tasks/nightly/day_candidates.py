"""What of a day is worth a second thought (J9, S5): complaints, deep doubt, repeated statements, open questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import interaction_of
from atlas.language.registry import LANGUAGE
from atlas.language.words import asks, words
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, PASSING_ATTRIBUTES
from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Basis, Kind, Memory, State, Status
from atlas.model.origin import Trust
from atlas.model.signal import Signal, SignalKind
from atlas.model.thinking import Doubt, Material
from atlas.ports.reading import MemoryFilter, Reader

_MANY: Final = 5_000
_COMPLAINING: Final = frozenset({SignalKind.CORRECTION, SignalKind.DISSATISFACTION, SignalKind.UNDO})
_OPEN_LESSON: Final = frozenset({Status.NEEDS_REVIEW, Status.APPROVED})
_LONG: Final = 160
"""Letters from which on a question is an errand with a text, and not asked of the memory."""


def read_doubts(runtime: Runtime, reader: Reader, start: datetime, end: datetime) -> tuple[Doubt, ...]:
    """Read the replies of which somebody complained in the day, or of which it became deeply doubtful (S5)."""
    seen = [each for each in reader.signals_since(start, _MANY) if each.at <= end]
    about = dict.fromkeys(each.about for each in seen if _is_grave(each, runtime.signals.nightly_below))
    found = (_read_doubt(reader, interaction_of(reader, id)) for id in about)
    return tuple(doubt for doubt in found if doubt is not None)


def _is_grave(signal: Signal, below: float) -> bool:
    if signal.kind is SignalKind.LOW_CONFIDENCE:
        return dict(signal.figures).get("confidence", 1.0) < below
    return signal.kind in _COMPLAINING


def _read_doubt(reader: Reader, interaction: Interaction | None) -> Doubt | None:
    """Read the exchange and what its user said of it; None where that was not the user."""
    if interaction is None or reader.find_tainted([interaction.conversation]):
        return None
    signals = tuple(reader.signals([interaction.id]))
    told = reader.messages(each.message for each in signals if each.message and each.kind in _COMPLAINING)
    own = [each for each in told if _is_users(each) and not stands_as_wish(reader, each.id)]
    spoken = [each for each in interaction.messages if each.origin.trust >= Trust.ASSISTANT]
    if not spoken:
        return None
    after = tuple(sorted(own, key=lambda each: (each.at, each.ordinal)))
    return Doubt(Material(replace(interaction, messages=tuple(spoken))), after, signals)


def _is_users(message: Message) -> bool:
    return message.role is Role.USER and message.origin.trust >= Trust.USER


def stands_as_wish(reader: Reader, message: MessageId) -> bool:
    """Whether what was said is about the form of answers, and is obeyed as a wish already (C12)."""
    return any(memory.is_wish and memory.status is Status.APPROVED for memory in reader.find_citing([message]))


def read_lessons(reader: Reader) -> tuple[Memory, ...]:
    """Read the lessons that stand or wait, the oldest first."""
    where = MemoryFilter(kinds=frozenset({Kind.LESSON}), statuses=_OPEN_LESSON, states=frozenset({State.ACTIVE}))
    return tuple(reversed(reader.newest_memories(where, _MANY)))


def read_recurring(runtime: Runtime, reader: Reader) -> tuple[Memory, ...]:
    """Read uncertain readings that wait for a person while the user has said the same on several days."""
    where = MemoryFilter(
        kinds=frozenset({Kind.FACT, Kind.PREFERENCE}),
        statuses=frozenset({Status.NEEDS_REVIEW}),
        states=frozenset({State.ACTIVE}),
    )
    waiting = [each for each in reader.newest_memories(where, _MANY) if _is_uncertain_fact(each)]
    return tuple(each for each in waiting if _count_days(runtime, reader, each) > 1)


def _is_uncertain_fact(memory: Memory) -> bool:
    claim = memory.claim
    if claim is None or memory.basis is not Basis.INFERRED or memory.trust < Trust.USER:
        return False
    return len(memory.evidence) > 1 and claim.attribute not in BEHAVIOUR_ATTRIBUTES | PASSING_ATTRIBUTES


def _count_days(runtime: Runtime, reader: Reader, memory: Memory) -> int:
    said = reader.messages(item.message for item in memory.evidence)
    own = [each for each in said if each.role is Role.USER and each.origin.trust >= Trust.USER]
    return len({each.at.astimezone(runtime.zone).date() for each in own})


def find_unanswered(reader: Reader, said: Sequence[Interaction]) -> tuple[Message, ...]:
    """Find the users' questions about themselves to which the reply was that it does not know.

    Where the user said something right after it of which anything was learned, that is the answer.
    """
    found = []
    for at, interaction in enumerate(said):
        question = find_own_words(interaction) if admits_ignorance(interaction) else None
        later = [each for each in said[at + 1 :] if each.conversation == interaction.conversation][:1]
        if question is not None and asks(question.text) and not _tells_something(reader, later):
            found.append(question)
    return tuple(found)


def find_own_words(interaction: Interaction) -> Message | None:
    """Find what the user of an exchange said of themselves in a few words, if they did."""
    said = next((each for each in interaction.messages if each.role is Role.USER), None)
    if said is None or said.origin.trust < Trust.USER or len(said.text) > _LONG:
        return None
    own = not LANGUAGE.pronouns.list_first_person_stems().isdisjoint(words(said.text))
    return said if own else None


def admits_ignorance(interaction: Interaction) -> bool:
    """Whether the last reply of an exchange is that it does not know."""
    reply = next((each for each in reversed(interaction.messages) if each.role is Role.ASSISTANT), None)
    return reply is not None and LANGUAGE.notes.admits_ignorance(reply.text)


def _tells_something(reader: Reader, later: Sequence[Interaction]) -> bool:
    return any(memory.transcribes is None for memory in reader.find_citing(_list_own(later)))


def _list_own(interactions: Sequence[Interaction]) -> Iterator[MessageId]:
    return (message.id for each in interactions for message in each.messages if message.role is Role.USER)
