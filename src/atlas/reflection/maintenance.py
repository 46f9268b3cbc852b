"""Certain changes to memories: duplicates, ended facts and generalisations (T4, T8, J9, J10).

Only certain changes are proposed here, and curation decides all the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from atlas.language.claim_comparison import claims_contradict, outdates_claim
from atlas.language.folding import fold_text
from atlas.language.generalisation import group_generalisable, state_together
from atlas.model.memory import MOVING, Basis, Form, Kind, Memory
from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Remember, Revise
from atlas.model.thinking import Proposed, Review

_CONFIDENCE: Final = 0.7


def make_proposed(proposal: Proposal, memories: Iterable[Memory], *, by_model: bool = False) -> Proposed:
    """Wrap a proposal about memories with the lowest trust among them."""
    return Proposed(proposal, find_lowest_trust(memory.trust for memory in memories), by_model)


def propose_certain_change(review: Review, at: datetime) -> Proposal | None:
    """Propose a certain change to a due memory: merge into a newer one, close what is left behind, or archive what has
    ended."""
    same = next((newer for newer in review.newer if states_the_same(newer, review.memory)), None)
    if same is not None:
        return propose_merge(review.memory, same)
    later = next((newer for newer in review.newer if _is_left_behind(review.memory, newer)), None)
    if later is not None:
        return propose_end(review.memory, later)
    return propose_archiving(review.memory, at)


def propose_archiving(memory: Memory, at: datetime) -> Archive | None:
    ended = memory.valid_until is not None and memory.valid_until <= at
    return Archive(memory.id, reason="It holds no longer.") if ended and may_be_archived(memory) else None


def may_be_archived(memory: Memory) -> bool:
    """T7: Tell whether a memory may leave service by itself: not stated, pinned, emotional or transcribed."""
    stated = memory.basis is Basis.STATED and memory.form is Form.SEMANTIC
    return not (stated or memory.pinned or memory.transcribes or memory.emotion > MOVING)


def propose_promotion(memory: Memory) -> Promote | None:
    if memory.form is not Form.EPISODIC or memory.transcribes:
        return None
    return Promote(memory.id, reason="It has become general knowledge.")


def states_the_same(one: Memory, other: Memory) -> bool:
    """Compare claims; without any, the very words. Only equals are merged (T8)."""
    return one.id != other.id and _statement_key(one) == _statement_key(other)


def _statement_key(memory: Memory) -> tuple[Hashable, ...]:
    """Return the key under which two mergeable memories are equal: statement, trust, status and kind."""
    claim = memory.claim
    said = (*claim.slot, fold_text(claim.value), claim.affirmed) if claim else (fold_text(memory.content),)
    return (memory.trust, memory.status, memory.kind, claim is None, said)


def propose_merge(one: Memory, other: Memory) -> Merge:
    """T8: Merge the older memory into the newer."""
    older, newer = sorted((one, other), key=lambda memory: (memory.observed_at, memory.id))
    return Merge(newer.id, (older.id,), "Both say the same.")


def propose_end(memory: Memory, newer: Memory) -> Revise | None:
    """T16: End a memory where a newer one that contradicts or outdates it begins."""
    if memory.claim is None or newer.claim is None or not newer.evidence or memory.id == newer.id:
        return None
    clashes = claims_contradict(newer.claim, memory.claim) or outdates_claim(newer.claim, memory.claim)
    if not clashes or newer.observed_at < memory.observed_at:
        return None
    return Revise(memory.id, newer.evidence, valid_until=newer.observed_at, reason="Something newer says otherwise.")


def _is_left_behind(memory: Memory, newer: Memory) -> bool:
    """T16: Tell whether a memory that holds so far is outdated by a newer one that holds."""
    if memory.claim is None or newer.claim is None or memory.valid_until or newer.valid_until:
        return False
    return outdates_claim(newer.claim, memory.claim)


def find_duplicates(memories: Sequence[Memory]) -> Iterator[tuple[Merge, tuple[Memory, Memory]]]:
    """Merge each older memory of a statement into the newest."""
    newest: dict[tuple[Hashable, ...], Memory] = {}
    for memory in sorted(memories, key=lambda each: (each.observed_at, each.id), reverse=True):
        known = newest.setdefault(_statement_key(memory), memory)
        if known is not memory:
            yield propose_merge(memory, known), (memory, known)


def find_generalisations(memories: Sequence[Memory]) -> Iterator[tuple[Remember, tuple[Memory, ...]]]:
    for sources in group_generalisable(memories):
        yield make_insight(state_together(sources), sources), sources


def make_insight(
    content: str, sources: Sequence[Memory], reason: str = "Several memories say it together."
) -> Remember:
    ids = tuple(memory.id for memory in sources)
    return Remember(content, Kind.INSIGHT, Basis.INFERRED, (), confidence=_CONFIDENCE, sources=ids, reason=reason)
