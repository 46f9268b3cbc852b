"""Exams and their grades."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.exam import Exam


class SqlExamReader(SqlRows):
    def exams(self, limit: int) -> Sequence[Exam]:
        return [codec.exam_of(row) for row in self._lane.rows("exams", {"limit": limit})]


class SqlExamWriter(SqlExamReader):
    def add_exam(self, exam: Exam) -> None:
        self._lane.change("add_exam", codec.exam_values(exam))
