"""Two legs into one order, with every part of the sum kept by name (C8)."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import strategies as st

from atlas.model.entity import USER
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.retrieval.policy import RecallPolicy
from atlas.retrieval.question import Wanted
from atlas.retrieval.rank import Legs, rank
from unit.model._nouns import claim, given, memory

POLICY = RecallPolicy()
NOTHING = Wanted()
SCORES = st.dictionaries(st.integers(0, 9), st.floats(-1e6, 1e6), max_size=10)
KINDS = st.lists(st.sampled_from(Kind), max_size=10)


def _legs(text: dict[int, float], dense: dict[int, float]) -> Legs:
    return Legs(*({MemoryId(f"m_{place}"): score for place, score in leg.items()} for leg in (text, dense)))


def _memories(kinds: list[Kind]) -> list[Memory]:
    return [memory(f"m_{place}", kind=kind, claim=claim() if place % 2 else None) for place, kind in enumerate(kinds)]


@given(KINDS, SCORES, SCORES)
def test_the_components_add_up_to_the_score(kinds: list[Kind], text: dict[int, float], dense: dict[int, float]) -> None:
    for item in rank(_memories(kinds), _legs(text, dense), Wanted(("lives_in",), (USER,)), POLICY):  # C8
        assert [name for name, _ in item.components] == ["text", "meaning", "asked", "fact"]
        assert math.isclose(item.score, sum(value for _, value in item.components), abs_tol=1e-5)


@given(KINDS, SCORES, SCORES, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_how_candidates_came(
    kinds: list[Kind], text: dict[int, float], dense: dict[int, float], chance: random.Random
) -> None:
    found = _memories(kinds)
    shuffled = found[:]
    chance.shuffle(shuffled)
    first, second = (rank(each, _legs(text, dense), NOTHING, POLICY) for each in (found, found))
    assert first == second
    assert sorted(item.memory.id for item in first) == sorted(each.id for each in found)
    again = rank(shuffled, _legs(text, dense), NOTHING, POLICY)
    assert {item.memory.id: round(item.score, 3) for item in again} == {
        item.memory.id: round(item.score, 3) for item in first
    }


@given(KINDS, SCORES, SCORES)
def test_best_first_and_equals_by_their_ids(kinds: list[Kind], text: dict[int, float], dense: dict[int, float]) -> None:
    keys = [(-item.score, item.memory.id) for item in rank(_memories(kinds), _legs(text, dense), NOTHING, POLICY)]
    assert keys == sorted(keys)


def test_equals_stand_in_the_order_of_their_ids() -> None:
    found = [memory(f"m_{name}") for name in "cab"]
    assert [item.memory.id for item in rank(found, Legs({}, {}), NOTHING, POLICY)] == ["m_a", "m_b", "m_c"]


def test_with_no_leg_at_all_everything_still_has_a_place() -> None:  # R7
    ranked = rank([memory("m_1"), memory("m_2", kind=Kind.EPISODE)], Legs({}, {}), NOTHING, POLICY)
    assert [(item.memory.id, item.score) for item in ranked] == [("m_1", POLICY.fact_weight), ("m_2", 0.0)]


def test_legs_that_found_only_what_is_gone_break_nothing() -> None:
    assert rank([], _legs({1: 0.5}, {2: 0.5}), NOTHING, POLICY) == []
    assert len(rank([memory("m_7")], _legs({1: 0.5}, {2: 0.5}), NOTHING, POLICY)) == 1


@pytest.mark.parametrize("broken", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_number_counts_as_not_found(broken: float) -> None:  # R7
    found = _memories([Kind.EPISODE] * 3)
    with_it = rank(found, _legs({}, {0: 0.9, 1: 0.1, 2: broken}), NOTHING, POLICY)
    assert with_it == rank(found, _legs({}, {0: 0.9, 1: 0.1}), NOTHING, POLICY)
    assert all(math.isfinite(item.score) for item in with_it)
    assert with_it[0].memory.id == "m_0"


def test_what_a_leg_did_not_find_gets_that_legs_lowest() -> None:
    found = _memories([Kind.EPISODE] * 3)
    parts = {
        item.memory.id: dict(item.components) for item in rank(found, _legs({0: 5.0, 1: 1.0}, {}), NOTHING, POLICY)
    }
    assert parts[MemoryId("m_2")]["text"] == parts[MemoryId("m_1")]["text"] < parts[MemoryId("m_0")]["text"]


def test_a_leg_weighs_by_its_spread_and_not_by_its_size() -> None:
    found = _memories([Kind.EPISODE] * 4)
    small = rank(found, _legs({0: 1.0, 1: 2.0, 2: 3.0}, {3: 1.0}), NOTHING, POLICY)
    large = rank(found, _legs({0: 1000.0, 1: 2000.0, 2: 3000.0}, {3: 1.0}), NOTHING, POLICY)
    assert small == large


def test_the_fact_that_is_asked_for_comes_first() -> None:
    asked, other = memory("m_z", claim=claim()), memory("m_a", claim=claim("tea", "likes"))
    legs = Legs({asked.id: 1.0, other.id: 1.2}, {asked.id: 0.5, other.id: 0.6})
    wanted = Wanted(("lives_in",), (USER,))
    assert rank([other, asked], legs, wanted, RecallPolicy(asked_weight=5.0))[0].memory.id == "m_z"
    assert rank([other, asked], legs, NOTHING, POLICY)[0].memory.id == "m_a"
