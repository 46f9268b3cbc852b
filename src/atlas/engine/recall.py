"""Find what was approved and bears on a query, and say why it ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, product
from typing import Final

from atlas.engine.observe import utc
from atlas.engine.vectors import index, query_vector
from atlas.engine.work import try_work
from atlas.engine.world import World
from atlas.errors import BadInput
from atlas.model.entity import USER, EntityId
from atlas.model.ids import ConversationId, InteractionId, MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.ports.store import SERVABLE, MemoryFilter, Reader
from atlas.retrieval.question import Wanted, wanted
from atlas.retrieval.rank import Legs, rank
from atlas.retrieval.terms import MAX_QUERY, terms

FLUSH: Final = 64
"""How many owed thoughts a reader catches up on before it answers; recall covers the rest by its words."""

MAX_RESULTS: Final = 1_000
MAX_SLOTS: Final = 48


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    limit: int | None = None
    kinds: frozenset[Kind] = frozenset()
    conversation: ConversationId | None = None
    """Where it is asked; what is served there is not learned again from there (X2)."""
    within: ConversationId | None = None
    """Look in this conversation only."""
    asker: EntityId = USER
    at: datetime | None = None


def recall(world: World, query: Query) -> list[Recalled]:
    """The best first. Approved, in service and valid now: nothing else is looked at."""
    _check(query)
    if not query.text.strip():
        return []
    try_work(world, FLUSH)
    now = utc(query.at) if query.at else world.now()
    vector = query_vector(world, query.text[:MAX_QUERY])
    where = replace(SERVABLE, kinds=query.kinds, conversation=query.within, valid_at=now)
    with world.store.reading(world.space) as reader:
        text = dict(reader.search_text(terms(query.text), where, world.recall.depth))
        dense = _dense(world, reader, vector, where) if vector is not None else {}
        asked = wanted(query.text, query.asker, reader.entities())
        found = dict.fromkeys([*text, *dense, *_claimed(reader, asked, where)])
        memories = [memory for memory in reader.memories(found) if memory.served]
        ranked = rank(memories, Legs(text, dense), asked, world.recall)
        return _cut(reader, ranked, query.limit or world.recall.limit)


def _claimed(reader: Reader, asked: Wanted, where: MemoryFilter) -> frozenset[MemoryId]:
    """A third way in: facts of the very kind that is asked for, however they are worded."""
    slots = islice(product(asked.subjects, asked.attributes), MAX_SLOTS)
    held = [memory.id for subject, attribute in slots for memory in reader.in_slot(subject, attribute)]
    return reader.passing(where, held) if held else frozenset()


def _check(query: Query) -> None:
    if query.limit is not None and not 1 <= query.limit <= MAX_RESULTS:
        raise BadInput(f"A recall gives 1 to {MAX_RESULTS} results; {query.limit} were asked for.")


def _dense(world: World, reader: Reader, vector: object, where: MemoryFilter) -> dict[MemoryId, float]:
    """The dense leg, filtered before it is ranked: the nearest that pass, not those of the nearest that pass."""
    vectors, depth = index(world, reader), world.recall.depth
    wide = depth * 4
    while True:
        found = vectors.search(vector, wide)  # type: ignore[arg-type] # an array, whose type costs an import
        allowed = reader.passing(where, (memory for memory, _ in found))
        passing = [(memory, score) for memory, score in found if memory in allowed][:depth]
        if len(passing) >= depth or len(found) < wide:
            return dict(passing)
        wide *= 4


def _cut(reader: Reader, ranked: Sequence[Recalled], limit: int) -> list[Recalled]:
    """The best of what may be served; a reply whose question was cut away gives its place to the next."""
    rest = fit_to_serve(reader, ranked)
    while True:
        best = rest[:limit]
        fit = fit_to_serve(reader, best)
        if len(fit) == len(best):
            return best
        rest = [*fit, *rest[limit:]]


def fit_to_serve(reader: Reader, ranked: Sequence[Recalled]) -> list[Recalled]:
    """C3: a reply is served only beside the user's message, and not from a conversation that read outside text.

    Asked again after every cut, since a cut can take the message and leave the reply.
    """
    replies = [item.memory for item in ranked if _is_reply(item.memory)]
    if not replies:
        return list(ranked)
    tainted = reader.tainted(memory.conversation for memory in replies if memory.conversation)
    asked = {_interaction(reader, item.memory) for item in ranked if item.memory.origin is not Origin.ASSISTANT}
    return [item for item in ranked if not _is_reply(item.memory) or _may_serve(reader, item.memory, tainted, asked)]


def _is_reply(memory: Memory) -> bool:
    return memory.kind is Kind.EPISODE and memory.origin is Origin.ASSISTANT


def _may_serve(
    reader: Reader, reply: Memory, tainted: frozenset[ConversationId], asked: set[InteractionId | None]
) -> bool:
    own = _interaction(reader, reply)
    return own is not None and own in asked and reply.conversation not in tainted


def _interaction(reader: Reader, memory: Memory) -> InteractionId | None:
    message = reader.message(memory.transcribes) if memory.transcribes else None
    return message.interaction if message else None
