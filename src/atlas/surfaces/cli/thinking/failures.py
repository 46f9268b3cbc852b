"""`atlas failures` and `atlas patterns`: what went wrong, and what keeps coming back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from atlas.model.failure import Failure, Pattern
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint, pairs, say, styled, table, tell_json
from atlas.surfaces.views.id_lookup import Heard
from atlas.surfaces.views.signal_labels import SIGNAL_WORDS
from atlas.surfaces.views.signals import view_failure
from atlas.surfaces.views.text import clipped, counted, day, line, moment, short

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
    with run.looking() as atlas:
        heard, found = Heard(atlas), atlas.inspect.failures(limit)
        if run.as_json:
            tell_json({"failures": [view_failure(each, heard) for each in found], "owed": atlas.jobs.owed()})
        elif not found:
            say("Nothing went wrong yet, as far as was noticed.")
            say(hint("Something did? Tell it: atlas report wrong --note 'what was wrong'"))
        else:
            more = f" More: --limit {limit * 5}." if len(found) == limit else ""
            say(failure_table(found, heard, run.zone))
            say(hint(f"{counted(len(found), 'failure')}.{more} All about one: atlas show {short(found[0].id)}"))


def failure_table(found: Sequence[Failure], heard: Heard, zone: tzinfo) -> RenderableType:
    rows: Iterator[list[str | Text]] = (
        [short(each.id), day(each.at, zone), SIGNAL_WORDS[each.signal], _what(each, heard)] for each in found
    )
    return table(["ID", "WHEN", "KNOWN BY", "ASKED, AND WHAT TOLD OF IT"], rows, "ASKED, AND WHAT TOLD OF IT")


def _what(failure: Failure, heard: Heard) -> Text:
    asked, told = heard.quote(failure.asked) or "(forgotten)", heard.quote(failure.told) or heard.note(failure)
    again = f"\nthe same as {short(failure.type)}" if failure.type not in (None, failure.id) else ""
    part = f"\nof the pattern {short(failure.pattern)}" if failure.pattern else ""
    return styled(asked, (f"\n{told}" if told else "", "italic"), (f"{again}{part}", "dim"))


def failure_card(failure: Failure, alike: Sequence[Failure], heard: Heard, zone: tzinfo) -> Iterator[RenderableType]:
    """All about one; `alike` are those of the same type."""
    yield styled((f"A reply that failed, known by: {SIGNAL_WORDS[failure.signal]}", "bold"))
    yield pairs(_failure_fields(failure, alike, heard, zone))
    yield hint(f"What was noticed: atlas signals --about {short(failure.about)}. All: atlas why {short(failure.about)}")


def _failure_fields(
    failure: Failure, alike: Sequence[Failure], heard: Heard, zone: tzinfo
) -> Iterator[tuple[str, str]]:
    yield "id", failure.id
    yield "noticed", moment(failure.at, zone)
    yield "about", failure.about
    yield "asked", heard.quote(failure.asked) or "(forgotten)"
    replied = heard.reply(failure.about)
    if replied:
        yield "replied", heard.quote(replied)
    if failure.told:
        yield "told by", heard.quote(failure.told) or "(forgotten)"
    if note := heard.note(failure):
        yield "reported", note
    if alike:
        yield "alike", ", ".join(short(each.id) for each in alike)
    if failure.pattern:
        yield "pattern", f"{failure.pattern} (atlas show {short(failure.pattern)})"


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
    with run.looking() as atlas:
        found = list(atlas.inspect.patterns(active=None if everything else True))
    if run.as_json:
        tell_json({"patterns": found})
    elif not found:
        say("No pattern was found yet." if everything else "No pattern is active.")
        say(hint("Three failures that are alike make one, in the night: atlas failures, atlas reflect nightly"))
    else:
        say(pattern_table(found, run.zone), hint(f"What it stands on: atlas show {short(found[0].id)}"))


def pattern_table(found: Sequence[Pattern], zone: tzinfo) -> RenderableType:
    rows: Iterator[list[str | Text]] = (
        [
            short(each.id),
            line(each.type),
            f"{each.count:,}",
            f"{each.confidence:.2f}",
            day(each.last_seen, zone),
            _says(each),
        ]
        for each in found
    )
    return table(["ID", "TYPE", "SEEN", "SURE", "LAST", "PATTERN"], rows, "PATTERN")


def _says(pattern: Pattern) -> Text:
    faded = "" if pattern.active else "  (faded)"
    return styled(clipped(pattern.description, 300), (faded, "dim"))


def pattern_card(pattern: Pattern, behind: Sequence[Failure], heard: Heard, zone: tzinfo) -> Iterator[RenderableType]:
    """All about one; `behind` are the failures that it stands on."""
    yield styled((line(pattern.description), "bold"))
    yield pairs(
        [
            ("id", pattern.id),
            ("type", line(pattern.type)),
            ("seen", counted(pattern.count, "time")),
            ("first", moment(pattern.first_seen, zone)),
            ("last", moment(pattern.last_seen, zone)),
            ("confidence", f"{pattern.confidence:.2f}"),
            ("state", "active" if pattern.active else "faded"),
        ]
    )
    if behind:
        yield ""
        yield failure_table([replace(each, pattern=None) for each in behind], heard, zone)
