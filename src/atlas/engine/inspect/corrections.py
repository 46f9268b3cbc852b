"""What somebody corrected, for whoever reviews what was learned from it: question, wrong reply, words (S7, C9).

Nothing of it is kept twice: the evidence of a memory names the messages, and the reply stands between them. So what is
forgotten or masked there is gone here, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Evidence, Kind, Memory
from atlas.model.signal import SignalKind
from atlas.ports.reading import Reader

_BEFORE: Final = 6
"""Messages before a correction among which its reply stands."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An exchange that went wrong, quoted."""

    question: Evidence | None
    """What was asked; None where the assistant spoke first."""
    reply: Evidence
    """The sentence of the reply that was wrong."""
    words: Evidence | None
    """How the user corrected it; None where an application reported it, whose words the lesson has."""


def read_correction(reader: Reader, memory: Memory) -> Correction | None:
    """The correction that a memory was learned from; None where it was learned from none."""
    if not memory.evidence or memory.kind is Kind.EPISODE:
        return None
    said = {message.id: message for message in reader.messages({item.message for item in memory.evidence})}
    for item in reversed(memory.evidence):
        wrong = _find_corrected(reader, said.get(item.message))
        if wrong is not None:
            return _quote_exchange(wrong, memory, item)
    asked = said.get(memory.evidence[0].message)
    reported = memory.kind is Kind.LESSON and memory.reflection is not None and asked is not None
    exchange = reader.interaction(asked.interaction) if reported and asked else None
    return _quote_exchange(exchange, memory, None) if exchange else None


def _find_corrected(reader: Reader, message: Message | None) -> Interaction | None:
    """The exchange whose reply a message was noticed to correct."""
    if message is None or message.role is not Role.USER:
        return None
    before = reader.messages_before(message.interaction, _BEFORE)
    reply = _last_reply(before)
    signals = reader.signals([reply.interaction]) if reply else ()
    noticed = any(each.kind is SignalKind.CORRECTION and each.message == message.id for each in signals)
    return reader.interaction(reply.interaction) if reply and noticed else None


def _quote_exchange(exchange: Interaction, memory: Memory, words: Evidence | None) -> Correction | None:
    from atlas.reflection.lessons import quote_question, quote_wrong_sentence  # thinking's own, and seldom needed

    reply = _last_reply(exchange.messages)
    asked = next((each for each in reversed(exchange.messages) if each.role is Role.USER), None)
    kept = next((item for item in memory.evidence if asked and item.message == asked.id), None)
    question = kept or (quote_question(asked) if asked else None)
    told = words.quote if words else memory.content
    wrong = quote_wrong_sentence(reply, question.quote if question else "", told) if reply else None
    return Correction(question, wrong, words) if wrong else None


def _last_reply(messages: Sequence[Message]) -> Message | None:
    return next((each for each in reversed(messages) if each.role is Role.ASSISTANT), None)
