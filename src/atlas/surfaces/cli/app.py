"""All commands under one name, in the order in which a newcomer meets them."""

from __future__ import annotations

from typing import Final

import click

from atlas._version import __version__
from atlas.surfaces.cli.beliefs import beliefs
from atlas.surfaces.cli.chat.chat import chat
from atlas.surfaces.cli.chat.observe import observe
from atlas.surfaces.cli.documents import docs
from atlas.surfaces.cli.groups import GROUPED, curate, journal, learning, operate
from atlas.surfaces.cli.hosts.install import install
from atlas.surfaces.cli.hosts.mcp import mcp
from atlas.surfaces.cli.lookup.checks import doctor
from atlas.surfaces.cli.lookup.graph import graph
from atlas.surfaces.cli.lookup.memories import memories
from atlas.surfaces.cli.lookup.picture import picture
from atlas.surfaces.cli.lookup.recall import context, recall
from atlas.surfaces.cli.lookup.show import show
from atlas.surfaces.cli.lookup.status import status
from atlas.surfaces.cli.lookup.why import why
from atlas.surfaces.cli.review.decide import approve, reject
from atlas.surfaces.cli.review.decision import decision
from atlas.surfaces.cli.review.forget import forget
from atlas.surfaces.cli.review.policy import policy
from atlas.surfaces.cli.review.quarantine import quarantine
from atlas.surfaces.cli.review.review import review
from atlas.surfaces.cli.review.undo import undo
from atlas.surfaces.cli.shared.grammar import global_options
from atlas.surfaces.cli.shared.guarded_group import GuardedGroup
from atlas.surfaces.cli.thinking.exams import exams
from atlas.surfaces.cli.thinking.probe import probe
from atlas.surfaces.cli.thinking.replay_questions import replay_questions
from atlas.surfaces.cli.thinking.worker import work
from atlas.surfaces.cli.transfer.backup import backup
from atlas.surfaces.cli.transfer.demo import demo
from atlas.surfaces.cli.transfer.export import export
from atlas.surfaces.cli.transfer.import_history import import_command
from atlas.surfaces.cli.transfer.ingest import ingest

SECTIONS: Final[tuple[tuple[str, tuple[click.Command, ...]], ...]] = (
    ("Talk", (chat, observe, import_command, ingest, demo)),
    ("Memory", (recall, context, memories, show, why, picture, graph, docs, beliefs, forget)),
    ("Review", (review, approve, reject, quarantine, decision, curate, policy, undo, journal)),
    ("Learning", (work, learning)),
    ("Examine", (replay_questions, exams, probe)),
    ("Connect", (mcp, install)),
    ("Operate", (status, doctor, export, backup, operate)),
)
"""What the help lists; what stands in a group goes by its bare name as well."""


ALSO_CALLED: Final = {
    "documents": "docs",
    "positions": "beliefs",
    "history": "journal",
    "search": "recall",
    "list": "memories",
    "remember": "observe",
    "delete": "forget",
    "contain": "quarantine",
    "think": "reflect",
}
"""What people look for under another name: they are told ours."""

ELSEWHERE: Final = {
    "bench": "the benchmarks live in the repository, where make bench-speed runs one and make lists all."
}
"""What is no part of the package: people are told where it is."""


class Cli(GuardedGroup):
    """The command `atlas`, in sections."""

    program = "atlas"
    examples = (
        "atlas chat",
        "atlas observe --user 'I moved to Porto in March.' --assistant 'Nice!'",
        "atlas recall 'Where do I live?' --json",
        "atlas why",
    )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in ALSO_CALLED:
            ctx.fail(f"No such command {args[0]!r}: that is atlas {ALSO_CALLED[args[0]]}.")
        if args[0] in ELSEWHERE:
            ctx.fail(f"No such command {args[0]!r}: {ELSEWHERE[args[0]]}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(each.name or "", each.get_short_help_str(72)) for each in commands])


@click.group(cls=Cli, params=global_options(), invoke_without_command=True)
@click.version_option(__version__, prog_name="atlas", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """ATLAS: memory you can trust.

    What an assistant learns is proposed, judged, kept with the sentence it came from, and can be taken back. Global
    options may stand before or after the command, and ids may be shortened as far as they stay unique.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for _, _commands in (*SECTIONS, *GROUPED):
    for _command in _commands:
        cli.add_command(_command)
