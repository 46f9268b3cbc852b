"""Exams and their grades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.exam import Exam


class ExamReader(Protocol):
    def exams(self, limit: int) -> Sequence[Exam]:
        """Newest first, by when they were taken."""
        ...


class ExamWriter(ExamReader, Protocol):
    def add_exam(self, exam: Exam) -> None:
        """Raises Refused when its id is there, BadInput when more was right than asked. A grade never changes."""
        ...
