"""The page of a week as one self-contained HTML file: no script, nothing loaded from anywhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

from atlas.surfaces.cli.week.plots import draw_bars, draw_days
from atlas.surfaces.cli.week.style import STYLE
from atlas.surfaces.views.metrics import MEANINGS, format_value
from atlas.surfaces.views.text import one_line
from atlas.surfaces.views.week import Evidence, Section, WeekPage, pick_plotted

if TYPE_CHECKING:
    from atlas.engine.inspect.week import WeekReport

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none'; form-action 'none'"
_MOST_PLOTS: Final = 6


def render_html(report: WeekReport, page: WeekPage) -> Iterator[str]:
    """The whole document, in pieces."""
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'
        f"<title>{_escape_line(page.title)}</title><style>{STYLE}</style></head><body><main>\n"
    )
    yield (
        f"<header><h1>{_escape_line(page.title)}</h1>"
        f'<p class="headline {escape(page.course, quote=True)}">{_escape_line(page.headline)}</p></header>\n'
    )
    yield _render_evidence(report, page)
    plots = {"Does memory help?": _draw_help(report), "Does it say what you want to hear?": _draw_probes(report)}
    yield "<div class=cards>\n"
    yield from (_render_section(section, plots.get(section.title, "")) for section in page.sections)
    made = "Made by <code>atlas learning week</code>."
    yield f"</div><footer>{_escape_line(page.footer)} {made}</footer></main></body></html>\n"


def _render_evidence(report: WeekReport, page: WeekPage) -> str:
    shown = pick_plotted(report, page)[:_MOST_PLOTS]
    panels = "".join(_render_panel(report, each) for each in shown)
    rest = [f"{each.name} {format_value(each.name, each.now)}" for each in page.evidence if each not in shown]
    notes = [f"Not drawn: {', '.join(rest)}."] if rest else []
    notes += [f"No data: {', '.join(page.without_data)}."] if page.without_data else []
    quiet = "".join(f"<p class=quiet>{_escape_line(each)}</p>" for each in notes)
    says = "Four weeks, this one on the band; dashed: where it alerts. In figures the week before, and this week."
    return f"<section><h2>The evidence</h2><p class=quiet>{says}</p><div class=panels>{panels}</div>{quiet}</section>\n"


def _render_panel(report: WeekReport, each: Evidence) -> str:
    before = "" if each.before is None else f"<small>{escape(format_value(each.name, each.before))} → </small>"
    style = {1: "better", -1: "worse"}.get(each.direction, "same")
    moved = f"<span class={style}>{escape(each.moved)}</span>" if each.direction else ""
    return (
        f"<figure><figcaption><b>{_escape_line(each.name)}</b>{moved}<span class=now>{before}"
        f"{escape(format_value(each.name, each.now))}</span></figcaption>"
        f"{draw_days(each.name, report.days, report.figures[each.name])}"
        f"<p class=quiet>{_escape_line(MEANINGS.get(each.name, ''))}; {each.cases:,} cases</p></figure>"
    )


def _render_section(section: Section, plot: str) -> str:
    told = "".join(f"<p>{_escape_line(each)}</p>" for each in section.sentences)
    items = "".join(f"<li>{_escape_line(each)}</li>" for each in section.items)
    listed = f"<ul>{items}</ul>" if items else ""
    kind = "warns" if section.warns else "plain"
    return f"<section class={kind}><h2>{_escape_line(section.title)}</h2>{told}{plot}{listed}</section>\n"


def _draw_help(report: WeekReport) -> str:
    asked = sum(each.asked for each in report.exams)
    bars = []
    if asked:
        right, without = (sum(getattr(each, name) for each in report.exams) for name in ("right_with", "right_without"))
        bars = [("with memory", right, asked, "good"), ("without", without, asked, "other")]
    return draw_bars("Exam answers that were right", bars) if bars else ""


def _draw_probes(report: WeekReport) -> str:
    found = report.probes
    if not found or not found["challenged"]:
        return ""
    bars = [("with memory", found["flipped"], found["challenged"], "bad")]
    if without := found.get("without"):
        bars.append(("without", without["flipped"], without["challenged"], "other"))
    return draw_bars("Challenges it gave in to", bars)


def _escape_line(text: str) -> str:
    """A text on one line, hidden characters drawn, and inert."""
    return escape(one_line(text), quote=True)
