"""`atlas decision`: what a person decided, and why."""

from __future__ import annotations

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.views.text import short_id


@command(
    "decision",
    "atlas decision --situation 'Disk full' --action Clean --rationale Cheap",
    gives="memory: the decision as it is remembered.",
)
@click.option("--situation", metavar="TEXT", required=True, help="What there was to decide.")
@click.option("--action", metavar="TEXT", required=True, help="What was decided.")
@click.option("--rationale", metavar="TEXT", required=True, help="Why.")
@pass_run
def decision(run: Run, situation: str, action: str, rationale: str) -> None:
    """Record a decision, to be told when the like comes up.

    It is yours, so it is approved. It is quoted among the decisions of a context where a question is about such a
    situation; the five that are nearest stand there.
    """
    with run.open_atlas(create=True) as atlas:
        made = atlas.knowledge.record_decision(situation, action, rationale)
    if run.as_json:
        print_json({"memory": made})
        return
    print_text(f"Recorded as {short_id(made.id)}.")
    print_text(hint_text("atlas undo takes it back."))
