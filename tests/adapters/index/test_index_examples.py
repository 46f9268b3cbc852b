"""What an index promises, one example at a time; `test_space_index.py` tries everything at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from _followed import TINY, Rows, blob
from _oracle import Oracle

from atlas.adapters.index.columns import FIELDS
from atlas.adapters.index.index import SpaceIndex
from atlas.errors import BadInput
from atlas.language.words import words
from atlas.model.ids import ConversationId, MemoryId, SessionId
from atlas.model.memory import Kind, State, Status
from atlas.model.recall import EmbedderIdentity
from atlas.ports.index import Index, Probe
from atlas.ports.reading import SERVABLE, MemoryFilter

WIDE = EmbedderIdentity("wide", 48, "1")


def probe(text: str = "", *vectors: Sequence[float], where: MemoryFilter = SERVABLE, depth: int = 10) -> Probe:
    asked = np.array(vectors, dtype=np.float32) if vectors else None
    return Probe(tuple(words(text)), asked, where, depth)


def hits(index: SpaceIndex, rows: Rows, asked: Probe) -> list[str]:
    index.follow(rows.reader)
    found = index.search(asked)
    return [name for name, hit in zip(found.names, found.hit.tolist(), strict=True) if hit]


@pytest.fixture
def rows() -> Rows:
    rows = Rows()
    rows.put("m_tea", "Ana likes green tea", vectors=blob([1, 0, 0]))
    rows.put("m_run", "Bo runs in the park", vectors=blob([0, 1, 0], [0, 0, 1]))
    rows.put("m_cup", "A cup of tea with Bo", vectors=blob([3, 3, 0]))
    return rows


@pytest.fixture
def index(rows: Rows) -> SpaceIndex:
    index = SpaceIndex(TINY)
    index.follow(rows.reader)
    return index


def test_it_is_what_the_port_asks_for(index: SpaceIndex) -> None:
    port: Index = index
    assert (len(port), port.watermark) == (3, 3)


def test_each_leg_finds(index: SpaceIndex, rows: Rows) -> None:
    assert hits(index, rows, probe("tea")) == ["m_tea", "m_cup"]
    assert hits(index, rows, probe("", [0, 0.2, 1], depth=1)) == ["m_run"]
    assert hits(index, rows, probe("park", [1, 0, 0], depth=1)) == ["m_tea", "m_run"]


def test_what_was_found_in_another_way_counts_where_it_passes(index: SpaceIndex, rows: Rows) -> None:
    rows.change("m_cup", status=Status.NEEDS_REVIEW)
    others = (MemoryId("m_run"), MemoryId("m_cup"), MemoryId("m_unknown"))
    asked = replace(probe("green", [1, 0, 0], depth=1), also=others)
    assert hits(index, rows, asked) == ["m_tea", "m_run"]
    assert not np.isnan(index.search(asked).cosine).any()


def test_nearest_by_cosine_whatever_the_status(index: SpaceIndex, rows: Rows) -> None:
    rows.change("m_tea", status=Status.NEEDS_REVIEW)
    index.follow(rows.reader)
    found = index.nearest(np.array([2, 0.1, 0], dtype=np.float32), 2)
    assert [memory for memory, _ in found] == ["m_tea", "m_cup"]
    assert found[0][1] == pytest.approx(2 / np.hypot(2, 0.1))


def test_every_vector_asked_with_scores_and_the_first_finds(index: SpaceIndex, rows: Rows) -> None:
    found = index.search(probe("", [0, 1, 0], [0, 0, 1], [1, 0, 0], depth=1))
    np.testing.assert_allclose(found.cosine[found.hit], [[1, 1, 0]], atol=1e-6)
    np.testing.assert_allclose(found.average[found.hit], [0.5], atol=1e-6)


@pytest.mark.parametrize(
    "asked", [probe(), probe("nowhere"), probe("tea", where=MemoryFilter(kinds=frozenset({Kind.RULE})))]
)
def test_nothing_found_has_the_same_shape(index: SpaceIndex, rows: Rows, asked: Probe) -> None:
    some, none = index.search(probe("tea")), index.search(asked)
    assert len(none) == 0
    assert none.counts.shape == (0, len(asked.terms))
    assert none.cosine.shape == (0, 0)
    for name in ("candidate", "home", "role", "at", "counts", "cosine", "average", "holding"):
        assert getattr(none, name).dtype == getattr(some, name).dtype, name


def test_an_empty_index_finds_nothing() -> None:
    index, rows = SpaceIndex(TINY), Rows()
    assert (len(index), index.watermark) == (0, 0)
    assert hits(index, rows, probe("tea", [1, 0, 0])) == []
    assert index.nearest(np.ones(3, dtype=np.float32), 5) == []


@pytest.mark.parametrize("depth", [0, -1])
def test_no_depth_no_hits(index: SpaceIndex, rows: Rows, depth: int) -> None:
    assert hits(index, rows, probe("tea", [1, 0, 0], depth=depth)) == []


@pytest.mark.parametrize("values", [(1.0,), (1.0,) * 6, (0.0,) * 3, (float("nan"), 1.0, 1.0), (float("inf"), 1.0, 1.0)])
def test_a_senseless_query_is_refused(index: SpaceIndex, rows: Rows, values: tuple[float, ...]) -> None:
    with pytest.raises(BadInput):
        index.search(probe("", values))
    with pytest.raises(BadInput):
        index.nearest(np.array(values, dtype=np.float32), 1)


@pytest.mark.parametrize("data", [b"123", blob([1.0]), blob([1.0] * 4), blob([0, 0, 0]), b"\xff" * 12])
@pytest.mark.parametrize("quantise_from", [0, 99])
def test_senseless_vectors_are_passed_over_and_told(rows: Rows, data: bytes, quantise_from: int) -> None:
    # R7, X8: vectors of another embedder or of none do not enter; the memory is still found by its words.
    rows.put("m_odd", "an odd cup", vectors=data)
    index = SpaceIndex(TINY, quantise_from=quantise_from)
    assert hits(index, rows, probe("odd")) == ["m_odd"]
    assert "m_odd" not in hits(index, rows, probe("", [1, 1, 1]))
    assert [note for note in index.troubles if "m_odd" in note]
    rows.change("m_odd", vectors=blob([1, 1, 1]))
    assert hits(index, rows, probe("", [1, 1, 1], depth=1)) == ["m_odd"]


def test_very_large_and_very_small_vectors_have_directions_too(rows: Rows) -> None:
    rows.put("m_large", "large", vectors=blob([0, 2e30, 2e30]))
    rows.put("m_small", "small", vectors=blob([0, 1e-30, 1e-30]))
    for index in (SpaceIndex(TINY), SpaceIndex(TINY, quantise_from=0)):
        assert hits(index, rows, probe("", [0, 1, 1], depth=2)) == ["m_large", "m_small"]


def test_a_dimension_is_needed() -> None:
    with pytest.raises(BadInput):
        SpaceIndex(EmbedderIdentity("none", 0, "1"))


@pytest.mark.parametrize("quantise_from", [0, 9_999])
def test_equal_ones_come_by_the_order_of_writing(quantise_from: int) -> None:
    rows = Rows()
    for at in range(200):
        rows.put(f"m_{at:03}", "the very same", vectors=blob([0.1, 0.7, 0.3]))
    for at in (0, 3, 50):  # written before, changed since: another process would list them last
        rows.change(f"m_{at:03}", subject="user")
    index = SpaceIndex(TINY, quantise_from=quantise_from)
    first = [f"m_{at:03}" for at in range(5)]
    assert hits(index, rows, probe("same", depth=5)) == first
    if not quantise_from:
        return  # of equal codes any may be looked at; exact are only the cosines of those
    assert hits(index, rows, probe("", [0.2, 0.9, 0.4], depth=5)) == first
    assert [name for name, _ in index.nearest(np.array([0.2, 0.9, 0.4], np.float32), 5)] == first


def test_words_of_refused_memories_are_not_kept_and_come_back(index: SpaceIndex, rows: Rows) -> None:
    for status in (Status.REJECTED, Status.SENSITIVE):
        rows.change("m_tea", status=status)
        assert hits(index, rows, probe("tea", [1, 0, 0], where=MemoryFilter())) == ["m_run", "m_cup"]
        assert index.search(probe("tea")).holding.tolist() == [1]
        assert len(index) == 3
        rows.change("m_tea", status=Status.APPROVED)
        assert hits(index, rows, probe("tea", [1, 0, 0], depth=1)) == ["m_tea"]


def test_a_name_handed_out_is_never_another_memorys(index: SpaceIndex, rows: Rows) -> None:
    found = index.search(probe("tea"))
    rows.remove("m_tea")
    index.follow(rows.reader)
    index.purge()
    assert "m_tea" in found.names, "what was found was found; its row says whether it is still there"
    assert hits(index, rows, probe("tea")) == ["m_cup"]


def test_what_is_gone_leaves_no_numbers(rows: Rows) -> None:
    """X3: in memory too."""
    index = SpaceIndex(TINY)
    rows.put("m_gone", "zanzibar zebra", speaker="Zoe", vectors=blob([5, 4, 3]), session=SessionId("s_z"))
    index.follow(rows.reader)
    columns, passages = index._catalogue.columns, index._catalogue.passages
    old = [getattr(columns, name) for name in ("content", "vectors", "seq")]
    rows.remove("m_gone")
    index.follow(rows.reader)
    assert not passages._rows[passages._count :].any()
    assert not any(getattr(columns, name)[3] for name in FIELDS)
    index.purge()
    assert not any(array.any() for array in old)
    parts = index._catalogue.parts()
    for stem in words("zanzibar zebra"):
        assert index.search(Probe((stem,), None, MemoryFilter(), 5)).holding.tolist() == [0]
    assert columns.names["speaker"].all == ()
    assert b"s_z" not in bytes(parts["names"])
    assert b"m_gone" not in bytes(parts["ids"])


@pytest.mark.parametrize("quantise_from", [0, 9_999])
def test_space_grows_and_shrinks_with_the_rows(quantise_from: int) -> None:
    rows = Rows()
    for at in range(9_000):
        rows.put(f"m_{at}", f"number {at}", vectors=blob([1, at, 1]))
    index = SpaceIndex(TINY, quantise_from=quantise_from)
    index.follow(rows.reader)
    for at in range(10, 9_000):
        rows.remove(f"m_{at}")
    index.follow(rows.reader)
    index.purge()
    assert len(index._catalogue.columns.alive) <= 64
    passages = index._catalogue.passages
    assert len(passages) == 10
    assert passages._codes is None or len(passages._codes._index) + passages._count == 10  # X3: no code is left over
    assert hits(index, rows, probe("", [1, 1, 1], depth=99)) == [f"m_{at}" for at in range(10)]
    assert hits(index, rows, probe("number", depth=99)) == [f"m_{at}" for at in range(10)]


def test_surroundings_come_along(index: SpaceIndex) -> None:
    rows = Rows()
    for at in range(1, 10):
        rows.put(f"m_{at}", "yes" if at != 5 else "a zebra", place=at, session=SessionId("s_1"))
    rows.put("m_far", "yes", place=20, session=SessionId("s_2"))
    rows.put("m_fact", "about stripes", kind=Kind.FACT, place=5, session=SessionId("s_1"))
    index = SpaceIndex(TINY)
    index.follow(rows.reader)
    found = index.search(probe("stripes"))
    names = list(found.names)
    assert names == ["m_2", "m_3", "m_4", "m_5", "m_6", "m_7", "m_8", "m_fact"]
    assert [names[at] for at in np.flatnonzero(found.candidate)] == ["m_4", "m_5", "m_6", "m_fact"]
    assert [names[at] for at in np.flatnonzero(found.hit)] == ["m_fact"]
    assert names[found.home[names.index("m_fact")]] == "m_5"
    assert found.before.tolist() == [-1, 0, 1, 2, 3, 4, 5, -1]


def _session(count: int) -> Rows:
    rows = Rows()
    for at in range(1, count + 1):
        rows.put(f"m_{at:02}", f"number {at}", place=at, session=SessionId("s_1"), vectors=blob([1, at, 1]))
    rows.put("m_fact", "about five", kind=Kind.FACT, place=5, session=SessionId("s_1"))
    return rows


@pytest.mark.parametrize(
    "after",
    [
        None,
        {"status": Status.SENSITIVE},
        {"content": "number five, edited"},
        {"session": SessionId("s_2")},
        {"place": 99},
    ],
)
def test_neighbours_stay_in_order_whatever_happens_to_one(after: dict[str, Any] | None) -> None:
    """One that goes leaves no gap; one whose text changed gets a later slot and keeps its place."""
    rows, index = _session(9), SpaceIndex(TINY)
    hits(index, rows, probe("number"))
    rows.remove("m_05") if after is None else rows.change("m_05", **after)
    index.follow(rows.reader)
    for text in ("number", "about"):
        found = index.search(probe(text))
        Oracle(rows.listings, TINY.dimension).check_rows(found.names, found, probe(text))
    assert (found.home[-1] == -1) == (after is None or "status" in after or "place" in after)


@pytest.mark.parametrize("quantise_from", [0, 99])
def test_a_mask_is_kept_and_put_right(quantise_from: int) -> None:
    rows, index = _session(60), SpaceIndex(TINY, quantise_from=quantise_from)
    everyone = {name for name in rows.listings if name != "m_fact"}
    assert set(hits(index, rows, probe("", [1, 1, 1], depth=99))) == everyone
    rows.change("m_07", state=State.ARCHIVED)
    assert set(hits(index, rows, probe("", [1, 1, 1], depth=99))) == everyone - {"m_07"}
    rows.change("m_07", state=State.ACTIVE)
    rows.put("m_61", "number 61", place=61, session=SessionId("s_1"), vectors=blob([1, 1, 1]))
    assert set(hits(index, rows, probe("", [1, 1, 1], depth=99))) == everyone | {"m_61"}


def test_a_selective_filter_finds_the_best_that_pass() -> None:
    rows = Rows()
    for at in range(3_000):
        talk = ConversationId("rare" if at % 1_000 == 7 else "common")
        rows.put(f"m_{at}", "tea " * (1 + (at % 5)), conversation=talk, vectors=blob([1, at % 7, 1]))
    index = SpaceIndex(TINY, quantise_from=100)
    rare = MemoryFilter(conversation=ConversationId("rare"))
    assert hits(index, rows, probe("tea", where=rare)) == ["m_7", "m_1007", "m_2007"]
    assert hits(index, rows, probe("", [1, 0, 0], where=rare)) == ["m_7", "m_1007", "m_2007"]


def _chatter(count: int) -> Rows:
    """Texts whose words are as unevenly common as real ones."""
    chance, rows = random.Random(7), Rows()
    directions = np.random.default_rng(7).standard_normal((count, WIDE.dimension)).astype(np.float32)
    for at in range(count):
        text = " ".join(f"w{int(chance.paretovariate(0.6))}" for _ in range(chance.randint(2, 20)))
        status = Status.APPROVED if at % 3 else Status.NEEDS_REVIEW
        rows.put(f"m_{at:05}", text, status=status, vectors=directions[at].tobytes())
    return rows


@pytest.mark.parametrize("quantise_from", [500, 99_999])
def test_many_agree_with_the_plain_way(quantise_from: int) -> None:
    rows = _chatter(2_500)
    index, oracle = SpaceIndex(WIDE, quantise_from=quantise_from), Oracle(rows.listings, WIDE.dimension)
    index.follow(rows.reader)
    assert index._catalogue.passages.quantised == (quantise_from == 500)
    chance, right = random.Random(3), 0
    for at in range(8):
        text = " ".join(f"w{int(chance.paretovariate(0.4))}" for _ in range(6))
        oracle.check_leg(set(hits(index, rows, probe(text))), oracle.by_words(probe(text)), 10)
        query = np.random.default_rng(at).standard_normal(WIDE.dimension)
        scores = oracle.by_meaning(SERVABLE, query.tolist())
        nearest = set(sorted(scores, key=lambda name: -scores[name])[:10])
        right += len(nearest & set(hits(index, rows, probe("", query.tolist()))))
    assert right == 80


def test_a_machine_without_turbovec_is_only_slower(monkeypatch: pytest.MonkeyPatch, rows: Rows) -> None:
    monkeypatch.setitem(__import__("sys").modules, "turbovec", None)
    index = SpaceIndex(TINY, quantise_from=1)
    assert hits(index, rows, probe("", [0, 1, 0], depth=1)) == ["m_run"]
    assert not index._catalogue.passages.quantised


def test_two_spaces_share_nothing(index: SpaceIndex, rows: Rows, tmp_path: Path) -> None:
    """P4: what one space saved is of no use to another, even in the wrong folder."""
    mine = SpaceIndex(TINY, tmp_path, save_from=0)
    mine.follow(rows.reader)
    mine.save()
    others = Rows()
    for at in range(3):
        others.put(f"m_other_{at}", "nothing of tea here" if at else "quiet", vectors=blob([0, 0, 1]))
    theirs = SpaceIndex(TINY, tmp_path, save_from=0)
    assert hits(theirs, others, probe("tea", [1, 0, 0])) == ["m_other_0", "m_other_1", "m_other_2"]
    assert theirs.troubles


def test_searching_and_following_at_once() -> None:
    rows, index, wrong = Rows(), SpaceIndex(TINY, quantise_from=50), list[object]()
    stop = threading.Event()

    def search() -> None:
        while not stop.is_set():
            found = index.search(probe("number", [1, 0, 0], depth=5))
            names = [name for name in found.names if name]
            if len(set(names)) != len(names) or found.hit.sum() > 10:
                wrong.append(found)

    searchers = [threading.Thread(target=search) for _ in range(2)]
    for searcher in searchers:
        searcher.start()
    for at in range(1, 300):
        rows.put(f"m_{at}", f"number {at}", vectors=blob([at, 1, 1]))
        rows.remove(f"m_{at // 2}")
        index.follow(rows.reader)
        if at % 50 == 0:
            index.purge()
    stop.set()
    for searcher in searchers:
        searcher.join()
    assert wrong == []
    assert len(index) == len(rows.listings) == 150


def test_moments_between_boundaries_share_a_mask(index: SpaceIndex, rows: Rows) -> None:
    from datetime import timedelta

    from atlas.testing.samples import START

    rows.change("m_tea", valid_from=START, valid_until=START + timedelta(days=1))
    index.follow(rows.reader)
    masks = index._catalogue.masks
    first = masks.of(MemoryFilter(valid_at=START + timedelta(hours=1)))
    assert masks.of(MemoryFilter(valid_at=START + timedelta(hours=2))) is first
    assert masks.of(MemoryFilter(valid_at=START + timedelta(days=1))) is not first
    assert [name for name in ("m_tea",) if first.passes[index._catalogue.slots[MemoryId(name)]]]
