"""Ask the assistant and mark what it says: by rules, and by a grader of its own where rules cannot tell (H7, C10, J11).

The question is put as a user's is. What is expected, and that anybody grades, stands in the grader's prompt alone.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from atlas.examination.grading import mark_answer
from atlas.model.examination import Arm, GradedAnswer, Mark, Question
from atlas.model.ids import MemoryId
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, AskAssistant, AssistantReply, Given, Reply, Request

GRADE: Final = "grade"
"""The grader's prompt."""
GRADER: Final = "the grader"
_MAX_TOKENS: Final = 60
_SHAPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"mark": {"type": "string", "enum": [each.value for each in Mark]}},
    "required": ["mark"],
    "additionalProperties": False,
}

Pairs = tuple[tuple[Mark, Mark], ...]
"""What rules said of an answer, and what the grader did."""
Grading = Generator[tuple[Request, ...], tuple[Given, ...], "Graded"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A question in one arm."""

    question: Question
    arm: Arm
    left_out: MemoryId | None = None
    as_of: datetime | None = None
    documents_as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Graded:
    answers: tuple[GradedAnswer, ...]
    """One for each attempt, in order."""
    pairs: Pairs = ()


def ask_and_grade(attempts: Sequence[Attempt], with_grader: bool, compare: bool = False) -> Grading:
    """Ask all attempts and mark the replies.

    Where there is a grader, it is asked what rules left open; with `compare` also what they did not, so that the two
    can be held against each other.
    """
    given = yield tuple(_put_question(each) for each in attempts)
    answers = [_mark_by_rules(each, reply) for each, reply in zip(attempts, given, strict=True)]
    said = [at for at, each in enumerate(answers) if each.text.strip()]
    wanted = [at for at in said if compare or answers[at].mark is Mark.UNGRADED] if with_grader else []
    if not wanted:
        return Graded(tuple(answers))
    told = yield tuple(_put_to_grader(answers[at]) for at in wanted)
    marks = {at: read_mark(each) for at, each in zip(wanted, told, strict=True)}
    pairs = tuple((answers[at].mark, mark) for at, mark in marks.items())
    for at, mark in marks.items():
        if answers[at].mark is Mark.UNGRADED:
            answers[at] = replace(answers[at], mark=mark, graded_by=GRADER)
    return Graded(tuple(answers), pairs)


def read_mark(given: Given) -> Mark:
    """What the grader said; what it said in no shape of a mark leaves the answer ungraded."""
    text = given.texts[0] if isinstance(given, Reply) and given.texts else ""
    found = parse_answer(text, _SHAPE)
    return Mark.UNGRADED if isinstance(found, Problem) else Mark(found["mark"])


def _put_question(attempt: Attempt) -> AskAssistant:
    return AskAssistant(attempt.question.text, attempt.arm, attempt.left_out, attempt.as_of, attempt.documents_as_of)


def _mark_by_rules(attempt: Attempt, given: Given) -> GradedAnswer:
    reply = given if isinstance(given, AssistantReply) else AssistantReply("")
    mark = mark_answer(attempt.question, reply.text)
    return GradedAnswer(attempt.question, attempt.arm, reply.text, mark, left_out=attempt.left_out, served=reply.served)


def _put_to_grader(answer: GradedAnswer) -> Ask:
    question = answer.question
    values = (("question", question.text), ("expected", question.expected), ("answer", answer.text))
    return Ask(GRADE, values, _MAX_TOKENS, _SHAPE, Size.SMALL)
