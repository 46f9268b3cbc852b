"""What the claims of several memories say together: "The user likes tea, rye bread and olives".

Only where a person would put it so: things of one sort, said of one subject in one way, affirmed, with no end, in a few
plain words each. Other claims side by side say nothing that each of them does not say alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.model.claim import Claim
from atlas.model.entity import title_of
from atlas.model.memory import Memory

LEAST_SOURCES: Final = 3
"""Memories that a generalisation stands on."""
_MOST_WORDS: Final = 4
_LISTED: Final = frozenset(
    ["allergic_to", "has_condition", "knows", "likes", "nationality", "plays", "speaks", "trait"]
)
"""Attributes whose values are of one sort. What somebody uses, has, wants or did is of many."""
_UNPLAIN: Final = re.compile(r"[^\w\s'’.+#&/-]|\b(?:and|or)\b", re.I)


def group_generalisable(memories: Iterable[Memory]) -> list[tuple[Memory, ...]]:
    """Group the memories that make a generalisation together, each value once."""
    groups: dict[tuple[str, str, str], dict[str, Memory]] = defaultdict(dict)
    for memory in memories:
        claim = memory.claim
        if claim is not None and memory.valid_until is None and _is_listable(claim):
            groups[(*claim.slot, _state_without_value(claim))].setdefault(fold_text(claim.value), memory)
    return [tuple(found.values()) for found in groups.values() if len(found) >= LEAST_SOURCES]


def state_together(memories: Sequence[Memory]) -> str:
    """State the claims of memories that one generalisation stands on as one sentence."""
    claims = [memory.claim for memory in memories if memory.claim]
    values, first = [claim.value for claim in claims], claims[0]
    listed = f"{', '.join(values[:-1])} and {values[-1]}"
    return LANGUAGE.claim_text.state_claim(Claim(first.subject, first.attribute, listed), title_of(first.subject))


def _state_without_value(claim: Claim) -> str:
    """Say how a claim is put: who plays the cello *does* bouldering, and no sentence lists both."""
    return LANGUAGE.claim_text.state_claim(claim, title_of(claim.subject)).replace(claim.value, "")


def _is_listable(claim: Claim) -> bool:
    plain = len(claim.value.split()) <= _MOST_WORDS and not _UNPLAIN.search(claim.value)
    return claim.affirmed and claim.attribute in _LISTED and plain
