"""What a turn asks of the store (J15): transactions are counted, so that none creeps in again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.engine.jobs import runner
from atlas.engine.jobs.registry import QUICK
from atlas.testing.virtual import virtual


class CountingStore:
    """A store that counts the transactions opened in it."""

    def __init__(self, store) -> None:  # type: ignore[no-untyped-def]
        self.store, self.opened = store, Counter[str]()

    def reading(self, space: str) -> AbstractContextManager[object]:
        self.opened["read"] += 1
        return self.store.reading(space)

    def writing(self, space: str) -> AbstractContextManager[object]:
        self.opened["write"] += 1
        return self.store.writing(space)

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


@pytest.fixture
def turn(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A space in which a little was said and thought about, and what counts its transactions."""
    life = virtual(tmp_path / "me.atlas")
    store = CountingStore(life.runtime.store)
    atlas = Atlas(replace(life.runtime, store=store), background=False)
    for said in ("I live in Porto.", "I like green tea."):
        atlas.observe(user=said, assistant="Noted.")
        atlas.flush()
    yield atlas, store
    atlas.close()


def count(store: CountingStore, act: Callable[[], object]) -> dict[str, int]:
    store.opened.clear()
    act()
    return dict(store.opened)


def test_a_context_looks_once_what_is_owed_reads_by_two_paths_and_writes_once(turn) -> None:  # C7, J15
    atlas, store = turn
    assert count(store, lambda: atlas.context("Where do I live?", conversation="c")) == {"read": 3, "write": 1}


def test_an_observation_is_one_transaction_and_the_thought_of_it_three(turn) -> None:  # J15, J7
    atlas, store = turn
    assert count(store, lambda: atlas.observe(user="I work as a nurse.", assistant="Noted.")) == {"write": 1}
    runtime = atlas._opening.runtime
    done = count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK))
    assert done == {"read": 6, "write": 3}  # the claim with the episodes, what was thought, the vectors
    assert count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK)) == {"read": 1}, "where nothing is owed"


def test_a_context_right_after_an_observation_thinks_in_three_transactions(turn) -> None:  # J15, J7
    atlas, store = turn
    atlas.observe(user="I work as a nurse.", assistant="Noted.")
    done = count(store, lambda: atlas.context("What is my job?", conversation="c"))
    assert done["write"] == 4, "the claim with the episodes, what was thought, the vectors, what was served"
