"""What may become of memories by the look of them alone: said twice, over, or worth generalising (T4, T8, J9, J10).

Only what is certain is proposed here, and curation decides all the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from atlas.language.claim_text import told
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Cardinality, Claim
from atlas.model.entity import title_of
from atlas.model.memory import MOVING, Basis, Form, Kind, Memory
from atlas.model.origin import lowest
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Remember, Revise
from atlas.model.text import folded
from atlas.model.thinking import Proposed, Review

LEAST_SOURCES: Final = 3
"""Memories that a generalisation stands on."""
_FLEETING: Final = BEHAVIOUR_ATTRIBUTES | {"did", "does", "feels", "plans", "believes", "wants", "has"}
"""Of these, many make no general truth."""
_CONFIDENCE: Final = 0.7


def from_memories(proposal: Proposal, memories: Iterable[Memory], *, by_model: bool = False) -> Proposed:
    """A proposal about memories is as trusted as the least of them."""
    return Proposed(proposal, lowest(memory.trust for memory in memories), by_model)


def settled(review: Review, at: datetime) -> Proposal | None:
    """What is certain about a memory that is due: a newer one says the same, or it holds no longer."""
    same = next((newer for newer in review.newer if says_the_same(newer, review.memory)), None)
    if same is not None:
        return merged(review.memory, same)
    return over(review.memory, at)


def over(memory: Memory, at: datetime) -> Archive | None:
    ended = memory.valid_until is not None and memory.valid_until <= at
    return Archive(memory.id, reason="It holds no longer.") if ended and archivable(memory) else None


def archivable(memory: Memory) -> bool:
    """T7: what the user stated, pinned, felt or had transcribed is not taken out of service by itself."""
    stated = memory.basis is Basis.STATED and memory.form is Form.SEMANTIC
    return not (stated or memory.pinned or memory.transcribes or memory.emotion > MOVING)


def promotable(memory: Memory) -> Promote | None:
    if memory.form is not Form.EPISODIC or memory.transcribes:
        return None
    return Promote(memory.id, reason="It has become general knowledge.")


def says_the_same(one: Memory, other: Memory) -> bool:
    """Claims decide; without any, the very words do. Only equals are merged (T8)."""
    return one.id != other.id and _saying(one) == _saying(other)


def _saying(memory: Memory) -> tuple[Hashable, ...]:
    """What a memory says and how it stands: equal where two can be one."""
    claim = memory.claim
    said = (*claim.slot, folded(claim.value), claim.affirmed) if claim else (folded(memory.content),)
    return (memory.trust, memory.status, memory.kind, claim is None, said)


def merged(one: Memory, other: Memory) -> Merge:
    """T8: the newer one stays."""
    older, newer = sorted((one, other), key=lambda memory: (memory.observed_at, memory.id))
    return Merge(newer.id, (older.id,), "Both say the same.")


def ended_by(memory: Memory, newer: Memory) -> Revise | None:
    """T16: what is contradicted by something newer ends where that begins."""
    if memory.claim is None or newer.claim is None or not newer.evidence or memory.id == newer.id:
        return None
    if not newer.claim.contradicts(memory.claim) or newer.observed_at < memory.observed_at:
        return None
    return Revise(memory.id, newer.evidence, valid_until=newer.observed_at, reason="Something newer says otherwise.")


def doubled(memories: Sequence[Memory]) -> Iterator[tuple[Merge, tuple[Memory, Memory]]]:
    """Each older saying of what a newer memory says too, merged into the newest."""
    newest: dict[tuple[Hashable, ...], Memory] = {}
    for memory in sorted(memories, key=lambda each: (each.observed_at, each.id), reverse=True):
        known = newest.setdefault(_saying(memory), memory)
        if known is not memory:
            yield merged(memory, known), (memory, known)


def generalised(memories: Sequence[Memory]) -> Iterator[tuple[Remember, tuple[Memory, ...]]]:
    """One insight for each thing that is said of somebody at least three times over."""
    slots: dict[tuple[str, str], dict[str, Memory]] = defaultdict(dict)
    for memory in memories:
        if memory.claim is not None and _general(memory.claim):
            slots[memory.claim.slot].setdefault(folded(memory.claim.value), memory)
    for found in slots.values():
        sources = tuple(found.values())
        if len(sources) >= LEAST_SOURCES:
            yield insight(_together([memory.claim for memory in sources if memory.claim]), sources), sources


def insight(content: str, sources: Sequence[Memory], reason: str = "Several memories say it together.") -> Remember:
    ids = tuple(memory.id for memory in sources)
    return Remember(content, Kind.INSIGHT, Basis.INFERRED, (), confidence=_CONFIDENCE, sources=ids, reason=reason)


def _general(claim: Claim) -> bool:
    return claim.affirmed and claim.cardinality is Cardinality.MANY and claim.attribute not in _FLEETING


def _together(claims: Sequence[Claim]) -> str:
    values = [claim.value for claim in claims]
    listed = f"{', '.join(values[:-1])} and {values[-1]}"
    first = claims[0]
    return told(Claim(first.subject, first.attribute, listed), title_of(first.subject))
