"""The numbers of evolution, and the preset that has the source document's (E3-E6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from atlas.errors import BadInput


@dataclass(frozen=True, slots=True)
class EvolutionPolicy:
    steps: int = 24
    """Uses of a tool in one run, before it has to end."""
    step_tokens: int = 2_000
    """Of one answer of the model."""
    lines_a_document: int = 120
    """Beyond which a model may add none to a document before it has compacted it."""
    filed_lines_a_block: int = 25
    """That rules file into one block: the newest. The others are memories still, and found by search."""
    filed_lines_a_run: int = 60
    recurring_notes: int = 3
    """How often the application has to note the same before rules ask a person whether it is to be filed."""
    trusts_model: bool = False
    """Whether what a model writes stands without a person, where the invariants hold and all it saw was the user's."""
    rules_first: bool = True
    """Whether rules file beside what a model writes."""


PRESETS: Final[Mapping[str, EvolutionPolicy]] = {
    "default": EvolutionPolicy(),
    "session_evolution": EvolutionPolicy(trusts_model=True, rules_first=False),
}


def get_preset(name: str) -> EvolutionPolicy:
    try:
        return PRESETS[name]
    except KeyError:
        raise BadInput(f"There is no evolution {name!r}; there are {', '.join(PRESETS)}.") from None
