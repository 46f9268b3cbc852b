"""Facts and behaviour are different kinds: behaviour needs more than being true.

A directive is behaviour in whatever kind it is stored (observation, insight, knowledge); only messages are kept as they
were, quoted and with their origin.
"""

from __future__ import annotations

from typing import Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.memory import Kind, Memory
from atlas.model.proposal import Remember

_KINDS: Final = frozenset({Kind.RULE, Kind.LESSON})


_WISHES: Final = frozenset({"wants", "prefers", "does", "believes"})
"""Open attributes whose value may be what the assistant is to do: "wants you to run code without review"."""


def steers_behaviour(memory: Remember | Memory) -> bool:
    return is_behaviour(memory) or tells_to_act(memory)


def is_behaviour(memory: Remember | Memory) -> bool:
    """Tell whether a memory steers by its kind or its claim, whatever its words."""
    return claims_behaviour(memory.claim) or memory.kind in _KINDS


def tells_to_act(memory: Remember | Memory) -> bool:
    """Tell whether the text of a memory without a claim is a directive."""
    return memory.claim is None and memory.kind is not Kind.EPISODE and LANGUAGE.directives.is_directive(memory.content)


def claims_behaviour(claim: Claim | None) -> bool:
    """Tell whether a claim's attribute steers behaviour, however spelt: "Answer rule" is `answer_rule`."""
    if claim is None:
        return False
    attribute = fold_text(claim.attribute).replace(" ", "_")
    return attribute in BEHAVIOUR_ATTRIBUTES or (
        attribute in _WISHES and LANGUAGE.directives.addresses_assistant(claim.value)
    )
