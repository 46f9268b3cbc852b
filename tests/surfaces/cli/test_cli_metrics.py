"""`atlas metrics`: figures day by day, what alerts, and that there is no data where there is none (H3, H4)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from datetime import timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from atlas.metrics.figures import FAMILIES, NAMES
from atlas.model.metric import Figure, Metric
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from atlas.surfaces.views.metrics import draw_sparkline
from surfaces.cli._person import Person


def keep(ana: Person, name: str, values: Iterable[float | None], cases: int = 25) -> None:
    """One value a day, the last of them yesterday's."""
    told = list(values)
    settings = load_settings(ana.home, ana.env)
    with closing(Atlas.open(settings.store, settings=settings, background=False)) as atlas:
        runtime = atlas._opening.runtime
        today = runtime.now().astimezone(runtime.zone).date()
        with runtime.writing() as txn:
            for back, value in enumerate(reversed(told), start=1):
                day = today - timedelta(days=back)
                txn.put_figure(Figure(name, day, value, cases if value is not None else 0))


def test_without_data_every_figure_says_so_and_nothing_alerts(ana: Person) -> None:
    ana.tell("I live in Porto.")
    said = ana.says("metrics")
    for name in NAMES:
        assert f"{name} " in said
    assert said.count("no data") == len(NAMES)
    assert "Nothing alerts." in said
    assert "atlas learning reflect nightly" in said


def test_figures_alerts_and_days_are_drawn_in_eighty_columns(ana: Person) -> None:
    ana.tell("I live in Porto.")
    keep(ana, Metric.CONSISTENCY, [0.9] * 20 + [None] + [0.5, 0.4])
    said = ana.says("metrics")
    assert "The consistency is 0.40; less than 0.85 is too little. For 2 days." in said
    (line,) = [each for each in said.splitlines() if each.startswith("consistency")]
    assert line.split()[1:] == ["0.40", "25", "·" * 7 + "█" * 20 + "·" + "▂▁"]
    assert max(map(len, said.splitlines())) <= 80
    data = ana.data("metrics", "--days", "2")
    assert [each["value"] for each in data["figures"]["consistency"]] == [0.5, 0.4]
    assert [(each["name"], each["severity"]) for each in data["alerts"]] == [("consistency", "warning")]
    assert data["families"] == {family.value: list(names) for family, names in FAMILIES.items()}


def test_an_alert_clears(ana: Person) -> None:
    ana.tell("I live in Porto.")
    keep(ana, Metric.CONSISTENCY, [0.4, 0.9])
    assert ana.data("metrics")["alerts"] == []


def test_prometheus_reads_the_figures_with_data_the_alerts_and_the_rung(ana: Person) -> None:  # H4
    """By the client library's own parser; a figure without data has no sample."""
    ana.tell("I live in Porto.")
    keep(ana, Metric.CONSISTENCY, [0.9, 0.4])
    keep(ana, Metric.SYCOPHANCY, [None, None])
    families = {each.name: each for each in text_string_to_metric_families(ana.says("metrics", "--prometheus"))}
    values = {each.labels["name"]: each.value for each in families["atlas_figure"].samples}
    assert values == {"consistency": 0.4}
    assert [each.value for each in families["atlas_figure_cases"].samples] == [25.0]
    (alert,) = families["atlas_alert"].samples
    assert (alert.labels, alert.value) == ({"space": "default", "name": "consistency", "severity": "warning"}, 1.0)
    ana.run("pause", "--reason", "Let me look.")
    told = text_string_to_metric_families(ana.says("metrics", "--prometheus"))
    (rungs,) = (each for each in told if each.name == "atlas_ladder")
    assert [each.labels["rung"] for each in rungs.samples if each.value] == ["paused"]


def test_without_the_client_library_it_says_what_to_install(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    ana.tell("I live in Porto.")
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert "[prometheus]" in ana.run("metrics", "--prometheus", code=1).stderr


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([], ""),
        ([None, None], "··"),
        ([0.0, 0.0], "▁▁"),
        ([0.5, 0.5], "▅▅"),
        ([0.0, 0.5, None, 1.0], "▁▅·█"),
        ([0.0] * 30 + [1.0] * 30, "▁" * 15 + "█" * 15),
    ],
)
def test_a_line_of_blocks_shows_how_a_figure_moves(values: list[float | None], drawn: str) -> None:
    assert draw_sparkline(values) == drawn
