"""An index against a search done the slow and plain way, over any feed of changes (X3, X8)."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from _followed import TINY, Rows, blob
from _oracle import NEARLY, Oracle
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from atlas.adapters.index.index import SpaceIndex
from atlas.language.words import words
from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId, MemoryId, SessionId
from atlas.model.memory import Kind, State, Status
from atlas.model.origin import Origin
from atlas.model.search_result import Found
from atlas.ports.index import Probe
from atlas.ports.reading import MemoryFilter
from atlas.testing.samples import START

# Few words, few small whole numbers, few places: equal scores and clashes are common, which is where order goes wrong.
_words = st.sampled_from(["tea", "likes", "Ana", "in", "Porto", "yesterday", "寿司", "runs?"])
_texts = st.lists(_words, min_size=1, max_size=6).map(" ".join)
_names = st.integers(0, 60).map(lambda number: f"m_{number:02}")
_numbers = st.lists(st.integers(-2, 2), min_size=3, max_size=3)
_vectors = st.one_of(
    st.none(),
    st.lists(_numbers.filter(any), min_size=1, max_size=3).map(lambda rows: blob(*rows)),
    st.sampled_from([b"123", blob([0, 0, 0]), b"\xff" * 12, blob([1, 0, 0, 1])]),
)
_moments = st.one_of(st.none(), st.integers(0, 5).map(lambda minutes: START + timedelta(minutes=minutes)))
_moment = _moments.map(lambda moment: moment or START)
_talks = st.sampled_from([None, ConversationId("talk"), ConversationId("other")])
_subjects = st.sampled_from([None, EntityId("user"), EntityId("person:ana")])
_fields = st.fixed_dictionaries(
    {
        "kind": st.sampled_from([Kind.EPISODE, Kind.EPISODE, Kind.FACT, Kind.RULE]),
        "status": st.sampled_from(Status),
        "state": st.sampled_from([State.ACTIVE, State.ARCHIVED]),
        "origin": st.sampled_from([Origin.USER, Origin.WEB]),
        "observed_at": _moment,
        "referred_at": _moments,
        "valid_from": _moments,
        "valid_until": _moments,
        "conversation": _talks,
        "session": st.sampled_from([SessionId("s_1"), SessionId("s_1"), SessionId("s_2"), None]),
        "speaker": st.sampled_from([None, "Ana", "ANA", "Bo"]),
        "role": st.sampled_from([None, "user", "assistant"]),
        "subject": _subjects,
        "vectors": _vectors,
    }
)
_placings = st.integers(0, 12)
_rows = st.tuples(_names, _texts, _fields, _placings)
_filters = st.builds(
    MemoryFilter,
    statuses=st.sampled_from([frozenset(), frozenset({Status.APPROVED}), frozenset(Status) - {Status.APPROVED}]),
    states=st.sampled_from([frozenset(), frozenset({State.ACTIVE})]),
    kinds=st.sampled_from([frozenset(), frozenset({Kind.EPISODE}), frozenset({Kind.FACT, Kind.RULE})]),
    origins=st.sampled_from([frozenset(), frozenset({Origin.USER})]),
    conversation=_talks,
    subject=_subjects,
    valid_at=_moments,
    observed_before=_moments,
    observed_after=_moments,
)
_probes = st.builds(
    Probe,
    terms=st.lists(st.sampled_from([*words("tea likes Ana in Porto yesterday 寿司 runs"), "nowhere"]), max_size=4).map(
        tuple
    ),
    vectors=st.one_of(
        st.none(), st.lists(_numbers.filter(any), min_size=1, max_size=3).map(lambda rows: np.array(rows, np.float32))
    ),
    where=st.one_of(st.just(MemoryFilter()), _filters),
    depth=st.integers(1, 8),
    reach=st.integers(0, 3),
)


def hit_by(found: Found) -> set[MemoryId]:
    return {name for name, hit in zip(found.names, found.hit.tolist(), strict=True) if hit}


def check(index: SpaceIndex, rows: Rows, oracle: Oracle, probe: Probe) -> None:
    """Each leg by itself, and both together."""
    hits = set[MemoryId]()
    for alone in (replace(probe, vectors=None), replace(probe, terms=())):
        if not alone.terms and alone.vectors is None:
            continue
        found = index.search(alone)
        named = hit_by(found)
        query = [] if alone.vectors is None else alone.vectors[0].tolist()
        scores = oracle.by_meaning(probe.where, query) if query else oracle.by_words(alone)
        oracle.check_leg(named, scores, probe.depth)
        hits |= named
    found = index.search(probe)
    assert hit_by(found) == hits
    oracle.check_rows(list(found.names), found, probe)


class _Followed(RuleBasedStateMachine):
    """Rows change in any way, several indexes follow at their own pace, and all answer like the oracle."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = Rows()
        self.exact = SpaceIndex(TINY)
        self.quantised = SpaceIndex(TINY, quantise_from=4)
        self.folder = Path(tempfile.mkdtemp())
        self.kept = self.reopened()
        self.place = 20

    def reopened(self) -> SpaceIndex:
        return SpaceIndex(TINY, self.folder, quantise_from=4, save_from=1)

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(batch=st.lists(_rows, min_size=8, max_size=25))
    def begin(self, batch: list[tuple[str, str, dict[str, Any], int]]) -> None:
        self.put(batch)

    @rule(batch=st.lists(_rows, min_size=1, max_size=4))
    def put(self, batch: list[tuple[str, str, dict[str, Any], int]]) -> None:
        for name, text, fields, placing in batch:
            self.rows.put(name, text, place=self._placed(name, fields["kind"], placing), **fields)

    def _placed(self, name: str, kind: Kind, placing: int) -> int:
        """Most messages come in order. Every place is one message's, which has one episode and any number of facts."""
        self.place += 1
        if kind is not Kind.EPISODE:
            return max(1, self.place - placing)
        told = {of.place for of in self.rows.listings.values() if of.kind is Kind.EPISODE and of.memory != name}
        free = [place for place in range(1, self.place) if place not in told]
        return free[placing % len(free)] if free and placing > 8 else self.place

    @rule(
        data=st.data(),
        fields=_fields,
        chosen=st.sets(st.sampled_from(["status", "state", "vectors", "valid_until", "session"])),
    )
    def change(self, data: st.DataObject, fields: dict[str, Any], chosen: set[str]) -> None:
        if self.rows.listings:
            name = data.draw(st.sampled_from(sorted(self.rows.listings)))
            self.rows.change(name, **{field: fields[field] for field in chosen})

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if self.rows.listings:
            self.rows.remove(data.draw(st.sampled_from(sorted(self.rows.listings))))

    @rule()
    def follow(self) -> None:
        self.exact.follow(self.rows.reader)

    @rule()
    def purge(self) -> None:
        self.exact.follow(self.rows.reader)
        self.exact.purge()

    @rule(saving=st.booleans())
    def reopen(self, saving: bool) -> None:
        """Another process takes over, from whatever was saved last."""
        self.kept.follow(self.rows.reader)
        if saving:
            self.kept.save()
        self.kept = self.reopened()

    @rule(probe=_probes)
    def search(self, probe: Probe) -> None:
        oracle = Oracle(self.rows.listings, TINY.dimension)
        for index in (self.exact, self.quantised, self.kept, SpaceIndex(TINY)):
            index.follow(self.rows.reader)
            check(index, self.rows, oracle, probe)
        assert not [note for note in self.kept.troubles if "anew" in note]

    @rule(query=_numbers.filter(any), limit=st.integers(1, 9))
    def nearest(self, query: list[int], limit: int) -> None:
        scores = Oracle(self.rows.listings, TINY.dimension).by_meaning(MemoryFilter(states=frozenset()), query)
        for index in (self.exact, self.quantised):
            index.follow(self.rows.reader)
            hits = index.nearest(np.array(query, dtype=np.float32), limit)
            assert [score for _, score in hits] == sorted((score for _, score in hits), reverse=True)
            np.testing.assert_allclose([score for _, score in hits], sorted(scores.values())[::-1][:limit], atol=NEARLY)
            np.testing.assert_allclose([score for _, score in hits], [scores[name] for name, _ in hits], atol=NEARLY)

    @invariant()
    def counts_agree(self) -> None:
        if self.exact.watermark == self.rows.last:
            assert len(self.exact) == len(self.rows.listings)


class _FollowedInSmallSteps(_Followed):
    """The same with everything that happens only to many happening to few: pages, merges, compaction, pruning."""

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        for name, value in SMALL.items():
            self.patch.setattr(name, value)
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.patch.undo()


SMALL = {
    "atlas.adapters.index.masks._MANY": 1,
    "atlas.adapters.index.index._PAGE": 3,
    "atlas.adapters.index.catalogue._DEAD_AT_LEAST": 3,
    "atlas.adapters.index.postings._TAIL_AT_LEAST": 3,
    "atlas.adapters.index.passages._WAITING": 3,
    "atlas.adapters.index.codes._FEW": 0,
}

TestFollowed = _Followed.TestCase
TestFollowed.settings = settings(stateful_step_count=20)
TestFollowedInSmallSteps = _FollowedInSmallSteps.TestCase
TestFollowedInSmallSteps.settings = settings(stateful_step_count=25)
