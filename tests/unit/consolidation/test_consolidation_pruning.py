"""What fades out of service, and everything that is protected from it (T6, T7)."""

from __future__ import annotations

from typing import Any

import pytest
from consolidation_rows import NOW, ago, guess, lean, memories
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.pruning import find_only_sources, may_fade, propose_archivals, propose_demotion
from atlas.consolidation.retention import RetentionPolicy, current_strength
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Form, Kind, Memory, State, Status

POLICY = ConsolidationPolicy()
FADING = RetentionPolicy()
IDS = st.sampled_from([MemoryId(f"m_{place}") for place in range(8)])


def pruned(*given: Memory) -> list[str]:
    return [each.memory for each in propose_archivals(given, (), NOW, FADING, POLICY)]


def test_below_five_hundredths_it_goes() -> None:  # T7
    """At a stability of a day, 2^-4.3 is still .0508 and 2^-4.4 is .0474."""
    assert pruned(guess("m_1", days=4.3), guess("m_2", days=4.4)) == ["m_2"]
    (archive,) = propose_archivals([guess("m_2", days=4.4)], (), NOW, FADING, POLICY)
    assert archive.reason == "Its strength has faded to 0.04, below 0.05."
    assert archive.gist is None


@pytest.mark.parametrize(
    "fields",
    [
        {"basis": Basis.STATED},
        {"basis": Basis.STATED, "form": Form.EPISODIC},
        {"basis": Basis.OBSERVED},
        {"emotion": 0.31},
        {"pinned": True},
        {"approved_by": "user"},
        {"approved_by": "operator"},
        {"transcribes": "u_1"},
        {"transcribes": "u_1", "kind": Kind.EPISODE, "form": Form.EPISODIC, "basis": Basis.OBSERVED},
        {"state": State.ARCHIVED},
        {"state": State.GONE},
        {"status": Status.NEEDS_REVIEW},
        {"status": Status.SUPERSEDED},
        {"status": Status.SENSITIVE},
    ],
)
def test_what_is_protected_stays(fields: dict[str, Any]) -> None:  # T7
    held = guess("m_1", **fields)
    assert current_strength(held, NOW, FADING) < 0.05
    assert pruned(held) == []
    assert not may_fade(lean(held), NOW, FADING, POLICY)
    if set(fields) - {"basis", "form"}:
        assert propose_demotion(held, 100, POLICY) is None


def test_what_somebody_stated_is_never_proposed_for_demotion() -> None:  # T6, T7
    """However often replies ignore it: nobody has to decide about their own words again and again."""
    assert propose_demotion(guess("m_1", basis=Basis.STATED), 100, POLICY) is None
    assert propose_demotion(guess("m_2", basis=Basis.OBSERVED), 100, POLICY) is not None


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"emotion": 0.3},
        {"approved_by": "policy"},
        {"basis": Basis.OBSERVED, "form": Form.EPISODIC, "kind": Kind.OBSERVATION},
    ],
)
def test_what_is_not_goes(fields: dict[str, Any]) -> None:  # T7
    assert pruned(guess("m_1", **fields)) == ["m_1"]
    assert may_fade(lean(guess("m_1", **fields)), NOW, FADING, POLICY)


def test_the_only_evidence_of_something_stays() -> None:  # T7
    assert propose_archivals([guess("m_1"), guess("m_2")], {MemoryId("m_1")}, NOW, FADING, POLICY)[0].memory == "m_2"


@given(memories())
def test_nothing_protected_is_ever_proposed(held: Memory) -> None:  # T7
    archives = propose_archivals([held], (), NOW, FADING, POLICY)
    assert bool(archives) is may_fade(lean(held), NOW, FADING, POLICY)
    if archives:
        assert held.basis is Basis.INFERRED or (held.basis is Basis.OBSERVED and held.form is Form.EPISODIC)
        assert not held.pinned
        assert held.transcribes is None
        assert held.emotion <= 0.3
        assert held.approved_by not in ("user", "operator")
        assert (held.state, held.status) == (State.ACTIVE, Status.APPROVED)
        assert current_strength(held, NOW, FADING) < 0.05


def test_ignored_again_and_again_it_is_proposed_for_demotion() -> None:  # T6
    held = guess("m_1", reinforced_at=ago(0))
    assert propose_demotion(held, 7, POLICY) is None
    wished = propose_demotion(held, 8, POLICY)
    assert wished is not None
    assert wished.memory == "m_1"
    assert wished.reason == "It was ignored 8 times in a row."


def test_the_strongest_source_is_kept_where_none_would_be_left() -> None:  # T7
    derived = {MemoryId("m_9"): [MemoryId("m_1"), MemoryId("m_2")], MemoryId("m_8"): [MemoryId("m_2"), MemoryId("m_3")]}
    assert find_only_sources(derived, [MemoryId("m_1"), MemoryId("m_2")]) == {"m_1"}
    assert find_only_sources(derived, [MemoryId("m_1")]) == frozenset()


def test_what_leaves_itself_holds_nothing() -> None:  # T7
    derived = {MemoryId("m_9"): [MemoryId("m_1")]}
    assert find_only_sources(derived, [MemoryId("m_1"), MemoryId("m_9")]) == frozenset()


def test_what_is_kept_keeps_its_own_source() -> None:  # T7
    chain = {MemoryId("m_2"): [MemoryId("m_1")], MemoryId("m_3"): [MemoryId("m_2")]}
    assert find_only_sources(chain, [MemoryId("m_1"), MemoryId("m_2")]) == {"m_1", "m_2"}


@given(st.dictionaries(IDS, st.lists(IDS, min_size=1, max_size=4, unique=True)), st.sets(IDS))
def test_nothing_in_service_loses_all_its_sources(
    derived: dict[MemoryId, list[MemoryId]], leaving: set[MemoryId]
) -> None:  # T7
    kept = find_only_sources(derived, leaving)
    out = leaving - kept
    assert kept <= leaving
    assert not [memory for memory, sources in derived.items() if memory not in out and out.issuperset(sources)]
