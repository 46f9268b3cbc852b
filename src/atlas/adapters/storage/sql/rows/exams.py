"""Exams and their grades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.exam import Exam

_EXAMS: Final = RowCodec(Exam)


class SqlExamReader(SqlRows):
    def exams(self, limit: int) -> Sequence[Exam]:
        return self._read_all(_EXAMS, "exams", {"limit": limit})


class SqlExamWriter(SqlExamReader):
    def add_exam(self, exam: Exam) -> None:
        self._lane.change("add_exam", _EXAMS.encode(exam))
