"""Where the engine stands on the ladder, in words and as data (H6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atlas.engine.core.escalation import LadderStatus, describe_rung
from atlas.metrics.ladder import tell_held_back
from atlas.model.metric import Rung
from atlas.surfaces.views.text import format_moment

if TYPE_CHECKING:
    from datetime import tzinfo


def view_ladder(ladder: LadderStatus) -> dict[str, Any]:
    return {"rung": ladder.rung, "since": ladder.since, "why": ladder.why, "meaning": ladder.meaning}


def describe_ladder(ladder: LadderStatus, zone: tzinfo) -> str:
    """`Paused since 1 March 2026, 10:00: An operator paused it. So nothing thinks; … An operator goes on: …`"""
    if ladder.rung is Rung.FREE or ladder.since is None:
        return f"Free: {ladder.meaning}."
    name, since = describe_rung(ladder.rung).capitalize(), format_moment(ladder.since, zone)
    return f"{name} since {since}: {ladder.why} So {ladder.meaning}. An operator goes on: atlas learning resume."


def describe_ladder_to_model(ladder: LadderStatus) -> str:
    """The rung alone: what is said to what generates holds no figure (J11)."""
    return tell_held_back(ladder.rung)
