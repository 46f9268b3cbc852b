"""Whether a memory harms is found by leaving it out, and said only where chance does not explain it (H7)."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from atlas.examination.ablation import choose_trials, find_harmful, measure_harm
from atlas.examination.grading import list_trials, mark_answer, measure_agreement, rate_right
from atlas.examination.intervals import bound_difference, bound_share_above, bound_share_below
from atlas.model.examination import Arm, ExpectedBy, GradedAnswer, Mark, Question
from atlas.model.ids import MemoryId

LESSON, HARMLESS = MemoryId("m_lesson"), MemoryId("m_harmless")


def ask(number: int) -> Question:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Question(f"Where is thing {number}?", "Porto", ExpectedBy.CORRECTION, at, rivals=("Lisbon",))


def answer(number: int, mark: Mark, left_out: MemoryId | None = None) -> GradedAnswer:
    arm = Arm.WITH if left_out is None else Arm.LEFT_OUT
    served = tuple(each for each in (LESSON, HARMLESS) if each != left_out)
    return GradedAnswer(ask(number), arm, "", mark, left_out=left_out, served=served)


def test_h7_rules_mark_what_they_can_tell_and_leave_the_rest_open():
    question = ask(1)
    assert mark_answer(question, "It is in Porto.") is Mark.RIGHT
    assert mark_answer(question, "It is in Lisbon.") is Mark.WRONG
    assert mark_answer(question, "I don't know.") is Mark.UNANSWERED
    assert mark_answer(question, "") is Mark.UNANSWERED
    assert mark_answer(question, "It moved from Lisbon to Porto.") is Mark.UNGRADED
    assert mark_answer(question, "Somewhere by the sea.") is Mark.UNGRADED


def test_h7_what_nobody_could_grade_counts_for_nothing():
    marks = [Mark.RIGHT, Mark.WRONG, Mark.UNANSWERED, Mark.UNGRADED]
    assert rate_right(answer(number, mark) for number, mark in enumerate(marks)) == (1, 3)
    assert measure_agreement(marks, [Mark.RIGHT, Mark.RIGHT, Mark.UNGRADED, Mark.WRONG]) == (1, 2)


def test_h7_a_memory_that_makes_right_answers_wrong_is_found_and_its_neighbour_is_not():
    answers = [answer(number, Mark.WRONG) for number in range(6)]
    answers += [answer(number, Mark.RIGHT, left_out=LESSON) for number in range(6)]
    answers += [answer(number, Mark.WRONG, left_out=HARMLESS) for number in range(6)]
    (harm,) = find_harmful(list_trials(answers))
    assert (harm.memory, harm.asked, harm.worse, harm.better, harm.rate) == (LESSON, 6, 6, 0, 1.0)
    assert harm.low > 0
    assert [each.memory for each in measure_harm(list_trials(answers))] == [LESSON, HARMLESS]


def test_h7_a_few_questions_are_not_enough_to_blame_a_memory():
    answers = [answer(number, Mark.WRONG) for number in range(3)]
    answers += [answer(number, Mark.RIGHT, left_out=LESSON) for number in range(3)]
    assert measure_harm(list_trials(answers))[0].rate == 1.0
    assert find_harmful(list_trials(answers)) == []


def test_h7_trials_begin_where_something_went_wrong_and_go_on_only_with_what_mended_it():
    answers = [answer(0, Mark.WRONG), answer(1, Mark.RIGHT), answer(2, Mark.UNGRADED)]
    first = choose_trials(list_trials(answers), 10)
    assert set(first) == {
        ("Where is thing 0?", LESSON),
        ("Where is thing 0?", HARMLESS),
    }
    answers += [answer(0, Mark.RIGHT, left_out=LESSON), answer(0, Mark.WRONG, left_out=HARMLESS)]
    assert choose_trials(list_trials(answers), 10) == [("Where is thing 1?", LESSON)]
    answers.append(answer(1, Mark.RIGHT, left_out=LESSON))
    assert choose_trials(list_trials(answers), 10) == []


def test_h7_no_more_trials_than_asked_for():
    answers = [answer(number, Mark.WRONG) for number in range(9)]
    assert len(choose_trials(list_trials(answers), 5)) == 5


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_h7_the_interval_holds_the_rate_and_is_mirrored(worse: int, better: int, alike: int):
    cases = worse + better + alike
    low, high = bound_difference(worse, better, cases)
    rate = (worse - better) / cases if cases else 0.0
    assert -1 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1
    mirrored = bound_difference(better, worse, cases)
    assert abs(mirrored[0] + high) < 1e-6
    assert abs(mirrored[1] + low) < 1e-6


def test_h7_bounds_are_those_of_the_tables():
    assert abs(bound_share_below(5, 5) - 0.05 ** (1 / 5)) < 1e-6
    assert abs(bound_share_below(3, 10) - 0.08726) < 1e-4
    assert abs(bound_share_above(3, 10) - 0.60662) < 1e-4
    assert bound_share_below(0, 7) == 0.0
