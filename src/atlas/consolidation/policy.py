"""When memories fade out of service, are merged, promoted, shortened (T5, T7-T13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from atlas.errors import BadInput


@dataclass(frozen=True, slots=True)
class ConsolidationPolicy:
    prune_below: float = 0.05
    """T7: a strength below which what may fade is archived."""
    demote_after: int = 8
    """T6: how often in a row a memory may be ignored before it is proposed for demotion."""
    merge_at: float = 0.95
    """T8: cosine from which two texts say the same."""
    together: float = 0.1
    """T9: what a use together adds to the edge of two memories; 1.0 is the most."""
    most_together: int = 12
    """T9: of one reply, so many memories that were used are joined; the best ranked."""
    derive: bool = True
    """T10."""
    community: int = 5
    """T10: memories that make an insight."""
    insights: int = 5
    """T10: at most so many in a cycle."""
    promote_when: int = 3
    """T5: of five conditions."""
    promote_after_days: float = 7.0
    promote_uses: int = 3
    promote_links: int = 2
    promote_episodes: int = 2
    """Others that say the same: with itself three, so that a message which was merely said again is not enough."""
    promote_applications: int = 2
    compact: bool = False
    """T5, the document's short reading: old enough and used often enough is enough."""
    gist_after_days: float = 60.0
    """T12."""
    gist_below_uses: int = 2
    archive_days: float = 365.0
    """T12: how long a whole text is kept after it was stored or last asked for."""
    plan_days: float = 180.0
    """T16: how long a plan without a day stands unspoken of. Half a year is longer than most such plans take, and what
    lapses too early is found when the past is asked of, and stands again when it is said again."""
    visit: int | None = None
    """T13: at most so many memories in a cycle, least recently visited first; None is all of them."""

    def __post_init__(self) -> None:
        if not (0.0 <= self.prune_below < 1.0 and 0.0 < self.merge_at <= 1.0 and 0.0 < self.together <= 1.0):
            raise BadInput("Thresholds of consolidation are shares of one.")
        if not self.plan_days > 0.0:
            raise BadInput("A plan without a day stands for more than no time: set plan_days above 0.")
        if self.community < 2 or self.insights < 0 or not 1 <= self.promote_when <= 5:
            raise BadInput("A community has two memories or more, and one to five conditions promote.")


PRESETS: Final[Mapping[str, ConsolidationPolicy]] = {
    "default": ConsolidationPolicy(),
    "research": ConsolidationPolicy(visit=500),
    "compact": ConsolidationPolicy(compact=True),
}


def get_preset(name: str) -> ConsolidationPolicy:
    try:
        return PRESETS[name]
    except KeyError:
        raise BadInput(f"There is no consolidation {name!r}; there are {', '.join(PRESETS)}.") from None
