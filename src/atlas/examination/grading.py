"""Mark an answer against what a person said is right (H7, C10).

Rules mark what rules can tell: the expected words are there, a rival of them is there, or the answer says that it
does not know. Everything else is ungraded, and may be put to a model by a prompt of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from atlas.language.folding import has_words
from atlas.language.registry import LANGUAGE
from atlas.model.examination import Arm, GradedAnswer, Mark, Question, Trial

_WORTH: Final[Mapping[Mark, int]] = {Mark.RIGHT: 2, Mark.UNANSWERED: 1, Mark.WRONG: 0}
"""Who is silent does no harm, and no good."""


def mark_answer(question: Question, answer: str) -> Mark:
    """What the rules make of it. An answer that names what is right and what is wrong is left open."""
    if not answer.strip():
        return Mark.UNANSWERED
    right = has_words(answer, question.expected)
    wrong = any(has_words(answer, rival) for rival in question.rivals)
    if right and not wrong:
        return Mark.RIGHT
    if wrong and not right:
        return Mark.WRONG
    if not right and LANGUAGE.notes.admits_ignorance(answer):
        return Mark.UNANSWERED
    return Mark.UNGRADED


def rate_right(answers: Iterable[GradedAnswer]) -> tuple[int, int]:
    """How many are right, of how many that could be graded. Not to know is not to be right."""
    marks = [answer.mark for answer in answers if answer.mark is not Mark.UNGRADED]
    return sum(mark is Mark.RIGHT for mark in marks), len(marks)


def measure_agreement(by_rules: Iterable[Mark], by_model: Iterable[Mark]) -> tuple[int, int]:
    """How often both say the same, of how many answers that both could grade."""
    pairs = [
        (rules, model) for rules, model in zip(by_rules, by_model, strict=True) if Mark.UNGRADED not in (rules, model)
    ]
    return sum(rules is model for rules, model in pairs), len(pairs)


def list_trials(answers: Iterable[GradedAnswer]) -> list[Trial]:
    """The answers with memory, whole or with one left out, as they are compared."""
    return [
        Trial(name_question(answer.question), _WORTH.get(answer.mark), answer.served, answer.left_out)
        for answer in answers
        if answer.arm in (Arm.WITH, Arm.LEFT_OUT)
    ]


def name_question(question: Question) -> str:
    """What tells it from others: where it was asked, or what it was made of, and its words."""
    return f"{question.interaction or question.memory or ''} {question.text}".lstrip()
