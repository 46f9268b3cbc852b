"""`atlas failures` and `atlas patterns`: replies that went wrong, and failures that keep coming back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from atlas.model.failure import Failure, Pattern
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.id_lookup import MessageLookup
from atlas.surfaces.views.signal_labels import SIGNAL_WORDS
from atlas.surfaces.views.signals import view_failure
from atlas.surfaces.views.text import clip_line, format_count, format_day, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text


@command(
    "failures",
    "atlas failures",
    "atlas failures --limit 200 --json | jq -r '.failures[].signal' | sort",
    "atlas show f_4kq9zt",
    gives="failures, newest first: id, about (interaction), signal, at, asked and told (messages, with their words in "
    "asked_text and told_text), type (the first of its kind), pattern; and owed (thoughts).",
)
@limit_option(30)
@pass_run
def failures(run: Run, limit: int) -> None:
    """List the replies that went wrong, newest first.

    Known by a correction, a question asked again, a question left open, an undo, or a report. Failures that are much
    alike are of one type; several of them become a pattern in the night.
    """
    with run.open_for_reading() as atlas:
        messages, recent = MessageLookup(atlas), atlas.inspect.failures(limit)
        if run.as_json:
            print_json({"failures": [view_failure(each, messages) for each in recent], "owed": atlas.jobs.owed()})
        elif not recent:
            print_text("Nothing went wrong yet, as far as was noticed.")
            print_text(hint_text("Something did? Tell it: atlas learning report wrong --note 'what was wrong'"))
        else:
            more = f" More: --limit {limit * 5}." if len(recent) == limit else ""
            print_text(failure_table(recent, messages, run.zone))
            print_text(
                hint_text(
                    f"{format_count(len(recent), 'failure')}.{more} All about one: atlas show {short_id(recent[0].id)}"
                )
            )


def failure_table(failures_found: Sequence[Failure], messages: MessageLookup, zone: tzinfo) -> RenderableType:
    rows: Iterator[list[str | Text]] = (
        [short_id(each.id), format_day(each.at, zone), SIGNAL_WORDS[each.signal], _failure_text(each, messages)]
        for each in failures_found
    )
    return make_table(["ID", "WHEN", "KNOWN BY", "ASKED, AND WHAT TOLD OF IT"], rows, "ASKED, AND WHAT TOLD OF IT")


def _failure_text(failure: Failure, messages: MessageLookup) -> Text:
    question, evidence = (
        messages.quote_message(failure.asked) or "(forgotten)",
        messages.quote_message(failure.told) or messages.report_note(failure),
    )
    again = f"\nthe same as {short_id(failure.type)}" if failure.type not in (None, failure.id) else ""
    part = f"\nof the pattern {short_id(failure.pattern)}" if failure.pattern else ""
    return styled_text(question, (f"\n{evidence}" if evidence else "", "italic"), (f"{again}{part}", "dim"))


def failure_card(
    failure: Failure, alike: Sequence[Failure], messages: MessageLookup, zone: tzinfo
) -> Iterator[RenderableType]:
    """Show a failure in full; `alike` are the failures of the same type."""
    yield styled_text((f"A reply that failed, known by: {SIGNAL_WORDS[failure.signal]}", "bold"))
    yield make_field_table(_failure_fields(failure, alike, messages, zone))
    yield hint_text(
        f"What was noticed: atlas learning signals --about {short_id(failure.about)}. "
        f"All: atlas why {short_id(failure.about)}"
    )


def _failure_fields(
    failure: Failure, alike: Sequence[Failure], messages: MessageLookup, zone: tzinfo
) -> Iterator[tuple[str, str]]:
    yield "id", failure.id
    yield "noticed", format_moment(failure.at, zone)
    yield "about", failure.about
    yield "asked", messages.quote_message(failure.asked) or "(forgotten)"
    replied = messages.find_reply(failure.about)
    if replied:
        yield "replied", messages.quote_message(replied)
    if failure.told:
        yield "told by", messages.quote_message(failure.told) or "(forgotten)"
    if note := messages.report_note(failure):
        yield "reported", note
    if alike:
        yield "alike", ", ".join(short_id(each.id) for each in alike)
    if failure.pattern:
        yield "pattern", f"{failure.pattern} (atlas show {short_id(failure.pattern)})"


# --- what keeps coming back


@command(
    "patterns",
    "atlas patterns",
    "atlas patterns --all --json",
    "atlas show k_4kq9zt",
    gives="patterns: id, type, description, evidence (failures), sources (messages), confidence, first_seen, "
    "last_seen, count, active (left out where it is).",
)
@click.option("--all", "everything", is_flag=True, help="Also those that faded away.")
@pass_run
def patterns(run: Run, everything: bool) -> None:
    """List what keeps coming back.

    Found in the night among the failures, and looked over each week: stronger where it was seen again, else weaker.
    """
    with run.open_for_reading() as atlas:
        listed = list(atlas.inspect.patterns(active=None if everything else True))
    if run.as_json:
        print_json({"patterns": listed})
    elif not listed:
        print_text("No pattern was found yet." if everything else "No pattern is active.")
        print_text(
            hint_text(
                "Three failures that are alike make one, in the night: atlas learning failures, "
                "atlas learning reflect nightly"
            )
        )
    else:
        print_text(
            pattern_table(listed, run.zone), hint_text(f"What it stands on: atlas show {short_id(listed[0].id)}")
        )


def pattern_table(patterns_found: Sequence[Pattern], zone: tzinfo) -> RenderableType:
    rows: Iterator[list[str | Text]] = (
        [
            short_id(each.id),
            one_line(each.type),
            f"{each.count:,}",
            f"{each.confidence:.2f}",
            format_day(each.last_seen, zone),
            _pattern_text(each),
        ]
        for each in patterns_found
    )
    return make_table(["ID", "TYPE", "SEEN", "SURE", "LAST", "PATTERN"], rows, "PATTERN")


def _pattern_text(pattern: Pattern) -> Text:
    faded = "" if pattern.active else "  (faded)"
    return styled_text(clip_line(pattern.description, 300), (faded, "dim"))


def pattern_card(
    pattern: Pattern, behind: Sequence[Failure], messages: MessageLookup, zone: tzinfo
) -> Iterator[RenderableType]:
    """Show a pattern in full; `behind` are the failures that it stands on."""
    yield styled_text((one_line(pattern.description), "bold"))
    yield make_field_table(
        [
            ("id", pattern.id),
            ("type", one_line(pattern.type)),
            ("seen", format_count(pattern.count, "time")),
            ("first", format_moment(pattern.first_seen, zone)),
            ("last", format_moment(pattern.last_seen, zone)),
            ("confidence", f"{pattern.confidence:.2f}"),
            ("state", "active" if pattern.active else "faded"),
        ]
    )
    if behind:
        yield ""
        yield failure_table([replace(each, pattern=None) for each in behind], messages, zone)
