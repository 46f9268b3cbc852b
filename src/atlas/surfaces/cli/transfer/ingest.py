"""`atlas ingest`: knowledge from files and folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_field_table, print_json, print_text, progress_bars
from atlas.surfaces.views.text import format_count, format_day, one_line

if TYPE_CHECKING:
    from atlas.engine.intake.ingestion import IngestReport


@command(
    "ingest",
    "atlas ingest docs --dry-run",
    "atlas ingest docs",
    "atlas ingest ~/notes --watch    # and again every night",
    "atlas ingest downloads --review",
    "atlas ingest docs --remove",
    "atlas ingest                    # the watched folders, now",
    gives="folders: for each folder, files, new, changed, unchanged, removed (files), chunks (new), kept, withdrawn, "
    "held, refused, redacted, skipped by reason, examples, left (why what is gone stays); "
    "watched: path, since, review; owed.",
)
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("--watch", is_flag=True, help="Read the folder again every night.")
@click.option("--review", is_flag=True, help="Have all of it wait for a decision.")
@click.option("--remove", is_flag=True, help="Take out what was read there, and watch it no longer.")
@click.option("--dry-run", is_flag=True, help="Say what would come in, and change nothing.")
@pass_run
def ingest(run: Run, path: Path | None, watch: bool, review: bool, remove: bool, dry_run: bool) -> None:
    """Read files into knowledge, and keep it up to date.

    Markdown, text, HTML, PDF, the comments of code, transcripts of agents (JSON lines), saved searches (JSON with query
    and results). Each file is cut at its headings; only what changed is made anew, and what is gone is taken out.
    Secrets are taken out before anything is stored, and nothing is followed out of the folder.

    What you ingest is approved on your word, and quoted with its source; it never becomes an instruction, and no
    thought is made of it. What speaks to the assistant waits for a decision, and with --review all of it does. Without
    PATH the watched folders are read again.
    """
    if path is None and (watch or remove or review):
        raise click.UsageError("Give a file or folder.")
    if remove and (watch or review):
        raise click.UsageError("--remove stands alone, or with --dry-run.")
    with run.open_atlas(create=True) as atlas:
        with progress_bars(run.as_json) as progress:
            if remove and path is not None:
                reports: Sequence[IngestReport] = [atlas.knowledge.withdraw(path, dry_run=dry_run)]
            elif path is not None:
                found = atlas.knowledge.ingest(path, review=review, watch=watch, dry_run=dry_run, progress=progress)
                reports = [found]
            else:
                reports = atlas.knowledge.ingest_watched(dry_run=dry_run)
        watched, owed = atlas.knowledge.watched(), atlas.jobs.owed()
    if run.as_json:
        folders = [_view_report(each) for each in reports]
        print_json({"folders": folders, "watched": [asdict(each) for each in watched], "owed": owed})
        return
    for report in reports:
        _print_report(report, dry_run)
    if path is None:
        told = [f"{each.path}, since {format_day(each.since, run.zone)}" for each in watched]
        print_text(*(hint_text(f"Watched: {each}") for each in told or ["no folder; atlas ingest FOLDER --watch."]))


def _view_report(report: IngestReport) -> dict[str, Any]:
    view = asdict(report)
    view["skipped"] = {reason.name.lower(): count for reason, count in report.skipped.items()}
    view["examples"] = [{"name": each.name, "why": each.why.value} for each in report.examples]
    return view


def _print_report(report: IngestReport, dry_run: bool) -> None:
    print_text(make_field_table(list(_list_rows(report, dry_run))))
    for reason, count in report.skipped.most_common():
        names = [one_line(each.name) for each in report.examples if each.why is reason]
        more = f" and {count - len(names):,} more" if count > len(names) else ""
        print_text(hint_text(f"Left out: {', '.join(names)}{more}. {reason.value}"))
    if report.left:
        print_text(hint_text(report.left))
    if report.held and not dry_run:
        print_text(hint_text(f"{format_count(report.held, 'chunk waits', 'chunks wait')} for a decision: atlas review"))
    if report.chunks and not dry_run:
        print_text(hint_text("It is found by its words now, and by its meaning once atlas work has embedded it."))


def _list_rows(report: IngestReport, dry_run: bool) -> Iterator[tuple[str, str]]:
    yield "folder", report.folder
    states = {"new": report.new, "changed": report.changed, "as it was": report.unchanged, "gone": report.removed}
    told = ", ".join(f"{count:,} {word}" for word, count in states.items() if count)
    yield "files", f"{report.files:,}{f' ({told})' if told else ''}"
    yield "would come in" if dry_run else "came in", format_count(report.chunks, "chunk")
    if report.kept:
        yield "stayed", format_count(report.kept, "chunk")
    if report.withdrawn:
        yield "would go" if dry_run else "taken out", format_count(report.withdrawn, "chunk")
    if report.redacted:
        yield "redacted", format_count(report.redacted, "secret")
    if report.refused:
        yield "refused", format_count(report.refused, "chunk")
