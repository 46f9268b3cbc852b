"""Why: what stands behind a memory, and what stood in a context (C8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atlas.engine.world import World
from atlas.errors import BadInput, NotFound
from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId, ProposalId, ServingId
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Memory, Relation
from atlas.model.recall import Serving
from atlas.model.thinking import Judged, Reflection
from atlas.ports.store import Reader


@dataclass(frozen=True, slots=True)
class MemoryStory:
    """Everything that is known about one memory."""

    memory: Memory
    messages: tuple[Message, ...]
    """The messages its evidence stands in."""
    judged: tuple[Judged, ...]
    reflection: Reflection | None
    replaced: tuple[Memory, ...]
    """What it closed."""
    replaced_by: tuple[Memory, ...]
    history: tuple[Entry, ...]
    served: tuple[Serving, ...]


@dataclass(frozen=True, slots=True)
class ServingStory:
    """What stood in one context, and why."""

    serving: Serving
    memories: tuple[Memory, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class InteractionStory:
    """What was said in one interaction, and what came of it."""

    interaction: Interaction
    memories: tuple[Memory, ...]
    judged: tuple[Judged, ...]


def explain_interaction(world: World, id: str) -> InteractionStory:
    with world.store.reading(world.space) as reader:
        message = reader.message(MessageId(id))
        found = reader.interaction(message.interaction if message else InteractionId(id))
        if found is None:
            raise NotFound(f"There is no interaction or message {id} here.")
        ids = [each.id for each in found.messages]
        learned = tuple(memory for memory in reader.citing(ids) if memory.transcribes is None)
        return InteractionStory(found, learned, tuple(reader.judged_about([], ids)))


def explain_memory(world: World, id: MemoryId) -> MemoryStory:
    with world.store.reading(world.space) as reader:
        memory = reader.memory(id)
        if memory is None:
            raise NotFound(f"There is no memory {id} here.")
        return MemoryStory(
            memory,
            tuple(_cited(reader, memory)),
            tuple(reader.judged_about([id], [])),
            reader.reflection(memory.reflection) if memory.reflection else None,
            tuple(reader.memories(memory.linked(Relation.SUPERSEDES))),
            tuple(other for other in reader.linking_to([id]) if id in other.linked(Relation.SUPERSEDES)),
            tuple(reader.entries_about(RowKind.MEMORY, id)),
            tuple(reader.servings_of([id])),
        )


def explain_serving(world: World, id: ServingId) -> ServingStory:
    with world.store.reading(world.space) as reader:
        serving = reader.serving(id)
        if serving is None:
            raise NotFound(f"There is no served context {id} here.")
        memories = tuple(reader.memories(item.memory for item in serving.items))
        messages = dict.fromkeys(message for memory in memories for message in _cited(reader, memory))
        return ServingStory(serving, memories, tuple(messages))


def last_serving(world: World, conversation: str | None = None) -> Serving | None:
    with world.store.reading(world.space) as reader:
        found = reader.servings(1, ConversationId(conversation) if conversation else None)
        return found[0] if found else None


def judged(world: World, id: ProposalId) -> Judged:
    with world.store.reading(world.space) as reader:
        found = reader.judged(id)
    if found is None:
        raise NotFound(f"There is no proposal {id} here.")
    return found


def resolve(world: World, prefix: str) -> str:
    """The one id that begins so; ids may be shortened as far as they stay unique."""
    if len(prefix) < 3:
        raise BadInput(f"{prefix!r} is too short for an id; give at least three characters.")
    with world.store.reading(world.space) as reader:
        found: Sequence[str] = reader.ids_like(prefix, 3)
    if prefix in found:
        return prefix
    if len(found) > 1:
        raise BadInput(f"{prefix!r} is not unique: it could be {', '.join(found)}.")
    if not found:
        raise NotFound(f"There is nothing with the id {prefix!r} here.")
    return found[0]


def _cited(reader: Reader, memory: Memory) -> list[Message]:
    ids = [memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence]
    unique: dict[MessageId, None] = dict.fromkeys(ids)
    return [message for each in unique if (message := reader.message(each))]
