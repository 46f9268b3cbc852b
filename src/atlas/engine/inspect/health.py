"""How memory fares over time (T18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from atlas.beliefs.health import HealthFigure
from atlas.consolidation.retention import RetentionPolicy, current_strength
from atlas.engine.core.replay_mark import read_replay_moment
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.conflicts import find_open_conflicts
from atlas.engine.curate.review_counts import Waiting, count_active, count_waiting
from atlas.engine.inspect.beliefs import read_belief_health
from atlas.engine.jobs.unread import find_unread
from atlas.engine.thinking.review_schedule import LEARNED, is_due, iterate_kept
from atlas.model.graph import Edge
from atlas.model.memory import STANDING, State
from atlas.model.retention import Retained
from atlas.model.task import Task
from atlas.model.thinking import Reflection
from atlas.ports.reading import MemoryCount, MemoryFilter, Reader

MANY: Final = 10_000
"""More than so many texts, conflicts or events are not counted: that there are many is enough to know."""
MANY_EDGES: Final = 200_000
LATELY: Final = timedelta(days=30)
_PAGE: Final = 5_000
_FAR: Final = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Health:
    last_cycle: Reflection | None
    """The last consolidation; None where there was none."""
    active: int
    """Memories in service or waiting for it, messages too."""
    waiting: Waiting
    """For a person."""
    strength: float | None
    """Their average, now."""
    due: int
    """Learned, in use, and due for review."""
    counts: tuple[MemoryCount, ...]
    """By kind, status and state."""
    shortened: int
    """Messages whose whole text is in the archive (T12)."""
    edges: Mapping[str, int]
    """By relation."""
    feedback: Mapping[str, int]
    """What became of served memories in the last 30 days, by signal (T6)."""
    conflicts: int
    """Not settled (T16)."""
    replaying: datetime | None
    """How far a replay got that is not at its end (X5): until then nothing else is thought about."""
    reader_trouble: str | None = None
    """Why what was said waits for the small reader; None where nothing does."""
    beliefs: tuple[HealthFigure, ...] = ()
    """How positions and persona are doing, each figure with its limit and, beyond it, a sentence (B8)."""


def read_health(runtime: Runtime) -> Health:
    now = runtime.now()
    with runtime.reading() as reader:
        average, due = _measure_fading(runtime.retention, reader, now)
        counts = tuple(reader.counts())
        cycles = reader.reflections(1, Task.CONSOLIDATION)
        return Health(
            last_cycle=cycles[0] if cycles else None,
            active=count_active(counts),
            waiting=count_waiting(reader, runtime.curation, now),
            strength=average,
            due=due,
            counts=counts,
            shortened=len(reader.archived_before(_FAR, MANY)),
            edges=dict(Counter(edge.relation.value for edge in islice(read_all_edges(reader), MANY_EDGES))),
            feedback=_count_recent_feedback(reader, now - LATELY),
            conflicts=sum(1 for _ in islice(find_open_conflicts(reader), MANY)),
            replaying=read_replay_moment(reader),
            reader_trouble=next((job.problem for job in find_unread(reader)), None),
            beliefs=read_belief_health(runtime, reader),
        )


def _measure_fading(policy: RetentionPolicy, reader: Reader, now: datetime) -> tuple[float | None, int]:
    """How strong active memories are on average, and how many learned ones are due for review."""
    number, total = 0, 0.0
    for each in _read_retained(reader, MemoryFilter(statuses=STANDING, states=frozenset({State.ACTIVE}))):
        number += 1
        total += current_strength(each, now, policy)
    due = sum(is_due(each, now, policy) for each in iterate_kept(reader, LEARNED))
    return total / number if number else None, due


def _read_retained(reader: Reader, where: MemoryFilter) -> Iterator[Retained]:
    after = 0
    while page := reader.retained_rows(where, _PAGE, after):
        after = page[-1].seq
        yield from page


def read_all_edges(reader: Reader) -> Iterator[Edge]:
    """All learned edges, by key, a page at a time."""
    after = ""
    while page := reader.all_edges(_PAGE, after):
        after = page[-1].key
        yield from page


def _count_recent_feedback(reader: Reader, since: datetime) -> dict[str, int]:
    return dict(Counter(each.signal.value for each in reader.feedback(MANY, since=since)))
