"""`atlas exams`: the grades of small self-tests, with memory and without it (C10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, progress_bar
from atlas.surfaces.views.examination import list_agreement, view_exam
from atlas.surfaces.views.metrics import draw_sparkline
from atlas.surfaces.views.text import format_moment

if TYPE_CHECKING:
    from datetime import tzinfo

    from atlas.model.exam import Exam


@command(
    "exams",
    "atlas exams",
    "atlas exams --take",
    "atlas exams --json | jq '.exams[0]'",
    gives="exams, the newest first, each with id, at, asked, right_with and right_without.",
)
@click.option("--take", is_flag=True, help="Take one now, and then show the grades.")
@limit_option(20)
@pass_run
def exams(run: Run, take: bool, limit: int) -> None:
    """See the grades of small exams, with memory and without.

    Every four hours in which something was said, five questions are asked: of what you corrected, of approved facts and
    of approved knowledge. Rules grade, and a model where they cannot tell. What memory adds is the one less the other.
    """
    if take:
        with run.open_atlas(with_model=True) as atlas, progress_bar("an exam", None, quiet=run.as_json):
            agreed = list_agreement(atlas.jobs.take_exam().said)
            taken = atlas.jobs.exams(limit)
    else:
        with run.open_for_reading() as atlas:
            taken, agreed = atlas.jobs.exams(limit), []
    if run.as_json:
        print_json({"exams": [view_exam(each) for each in taken]})
        return
    _print_exams(taken, run.zone)
    if agreed:
        print_text(*(f"{name}: {share}" for name, share in agreed))


def _print_exams(taken: Sequence[Exam], zone: tzinfo) -> None:
    if not taken:
        print_text(hint_text("No exam was taken yet: atlas exams --take"))
        return
    rows = [
        [format_moment(each.at, zone), f"{each.right_with} of {each.asked}", f"{each.right_without} of {each.asked}"]
        for each in taken
    ]
    print_text(make_table(["TAKEN", "WITH MEMORY", "WITHOUT"], rows, ""))
    shares = [each.right_with / each.asked for each in reversed(taken)]
    if len(shares) > 1:
        print_text(f"Right with memory, the newest last: {draw_sparkline(shares)}")
