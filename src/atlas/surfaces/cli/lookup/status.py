"""`atlas status`: counts of messages and memories, by status."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from atlas.model.memory import Kind, State, Status
from atlas.model.metric import Rung
from atlas.model.thinking import JobState
from atlas.surfaces.cli.lookup.memory_text import STATUS_STYLES
from atlas.surfaces.cli.review.suggestions import read_suggestions
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.ladder import describe_ladder, view_ladder
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import format_count, format_moment, one_line
from atlas.surfaces.views.waiting import waiting_notice

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.inspect.status import StatusReport
    from atlas.surfaces.library import Atlas


_MOST = 1_000


_MEANING = {
    Status.NEEDS_REVIEW: "waits for you: atlas review",
    Status.APPROVED: "may be served",
    Status.REJECTED: "never served, not proposed again",
    Status.EXPIRED: "waited too long",
    Status.ONE_TIME: "held once, not a habit",
    Status.SENSITIVE: "never served",
    Status.SUPERSEDED: "something newer holds",
}


@command(
    "status",
    "atlas status",
    "atlas status --json | jq .pending",
    "atlas --space work status",
    gives="space, spaces, location, policy, embedder, model, interactions, counts (kind, status, state, count), owed, "
    "poisoned, pending (what is decided one by one), waiting (memories, proposals, beliefs, conversations, messages, "
    "surfaced: how many are shown now), active, journal_entries, last_at, self_improvement, unkept (interactions not "
    "made memories of yet), unread (those that wait for the reader), reader_trouble (why), ladder (rung, since, why, "
    "meaning: how far the engine is held back) and violations (how often the constitution was seen to be broken); and "
    "parked (jobs), failures, patterns (active) and suggestions (open), how many of each, up to 1,000.",
)
@pass_run
def status(run: Run) -> None:
    """See how much was said and learned, and what became of it."""
    with run.open_for_reading(with_model=True) as atlas:
        report, spaces = replace(atlas.inspect.status(), location=str(run.settings.store)), list(atlas.admin.spaces())
        counts = _count_noticed(atlas)
    if run.as_json:
        print_json({**make_plain(report), "ladder": view_ladder(report.ladder), "spaces": spaces, **counts})
        return
    wanting = f" ({run.settings.wanting})" if run.settings.wanting else ""
    print_text(
        make_field_table(
            [*_status_fields(report, spaces, run.zone, wanting), *_noticed_fields(report, counts, run.zone)]
        ),
        "",
    )
    print_text(make_table(["STATUS", "LEARNED", "MESSAGES", ""], _status_rows(report), ""))
    if not report.interactions:
        print_text("", hint_text("Nothing has been said yet. Begin with: atlas chat"))
    elif notice := waiting_notice(report.waiting):
        print_text("", hint_text(notice))


def _count_noticed(atlas: Atlas) -> dict[str, int]:
    """Count stuck jobs, failures, patterns and open suggestions."""
    return {
        "parked": len(atlas.jobs.list(JobState.PARKED.value, _MOST)),
        "failures": len(atlas.inspect.failures(_MOST)),
        "patterns": len(atlas.inspect.patterns()),
        "suggestions": len(read_suggestions(atlas, "open", _MOST)),
    }


def _noticed_fields(report: StatusReport, counts: dict[str, int], zone: tzinfo) -> Iterator[tuple[str, str | Text]]:
    """List the counts that are not zero, each with the command that shows more."""
    if report.ladder.rung is not Rung.FREE:
        style = "red" if report.ladder.holds_back else "yellow"
        yield "ladder", styled_text((describe_ladder(report.ladder, zone), style))
    if report.violations:
        broken = f"seen to be broken {format_count(report.violations, 'time')}: atlas doctor"
        yield "constitution", styled_text((broken, "red"))
    stuck = counts["parked"] + report.poisoned
    unread = format_count(report.unread, "interaction waits", "interactions wait")
    lines = [
        ("unread", report.unread, f"{unread} for the reader", "atlas doctor"),
        ("stuck", stuck, format_count(stuck, "job waits", "jobs wait"), "atlas learning jobs"),
        (
            "failures",
            counts["failures"],
            format_count(counts["failures"], "reply", "replies"),
            "atlas learning failures",
        ),
        ("patterns", counts["patterns"], format_count(counts["patterns"], "pattern"), "atlas learning patterns"),
        (
            "suggested",
            counts["suggestions"],
            format_count(counts["suggestions"], "suggestion"),
            "atlas learning suggestions",
        ),
    ]
    for name, number, text, how in lines:
        if number:
            yield name, f"{text}{' or more' if number >= _MOST else ''}: {how}"


def _status_fields(report: StatusReport, spaces: list[str], zone: tzinfo, wanting: str) -> Iterator[tuple[str, str]]:
    others = ", ".join(one_line(each) for each in spaces if each != report.space)
    yield "store", one_line(report.location)
    yield "space", f"{one_line(report.space)} (others: {others})" if others else one_line(report.space)
    yield "policy", report.policy
    yield "embedder", report.embedder
    alone = f"none; the small reader and the rules work alone{wanting}"
    yield "model", one_line(report.model) if report.model else alone
    yield "interactions", f"{report.interactions:,}"
    off = "" if report.self_improvement else "; self-improvement is off (ATLAS_SELF_IMPROVEMENT)"
    yield "thinking", f"{report.owed:,} owed, {report.poisoned:,} given up{off}"
    last = f", last change {format_moment(report.last_at, zone)}" if report.last_at else ""
    yield "journal", f"{format_count(report.journal_entries, 'entry', 'entries')}{last}"


def _status_rows(report: StatusReport) -> Iterator[list[str | Text]]:
    """List the statuses with their counts; archived and forgotten memories stand below them."""
    for each in Status:
        active = [count for count in report.counts if count.status is each and count.state is State.ACTIVE]
        messages = sum(count.count for count in active if count.kind is Kind.EPISODE)
        learned = sum(count.count for count in active) - messages
        name = styled_text((STATUS_WORDS[each], STATUS_STYLES.get(each, "dim")))
        yield [name, f"{learned:,}", f"{messages:,}", styled_text((_MEANING[each], "dim"))]
    for state in (State.ARCHIVED, State.QUARANTINED, State.GONE):
        away = sum(count.count for count in report.counts if count.state is state)
        if away:
            word = "forgotten" if state is State.GONE else state.value
            means = "out of service; atlas quarantine --list shows why" if state is State.QUARANTINED else ""
            yield [styled_text((word, "dim")), f"{away:,}", "", styled_text((means, "dim"))]
