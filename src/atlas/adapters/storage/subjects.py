"""What a proposal came to, names or quotes: by this, forgetting finds it again (X3)."""

from __future__ import annotations

from collections.abc import Iterable

from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Evidence
from atlas.model.proposal import Amend, Archive, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.thinking import Judged


def subjects_of(judged: Judged) -> tuple[frozenset[str], frozenset[MessageId]]:
    """(memories, messages). The evidence of every kind of proposal counts, whatever became of it."""
    named: set[str] = set(_memories_named(judged.proposal))
    if judged.memory is not None:
        named.add(judged.memory)
    return frozenset(named), frozenset(item.message for item in _evidence(judged.proposal))


def _memories_named(proposal: Proposal) -> Iterable[MemoryId]:
    match proposal:
        case Remember():
            return proposal.sources
        case Revise() | Promote() | Archive() | Forget():
            return (proposal.memory,)
        case Merge():
            return (proposal.survivor, *proposal.absorbed)
        case Strengthen():
            return proposal.memories
        case Amend():
            return ()


def _evidence(proposal: Proposal) -> tuple[Evidence, ...]:
    return proposal.evidence if isinstance(proposal, Remember | Revise | Amend) else ()
