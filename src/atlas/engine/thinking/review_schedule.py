"""What is due for review (T4): one function for whoever asks, for the nightly run and for the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.consolidation.retention import RetentionPolicy, current_strength, review_due
from atlas.engine.core.runtime import Runtime
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.retention import Kept
from atlas.ports.reading import SERVABLE, MemoryFilter, Reader
from atlas.ports.rows.feedback import FeedbackReader
from atlas.ports.rows.memories import MemoryReader

LEARNED: Final = replace(SERVABLE, kinds=frozenset(Kind) - {Kind.EPISODE})
"""What is reviewed: what was learned and is in use. The transcript is evidence, and grows old as it is."""
_PAGE: Final = 5_000
_ASKED: Final = 500
"""Memories of which it is asked at once when they were last reviewed."""


@dataclass(frozen=True, slots=True)
class Due:
    memory: Memory
    since: datetime
    """When it had faded so far that it became due."""
    strength: float
    """How strong it is now."""


def list_due(runtime: Runtime, limit: int = 50) -> list[Due]:
    """List the memories due for review, the most important first."""
    now, policy = runtime.now(), runtime.retention
    with runtime.reading() as reader:
        found = find_most_due(reader, now, policy, limit)
    return [Due(memory, review_due(memory, policy), current_strength(memory, now, policy)) for memory in found]


def find_most_due(reader: Reader, now: datetime, policy: RetentionPolicy, limit: int) -> list[Memory]:
    """The most important of all that have faded so far, however old; of equal ones the one that is due longest.

    What was reviewed since is due again when it would have faded as far from then on: so every one gets its turn.
    """
    faded = [each for each in iterate_kept(reader, LEARNED) if is_due(each, now, policy)]
    faded.sort(key=lambda each: (-each.importance, review_due(each, policy), each.id))
    return list(reader.memories(islice(_find_unreviewed(reader, faded, now, policy), limit)))


def _find_unreviewed(
    reader: FeedbackReader, faded: Sequence[Kept], now: datetime, policy: RetentionPolicy
) -> Iterator[MemoryId]:
    """Find the faded memories that nobody reviewed lately."""
    for at in range(0, len(faded), _ASKED):
        some = faded[at : at + _ASKED]
        last = reader.last_reviews(each.id for each in some)
        for each in some:
            if each.id not in last or is_due(replace(each, reinforced_at=last[each.id]), now, policy):
                yield each.id


def is_due(memory: Kept, now: datetime, policy: RetentionPolicy) -> bool:
    return review_due(memory, policy) <= now


def iterate_kept(reader: MemoryReader, where: MemoryFilter) -> Iterator[Kept]:
    """Yield all kept rows, a page at a time: never all in memory."""
    after = 0
    while page := reader.kept_rows(where, _PAGE, after):
        after = page[-1].seq
        yield from page
