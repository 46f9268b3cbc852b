"""`atlas audit`: the faults of a memory, ours or another's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import (
    hint_text,
    indent_part,
    make_console,
    make_table,
    print_json,
    print_text,
    progress_bar,
    styled_text,
)
from atlas.surfaces.files import check_not_there, write_file
from atlas.surfaces.views.audit import view_audit
from atlas.surfaces.views.text import clip_line, one_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.audit import AuditReport
    from atlas.metrics.entries import Rate

    _LimitsType = click.ParamType[Mapping[str, float]]
else:  # older versions of click cannot be subscripted
    _LimitsType = click.ParamType

TOO_MUCH: Final = 3
"""The exit code when a rate is above what was allowed."""
_STYLES: Final = ("green", "yellow", "red")
_SAYS: Final = "WHAT IS COUNTED"
_BAR: Final = 20
_SHORT_BAR: Final = 10
_SHOWN: Final = 3
_WIDE: Final = 100
"""Columns from which on there is room for what is counted beside each rate; a quote is never longer."""


class Limits(_LimitsType):
    """`junk=0.2,secret=0`: the highest share that is allowed of each fault."""

    name = "LIMITS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Mapping[str, float]:
        from atlas.metrics.entries import Fault

        if isinstance(value, Mapping):
            return value
        limits: dict[str, float] = {}
        for part in str(value).split(","):
            name, _, share = part.partition("=")
            key = name.strip().lower().replace("-", "_").replace(" ", "_")
            if key not in [fault.value for fault in Fault]:
                self.fail(f"{name.strip()!r} is none of {', '.join(Fault)}.", param, ctx)
            limits[key] = self._parse_share(share.strip(), param, ctx)
        return limits

    def _parse_share(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            share = float(text)
        except ValueError:
            self.fail(f"{text!r} is not a share such as 0.2.", param, ctx)
        if not 0.0 <= share <= 1.0:
            self.fail(f"{text!r} is not between 0 and 1.", param, ctx)
        return share


@command(
    "audit",
    "atlas audit",
    "atlas audit mem0.json",
    "atlas audit conversations.zip --html audit.html",
    "atlas audit mem0.json --fail-above junk=0.2,secret=0",
    gives="source, kind, at, entries, owners, sound, skipped, why_skipped, turns, rates (for each fault: share or "
    "null, count, of, says, unknown, reasons, examples), months, likeness, and failed: what is above its limit.",
)
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write a page here.")
@click.option("--force", is_flag=True, help="Write the page over a file that is there.")
@click.option("--fail-above", type=Limits(), help="Exit with 3 if a rate is above its limit: junk=0.2,secret=0.")
@click.option("--meaning", is_flag=True, help="Also find what says the same in other words (slow).")
@pass_run
def audit(
    run: Run,
    path: Path | None,
    html: Path | None,
    force: bool,
    fail_above: Mapping[str, float] | None,
    meaning: bool,
) -> None:
    """See how clean a memory is: this one, or one in a file.

    Without a file: what was learned in this space. With one: a mem0 dump, an export of ChatGPT or Claude, Claude Code
    transcripts, MEMORY.md and its like, plain turns, or an export of ATLAS. No model is asked and nothing is changed.
    """
    if html is not None:
        check_not_there(html, force)
    report = _run_audit(run, path, meaning)
    exceeded = _find_exceeded(report, fail_above or {})
    if html is not None:
        from atlas.surfaces.audit.page import render_page

        write_file(html, render_page(report))
    if run.as_json:
        print_json(view_audit(report) | {"failed": exceeded} | ({"file": str(html)} if html else {}))
    else:
        print_text(*_report_lines(report), *([f"The page is {html}."] if html else []))
    if exceeded:
        print_error(_describe_exceeded(report, exceeded), run.as_json)
        raise click.exceptions.Exit(TOO_MUCH)


def _run_audit(run: Run, path: Path | None, meaning: bool) -> AuditReport:
    """Audit this space, or a file; for a file no store is opened, so that none is made."""
    from atlas import compose

    with progress_bar("entries" if path is None else "reading", None, quiet=run.as_json) as advance:
        if path is None:
            with run.open_for_reading() as atlas:
                return atlas.admin.audit(meaning=meaning, progress=advance)
        from atlas.engine.inspect.audit import audit_file

        embedder = compose.make_embedder(run.settings) if meaning else None
        return audit_file(compose.make_history(), path, compose.read_clock(), embedder, advance)


def _find_exceeded(report: AuditReport, limits: Mapping[str, float]) -> dict[str, float]:
    """Find the faults above their limit, each with its share. A share that cannot be told exceeds none."""
    shares = {rate.fault.value: rate.share for rate in report.rates}
    return {name: share for name, most in limits.items() if (share := shares[name]) is not None and share > most}


def _describe_exceeded(report: AuditReport, exceeded: Mapping[str, float]) -> str:
    from atlas.surfaces.audit.audit_text import format_percent

    shares = ", ".join(f"{name.replace('_', ' ')} {format_percent(share)}" for name, share in exceeded.items())
    return f"{one_line(report.source)} is above what is allowed: {shares}."


# --- for people


def _report_lines(report: AuditReport) -> Iterator[RenderableType]:
    from atlas.surfaces.audit.audit_text import write_headline

    yield styled_text((one_line(report.source), "bold"), f": {one_line(report.kind)}")
    yield write_headline(report)
    if report.turns:
        yield hint_text(
            "Entries are turns, which nobody meant to be memories: what is said by the way counts as junk here."
        )
    if not report.audit.entries:
        return
    yield ""
    is_wide = make_console().width >= _WIDE
    yield _rate_table(report.rates, is_wide)
    for rate in report.rates:
        yield from _example_lines(rate, explained=not is_wide)
    if report.skipped:
        yield ""
        yield f"{report.skipped:,} could not be read, such as: {one_line(report.why_skipped[0])}"


def _rate_table(rates: Sequence[Rate], is_wide: bool) -> RenderableType:
    """Lay out the rates, with what is counted at the end of each row where the terminal is wide enough."""
    digits = max(len("COUNT"), *(len(f"{rate.count:,}") for rate in rates))
    heads = ["", "SHARE", "", "COUNT".rjust(digits), _SAYS]
    rows = (_rate_row(rate, digits, _BAR if is_wide else _SHORT_BAR) for rate in rates)
    return make_table(heads, rows, _SAYS) if is_wide else make_table(heads[:-1], (row[:-1] for row in rows), "")


def _rate_row(rate: Rate, digits: int, longest: int) -> list[str | Text]:
    from atlas.surfaces.audit.audit_text import NAMES, UNKNOWN, fault_severity, format_percent

    share = rate.share
    if share is None:
        return [NAMES[rate.fault], styled_text((UNKNOWN, "dim")), "", "", styled_text((rate.unknown, "dim"))]
    bar = "█" * round(share * longest) or ("▏" if share else "")
    style = _STYLES[fault_severity(rate.fault, share)]
    count = f"{rate.count:,}".rjust(digits)
    return [NAMES[rate.fault], styled_text((format_percent(share), style)), styled_text((bar, style)), count, rate.says]


def _example_lines(rate: Rate, explained: bool) -> Iterator[RenderableType]:
    """Show the reasons and a few examples of a fault; where the table has no room, what is counted too, or why
    nothing is."""
    from atlas.surfaces.audit.audit_text import NAMES

    if not rate.examples and not (explained and rate.unknown):
        return
    yield ""
    reasons = ", ".join(f"{why} {count:,}" for why, count in rate.reasons[:4])
    yield styled_text((NAMES[rate.fault], "bold"), f": {reasons}" if reasons else "")
    if explained:
        yield indent_part(hint_text(rate.unknown or rate.says), 2)
    for example in rate.examples[:_SHOWN]:
        yield indent_part(styled_text(f"“{clip_line(example.text, _WIDE)}”", (f"  {one_line(example.why)}", "dim")), 2)
        if example.beside and example.beside != example.text:
            yield indent_part(styled_text((f"beside “{clip_line(example.beside, _WIDE)}”", "dim")), 4)
