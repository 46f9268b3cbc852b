"""The JSON shape of examinations, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from atlas.model.exam import Exam
from atlas.model.thinking import Reflection
from atlas.surfaces.views.text import format_count


def view_examination(run: Reflection) -> dict[str, Any]:
    """One replay, exam or run of probes: figures and ids."""
    return {
        "id": run.id,
        "at": run.at.isoformat(),
        "by": run.thinker,
        "calls": run.calls,
        "tokens": run.tokens,
        "money": run.money,
        **run.said,
    }


def view_exam(exam: Exam) -> dict[str, Any]:
    return {
        "id": exam.id,
        "at": exam.at.isoformat(),
        "asked": exam.asked,
        "right_with": exam.right_with,
        "right_without": exam.right_without,
    }


def format_share(counts: Mapping[str, int], part: str = "right", whole: str = "graded") -> str:
    """How many of how many, and the share; nothing where none was."""
    return f"{counts[part]} of {counts[whole]} ({counts[part] / counts[whole]:.0%})" if counts[whole] else "none graded"


def list_agreement(said: Mapping[str, Any]) -> list[tuple[str, str]]:
    """How far rules and the grader agree, where both could tell; nothing without a grader."""
    agreed = said["agreement"]
    return [("rules and grader agree", format_share(agreed, "same", "both"))] if agreed["both"] else []


def describe_harm(harm: Mapping[str, Any]) -> str:
    """What leaving a memory out did."""
    asked = format_count(harm["asked"], "question")
    interval = f"{harm['low']:+.2f} to {harm['high']:+.2f}"
    return f"of {asked} {harm['worse']} better without it, {harm['better']} worse ({interval})"
