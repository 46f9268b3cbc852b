"""What waits for a person and what is active, defined once: `status`, `health` and `pending` count by this alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from atlas.curation.policy import CurationPolicy, Mode
from atlas.engine.curate.conversations import count_waiting_messages
from atlas.model.belief import Belief
from atlas.model.ids import MemoryId
from atlas.model.journal import RowKind
from atlas.model.memory import STANDING, Kind, Relation, State, Status
from atlas.ports.reading import MemoryCount, Reader

LEARNED: Final = frozenset(Kind) - {Kind.EPISODE}
"""What is reviewed one by one; messages wait as the conversations they stand in."""
MOST_CHANGES: Final = 10_000
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Waiting:
    memories: int
    """Learned ones."""
    proposals: int
    """Changes to what is there."""
    conversations: int
    """In which messages wait."""
    messages: int
    beliefs: int = 0
    """Positions of the assistant's own."""
    surfaced: int = 0
    """Of what is decided one by one, so many are shown now; the rest waits (C9)."""

    @property
    def items(self) -> int:
        """What is decided one by one."""
        return self.memories + self.proposals + self.beliefs


def count_waiting(reader: Reader, policy: CurationPolicy, now: datetime) -> Waiting:
    conversations, messages = count_waiting_messages(reader)
    learned = sum(each.count for each in reader.counts() if is_waiting(each) and each.kind in LEARNED)
    changes = len(reader.changes_waiting(MOST_CHANGES))
    beliefs = len(find_waiting_beliefs(reader))
    surfaced = limit_surfaced(reader, policy, now, learned + changes, beliefs)
    return Waiting(learned, changes, conversations, messages, beliefs, surfaced)


def limit_surfaced(reader: Reader, policy: CurationPolicy, now: datetime, items: int, beliefs: int) -> int:
    """How many are shown now, of items and of beliefs that wait: all of these, which are few."""
    return min(items, count_surfaced(reader, policy, now)) + beliefs


def find_waiting_beliefs(reader: Reader) -> list[Belief]:
    """Positions that nobody has approved, the newest first; these are few, and all of them are shown."""
    found = [each for each in reader.beliefs() if each.status is Status.NEEDS_REVIEW and each.state is State.ACTIVE]
    return found[::-1]


def count_surfaced(reader: Reader, policy: CurationPolicy, now: datetime) -> int:
    """How many decisions may be shown to a person now: those of a week, less what was decided in the last seven days.

    Whoever wants to approve everything (policy `manual`) is shown everything.
    """
    if policy.mode is Mode.MANUAL:
        return MOST_CHANGES
    return max(0, policy.decisions_a_week - count_decided(reader, now - _WEEK, policy.decisions_a_week))


def count_decided(reader: Reader, since: datetime, most: int) -> int:
    """How many decisions people took since then; to vouch for conversations, or to dismiss them, is one.

    More than `most` are not counted.
    """
    entries: dict[int, list[tuple[RowKind, str]]] = {}
    for seq, kind, id in reader.parts_decided(since):
        entries.setdefault(seq, []).append((kind, id))
    counted = 0
    for parts in entries.values():
        counted += _count_decisions(reader, parts)
        if counted >= most:
            break
    return counted


def _count_decisions(reader: Reader, parts: Iterable[tuple[RowKind, str]]) -> int:
    found = list(parts)
    changes = sum(kind is RowKind.PROPOSAL for kind, _ in found)
    memories = reader.memories(MemoryId(id) for kind, id in found if kind is RowKind.MEMORY)
    if any(each.kind is Kind.EPISODE for each in memories):
        return 1
    closed = {id for each in memories for id in each.linked(Relation.SUPERSEDES)}
    return changes or sum(each.status is not Status.NEEDS_REVIEW and each.id not in closed for each in memories)


def count_active(counts: Iterable[MemoryCount]) -> int:
    """In service or waiting for it, messages too."""
    return sum(each.count for each in counts if is_active(each))


def is_waiting(counted: MemoryCount) -> bool:
    return counted.status is Status.NEEDS_REVIEW and counted.state is State.ACTIVE


def is_active(counted: MemoryCount) -> bool:
    return counted.status in STANDING and counted.state is State.ACTIVE
