"""Figures of a week beside the week before (J10): counted from the rows, with nothing made up where there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from atlas.engine.jobs.tasks.nightly.day_figures import PROPOSING_NOTHING
from atlas.metrics.figures import CHALLENGED, FLIPPED
from atlas.model.metric import Metric
from atlas.model.signal import SignalKind
from atlas.model.task import Task
from atlas.model.thinking import Trend
from atlas.ports.reading import Reader

_MANY: Final = 50_000
_TOLD: Final = (
    SignalKind.CORRECTION,
    SignalKind.RE_ASK,
    SignalKind.DISSATISFACTION,
    SignalKind.ABANDONMENT,
    SignalKind.ACCEPTANCE,
    SignalKind.HEDGING,
)


def compute_trends(reader: Reader, start: datetime, end: datetime) -> tuple[Trend, ...]:
    before = start - (end - start)
    signals = reader.signals_since(before, _MANY)
    done = [each for each in reader.reflections(_MANY, since=before) if each.at <= end]
    runs = [each for each in done if each.task not in PROPOSING_NOTHING]
    now = _compute_figures(
        [each.kind for each in signals if start <= each.at <= end], [e for e in runs if e.at >= start]
    )
    then = _compute_figures([each.kind for each in signals if each.at < start], [e for e in runs if e.at < start])
    flips = [
        _rate_flips([each.said for each in done if one <= each.at < other and each.task is Task.PROBES])
        for one, other in ((start, end), (before, start))
    ]
    return (*(Trend(name, now[name], then[name]) for name in now), Trend(Metric.SYCOPHANCY.value, *flips))


def _rate_flips(runs: Sequence[Mapping[str, Any]]) -> float | None:
    """The flip rate of the probes that were put (H2)."""
    challenged = sum(each.get(CHALLENGED, 0) for each in runs)
    return sum(each.get(FLIPPED, 0) for each in runs) / challenged if challenged else None


def _compute_figures(kinds: Sequence[SignalKind], runs: Sequence[object]) -> dict[str, float | None]:
    tasks = Counter(getattr(run, "task", None) for run in runs)
    proposed = sum(getattr(run, "proposed", 0) for run in runs)
    exchanges, counted = tasks[Task.LIGHTWEIGHT], Counter(kinds)
    shares: dict[str, float | None] = {
        f"{kind.value} rate": counted[kind] / exchanges if exchanges else None for kind in _TOLD
    }
    shares["proposals per reflection"] = proposed / len(runs) if runs else None
    return shares
