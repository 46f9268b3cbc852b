"""An audit as one self-contained page: no script, nothing loaded from anywhere, and no text that is more than text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from atlas.engine.inspect.audit import AuditReport
from atlas.metrics.entries import Example, Rate
from atlas.surfaces.audit.audit_text import NAMES, UNKNOWN, fault_severity, format_percent, write_headline
from atlas.surfaces.audit.plots import draw_likeness, draw_months, draw_rates
from atlas.surfaces.views.text import one_line

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none'; form-action 'none'"
_SHOWN: Final = 3
_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f9; color: #1f2733;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 800px; margin: 0 auto; padding: 40px 24px 64px; }
header h1 { font-size: 26px; margin: 0 0 4px; }
.source { color: #5b6676; margin: 0 0 20px; overflow-wrap: anywhere; }
.headline { font-size: 19px; font-weight: 600; margin: 0 0 8px; }
section { background: #fff; border: 1px solid #e3e8ef; border-radius: 10px; padding: 20px 22px; margin: 18px 0; }
h2 { font-size: 16px; margin: 0 0 10px; display: flex; justify-content: space-between; gap: 16px;
  align-items: baseline; }
h2 span { font-weight: 600; white-space: nowrap; }
.g0 { color: #1d7a70; } .g1 { color: #9a6d00; } .g2 { color: #b32c40; } .na { color: #5b6676; font-weight: 400; }
p { margin: 0 0 10px; } p:last-child { margin-bottom: 0; }
.quiet { color: #5b6676; font-size: 14px; }
svg { display: block; max-width: 100%; height: auto; font-family: inherit; }
ul { list-style: none; margin: 10px 0 0; padding: 0; }
li { border-top: 1px solid #eef1f5; padding: 8px 0; overflow-wrap: anywhere; }
li q { quotes: "“" "”"; } li small { color: #5b6676; display: block; }
footer { color: #5b6676; font-size: 13px; margin-top: 28px; }
@media (max-width: 640px) {
  main { padding: 20px 10px 40px; } section { padding: 16px 14px; } h2 { flex-wrap: wrap; }
  svg text { font-size: 23px; } svg .label { font-size: 19px; }
}
"""


def render_page(report: AuditReport) -> Iterator[str]:
    """The whole document, in pieces."""
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="referrer" content="no-referrer"><title>Audit of {_escape_line(report.source)}</title>'
        f"<style>{_STYLE}</style></head><body><main>"
    )
    yield from _render_head(report)
    yield from (_render_rate(rate) for rate in report.rates)
    yield from _render_plots(report)
    yield from _render_skipped(report)
    yield (
        "<footer>Made by <code>atlas operate audit</code> without a model. Rates overlap: an entry may have several "
        "faults. Texts are cut, and secrets in them are masked.</footer></main></body></html>\n"
    )


def _render_head(report: AuditReport) -> Iterator[str]:
    audit = report.audit
    owners = f" of {audit.owners:,} owners" if audit.owners > 1 and not report.turns else ""
    yield (
        f"<header><h1>How clean is this memory?</h1><p class=source>{_escape_line(report.source)}: "
        f"{_escape_line(report.kind)}, "
        f"{audit.entries:,} {'turns' if report.turns else 'entries'}{owners}, {report.at.date().isoformat()}"
        "</p></header>"
    )
    turns = (
        "<p class=quiet>Entries are turns of conversations, which nobody meant to be memories: what is said by the way "
        "counts as junk here.</p>"
    )
    headline = f"<p class=headline>{_escape_line(write_headline(report))}</p>{turns if report.turns else ''}"
    yield f"<section>{headline}{draw_rates(report.rates)}</section>"


def _render_rate(rate: Rate) -> str:
    share = rate.share
    if share is None:
        figure = f'<span class="na">{UNKNOWN}</span>'
        return (
            f"<section><h2>{_fault_title(rate)}{figure}</h2><p class=quiet>{_escape_line(rate.unknown)}</p></section>"
        )
    severity, percent = fault_severity(rate.fault, share), format_percent(share)
    figure = f'<span class="g{severity}">{percent}, {rate.count:,} of {rate.of:,}</span>'
    reasons = "; ".join(f"{_escape_line(reason)}: {count:,}" for reason, count in rate.reasons)
    examples = "".join(_render_example(example) for example in rate.examples[:_SHOWN])
    return (
        f"<section><h2>{_fault_title(rate)}{figure}</h2><p class=quiet>{_escape_line(rate.says)}</p>"
        f"{f'<p>{reasons}.</p>' if reasons else ''}{f'<ul>{examples}</ul>' if examples else ''}</section>"
    )


def _fault_title(rate: Rate) -> str:
    name = NAMES[rate.fault]
    return f"{name[0].upper()}{name[1:]}"


def _render_example(example: Example) -> str:
    beside = (
        f"<small>beside <q>{_escape_line(example.beside)}</q></small>"
        if example.beside not in ("", example.text)
        else ""
    )
    return (
        f"<li><q>{_escape_line(example.text)}</q>"
        f"<small>{_escape_line(example.why)} · entry {_escape_line(example.id)}</small>{beside}</li>"
    )


def _render_plots(report: AuditReport) -> Iterator[str]:
    if len(report.audit.months) > 1:
        yield f"<section><h2>Entries by month</h2>{draw_months(report.audit.months)}</section>"
    if sum(report.audit.likeness):
        yield (
            "<section><h2>How alike each entry is to the most similar earlier one</h2>"
            "<p class=quiet>By the words that carry its meaning, from 0 to 1; same: word for word.</p>"
            f"{draw_likeness(report.audit.likeness)}</section>"
        )


def _render_skipped(report: AuditReport) -> Iterator[str]:
    if report.skipped:
        reasons = "".join(f"<li>{_escape_line(why)}</li>" for why in report.why_skipped)
        yield f"<section><h2>Not read<span class=na>{report.skipped:,}</span></h2><ul>{reasons}</ul></section>"


def _escape_line(text: str) -> str:
    """A text on one line, hidden characters drawn, and inert."""
    return escape(one_line(text), quote=True)
