"""C4, T7, X5: two lives on a virtual clock in which nobody decides anything. What waits is still there on day 29,
whatever the nights do, and leaves on day 30 because it waited too long, and for no other reason.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, RowKind
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.task import Task
from atlas.testing.simulator import simulate
from atlas.testing.virtual import Virtual, virtual

START = datetime(2026, 10, 5, 6, 0, tzinfo=UTC)
FULL = os.environ.get("ATLAS_PROVE") == "full"
TALKING, A_DAY, SEEDS = (5, 20, (7, 11)) if FULL else (5, 10, (7,))
WAITING, SERVED = (Status.NEEDS_REVIEW, State.ACTIVE), (Status.APPROVED, State.ACTIVE)


def _live(path: Path, seed: int) -> Virtual:
    """Five days of talk; some of it is corrected, and becomes lessons that wait."""
    lived = virtual(path, start=START, seed=seed)
    simulate(lived, TALKING, A_DAY, seed=seed)
    return lived


def _nights(lived: Virtual, count: int) -> None:
    """So many days on which nobody says anything, and everything that is due runs."""
    for _ in range(count):
        lived.later(days=1)
        run_owed_jobs(lived.runtime)


def _lessons(lived: Virtual) -> dict[MemoryId, Memory]:
    found = Atlas(lived.runtime, background=False).memories(kinds=[Kind.LESSON], limit=1_000, archived=True)
    return {lesson.id: lesson for lesson in found}


def _pick(lessons: dict[MemoryId, Memory], ids: Collection[MemoryId]) -> dict[MemoryId, Memory]:
    """Those of them; a night may have drawn another from failures of one kind."""
    return {id: lesson for id, lesson in lessons.items() if id in ids}


def _standings(lessons: dict[MemoryId, Memory]) -> Counter[tuple[Status, State]]:
    return Counter((lesson.status, lesson.state) for lesson in lessons.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_lessons_wait_until_day_29_and_expire_on_day_30_alone(tmp_path: Path, seed: int) -> None:  # C4, T7, T8
    lived = _live(tmp_path / "me.atlas", seed)
    waiting = _lessons(lived)
    assert len(waiting) > (8 if FULL else 4)
    assert _standings(waiting) == {WAITING: len(waiting)}
    first = min(lesson.created_at for lesson in waiting.values())
    while lived.runtime.now() + timedelta(days=1) < first + timedelta(days=30):
        _nights(lived, 1)
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        cycles = reader.reflections(1_000, Task.CONSOLIDATION)
    assert len(cycles) > 28, "a light cycle every night, and a whole one every week"
    assert _pick(_lessons(lived), waiting) == waiting, "on day 29 each is as it was"
    _nights(lived, TALKING + 1)
    assert _standings(_pick(_lessons(lived), waiting)) == {(Status.EXPIRED, State.ACTIVE): len(waiting)}
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        for id in waiting:
            told = [entry.action for entry in reader.entries_about(RowKind.MEMORY, id)]
            assert told[-1] is Action.EXPIRED
            assert Action.CONSOLIDATED not in told
    assert Atlas(lived.runtime, background=False).admin.verify().ok


def test_a_lesson_that_is_approved_late_is_in_service_and_stays_there(tmp_path: Path) -> None:  # C4, T1, T7
    lived = _live(tmp_path / "me.atlas", 7)
    _nights(lived, 15)
    atlas = Atlas(lived.runtime, background=False)
    waiting = _lessons(lived)
    atlas.review.decide(Status.APPROVED, *waiting)
    approved = _lessons(lived)
    assert {lesson.reinforced_at for lesson in approved.values()} == {lived.runtime.now()}
    _nights(lived, 10)
    assert _standings(_lessons(lived)) == {SERVED: len(waiting)}
