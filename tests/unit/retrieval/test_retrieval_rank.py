"""Places in order, each with the parts of its sum (C8), one thing not ten times."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.retrieval.features import NAMES, PART_OF, PARTS, build_places
from atlas.retrieval.query_reading import Reading, Span
from atlas.retrieval.rank import AGAIN, RankedRow, rank_places
from atlas.retrieval.weights import WEIGHTS
from unit.retrieval._found import DAY, Row, found

PLAIN = Reading(("x",))
DEPTH = 50

ROWS = st.lists(
    st.builds(
        Row,
        counts=st.tuples(st.integers(0, 4)),
        near=st.one_of(st.none(), st.floats(-1, 1)),
        session=st.integers(-1, 3),
        placeless=st.booleans(),
        speaker=st.sampled_from([None, "ana", "bo"]),
        role=st.sampled_from(["user", "assistant", ""]),
        at=st.floats(-1e9, 4e9),
        length=st.floats(0, 5_000),
        asks=st.integers(0, 2),
        dated=st.booleans(),
        candidate=st.booleans(),
    ),
    max_size=12,
)


def _ranked(rows: list[Row], reading: Reading = PLAIN, weights: dict[str, float] | None = None) -> list[RankedRow]:
    return rank_places(found(rows), reading, {}, 20, DEPTH, weights or WEIGHTS)


def _numbers(rows: list[Row], reading: Reading = PLAIN, name: str = "near") -> list[float]:
    table = build_places(found(rows), reading, {}, DEPTH)
    return [round(float(value), 6) for value in table.matrix[:, NAMES.index(name)]]


@given(ROWS)
def test_components_add_up_to_the_score_and_every_candidate_is_ranked_once(rows: list[Row]) -> None:
    ranked = _ranked(rows)  # C8
    echo = [row.near is not None and row.near > 0.97 and row.asks == 2 for row in rows]
    assert sorted(item.row for item in ranked) == [at for at, row in enumerate(rows) if row.candidate and not echo[at]]
    assert [item.score for item in ranked] == sorted((item.score for item in ranked), reverse=True)
    for item in ranked:
        assert [name for name, _ in item.components][: len(PARTS)] == list(PARTS)
        assert math.isclose(item.score, sum(value for _, value in item.components), rel_tol=1e-6, abs_tol=1e-4)


@given(ROWS)
def test_the_same_inputs_give_the_same_answer_and_no_number_is_unknown(rows: list[Row]) -> None:
    assert _ranked(rows) == _ranked(rows)
    assert all(math.isfinite(item.score) for item in _ranked(rows))


def test_nothing_found_is_nothing_ranked() -> None:
    assert _ranked([]) == []
    assert _ranked([Row(candidate=False)]) == []


def test_a_message_and_the_facts_drawn_from_it_are_one_place() -> None:
    rows = [Row(near=0.9, session=0), Row(near=0.95, fact_of=0), Row(near=0.1, session=1), Row(near=0.2, session=2)]
    first = [item.row for item in _ranked(rows, weights={"near": 1.0})]
    assert first[0] == 1, "the fact stands for the place"
    assert first[1:3] == [3, 2], "other places come before the message again"
    assert first[3] == 0
    ranked = _ranked(rows, weights={"near": 1.0})
    assert [item.score for item in ranked] == sorted((item.score for item in ranked), reverse=True)
    assert ranked[3].components[-1][0] == AGAIN


def test_the_same_question_asked_before_answers_nothing() -> None:
    rows = [Row(near=1.0, asks=2), Row(near=0.4, session=1), Row(near=0.9, asks=2, session=2)]
    assert [item.row for item in _ranked(rows, weights={"near": 1.0})] == [2, 1]
    telling_too = [Row(near=1.0, average=0.7, asks=2), Row(near=0.4, session=1)]
    assert [item.row for item in _ranked(telling_too, weights={"near": 1.0})] == [0, 1]
    with_fact = [Row(near=1.0, asks=2), Row(near=0.3, fact_of=0), Row(near=0.4, session=1)]
    assert [item.row for item in _ranked(with_fact, weights={"near": 1.0})] == [2, 1]


def test_what_was_said_in_no_session_is_in_none_with_others() -> None:
    apart = [Row(near=0.9, session=-1, counts=(3,)), Row(near=0.1, session=-1), Row(near=0.1, session=5)]
    for name in ("session_near", "session_bm25", "session_cover"):
        numbers = _numbers(apart, name=name)
        assert numbers[1] == numbers[2]
        assert numbers[0] > numbers[1]


def test_what_is_asked_for_stands_for_its_place() -> None:
    rows = [Row(near=0.9), Row(near=0.8, fact_of=0), Row(near=0.2, fact_of=0)]
    ranked = rank_places(found(rows), PLAIN, {2: 1.0}, 20, DEPTH, {"near": 1.0, "asked": 1.0})
    assert ranked[0].row == 2


def test_what_holds_no_longer_counts_against_its_place_unless_another_fact_of_it_answers() -> None:
    rows = [Row(), Row(session=1), Row(fact_of=1)]
    table = build_places(found(rows), PLAIN, {0: -1.0, 1: -1.0, 2: 0.9}, DEPTH)
    assert table.matrix[:, NAMES.index("asked")].tolist() == [-1.0, 0.9]  # T16


def test_a_fact_that_says_less_than_its_message_does_not_stand_for_it() -> None:
    rows = [Row(near=0.9, counts=(3,)), Row(near=0.3, fact_of=0)]
    assert _ranked(rows, weights={"near": 1.0})[0].row == 0


def test_a_short_answer_is_found_by_the_question_before_it() -> None:
    asked = [Row(counts=(2,), asks=2), Row(length=2), Row(session=1, length=2)]
    answer, other = 1, 2
    assert _numbers(asked, name="cover_two")[answer] > _numbers(asked, name="cover_two")[other] == 0
    assert _numbers(asked, name="answers")[answer] > 0
    assert _numbers(asked, name="cover_seven") == [1.0, 1.0, 0.0]


def test_neighbours_do_not_reach_over_a_session() -> None:
    rows = [Row(counts=(2,), session=0), Row(session=1)]
    assert _numbers(rows, name="bm25_before") == [0.0, 0.0]


def test_whoever_is_named_is_preferred_and_only_if_one_is() -> None:
    rows = [Row(speaker="ana"), Row(speaker="bo")]
    assert _numbers(rows, Reading(("x",), frozenset({"bo"})), "speaker") == [0.0, 1.0]
    assert _numbers(rows, Reading(("x",), frozenset({"ana", "bo"})), "speaker") == [0.0, 0.0]


@pytest.mark.parametrize(
    ("at", "fit"), [(100.0, 2.0), (99.5, 2.0), (105.0, 1.5), (120.0, 1.0), (300.0, 0.0), (60.0, 0.0)]
)
def test_a_day_asked_for_is_found_by_what_was_said_then_or_soon_after(at: float, fit: float) -> None:
    asked = Reading(("x",), spans=(Span(100 * DAY, 101 * DAY),))
    assert _numbers([Row(at=at * DAY)], asked, "date") == [fit]


def test_what_it_tells_of_counts_as_well_as_when_it_was_told() -> None:
    asked = Reading(("x",), spans=(Span(100 * DAY, 131 * DAY),))
    assert _numbers([Row(at=500 * DAY, referred=110 * DAY), Row(at=500 * DAY)], asked, "date") == [1.0, 0.0]


def test_scores_do_not_depend_on_what_else_was_found() -> None:
    one, more = [Row(counts=(1,), near=0.5)], [Row(counts=(1,), near=0.5), Row(session=1, near=0.4)]
    for name in ("bm25", "cover", "near", "average", "cover_seven"):
        assert _numbers(one, name=name)[0] == _numbers(more, name=name)[0]


def test_what_the_dense_leg_did_not_score_is_no_nearer_than_the_last_it_found() -> None:
    rows = [Row(near=0.9), Row(near=0.5, session=1), Row(near=None, session=2)]
    assert _numbers(rows)[2] == _numbers(rows)[1]  # R7
    assert _numbers([Row(near=None)]) == [0.0]


@pytest.mark.parametrize(
    ("total", "embedded", "first"), [(1_000, 1_000, 0), (1_000, 940, 0), (1_000, 300, 2), (20, 4, 0)]
)
def test_meaning_counts_for_nobody_while_many_memories_have_no_vectors(total: int, embedded: int, first: int) -> None:
    """X8: another embedder has not reached the message with the words of the question."""
    rows = [Row(near=0.9), Row(near=0.1, session=1), Row(near=None, counts=(3,), session=2)]
    ranked = rank_places(found(rows, total=total, embedded=embedded), PLAIN, {}, 20, DEPTH)
    assert ranked[0].row == first


def test_every_number_belongs_to_a_part_and_every_weight_to_a_number() -> None:
    assert set(NAMES) == set(PART_OF)
    assert set(WEIGHTS) <= set(NAMES)
    assert len(set(NAMES)) == len(NAMES)


def test_a_lesson_stands_for_the_question_that_taught_it() -> None:  # S7
    question, lesson = Row(near=0.95, asks=2), Row(near=0.2, fact_of=0, lesson=True)
    ranked = _ranked([question, lesson, Row(near=0.5, session=1)])
    assert [each.row for each in ranked] == [1, 2, 0]
