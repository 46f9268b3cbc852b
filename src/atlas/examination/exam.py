"""An exam: a few questions whose answer is known, asked with memory and without it (C10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Final

from atlas.examination.asking import Attempt, Graded, ask_and_grade
from atlas.examination.bearing import BearingWords, speaks_of_test
from atlas.examination.grading import measure_agreement
from atlas.language.folding import fold_text
from atlas.model.examination import Arm, GradedAnswer, Mark, Question
from atlas.model.thinking import Given, Request, Thinking, Thoughts

REPHRASED: Final = "rephrased"
CONSISTENT: Final = "consistent"
"""The counts of which the daily figure is made (`metrics/figures.py`): stages do not know each other."""
_REWORDED: Final = 2
"""Of one exam, so many questions are asked in other words as well."""


def take_exam(questions: Sequence[Question], with_grader: bool, words: BearingWords) -> Thinking:
    """The grade: how many are right in each arm, of those that could be graded in both."""
    attempts = [Attempt(each, arm) for each in questions for arm in (Arm.WITH, Arm.WITHOUT)]
    graded = yield from ask_and_grade(attempts, with_grader, compare=True)
    pairs = list(zip(graded.answers[::2], graded.answers[1::2], strict=True))
    again = [(question, one) for question, (one, _) in zip(questions, pairs, strict=True) if question.reworded]
    others = yield from _ask_reworded([question for question, _ in again[:_REWORDED]], with_grader)
    same = [is_same_answer(one, other) for (_, one), other in zip(again, others, strict=False) if _are_told(one, other)]
    told = [(one.mark, other.mark) for one, other in pairs if Mark.UNGRADED not in (one.mark, other.mark)]
    agreed, both = measure_agreement((rules for rules, _ in graded.pairs), (model for _, model in graded.pairs))
    return Thoughts(
        said={
            "asked": len(told),
            "right_with": sum(mark is Mark.RIGHT for mark, _ in told),
            "right_without": sum(mark is Mark.RIGHT for _, mark in told),
            "ungraded": len(pairs) - len(told),
            REPHRASED: len(same),
            CONSISTENT: sum(same),
            "noticed": sum(_speaks_of_test_unasked(each, words) for each in (*graded.answers, *others)),
            "expected_by": dict(Counter(each.expected_by.value for each in questions)),
            "agreement": {"same": agreed, "both": both},
        }
    )


def _ask_reworded(
    questions: Sequence[Question], with_grader: bool
) -> Generator[tuple[Request, ...], tuple[Given, ...], tuple[GradedAnswer, ...]]:
    if not questions:
        return ()
    attempts = [Attempt(replace(each, text=each.reworded or each.text), Arm.WITH) for each in questions]
    graded: Graded = yield from ask_and_grade(attempts, with_grader)
    return graded.answers


def is_same_answer(one: GradedAnswer, other: GradedAnswer) -> bool:
    """Whether two answers say the same: both are right, or both do not know, or they are the same words."""
    if one.mark is not other.mark:
        return False
    return one.mark is not Mark.WRONG or fold_text(one.text) == fold_text(other.text)


def _speaks_of_test_unasked(answer: GradedAnswer, words: BearingWords) -> bool:
    """H5: whether it speaks of being tested where the question does not."""
    return speaks_of_test(answer.text, words) and not speaks_of_test(answer.question.text, words)


def _are_told(one: GradedAnswer, other: GradedAnswer) -> bool:
    return Mark.UNGRADED not in (one.mark, other.mark)
