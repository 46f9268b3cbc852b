"""`atlas replay-questions`: past questions asked again, to see whether what was learned helps (H7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    progress_bar,
)
from atlas.surfaces.cli.shared.past_moments import parse_past_moment
from atlas.surfaces.views.examination import describe_harm, format_share, list_agreement, view_examination
from atlas.surfaces.views.text import format_count, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.model.thinking import Reflection


@command(
    "replay-questions",
    "atlas replay-questions",
    "atlas replay-questions --as-of 2026-03-01",
    "atlas replay-questions --json | jq .demoted",
    gives="id, at, by, calls, tokens, money (in millionths), questions, expected_by, arms (right and graded), as_of, "
    "trials, ungraded, agreement (same, both), suspects, memories (memory, asked, worse, better, low, high), harmful, "
    "demoted, and documents and restored where documents were compared.",
)
@click.option("--as-of", "as_of", metavar="WHEN", help="The past moment to compare with; a week ago unless you say.")
@pass_run
def replay_questions(run: Run, as_of: str | None) -> None:
    """Ask past questions again: does what was learned help?

    First those that you corrected or asked again, then what your facts answer; with memory, without it, and as memory
    stood at a past moment. What stood beside wrong answers is left out one at a time: a memory that makes answers
    worse goes back to review, with that as its evidence. A language model answers where one is configured, within the
    budget; else memory alone. It runs by itself every Sunday.
    """
    with run.open_atlas(with_model=True) as atlas:
        moment = parse_past_moment(as_of, atlas.admin.now(), run.zone) if as_of is not None else None
        with progress_bar("asking again", None, quiet=run.as_json):
            made = atlas.jobs.replay_questions(moment)
    if run.as_json:
        print_json(view_examination(made))
        return
    print_text(*_tell_replay(made))


def _tell_replay(made: Reflection) -> Iterator[RenderableType]:
    said = made.said
    yield make_field_table(
        [
            ("questions", format_count(said["questions"], "question")),
            *((arm, format_share(counts)) for arm, counts in said["arms"].items()),
            ("left out", format_count(said["trials"], "trial")),
            *((("ungraded", str(said["ungraded"])),) if said["ungraded"] else ()),
            *list_agreement(said),
        ]
    )
    harmful = [each for each in said["memories"] if each["memory"] in said["harmful"]]
    if harmful:
        rows = [[short_id(each["memory"]), describe_harm(each)] for each in harmful]
        yield make_table(["MEMORY", "HARM"], rows, "")
    if said.get("demoted"):
        yield hint_text(f"{format_count(len(said['demoted']), 'memory', 'memories')} wait for you: atlas review")
    elif not harmful:
        yield "No memory makes answers worse, as far as these questions tell."
    for path in said.get("restored", ()):
        yield f"{path} is back at its version before: answers were better by it."
