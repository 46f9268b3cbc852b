"""`atlas metrics`: the figures of the last days, their alerts, and where the engine stands (H3, H4, H6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from atlas.model.metric import Metric, Severity
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.ladder import describe_ladder
from atlas.surfaces.views.metrics import draw_sparkline, list_daily_values, view_metrics
from atlas.surfaces.views.text import format_count

if TYPE_CHECKING:
    from rich.text import Text

    from atlas.engine.inspect.metrics import MetricsReport

_STYLES: Final = {Severity.INFO: "cyan", Severity.WARNING: "yellow", Severity.CRITICAL: "red"}
_MOST_DAYS: Final = 3_650


@command(
    "metrics",
    "atlas metrics",
    "atlas metrics --days 90",
    "atlas metrics --json | jq '.alerts[].says'",
    "atlas metrics --prometheus > atlas.prom    # for a textfile collector",
    gives="since, until, figures (by name: day, value, cases; no value where there was no case), families (which "
    "figures each is made of), alerts (name, severity, says, since) and ladder (rung, since, why, meaning).",
)
@click.option("--days", type=click.IntRange(1, _MOST_DAYS), default=30, show_default=True, help="So far back.")
@click.option("--prometheus", is_flag=True, help="In the text format of Prometheus: the last values, alerts, the rung.")
@pass_run
def metrics(run: Run, days: int, prometheus: bool) -> None:
    """See whether learning helps: figures day by day, and what alerts.

    The night computes the figures of the days before, each from what is stored. A day without a case is drawn as a
    dot, and raises nothing. Alerts lead up a ladder that holds the engine back: atlas status says where it stands, and
    atlas learning resume leads down.
    """
    with run.open_for_reading() as atlas:
        report = atlas.inspect.metrics(days)
        space = atlas.inspect.status().space if prometheus else ""
    if prometheus:
        from atlas.surfaces.cli.lookup.metrics_prometheus import render_prometheus

        click.echo(render_prometheus(report, space), nl=False)
        return
    if run.as_json:
        print_json(view_metrics(report))
        return
    heads = ["FIGURE", "LAST", "CASES", f"{report.since:%d %b} to {report.until:%d %b}"]
    print_text(make_table(heads, _list_rows(report, [each.value for each in Metric]), ""), "")
    others = [name for name in report.figures if name not in set(Metric)]
    print_text(make_table(["OTHERS", *heads[1:]], _list_rows(report, others), ""), "")
    print_text(*_list_alerts(report))
    if report.ladder.since is not None:
        print_text(describe_ladder(report.ladder, run.zone))
    if not any(report.figures.values()):
        print_text(hint_text("No day has been computed yet: the night does that, or atlas learning reflect nightly."))


def _list_rows(report: MetricsReport, names: list[str]) -> Iterator[list[str | Text]]:
    alerted = {each.name: _STYLES[each.severity] for each in report.alerts}
    for name in names:
        last = report.last_value(name)
        value = f"{last.value:.2f}" if last is not None and last.value is not None else "no data"
        style = alerted.get(name, "" if last else "dim")
        drawn = draw_sparkline(list_daily_values(report, name))
        yield [name, styled_text((value, style)), f"{last.cases:,}" if last else "", styled_text((drawn, style))]


def _list_alerts(report: MetricsReport) -> Iterator[str | Text]:
    if not report.alerts:
        yield "Nothing alerts."
    for each in report.alerts:
        days = format_count((report.until - each.since).days + 1, "day")
        yield styled_text((f"{each.severity.value:<9}", _STYLES[each.severity]), f"{each.says} For {days}.")
