"""Does replay find the lesson that harms, and leave the others alone (H7)?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlas._version import __version__
from benchmarks.honest_week import Week, live_week


def run(seeds: int, first: int, advance: Callable[[int, int], None]) -> dict[str, Any]:
    """One week for each seed; beside what the replay demoted, what stood beside as many wrong answers."""
    weeks = []
    for done, seed in enumerate(range(first, first + seeds), 1):
        with TemporaryDirectory() as folder:
            weeks.append(live_week(seed, Path(folder)))
        advance(done, seeds)
    return {"version": __version__, "seeds": seeds, "first": first, "replay": tell_weeks(weeks)}


def tell_weeks(weeks: list[Week]) -> dict[str, Any]:
    harmless = sum(len(each.harmless) for each in weeks)
    return {
        "planted": len(weeks),
        "demoted": sum(each.harmful in each.demoted for each in weeks),
        "harmless": harmless,
        "harmless_demoted": sum(lesson in each.demoted for each in weeks for lesson in each.harmless),
        "others_demoted": sum(len(set(each.demoted) - {each.harmful, *each.harmless}) for each in weeks),
        "blamed": sum(each.harmful in each.blamed for each in weeks),
        "harmless_blamed": sum(lesson in each.blamed for each in weeks for lesson in each.harmless),
        "others_blamed": sum(len(set(each.blamed) - {each.harmful, *each.harmless}) for each in weeks),
        "questions": sum(each.said.get("questions", 0) for each in weeks),
        "trials": sum(each.said.get("trials", 0) for each in weeks),
    }
