"""`python -m benchmarks`: measure, on data sets that you have, with the real engine."""

from __future__ import annotations

from typing import Final

import click

from atlas.surfaces.cli.shared.grammar import global_options
from atlas.surfaces.cli.shared.guarded_group import GuardedGroup
from benchmarks.commands.beliefs import beliefs
from benchmarks.commands.consolidation import consolidation
from benchmarks.commands.context import context
from benchmarks.commands.displeasure import displeasure
from benchmarks.commands.evidence import evidence
from benchmarks.commands.extraction import extraction
from benchmarks.commands.floor import floor
from benchmarks.commands.history_import import history_import
from benchmarks.commands.honesty import honesty
from benchmarks.commands.hook import hook
from benchmarks.commands.ingestion import ingest
from benchmarks.commands.looking import looking
from benchmarks.commands.questions import questions
from benchmarks.commands.reading import reading
from benchmarks.commands.reembedding import reembedding
from benchmarks.commands.retrieval import retrieval
from benchmarks.commands.review import review
from benchmarks.commands.serving import serving
from benchmarks.commands.signals import signals
from benchmarks.commands.speed import speed
from benchmarks.commands.thoughts import thoughts

COMMANDS: Final = (
    *(beliefs, consolidation, context, displeasure, evidence, extraction, floor, honesty, hook, history_import),
    *(ingest, looking, questions, reading, reembedding, retrieval, review, serving, signals, speed, thoughts),
)


class Benchmarks(GuardedGroup):
    """The group of all benchmarks; errors leave it as those of `atlas` do."""

    program = "python -m benchmarks"
    examples = (
        "python -m benchmarks beliefs",
        "python -m benchmarks consolidation",
        "python -m benchmarks context --data data",
        "python -m benchmarks evidence",
        "python -m benchmarks extraction --data data",
        "python -m benchmarks floor --data data",
        "python -m benchmarks honesty",
        "python -m benchmarks hook",
        "python -m benchmarks import --conversations 10000 --replay",
        "python -m benchmarks ingest --data data",
        "python -m benchmarks looking --turns 10000",
        "python -m benchmarks questions",
        "python -m benchmarks reading",
        "python -m benchmarks reembedding --memories 10000",
        "python -m benchmarks retrieval --data data",
        "python -m benchmarks review --data data",
        "python -m benchmarks serving",
        "python -m benchmarks signals --data data",
        "python -m benchmarks speed",
        "python -m benchmarks thoughts",
    )


@click.group(cls=Benchmarks, params=global_options(), invoke_without_command=True)
@click.pass_context
def benchmarks(ctx: click.Context) -> None:
    """Measure how well ATLAS does, and how quick it is.

    On data sets that you have, with the real engine.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for _command in COMMANDS:
    benchmarks.add_command(_command)
