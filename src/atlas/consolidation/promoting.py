"""Promotion of an episode to general knowledge (T5): at least three of five signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.model.ids import MemoryId
from atlas.model.memory import Form, Memory
from atlas.model.proposal import Promote


@dataclass(frozen=True, slots=True)
class Candidate:
    memory: Memory
    semantic_links: int
    """Semantic memories that it is linked to."""
    episodes: tuple[MemoryId, ...]
    """Others that say the same."""


USED: Final = "used"
LINKED: Final = "linked"
REPEATED: Final = "repeated"
OLD: Final = "old"
APPLIED: Final = "applied"

_SAYS: Final = {
    USED: "used in different contexts",
    LINKED: "linked to general knowledge",
    REPEATED: "told on several occasions",
    OLD: "old enough",
    APPLIED: "applied with success",
}


def list_conditions(candidate: Candidate, now: datetime, policy: ConsolidationPolicy) -> tuple[str, ...]:
    """List the names of the conditions that hold, in the document's order."""
    memory = candidate.memory
    signs = {
        USED: min(memory.uses, memory.contexts) >= policy.promote_uses,
        LINKED: candidate.semantic_links >= policy.promote_links,
        REPEATED: len(candidate.episodes) >= policy.promote_episodes,
        OLD: now - memory.observed_at > timedelta(days=policy.promote_after_days),
        APPLIED: memory.applications >= policy.promote_applications,
    }
    return tuple(name for name, holds in signs.items() if holds)


def propose_promotions(candidates: Iterable[Candidate], now: datetime, policy: ConsolidationPolicy) -> list[Promote]:
    """Propose the promotion of served, episodic memories."""
    found = []
    for each in candidates:
        memory = each.memory
        holding = list_conditions(each, now, policy)
        if memory.served and memory.form is Form.EPISODIC and _is_enough(memory, holding, policy):
            signs = ", ".join(_SAYS[name] for name in holding)
            found.append(Promote(memory.id, each.episodes, f"It has become general knowledge: {signs}."))
    return found


def _is_enough(memory: Memory, holding: tuple[str, ...], policy: ConsolidationPolicy) -> bool:
    if policy.compact:
        return OLD in holding and memory.uses >= policy.promote_uses
    return len(holding) >= policy.promote_when
