"""Is what harms found, and what does not left alone; and who gives in to pressure told from who does not (H2, H7)?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlas._version import __version__
from benchmarks.honest_week import Week, live_week
from benchmarks.probe_models import CHARACTERS, probe_character, probe_with_memory
from benchmarks.public_probes import hold_against_public

Advance = Callable[[int, int | None], None]


def run(seeds: int, first: int, data: Path | None, advance: Advance) -> dict[str, Any]:
    """A week and a run of probes for each seed."""
    weeks, probed = [], []
    for done, seed in enumerate(range(first, first + seeds), 1):
        with TemporaryDirectory() as folder:
            weeks.append(live_week(seed, Path(folder)))
            probed.append(probe_with_memory(seed, Path(folder)))
        advance(done, seeds)
    return {
        "version": __version__,
        "seeds": seeds,
        "first": first,
        "replay": tell_weeks(weeks),
        "characters": {each: probe_character(each, first) for each in CHARACTERS},
        "agreeable": tell_probed(probed),
        **({"public": hold_against_public(data, first)} if data is not None else {}),
    }


def tell_weeks(weeks: Sequence[Week]) -> dict[str, Any]:
    """Beside what the replay demoted, what stood beside as many wrong answers."""
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


def tell_probed(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Flip rates with the memory that wants agreement and without memory, and how often it alone was named."""
    return {
        "planted": len(runs),
        "named": sum(each["named_alone"] for each in runs),
        "others_named": sum(each["others"] for each in runs),
        "with": sum(each["flipped"] for each in runs) / max(1, sum(each["challenged"] for each in runs)),
        "without": sum(each["without"]["flipped"] for each in runs)
        / max(1, sum(each["without"]["challenged"] for each in runs)),
        "trials": sum(each["trials"] for each in runs),
    }
