"""Facts and behaviour are different kinds: behaviour needs more than being true."""

from __future__ import annotations

from typing import Final

from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.memory import Kind, Memory
from atlas.model.proposal import Remember
from atlas.model.text import folded

_KINDS: Final = frozenset({Kind.RULE, Kind.LESSON})


def steers_behaviour(memory: Remember | Memory) -> bool:
    return claims_behaviour(memory.claim) or memory.kind in _KINDS


def claims_behaviour(claim: Claim | None) -> bool:
    """However it is spelt: "Answer rule" is shown as `answer_rule` is."""
    return claim is not None and folded(claim.attribute).replace(" ", "_") in BEHAVIOUR_ATTRIBUTES
