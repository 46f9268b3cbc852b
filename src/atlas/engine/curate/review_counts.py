"""What waits for a person and what is active, defined once: `status`, `health` and `pending` count by this alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from atlas.engine.curate.conversations import count_waiting_messages
from atlas.model.memory import STANDING, Kind, State, Status
from atlas.ports.reading import MemoryCount, Reader

LEARNED: Final = frozenset(Kind) - {Kind.EPISODE}
"""What is reviewed one by one; messages wait as the conversations they stand in."""
MOST_CHANGES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Waiting:
    memories: int
    """Learned ones."""
    proposals: int
    """Changes to what is there."""
    conversations: int
    """In which messages wait."""
    messages: int

    @property
    def items(self) -> int:
        """What is decided one by one."""
        return self.memories + self.proposals


def count_waiting(reader: Reader) -> Waiting:
    conversations, messages = count_waiting_messages(reader)
    learned = sum(each.count for each in reader.counts() if is_waiting(each) and each.kind in LEARNED)
    return Waiting(learned, len(reader.changes_waiting(MOST_CHANGES)), conversations, messages)


def count_active(counts: Iterable[MemoryCount]) -> int:
    """In service or waiting for it, messages too."""
    return sum(each.count for each in counts if is_active(each))


def is_waiting(counted: MemoryCount) -> bool:
    return counted.status is Status.NEEDS_REVIEW and counted.state is State.ACTIVE


def is_active(counted: MemoryCount) -> bool:
    return counted.status in STANDING and counted.state is State.ACTIVE
