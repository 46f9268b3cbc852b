"""Scripted lives and rewrites in one run (`python -m benchmarks beliefs`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Final

from atlas._version import __version__
from atlas.beliefs.policy import get_preset
from benchmarks.belief_life import Lived, live
from benchmarks.rewrites import Rewritten, rewrite_persona

MOST_PRESSED: Final = 0.05
EXACT: Final = 1e-9
PRESETS: Final = ("default", "snapshot_reflection")

Progress = Callable[[int, int], None]


def run(lives: int, seed: int, progress: Progress | None = None) -> dict[str, Any]:
    lived: list[Lived] = []
    rewritten: dict[str, list[Rewritten]] = {preset: [] for preset in PRESETS}
    for number in range(seed, seed + lives):
        lived.append(live(number, get_preset("default")))
        for preset, results in rewritten.items():
            results.append(rewrite_persona(number, get_preset(preset)))
        if progress:
            progress(1, lives)
    life = summarize_lives(lived)
    rewrites = {preset: summarize_rewrites(results) for preset, results in rewritten.items()}
    about = {"version": __version__, "lives": lives, "seed": seed}
    return {**about, "life": life, "rewrites": rewrites, "bars": list_bars(lived, rewrites["default"])}


def summarize_lives(lived: Sequence[Lived]) -> dict[str, Any]:
    """The mean of each figure, and of moves also the largest, whichever way."""
    rows = [asdict(each) for each in lived]
    means = {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}
    return {**means, "pressed_most": max(abs(each.pressed) for each in lived)}


def summarize_rewrites(results: Sequence[Rewritten]) -> dict[str, Any]:
    """The sums over all lives."""
    rows = [asdict(each) for each in results]
    sums = {name: sum(row[name] for row in rows) for name in rows[0]}
    return {**sums, "lost": sums["confident"] - sums["kept"], "survival": sums["kept"] / sums["confident"]}


def list_bars(lived: Sequence[Lived], rewrites: dict[str, Any]) -> dict[str, dict[str, Any]]:
    pressed = max(abs(each.pressed) for each in lived)
    missed = max(abs(each.argued - each.formula) for each in lived)
    opposed = max(abs(each.opposed) for each in lived)
    return {
        "moved_by_pressure": {"seen": pressed, "wanted": f"< {MOST_PRESSED}", "met": pressed < MOST_PRESSED},
        "off_the_formula": {"seen": missed, "wanted": f"< {EXACT}", "met": missed < EXACT},
        "moved_by_opposites": {"seen": opposed, "wanted": "0", "met": opposed == 0.0},
        "replayed_as_lived": {"seen": sum(each.replayed for each in lived), "wanted": f"{len(lived)}"}
        | {"met": all(each.replayed for each in lived)},
        "confident_beliefs_kept": {"seen": rewrites["survival"], "wanted": "1", "met": rewrites["lost"] == 0},
    }
