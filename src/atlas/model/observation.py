"""What is noted by the way (T14): how far a note has been compressed, and how much it matters. Its tags say both."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from atlas.model.memory import Kind, Memory


class Level(StrEnum):
    NOTE = "note"
    COMPRESSED = "compressed"
    REFLECTION = "reflection"
    """Long-term: what many compressed notes come to."""


class Priority(StrEnum):
    CRITICAL = "critical"
    IMPORTANT = "important"
    INFORMATIONAL = "informational"


IMPORTANCE: Final[Mapping[Priority, float]] = {
    Priority.CRITICAL: 0.9,
    Priority.IMPORTANT: 0.7,
    Priority.INFORMATIONAL: 0.5,
}
_LEVEL, _PRIORITY, _TOPIC = range(3)


def tags_of(level: Level, priority: Priority, topic: str) -> tuple[str, ...]:
    """In this order, by which they are read again: a topic may well be called "note"."""
    return (level.value, priority.value, *((topic,) if topic else ()))


def level_of(memory: Memory) -> Level | None:
    """None for whatever is no observation."""
    if memory.kind is not Kind.OBSERVATION or not memory.tags or memory.tags[_LEVEL] not in set(Level):
        return None
    return Level(memory.tags[_LEVEL])


def priority_of(memory: Memory) -> Priority:
    named = memory.tags[_PRIORITY] if len(memory.tags) > _PRIORITY else ""
    return Priority(named) if named in set(Priority) else Priority.INFORMATIONAL


def topic_of(memory: Memory) -> str:
    return memory.tags[_TOPIC] if len(memory.tags) > _TOPIC else ""


def find_highest_priority(priorities: list[Priority]) -> Priority:
    """Return the highest priority; of none, the least."""
    return max(priorities, key=lambda each: IMPORTANCE[each], default=Priority.INFORMATIONAL)
