"""`atlas status`, `atlas health`, `atlas doctor`, `atlas verify`: the state of a store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from atlas.model.memory import Kind, Relation, State, Status
from atlas.model.thinking import JobState
from atlas.surfaces.cli.chat.learned_text import replay_notice
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
from atlas.surfaces.views.graph_labels import KIND_WORDS, TIE_WORDS
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import (
    count_remembered,
    format_count,
    format_moment,
    one_line,
    reformat_moments,
    short_id,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.curate.review_counts import Waiting
    from atlas.engine.inspect.health import Health
    from atlas.engine.inspect.status import StatusReport
    from atlas.surfaces.library import Atlas

_MOST = 1_000
_UNJOINED = "nothing yet: a cycle joins what one reply used together"
_HEADS = ("APPROVED", "WAITING", "OTHER", "ARCHIVED OR GONE")
_MEANING = {
    Status.NEEDS_REVIEW: "waits for you: atlas pending",
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
    "poisoned, pending (what is decided one by one), waiting (memories, proposals, conversations, messages), active, "
    "journal_entries, last_at, unkept (interactions not made memories of yet); and parked (jobs), failures, patterns "
    "(active) and suggestions (open), how many of each, up to 1,000.",
)
@pass_run
def status(run: Run) -> None:
    """See how much was said and learned, and what became of it."""
    with run.open_for_reading(with_model=True) as atlas:
        report, spaces = replace(atlas.inspect.status(), location=str(run.settings.store)), list(atlas.admin.spaces())
        counts = _count_noticed(atlas)
    if run.as_json:
        print_json({**make_plain(report), "spaces": spaces, **counts})
        return
    wanting = f" ({run.settings.wanting})" if run.settings.wanting else ""
    print_text(
        make_field_table([*_status_fields(report, spaces, run.zone, wanting), *_noticed_fields(report, counts)]), ""
    )
    print_text(make_table(["STATUS", "LEARNED", "MESSAGES", ""], _status_rows(report), ""))
    if not report.interactions:
        print_text("", hint_text("Nothing has been said yet. Begin with: atlas chat"))
    elif report.pending or report.waiting.conversations:
        print_text("", hint_text(f"{_describe_waiting(report.waiting)}: atlas pending"))


def _describe_waiting(waiting: Waiting) -> str:
    """`3 items and 300 conversations wait`: the same words wherever waiting items are counted."""
    parts = ((waiting.items, "item"), (waiting.conversations, "conversation"))
    subject = " and ".join(format_count(number, word) for number, word in parts if number) or "nothing"
    return f"{subject} {'waits' if waiting.items + waiting.conversations <= 1 else 'wait'} for you"


def _count_noticed(atlas: Atlas) -> dict[str, int]:
    """Count stuck jobs, failures, patterns and open suggestions."""
    return {
        "parked": len(atlas.jobs.list(JobState.PARKED.value, _MOST)),
        "failures": len(atlas.inspect.failures(_MOST)),
        "patterns": len(atlas.inspect.patterns()),
        "suggestions": len(read_suggestions(atlas, "open", _MOST)),
    }


def _noticed_fields(report: StatusReport, counts: dict[str, int]) -> Iterator[tuple[str, str]]:
    """List the counts that are not zero, each with the command that shows more."""
    stuck = counts["parked"] + report.poisoned
    lines = [
        ("stuck", stuck, format_count(stuck, "job waits", "jobs wait"), "atlas jobs"),
        ("failures", counts["failures"], format_count(counts["failures"], "reply", "replies"), "atlas failures"),
        ("patterns", counts["patterns"], format_count(counts["patterns"], "pattern"), "atlas patterns"),
        ("suggested", counts["suggestions"], format_count(counts["suggestions"], "suggestion"), "atlas suggestions"),
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
    yield "model", one_line(report.model) if report.model else f"none; the rule-based thinker works alone{wanting}"
    yield "interactions", f"{report.interactions:,}"
    yield "thinking", f"{report.owed:,} owed, {report.poisoned:,} given up"
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
    for state in (State.ARCHIVED, State.GONE):
        away = sum(count.count for count in report.counts if count.state is state)
        if away:
            word = "forgotten" if state is State.GONE else state.value
            yield [styled_text((word, "dim")), f"{away:,}", "", ""]


@command(
    "health",
    "atlas health",
    "atlas health --json | jq .due",
    gives="last_cycle (a reflection, or null), active, waiting (memories, proposals, "
    "conversations, messages), strength (the average now, or null), due, counts (kind, status, "
    "state, count), shortened, edges (by relation), feedback (of the last 30 days, by signal), conflicts, replaying "
    "(how far a replay got that is not at its end) and owed (thoughts).",
)
@pass_run
def health(run: Run) -> None:
    """See how memory fares over time.

    When it was last put in order, how strong it is on average, what is due for review, how much of it is joined by use,
    what replies did with it, and what contradicts each other.
    """
    with run.open_for_reading() as atlas:
        report, owed = atlas.inspect.health(), atlas.jobs.owed()
    if run.as_json:
        names = (
            "last_cycle",
            "active",
            "waiting",
            "strength",
            "due",
            "counts",
            "shortened",
            "edges",
            "feedback",
            "conflicts",
        )
        print_json({**{name: getattr(report, name) for name in (*names, "replaying")}, "owed": owed})
        return
    print_text(make_field_table(_health_fields(report, run.zone)), "")
    print_text(make_table(["KIND", *_HEADS], _kind_rows(report), ""))
    for number, how in ((report.due, "See what is due: atlas due"), (report.conflicts, "See both: atlas conflicts")):
        if number:
            print_text(hint_text(how))
    print_text(*(hint_text(sentence) for sentence in replay_notice(report.replaying)))


def _health_fields(report: Health, zone: tzinfo) -> Iterator[tuple[str, str]]:
    from atlas.engine.curate.review_counts import is_active

    cycle = report.last_cycle
    yield (
        "last cycle",
        f"{format_moment(cycle.at, zone)}, {short_id(cycle.id)}" if cycle else "none yet: atlas consolidate",
    )
    messages = sum(each.count for each in report.counts if each.kind is Kind.EPISODE and is_active(each))
    yield "active", count_remembered(report.active - messages, messages)
    yield "waiting", _describe_waiting(report.waiting)
    yield "strength", "nothing is there" if report.strength is None else f"{report.strength:.2f} on average"
    yield "due", format_count(report.due, "memory waits", "memories wait") + " for review"
    yield (
        "joined",
        ", ".join(_describe_ties(name, number) for name, number in report.edges.items()) or _UNJOINED,
    )
    feedback = ", ".join(f"{number:,} {name}" for name, number in report.feedback.items())
    yield "in 30 days", feedback or "nothing was told of a served memory"
    if report.shortened:
        yield "shortened", format_count(report.shortened, "message")
    yield "conflicts", f"{report.conflicts:,} open" if report.conflicts else "none"


def _describe_ties(relation: str, number: int) -> str:
    word = TIE_WORDS[Relation(relation)][0]
    return f"{format_count(number, 'pair')} {word.removesuffix(' with')}"


def _kind_rows(report: Health) -> Iterator[list[str | Text]]:
    """List the kinds with their counts by status; archived or gone memories are counted apart."""
    for kind in Kind:
        own = [each for each in report.counts if each.kind is kind]
        here = [each for each in own if each.state is State.ACTIVE]
        approved = sum(each.count for each in here if each.status is Status.APPROVED)
        waiting = sum(each.count for each in here if each.status is Status.NEEDS_REVIEW)
        active, every = (sum(each.count for each in some) for some in (here, own))
        if own:
            columns = (approved, waiting, active - approved - waiting, every - active)
            yield [KIND_WORDS[kind], *(f"{number:,}" for number in columns)]


@command(
    "doctor",
    "atlas doctor",
    "atlas doctor --json | jq '.checks[] | select(.ok | not)'",
    gives="ok, and checks, each with name, ok and says. The exit code is 1 if any check fails.",
)
@pass_run
def doctor(run: Run) -> None:
    """Look at everything that can be wrong.

    File, journal, constitution, embedder, owed work, troubles; each in one sentence.
    """
    with run.open_for_reading(with_model=True, notices=False, damaged=True) as atlas:
        checks = atlas.admin.doctor()
    ok = all(check.ok for check in checks)
    if run.as_json:
        print_json({"ok": ok, "checks": checks})
    else:
        marks = ((styled_text(("ok", "green") if each.ok else ("BAD", "bold red")), each) for each in checks)
        print_text(
            make_table(
                ["", "WHAT", "SAYS"],
                ([mark, each.name, reformat_moments(one_line(each.says), run.zone)] for mark, each in marks),
                "SAYS",
            )
        )
        print_text(
            "", "All is well." if ok else f"{format_count(sum(not each.ok for each in checks), 'check')} failed."
        )
    if not ok:
        raise click.exceptions.Exit(1)


@command(
    "verify",
    "atlas verify",
    "atlas verify --json && echo honest",
    gives="ok, entries, erased and problems. The exit code is 1 if there are any.",
)
@pass_run
def verify(run: Run) -> None:
    """Check that nobody tampered with the journal or the rows.

    Every digest, every link of the chain, and every row against what the journal last said of it.
    """
    with run.open_for_reading(damaged=True) as atlas:
        result = atlas.admin.verify()
    if run.as_json:
        print_json({"ok": result.ok, "entries": result.entries, "erased": result.erased, "problems": result.problems})
    elif result.ok:
        erased = f" {format_count(result.erased, 'text')} forgotten, as it should be." if result.erased else ""
        entries = format_count(result.entries, "entry", "entries")
        print_text(f"The journal holds: {entries}, every digest and every row.{erased}")
    else:
        print_text(*(one_line(problem) for problem in result.problems))
        print_text(f"The record is not as it was written: {format_count(len(result.problems), 'problem')}.")
    if not result.ok:
        raise click.exceptions.Exit(1)
