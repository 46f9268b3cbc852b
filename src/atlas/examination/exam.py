"""An exam: a few questions whose answer is known, asked with memory and without it (C10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from atlas.examination.asking import Attempt, ask_and_grade
from atlas.examination.grading import measure_agreement
from atlas.model.examination import Arm, Mark, Question
from atlas.model.thinking import Thinking, Thoughts


def take_exam(questions: Sequence[Question], with_grader: bool) -> Thinking:
    """The grade: how many are right in each arm, of those that could be graded in both."""
    attempts = [Attempt(each, arm) for each in questions for arm in (Arm.WITH, Arm.WITHOUT)]
    graded = yield from ask_and_grade(attempts, with_grader, compare=True)
    pairs = list(zip(graded.answers[::2], graded.answers[1::2], strict=True))
    told = [(one.mark, other.mark) for one, other in pairs if Mark.UNGRADED not in (one.mark, other.mark)]
    agreed, both = measure_agreement((rules for rules, _ in graded.pairs), (model for _, model in graded.pairs))
    return Thoughts(
        said={
            "asked": len(told),
            "right_with": sum(mark is Mark.RIGHT for mark, _ in told),
            "right_without": sum(mark is Mark.RIGHT for _, mark in told),
            "ungraded": len(pairs) - len(told),
            "expected_by": dict(Counter(each.expected_by.value for each in questions)),
            "agreement": {"same": agreed, "both": both},
        }
    )
