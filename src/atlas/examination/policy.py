"""How much is asked of an assistant to see whether it does well (H2, H7, C10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExaminationPolicy:
    questions: int = 40
    """Past questions that one replay asks again, at most."""
    trials: int = 160
    """How often one replay, or one run of probes, asks with a memory left out, at most."""
    exam_questions: int = 5
    """Questions of one exam."""
    probes: int = 60
    """Probes of one run, of all kinds alike."""
