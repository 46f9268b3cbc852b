"""Figures, alerts and the ladder in the text format of Prometheus, written by its own client library (H4)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from atlas.errors import Refused
from atlas.model.metric import Rung

if TYPE_CHECKING:
    from prometheus_client.core import Metric as MetricFamily

    from atlas.engine.inspect.metrics import MetricsReport


def render_prometheus(report: MetricsReport, space: str) -> str:
    """The last value of each figure; one without data is left out, as Prometheus has it."""
    try:
        from prometheus_client import CollectorRegistry, generate_latest  # an extra
    except ImportError:
        raise Refused("--prometheus needs its client library: pip install 'atlas-reflect[prometheus]'.") from None
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Report(report, space))
    return generate_latest(registry).decode("utf-8")


class _Report:
    """A report, as the client library collects it."""

    def __init__(self, report: MetricsReport, space: str) -> None:
        self._report, self._space = report, space

    def collect(self) -> Iterator[MetricFamily]:
        from prometheus_client.core import GaugeMetricFamily

        value = GaugeMetricFamily("atlas_figure", "The last value of a figure.", labels=["space", "name"])
        cases = GaugeMetricFamily(
            "atlas_figure_cases", "How many things it was counted over.", labels=["space", "name"]
        )
        day = GaugeMetricFamily(
            "atlas_figure_day_seconds", "When the day that it is of began, in UTC.", labels=["space", "name"]
        )
        for name in self._report.figures:
            last = self._report.last_value(name)
            if last is None or last.value is None:
                continue
            began = datetime.combine(last.day, time.min, UTC).timestamp()
            for family, number in ((value, last.value), (cases, last.cases), (day, began)):
                family.add_metric([self._space, name], number)
        yield from (value, cases, day)
        yield self._tell_alerts(GaugeMetricFamily("atlas_alert", "What alerts.", labels=["space", "name", "severity"]))
        rung = GaugeMetricFamily("atlas_ladder", "Where the engine stands: 1 of these.", labels=["space", "rung"])
        for each in Rung:
            rung.add_metric([self._space, each.value], float(each is self._report.ladder.rung))
        yield rung

    def _tell_alerts(self, family: MetricFamily) -> MetricFamily:
        for each in self._report.alerts:
            labels = {"space": self._space, "name": each.name, "severity": each.severity.value}
            family.add_sample(family.name, labels, 1.0)
        return family
