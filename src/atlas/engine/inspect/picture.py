"""What is remembered and how it gets curated, as figures for one picture: writers, statuses, read paths (C11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from atlas.curation.constitution import extract_binding_levels
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.review_counts import Waiting, count_waiting
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.recall import FILED, STANDING, ServedItem, Serving
from atlas.ports.reading import SERVABLE, MemoryCount, Reader

_MANY: Final = 10_000
"""Of the runs of thinking the newest are counted."""
_WISHES: Final = 500
_LINE: Final = 24
"""Tokens of a line beside its words: its quotation marks, who said it, and when."""
CONSTITUTION: Final = "Constitution"
WISHES: Final = "Wishes and documents"
KNOWN: Final = "Facts and preferences"
LESSONS: Final = "Lessons and insights"
DECISIONS: Final = "Decisions"
KNOWLEDGE: Final = "Knowledge"
POSITIONS: Final = "Positions"
TRANSCRIPT: Final = "Transcript"
_PATHS: Final = {
    KNOWN: frozenset({Kind.FACT, Kind.PREFERENCE}),
    LESSONS: frozenset({Kind.LESSON, Kind.INSIGHT, Kind.OBSERVATION}),
    DECISIONS: frozenset({Kind.DECISION}),
    KNOWLEDGE: frozenset({Kind.KNOWLEDGE}),
    TRANSCRIPT: frozenset({Kind.EPISODE}),
}


@dataclass(frozen=True, slots=True)
class StatusCount:
    status: Status
    learned: int
    messages: int

    @property
    def total(self) -> int:
        return self.learned + self.messages


@dataclass(frozen=True, slots=True)
class ReadPath:
    """One of the ways by which a context is filled."""

    name: str
    available: int
    """What of it may be served."""
    served: int
    """How many lines of it stood in the last context."""
    tokens: int
    """About so many tokens of it."""
    budget: int


@dataclass(frozen=True, slots=True)
class Picture:
    space: str
    at: datetime
    interactions: int
    writers: tuple[tuple[str, int], ...]
    """Who writes and how often each did: what was said, then the runs of thinking by their task."""
    statuses: tuple[StatusCount, ...]
    archived: int
    quarantined: int
    gone: int
    waiting: Waiting
    paths: tuple[ReadPath, ...]
    tokens: int
    """Of the last context, as it was counted then; 0 where none was served yet."""
    budget: int
    query: str = ""
    """What the last context was for."""


def read_picture(runtime: Runtime) -> Picture:
    with runtime.reading() as reader:
        counts = reader.counts()
        last = next(iter(reader.servings(1)), None)
        runs = Counter(each.task.value for each in reader.reflections(_MANY))
        said = reader.interaction_count()
        return Picture(
            runtime.space,
            runtime.now(),
            said,
            (("what was said", said), *((name, number) for name, number in runs.most_common())),
            tuple(_count_status(counts, status) for status in Status),
            _count_state(counts, State.ARCHIVED),
            _count_state(counts, State.QUARANTINED),
            _count_state(counts, State.GONE),
            count_waiting(reader, runtime.curation, runtime.now()),
            tuple(_read_paths(runtime, reader, counts, last)),
            last.tokens if last else 0,
            runtime.context.total_tokens,
            last.query if last else "",
        )


def _count_status(counts: Sequence[MemoryCount], status: Status) -> StatusCount:
    active = [each for each in counts if each.status is status and each.state is State.ACTIVE]
    messages = sum(each.count for each in active if each.kind is Kind.EPISODE)
    return StatusCount(status, sum(each.count for each in active) - messages, messages)


def _count_state(counts: Sequence[MemoryCount], state: State) -> int:
    return sum(each.count for each in counts if each.state is state)


def _read_paths(
    runtime: Runtime, reader: Reader, counts: Sequence[MemoryCount], last: Serving | None
) -> list[ReadPath]:
    policy = runtime.context
    law = policy.count(extract_binding_levels(runtime.constitution))
    items = last.items if last else ()
    stood = {memory.id: memory for memory in reader.memories(item.memory for item in items)}
    instructing = [stood[item.memory] for item in items if item.memory in stood and _instructs(item)]
    quoted = [stood[item.memory] for item in items if item.memory in stood and not _instructs(item)]
    lines = sum(len(each.lines) for each in last.documents) if last else 0
    held = [each for each in reader.beliefs() if each.served]
    wishing = replace(SERVABLE, kinds=frozenset({Kind.PREFERENCE, Kind.RULE}))
    wishes = [each for each in reader.newest_memories(wishing, _WISHES) if each.is_wish]
    aside = sum(each.kind is Kind.PREFERENCE for each in wishes)
    written = sum(1 for each in reader.documents() if each.served and each.text.strip())
    paths = [
        ReadPath(CONSTITUTION, 3, 3 if last else 0, law if last else 0, policy.instruction_tokens),
        ReadPath(
            WISHES,
            len(wishes) + written,
            max(lines, len(instructing)),
            _count_tokens(runtime, instructing),
            policy.instruction_tokens + policy.wish_tokens,
        ),
    ]
    for name, kinds in _PATHS.items():
        own = [each for each in quoted if each.kind in kinds]
        room = policy.section_tokens
        available = _count_servable(counts, kinds) - (aside if Kind.PREFERENCE in kinds else 0)
        paths.append(ReadPath(name, available, len(own), _count_tokens(runtime, own), room))
    told = len(last.beliefs) if last else 0
    paths.insert(-1, ReadPath(POSITIONS, len(held), told, told * _LINE * 2, policy.position_tokens))
    return paths


def _instructs(item: ServedItem) -> bool:
    return any(name in (STANDING, FILED) for name, _ in item.components)


def _count_servable(counts: Sequence[MemoryCount], kinds: frozenset[Kind]) -> int:
    servable = (each for each in counts if each.status is Status.APPROVED and each.state is State.ACTIVE)
    return sum(each.count for each in servable if each.kind in kinds)


def _count_tokens(runtime: Runtime, memories: list[Memory]) -> int:
    return sum(runtime.context.count(memory.content) + _LINE for memory in memories)
