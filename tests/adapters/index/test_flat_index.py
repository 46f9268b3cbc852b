"""The flat index: exact, in a fixed order, following its rows."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from atlas.adapters.index.flat import FlatIndex
from atlas.errors import BadInput
from atlas.model.ids import MemoryId
from atlas.ports.index import VectorIndex

_DIMENSION = 4


def _bytes(values: Sequence[float]) -> bytes:
    return np.array(values, dtype="<f4").tobytes()


def _row(sequence: int, name: str, *values: float) -> tuple[int, MemoryId, bytes]:
    return sequence, MemoryId(name), _bytes(values)


def _query(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array(values, dtype=np.float32)


@pytest.fixture
def index() -> FlatIndex:
    index = FlatIndex(2)
    index.follow([_row(1, "m_a", 1, 0), _row(2, "m_b", 0, 1), _row(3, "m_c", 3, 3)])
    return index


def _names(hits: Sequence[tuple[MemoryId, float]]) -> list[str]:
    return [memory for memory, _ in hits]


def test_it_is_what_the_port_asks_for(index: FlatIndex) -> None:
    port: VectorIndex = index
    assert (len(port), port.watermark) == (3, 3)


def test_nearest_by_cosine_best_first(index: FlatIndex) -> None:
    hits = index.search(_query(2, 0.1), 2)
    assert _names(hits) == ["m_a", "m_c"]
    assert hits[0][1] == pytest.approx(2 / np.hypot(2, 0.1))


def test_lengths_do_not_count(index: FlatIndex) -> None:
    assert index.search(_query(50, 50), 1) == [("m_c", pytest.approx(1.0))]


def test_equal_scores_come_by_memory_id() -> None:
    for order in (range(200), range(199, -1, -1)):
        index = FlatIndex(3)
        index.follow(_row(at + 1, f"m_{name:03}", 0.1, 0.7, 0.3) for at, name in enumerate(order))
        assert _names(index.search(_query(0.2, 0.9, 0.4), 5)) == [f"m_{name:03}" for name in range(5)]


def test_a_row_followed_again_replaces_the_vector(index: FlatIndex) -> None:
    index.follow([_row(4, "m_a", 0, -1)])
    assert (len(index), index.watermark) == (3, 4)
    assert _names(index.search(_query(0, -1), 1)) == ["m_a"]


def test_the_last_of_several_rows_of_one_memory_wins() -> None:
    index = FlatIndex(2)
    index.follow([_row(1, "m_a", 1, 0), _row(2, "m_b", 1, 1), _row(3, "m_a", 0, 1)])
    assert index.search(_query(0, 1), 1)[0] == ("m_a", pytest.approx(1.0))


def test_dropped_memories_are_found_no_more_and_leave_no_numbers(index: FlatIndex) -> None:
    index.drop([MemoryId("m_a"), MemoryId("m_unknown"), MemoryId("m_a")])
    assert (len(index), index.watermark) == (2, 3)
    assert _names(index.search(_query(1, 0), 9)) == ["m_c", "m_b"]
    assert not index._matrix[2:].any()  # X3


def test_space_grows_and_shrinks_with_the_rows() -> None:
    index = FlatIndex(2)
    index.follow(_row(at, f"m_{at}", 1, at) for at in range(1, 10_001))
    assert len(index._matrix) < 20_001
    index.drop(MemoryId(f"m_{at}") for at in range(11, 10_001))
    assert len(index._matrix) <= 64
    assert sorted(_names(index.search(_query(1, 1), 99))) == sorted(f"m_{at}" for at in range(1, 11))


def test_only_allowed_memories_are_found(index: FlatIndex) -> None:
    assert _names(index.search(_query(1, 0), 1, lambda memory: memory != "m_a")) == ["m_c"]
    assert index.search(_query(1, 0), 5, lambda _: False) == []


def test_permission_is_asked_best_first_and_only_as_far_as_needed() -> None:
    index = FlatIndex(2)
    index.follow(_row(at, f"m_{at:05}", 1000, at) for at in range(1, 5001))
    asked: list[MemoryId] = []

    def allow(memory: MemoryId) -> bool:
        asked.append(memory)
        return len(asked) > 30

    assert _names(index.search(_query(1, 0), 3, allow)) == ["m_00031", "m_00032", "m_00033"]
    assert asked == [f"m_{at:05}" for at in range(1, 34)]


def test_nobody_is_asked_about_twice() -> None:
    index = FlatIndex(2)
    index.follow(_row(at, f"m_{at}", 1, at % 7) for at in range(1, 501))
    asked: list[MemoryId] = []
    index.search(_query(1, 0), 2, lambda memory: bool(asked.append(memory)))
    assert len(asked) == len(set(asked)) == 500


@pytest.mark.parametrize("limit", [0, -1])
def test_no_limit_no_hits(index: FlatIndex, limit: int) -> None:
    assert index.search(_query(1, 0), limit) == []


def test_an_empty_index_finds_nothing() -> None:
    assert FlatIndex(2).search(_query(1, 0), 5) == []
    assert FlatIndex(2).watermark == 0


@pytest.mark.parametrize("values", [(1.0,), (1.0, 2.0, 3.0), (0.0, 0.0), (float("nan"), 1.0), (float("inf"), 1.0)])
def test_a_senseless_query_is_refused(index: FlatIndex, values: tuple[float, ...]) -> None:
    with pytest.raises(BadInput):
        index.search(_query(*values), 1)


@pytest.mark.parametrize("data", [b"", b"123", _bytes([1.0]), _bytes([1.0] * 3), _bytes([0, 0]), b"\xff" * 8])
def test_a_senseless_row_is_refused_and_nothing_of_its_batch_stays(index: FlatIndex, data: bytes) -> None:
    # R7, X8: vectors of another embedder or of none do not enter.
    with pytest.raises(BadInput):
        index.follow([_row(4, "m_d", 1, 1), (5, MemoryId("m_e"), data)])
    assert (len(index), index.watermark) == (3, 3)


def test_a_dimension_is_needed() -> None:
    with pytest.raises(BadInput):
        FlatIndex(0)


def test_readers_and_writers_at_once() -> None:
    index, wrong = FlatIndex(2), []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            hits = index.search(_query(1, 0), 5)
            if len(set(_names(hits))) != len(hits) or any(not -1.001 < score < 1.001 for _, score in hits):
                wrong.append(hits)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for at in range(1, 400):
        index.follow([_row(at, f"m_{at}", at, 1)])
        index.drop([MemoryId(f"m_{at // 2}")])
    stop.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert len(index) == 200


def test_a_large_index_agrees_with_brute_force() -> None:
    random = np.random.default_rng(7)
    vectors = random.standard_normal((3000, 48)).astype("<f4")
    index = FlatIndex(48)
    index.follow((at + 1, MemoryId(f"m_{at}"), vector.tobytes()) for at, vector in enumerate(vectors))
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for query in random.standard_normal((20, 48)).astype(np.float32):
        expected = [f"m_{at}" for at in np.argsort(-(units @ query))[:10]]
        assert _names(index.search(query, 10)) == expected


# Small whole numbers make equal and opposite vectors common, which is where order goes wrong.
_values = st.lists(st.integers(-2, 2), min_size=_DIMENSION, max_size=_DIMENSION).filter(any)
_memories = st.integers(0, 150).map(lambda number: MemoryId(f"m_{number}"))


def _brute(rows: dict[MemoryId, list[int]], query: list[int], limit: int) -> list[tuple[MemoryId, float]]:
    """One row at a time, in double precision, from the numbers that were given."""
    direction = np.array(query, dtype=np.float64) / np.linalg.norm(query)
    scored = []
    for memory, values in rows.items():
        unit = (np.array(values, dtype=np.float64) / np.linalg.norm(values)).astype(np.float32)
        scored.append((memory, float((unit.astype(np.float64) * direction).sum())))
    return sorted(scored, key=lambda hit: (-hit[1], hit[0]))[:limit]


class _Against(RuleBasedStateMachine):
    """Follow, drop and search in any order, against a dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.index = FlatIndex(_DIMENSION)
        self.rows: dict[MemoryId, list[int]] = {}
        self.sequence = 0

    @rule(rows=st.lists(st.tuples(_memories, _values), max_size=120))
    def follow(self, rows: list[tuple[MemoryId, list[int]]]) -> None:
        batch = [(self.sequence + at, memory, _bytes(values)) for at, (memory, values) in enumerate(rows, 1)]
        self.index.follow(batch)
        self.rows.update(rows)
        self.sequence += len(rows)

    @rule(memories=st.lists(_memories, max_size=80))
    def drop(self, memories: list[MemoryId]) -> None:
        self.index.drop(memories)
        for memory in memories:
            self.rows.pop(memory, None)

    @rule(query=_values, limit=st.integers(1, 40))
    def search(self, query: list[int], limit: int) -> None:
        assert self.index.search(_query(*query), limit) == _brute(self.rows, query, limit)

    @rule(query=_values, limit=st.integers(1, 10), remainder=st.integers(0, 4))
    def search_allowed(self, query: list[int], limit: int, remainder: int) -> None:
        def allow(memory: MemoryId) -> bool:
            return int(memory[2:]) % 5 == remainder

        allowed = {memory: values for memory, values in self.rows.items() if allow(memory)}
        assert self.index.search(_query(*query), limit, allow) == _brute(allowed, query, limit)

    @invariant()
    def counts_agree(self) -> None:
        assert len(self.index) == len(self.rows)
        assert self.index.watermark == self.sequence


TestAgainstBruteForce = _Against.TestCase
TestAgainstBruteForce.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.floats(-1e3, 1e3, width=32), min_size=3, max_size=3).filter(any), min_size=1, max_size=40),
    st.integers(1, 12),
)
def test_real_numbers_come_in_falling_order(vectors: list[list[float]], limit: int) -> None:
    usable = [vector for vector in vectors if np.linalg.norm(vector) > 1e-6]
    index = FlatIndex(3)
    index.follow(_row(at, f"m_{at}", *vector) for at, vector in enumerate(usable, 1))
    scores = [score for _, score in index.search(_query(0.3, -0.2, 0.9), limit)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == min(limit, len(usable))
