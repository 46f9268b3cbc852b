"""Trust of what is derived: the lowest of all its sources, computed here and enforced again where rows are written."""

from __future__ import annotations

from atlas.curation.judgement_input import Before
from atlas.model.origin import Origin, Trust, lowest
from atlas.model.proposal import Proposal, evidence_of


def proposal_trust(proposal: Proposal, before: Before) -> Trust:
    """X1: of what a proposal would write."""
    evidence = [
        before.cited[item.message].origin.trust for item in evidence_of(proposal) if item.message in before.cited
    ]
    sources = [memory.trust for memory in before.named.values()]
    found = lowest([*evidence, *sources])
    return found if before.ceiling is None else min(found, before.ceiling)


def proposal_origin(proposal: Proposal, before: Before) -> Origin:
    """The origin to show: that of the least trusted message it stands on."""
    origins = [before.cited[item.message].origin for item in evidence_of(proposal) if item.message in before.cited]
    origins += [memory.origin for memory in before.named.values()]
    return min(origins, key=lambda origin: (origin.trust, origin.value), default=Origin.UNKNOWN)
