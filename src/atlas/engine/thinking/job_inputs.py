"""The input of a job: what it may see of the rows, whether that still stands, and how it is cut into questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.context.policy import ContextPolicy
from atlas.engine.core.containment import hide_quarantined
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import keep_messages
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Trust
from atlas.model.thinking import Batch, Material, Thinking
from atlas.ports.reading import Reader

BATCH_INTERACTIONS: Final = 40
BATCH_TOKENS: Final = 6_000
SHOWN: Final = 8_000
"""Characters of one message that a question shows."""


@dataclass(frozen=True, slots=True)
class JobInput:
    """A job with what it may see."""

    thinking: Callable[[], Thinking]
    messages: tuple[Message, ...]
    memories: tuple[Memory, ...] = ()
    trust: Trust = Trust.UNKNOWN
    """The lowest of all that it may see; what is proposed is no better (J17)."""
    by_model: bool = False
    beside: tuple[MessageId, ...] = ()
    """Messages behind what else it may see, such as patterns."""
    edition: int | None = None
    """Of the documents, where it saw them."""
    reviewed: tuple[MemoryId, ...] = ()
    """What is looked at again, and due later for that (T4)."""

    @property
    def inputs(self) -> tuple[MessageId, ...]:
        """All messages whose words may stand in what is thought: to forget one is to forget that too (X3)."""
        quoted = (item.message for memory in self.memories for item in memory.evidence)
        return tuple(dict.fromkeys([*(message.id for message in self.messages), *quoted, *self.beside]))


def still_stands(reader: Reader, seen: JobInput) -> bool:
    """Whether nothing that was read has been forgotten or quarantined meanwhile: else its words would come back as a
    proposal (X3, C8)."""
    free = hide_quarantined(reader)
    now = {message.id: message for message in free.messages(message.id for message in seen.messages)}
    if any(now.get(message.id) != message for message in seen.messages):
        return False
    if seen.edition is not None and reader.documents_edition() != seen.edition:
        return False
    if len(reader.messages(seen.beside)) < len(set(seen.beside)):
        return False
    kept = {memory.id: memory.content for memory in free.memories(memory.id for memory in seen.memories)}
    return all(kept.get(memory.id) == memory.content for memory in seen.memories)


def build_batches(runtime: Runtime, given: Sequence[Material]) -> Iterator[Batch]:
    """Batch the materials by trust, each batch small enough for one question."""
    for trust in sorted({material.trust for material in given}, reverse=True):
        held: list[Material] = []
        tokens = 0
        pieces = (piece for each in given if each.trust is trust for piece in _split_material(runtime.context, each))
        for material, size in pieces:
            if held and (len(held) >= BATCH_INTERACTIONS or tokens + size > BATCH_TOKENS):
                yield Batch(trust, tuple(held))
                held, tokens = [], 0
            held.append(material)
            tokens += size
        if held:
            yield Batch(trust, tuple(held))


def _split_material(policy: ContextPolicy, material: Material) -> Iterator[tuple[Material, int]]:
    """Split a very long interaction into parts, each with its size."""
    held: list[Message] = []
    tokens = 0
    for message in material.interaction.messages:
        size = policy.count(message.text[:SHOWN])
        if held and tokens + size > BATCH_TOKENS:
            yield Material(keep_messages(material.interaction, held)), tokens
            held, tokens = [], 0
        held.append(message)
        tokens += size
    if held:
        yield Material(keep_messages(material.interaction, held)), tokens


def messages_of(given: Iterable[Material]) -> tuple[Message, ...]:
    seen = [message for each in given for message in (*each.earlier, *each.interaction.messages)]
    return tuple(dict.fromkeys(seen))
