"""What a proposal came to, names or quotes: by this, forgetting finds it again (X3)."""

from __future__ import annotations

from atlas.model.ids import MessageId
from atlas.model.proposal import evidence_of, named_memories
from atlas.model.thinking import Judged


def subjects_of(judged: Judged) -> tuple[frozenset[str], frozenset[MessageId]]:
    """(memories, messages). The evidence of every kind of proposal counts, whatever became of it."""
    named: set[str] = set(named_memories(judged.proposal))
    if judged.memory is not None:
        named.add(judged.memory)
    return frozenset(named), frozenset(item.message for item in evidence_of(judged.proposal))
