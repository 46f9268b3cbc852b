"""The record of exams."""

from __future__ import annotations

from typing import Final

from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.conclusions import Conclusion
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.exam.exam_input import has_questions, read_exam
from atlas.model.exam import Exam
from atlas.model.task import Task


def commit_exam(conclusion: Conclusion) -> None:
    """The record, and the grade as a row: contexts and figures read that."""
    said = conclusion.thoughts.said
    conclusion.ledger.txn.add_reflection(conclusion.reflection)
    if said["asked"]:
        at = conclusion.runtime.now()
        grade = Exam(conclusion.runtime.exam_id(), at, said["asked"], said["right_with"], said["right_without"])
        conclusion.ledger.record_exam(grade)


EXAM: Final = TaskSpec(
    Task.EXAM,
    Scheduling(single=True),
    read_input=read_exam,
    has_input=has_questions,
    one_by_one=True,
    commit=commit_exam,
    label="an exam",
    none_owed="Nothing is known yet that could be asked for.",
)
