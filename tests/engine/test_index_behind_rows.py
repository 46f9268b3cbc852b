"""An index may lag behind the rows, or be wrong: what it finds is served only as its row stands (C1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from atlas.model.memory import Kind, Memory, State, Status
from atlas.ports.index import Index
from atlas.ports.reading import Reader

QUESTION = "What am I allergic to, and which boat is green?"
OUT_OF_SERVICE: list[dict[str, Any]] = [
    *({"status": status} for status in Status if status is not Status.APPROVED),
    {"state": State.ARCHIVED},
]


class StuckIndex:
    """An index that hears of no change any more, and still lists all that it listed as servable."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def follow(self, reader: Reader) -> None: ...

    def __len__(self) -> int:
        return len(self._index)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)


@pytest.fixture
def stuck(life: Any) -> Any:
    life.say("I am allergic to peanuts.", conversation="food")
    life.say("The boat in the harbour is green.", conversation="sea")
    assert "peanuts" in "".join(handed_out(life).values())
    indexes = life.runtime.memo.indexes
    indexes.update({key: StuckIndex(index) for key, index in indexes.items()})
    assert all("peanuts" in text for text in handed_out(life).values()), "it still finds what it found"
    return life


def handed_out(life: Any) -> dict[str, str]:
    """What each way of asking gives for the question."""
    answer = life.atlas.assistant.answer(QUESTION).answer
    return {
        "recall": "\n".join(item.memory.content for item in life.atlas.recall(QUESTION, 20)),
        "context": life.atlas.context(QUESTION).text,
        "answer": "\n".join(found.sentence for found in answer.found),
    }


def take_out(life: Any, memory: Memory, change: dict[str, Any]) -> None:
    """The row alone: nothing else in the store tells of it."""
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_memory(replace(memory, version=memory.version + 1, **change), memory.version)


@pytest.mark.parametrize("change", OUT_OF_SERVICE, ids=str)
def test_what_a_stuck_index_finds_is_not_served_against_its_row(stuck: Any, change: dict[str, Any]) -> None:  # C1
    for memory in stuck.atlas.memories(limit=100):
        if "peanuts" in memory.content:
            take_out(stuck, memory, change)
    told = handed_out(stuck)
    assert not any("peanuts" in text for text in told.values()), told
    assert "green" in told["recall"], "what may be served still is"


@pytest.mark.parametrize("change", OUT_OF_SERVICE, ids=str)
def test_one_row_out_of_service_is_left_out_though_others_tell_of_it(stuck: Any, change: dict[str, Any]) -> None:  # C1
    fact = next(memory for memory in stuck.atlas.memories(limit=100) if "allergic" in memory.content)
    take_out(stuck, fact, change)
    assert fact.id not in [item.memory.id for item in stuck.atlas.recall(QUESTION, 20)]
    assert fact.id not in [item.memory.id for item in stuck.atlas.context(QUESTION).served]


def test_what_was_forgotten_is_not_served_from_a_stuck_index(stuck: Any) -> None:  # X3
    stuck.atlas.forget(conversation="food")
    told = handed_out(stuck)
    assert not any("peanuts" in text for text in told.values()), told


def test_episodes_taken_out_of_service_are_not_served_either(stuck: Any) -> None:  # C3
    for memory in stuck.atlas.memories(limit=100, kinds=[Kind.EPISODE]):
        take_out(stuck, memory, {"status": Status.NEEDS_REVIEW})
    assert all(item.memory.kind is not Kind.EPISODE for item in stuck.atlas.recall(QUESTION, 20))
