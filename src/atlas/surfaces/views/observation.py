"""An observation, as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from atlas.context.labels import format_age
from atlas.model.memory import Memory
from atlas.model.observation import level_of, priority_of, topic_of
from atlas.surfaces.views.json_text import make_plain

if TYPE_CHECKING:
    from datetime import tzinfo


def view_observation(memory: Memory, now: datetime, zone: tzinfo) -> dict[str, object]:
    level = level_of(memory)
    return {
        "level": level.value if level else None,
        "priority": priority_of(memory).value,
        "topic": topic_of(memory),
        "label": format_age(memory.observed_at, now, zone),
        "memory": make_plain(memory),
    }
