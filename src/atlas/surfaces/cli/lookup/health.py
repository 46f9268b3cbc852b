"""`atlas health`: the state of a memory over time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlas.model.memory import Kind, Relation, State, Status
from atlas.surfaces.cli.chat.learned_text import replay_notice
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
from atlas.surfaces.views.beliefs import figure_text
from atlas.surfaces.views.graph_labels import KIND_WORDS, TIE_WORDS
from atlas.surfaces.views.text import (
    count_remembered,
    format_count,
    format_moment,
    short_id,
)
from atlas.surfaces.views.waiting import describe_waiting

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.inspect.health import Health

_UNJOINED = "nothing yet: a cycle joins what one reply used together"
_HEADS = ("APPROVED", "WAITING", "OTHER", "ARCHIVED OR GONE")


@command(
    "health",
    "atlas health",
    "atlas health --json | jq .due",
    gives="last_cycle (a reflection, or null), active, waiting (memories, proposals, "
    "beliefs, conversations, messages), strength (the average now, or null), due, counts (kind, status, "
    "state, count), shortened, edges (by relation), feedback (of the last 30 days, by signal), conflicts, replaying "
    "(how far a replay got that is not at its end), reader_trouble (why what was said waits to be read, or null), "
    "beliefs (of the assistant's positions: measure, value, limit, alert and beliefs) and owed (thoughts).",
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
            "replaying",
            "reader_trouble",
            "beliefs",
        )
        print_json({**{name: getattr(report, name) for name in names}, "owed": owed})
        return
    print_text(make_field_table(_health_fields(report, run.zone)), "")
    print_text(make_table(["KIND", *_HEADS], _kind_rows(report), ""))
    for figure in report.beliefs:
        if figure.alert:
            print_text(styled_text(("! ", "yellow"), figure.alert))
    for number, how in (
        (report.due, "See what is due: atlas curate due"),
        (report.conflicts, "See both: atlas curate conflicts"),
    ):
        if number:
            print_text(hint_text(how))
    print_text(*(hint_text(sentence) for sentence in replay_notice(report.replaying)))
    if report.reader_trouble:
        print_text(hint_text(f"{report.reader_trouble} What was said waits to be read: atlas doctor"))


def _health_fields(report: Health, zone: tzinfo) -> Iterator[tuple[str, str]]:
    from atlas.engine.curate.review_counts import is_active

    cycle = report.last_cycle
    yield (
        "last cycle",
        f"{format_moment(cycle.at, zone)}, {short_id(cycle.id)}" if cycle else "none yet: atlas learning consolidate",
    )
    messages = sum(each.count for each in report.counts if each.kind is Kind.EPISODE and is_active(each))
    yield "active", count_remembered(report.active - messages, messages)
    yield "waiting", describe_waiting(report.waiting)
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
    for place, figure in enumerate(report.beliefs):
        yield "positions" if place == 0 else "", figure_text(figure)


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
