"""The numbers of beliefs, and the preset that has the source document's (B1-B8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from atlas.errors import BadInput


@dataclass(frozen=True, slots=True)
class BeliefPolicy:
    counts_from: float = 0.3
    """Strength of an argument from which on it counts (B1)."""
    confirmed: bool = True
    """Whether what the rules take for an argument counts only where the network on board hears one, too (B1)."""
    step: float = 0.1
    least_novelty: float = 0.1
    bootstrap_turns: int = 10
    """For so many first interactions a step is halved (B2)."""
    cooling_turns: int = 3
    saturation: int = 20
    """Arguments more for it than against at which confidence is full, plus one (B3)."""
    decay: float = 0.15
    decay_gap: int = 5
    floor_step: float = 0.04
    floor_from: int = 1
    """The floor of confidence is `floor_step` for each argument after so many, up to `floor_most` (B4)."""
    floor_most: float = 0.6
    dropped_below: float = 0.05
    episodes: int = 10
    """That a reflection over the persona reads at most (B6); when it is owed is in the table of triggers (B5)."""
    insight_lines: int = 20
    """Lines of insights that rules keep in the persona: the newest. Beliefs hold what the others came to (B6)."""
    least_characters: int = 30
    least_ratio: float = 0.6
    """Of the new snapshot's length to the old one's (B7)."""
    kept_from: float = 0.5
    """Confidence from which on no rewrite may lose a belief; above 1, any rewrite may (B7)."""
    unique_ratio: float = 0.4
    """Of words, below which the persona is about to collapse (B8)."""
    entrenched: float = 0.75
    """Share of moves in one direction, of at least `entrenched_moves` (B8)."""
    entrenched_moves: int = 4
    rewrites: bool = False
    """Whether a model writes the whole persona anew, instead of edits on named blocks (B6)."""


PRESETS: Final[Mapping[str, BeliefPolicy]] = {
    "default": BeliefPolicy(),
    "snapshot_reflection": BeliefPolicy(floor_step=0.06, floor_from=0, kept_from=2.0, rewrites=True),
}


def get_preset(name: str) -> BeliefPolicy:
    try:
        return PRESETS[name]
    except KeyError:
        raise BadInput(f"There are no beliefs {name!r}; there are {', '.join(PRESETS)}.") from None
