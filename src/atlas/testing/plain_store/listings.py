"""What the words of a listing mean."""

from __future__ import annotations

from atlas.model.catalogue_row import FeedItem, Listing, find_question
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Memory, State
from atlas.model.recall import EmbedderIdentity
from atlas.testing.plain_store.space_rows import SpaceRows


def change_of(rows: SpaceRows, id: MemoryId, identity: EmbedderIdentity) -> FeedItem:
    memory = rows.memories.get(id)
    there = memory is not None and memory.state is not State.GONE
    return FeedItem(rows.changes[id], id, _build_listing(rows, memory, identity) if memory and there else None)


def standing_on(memory: Memory) -> MessageId | None:
    """The message that it transcribes, or the first that it quotes."""
    quoted = memory.evidence[0].message if memory.evidence else None
    return memory.transcribes or quoted


def _build_listing(rows: SpaceRows, memory: Memory, identity: EmbedderIdentity) -> Listing:
    name = standing_on(memory)
    said = rows.messages.get(name) if name else None
    whole = rows.archive.get(memory.transcribes) if memory.transcribes else None
    return Listing(
        memory=memory.id,
        seq=rows.seqs[memory.id],
        kind=memory.kind,
        status=memory.status,
        state=memory.state,
        origin=memory.origin,
        observed_at=memory.observed_at,
        content=whole.text if whole else memory.content,
        referred_at=memory.referred_at,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        conversation=memory.conversation,
        session=rows.interactions[said.interaction].session if said else None,
        place=rows.seqs[said.id] if said else None,
        speaker=said.speaker if said else None,
        role=said.role.value if said else None,
        subject=memory.claim.subject if memory.claim else None,
        question=find_question(memory),
        vectors=rows.vectors.get((identity.key, memory.id)),
    )
