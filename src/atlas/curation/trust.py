"""Trust of derived memories: the lowest of all sources, computed here and enforced again where rows are written."""

from __future__ import annotations

from atlas.curation.judgement_input import JudgementInput
from atlas.model.origin import Origin, Trust, find_lowest_trust
from atlas.model.proposal import Proposal, evidence_of


def proposal_trust(proposal: Proposal, before: JudgementInput) -> Trust:
    """X1: Compute the trust of the memory that a proposal would write."""
    evidence = [
        before.cited[item.message].origin.trust for item in evidence_of(proposal) if item.message in before.cited
    ]
    sources = [memory.trust for memory in before.named.values()]
    sources += [before.source.origin.trust] if before.source else []
    sources += [belief.trust for belief in before.beliefs.values()]
    found = find_lowest_trust([*evidence, *sources])
    return found if before.ceiling is None else min(found, before.ceiling)


def proposal_origin(proposal: Proposal, before: JudgementInput) -> Origin:
    """Return the origin of the least trusted message or memory behind a proposal."""
    origins = [before.cited[item.message].origin for item in evidence_of(proposal) if item.message in before.cited]
    origins += [memory.origin for memory in before.named.values()]
    origins += [before.source.origin] if before.source else []
    origins += [belief.origin for belief in before.beliefs.values()]
    return min(origins, key=lambda origin: (origin.trust, origin.value), default=Origin.UNKNOWN)
