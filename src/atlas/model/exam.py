"""A small self-test of questions with known answers, taken with memory and without it (C10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.ids import ExamId


@dataclass(frozen=True, slots=True)
class Exam:
    """The grade alone. What was asked stands where it came from, so that forgetting has nothing to look for here."""

    id: ExamId
    at: datetime
    asked: int
    right_with: int
    """Of the questions asked, how many were right with memory."""
    right_without: int
