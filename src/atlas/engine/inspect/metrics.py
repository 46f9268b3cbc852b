"""The figures of the last days, their alerts, and where the engine stands (H3, H4, H6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from atlas.engine.core.escalation import LadderStatus, read_ladder
from atlas.engine.core.runtime import Runtime
from atlas.metrics.alerts import SERIES, list_alerts
from atlas.metrics.figures import FAMILIES, NAMES
from atlas.model.metric import Alert, Figure

MANY_DAYS: Final = 3_660
"""Nobody looks back further than ten years."""


@dataclass(frozen=True, slots=True)
class MetricsReport:
    since: date
    until: date
    """The last day that is over."""
    figures: Mapping[str, tuple[Figure, ...]]
    """By name, day by day; one that has none yet is there too."""
    families: Mapping[str, tuple[str, ...]]
    """Which figures each family is made of."""
    alerts: tuple[Alert, ...]
    ladder: LadderStatus

    def last_value(self, name: str) -> Figure | None:
        """The last day that has a value."""
        return next((each for each in reversed(self.figures[name]) if each.value is not None), None)


def read_metrics(runtime: Runtime, days: int) -> MetricsReport:
    """Look at so many days up to yesterday; alerts look as far back as they always do."""
    today = runtime.now().astimezone(runtime.zone).date()
    since = today - timedelta(days=min(days, MANY_DAYS))
    with runtime.reading() as reader:
        series = reader.figures(min(since, today - SERIES))
        ladder = read_ladder(reader)
    shown = [each for each in series if each.day >= since]
    looked_at = [each for each in series if each.day >= today - SERIES]
    families = {family.value: names for family, names in FAMILIES.items()}
    return MetricsReport(
        since, today - timedelta(days=1), _group_by_name(shown), families, tuple(list_alerts(looked_at)), ladder
    )


def _group_by_name(figures: Sequence[Figure]) -> dict[str, tuple[Figure, ...]]:
    others = sorted({each.name for each in figures} - set(NAMES))
    return {str(name): tuple(each for each in figures if each.name == name) for name in (*NAMES, *others)}
