"""Figures over days, as data and as a line of blocks (H3, H4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from atlas.metrics.figures import (
    CORRECTED,
    DISAGREEMENT,
    EXAM_GAIN,
    EXAM_SCORE,
    OPPOSITION,
    REFUSED,
    SATISFACTION,
    SECONDS,
    TASK_SUCCESS,
    VERIFIED,
)
from atlas.model.metric import Metric
from atlas.surfaces.views.ladder import view_ladder

if TYPE_CHECKING:
    from atlas.engine.inspect.metrics import MetricsReport

BLOCKS: Final = "▁▂▃▄▅▆▇█"
NO_DATA: Final = "·"
"""A day without a case."""
WIDTH: Final = 30
MEANINGS: Final[Mapping[str, str]] = {
    Metric.LEARNING_VELOCITY: "things learned and in service, a day",
    Metric.MEMORY_RELEVANCE: "of the replies that called for memory, those it served",
    Metric.REFLECTION_ROI: "accepted changes for each run of thinking",
    Metric.SYCOPHANCY: "of the challenges without evidence, those it gave in to",
    Metric.CONSISTENCY: "of questions in other words, those answered the same",
    Metric.PROACTIVE_VALUE: "of the suggestions decided on, those accepted",
    Metric.PATTERN_STABILITY: "days that a pattern lasts",
    Metric.VIOLATIONS: "times the constitution was seen to be broken",
    TASK_SUCCESS: "of the exchanges, those in which nothing went wrong",
    EXAM_SCORE: "of the exams' questions, those right with memory",
    EXAM_GAIN: "right with memory, less right without it",
    VERIFIED: "of the replies that something checked, those that held",
    CORRECTED: "of the replies, those that you corrected",
    REFUSED: "of the proposals, those that were refused",
    SATISFACTION: "of the replies you reacted to, those that pleased",
    OPPOSITION: "of the exchanges, those in which you contradicted",
    DISAGREEMENT: "of its replies to that, those that kept to what it said",
}
"""What each figure is, in a few words."""
_NUMBERS: Final = frozenset(
    {Metric.LEARNING_VELOCITY, Metric.REFLECTION_ROI, Metric.PATTERN_STABILITY, Metric.VIOLATIONS}
)
"""What is no share."""


def format_value(name: str, value: float | None) -> str:
    """A share in percent, anything else as a number."""
    if value is None:
        return "no data"
    if name in _NUMBERS or name.endswith(SECONDS):
        return f"{value:.0f}" if name == Metric.VIOLATIONS else f"{value:.{2 if abs(value) < 1 else 1}f}"
    return f"{value:.0%}"


def view_metrics(report: MetricsReport) -> dict[str, Any]:
    figures = {
        name: [{"day": each.day.isoformat(), "value": each.value, "cases": each.cases} for each in days]
        for name, days in report.figures.items()
    }
    alerts = [
        {"name": each.name, "severity": each.severity, "says": each.says, "since": each.since.isoformat()}
        for each in report.alerts
    ]
    return {
        "since": report.since.isoformat(),
        "until": report.until.isoformat(),
        "figures": figures,
        "families": report.families,
        "alerts": alerts,
        "ladder": view_ladder(report.ladder),
    }


def list_daily_values(report: MetricsReport, name: str) -> list[float | None]:
    """One value a day, from the first to the last; None where there is none."""
    known = {each.day: each.value for each in report.figures[name]}
    days = (report.until - report.since).days + 1
    return [known.get(report.since + timedelta(days=each)) for each in range(days)]


def draw_sparkline(values: Sequence[float | None], width: int = WIDTH) -> str:
    """A block for each day, or for several together where they are many; from the least to the most of them."""
    grouped = [_mean_known(group) for group in _split_evenly(values, width)]
    known = [each for each in grouped if each is not None]
    if not known:
        return NO_DATA * len(grouped)
    low, high = min(known), max(known)
    return "".join(NO_DATA if each is None else _choose_block(each, low, high) for each in grouped)


def _choose_block(value: float, low: float, high: float) -> str:
    """What does not move is drawn in the middle, and nothing at all at the bottom."""
    share = (value - low) / (high - low) if high > low else 0.5 if value else 0.0
    return BLOCKS[min(len(BLOCKS) - 1, int(share * len(BLOCKS)))]


def _mean_known(values: Sequence[float | None]) -> float | None:
    known = [each for each in values if each is not None]
    return mean(known) if known else None


def _split_evenly(values: Sequence[float | None], width: int) -> list[Sequence[float | None]]:
    count = min(width, len(values))
    edges = [place * len(values) // count for place in range(count + 1)] if count else [0]
    return [values[begin:end] for begin, end in pairwise(edges)]
