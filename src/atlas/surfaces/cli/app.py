"""All commands under one name, in the order in which a newcomer meets them."""

from __future__ import annotations

from typing import Final

import click

from atlas._version import __version__
from atlas.surfaces.cli.beliefs import beliefs
from atlas.surfaces.cli.chat.chat import chat
from atlas.surfaces.cli.chat.end_session import end_session
from atlas.surfaces.cli.chat.observe import observe
from atlas.surfaces.cli.documents import docs
from atlas.surfaces.cli.hosts.hook import hook
from atlas.surfaces.cli.hosts.install import install, uninstall
from atlas.surfaces.cli.hosts.mcp import mcp
from atlas.surfaces.cli.lookup.archived_text import whole
from atlas.surfaces.cli.lookup.checks import doctor, verify
from atlas.surfaces.cli.lookup.constitution import constitution
from atlas.surfaces.cli.lookup.graph import graph
from atlas.surfaces.cli.lookup.health import health
from atlas.surfaces.cli.lookup.memories import memories
from atlas.surfaces.cli.lookup.metrics import metrics
from atlas.surfaces.cli.lookup.pending import pending
from atlas.surfaces.cli.lookup.recall import context, recall
from atlas.surfaces.cli.lookup.show import show
from atlas.surfaces.cli.lookup.status import status
from atlas.surfaces.cli.lookup.why import why
from atlas.surfaces.cli.review.conversations import dismiss, vouch
from atlas.surfaces.cli.review.decide import approve, reject, sensitive
from atlas.surfaces.cli.review.due import conflicts, due
from atlas.surfaces.cli.review.feedback import feedback
from atlas.surfaces.cli.review.forget import forget
from atlas.surfaces.cli.review.pin import pin, unpin
from atlas.surfaces.cli.review.policy import policy
from atlas.surfaces.cli.review.quarantine import quarantine
from atlas.surfaces.cli.review.review import review
from atlas.surfaces.cli.review.rollback import diff, rollback
from atlas.surfaces.cli.review.suggestions import accept, decline, suggestions
from atlas.surfaces.cli.review.undo import log, revert, undo
from atlas.surfaces.cli.shared.grammar import global_options
from atlas.surfaces.cli.shared.guarded_group import GuardedGroup
from atlas.surfaces.cli.thinking.consolidate import consolidate
from atlas.surfaces.cli.thinking.costs import costs
from atlas.surfaces.cli.thinking.evolution import evolution
from atlas.surfaces.cli.thinking.failures import failures, patterns
from atlas.surfaces.cli.thinking.jobs import jobs
from atlas.surfaces.cli.thinking.ladder import pause, resume
from atlas.surfaces.cli.thinking.observations import observations
from atlas.surfaces.cli.thinking.reflect import reflect, reflections
from atlas.surfaces.cli.thinking.replay_questions import replay_questions
from atlas.surfaces.cli.thinking.signals import report, signals
from atlas.surfaces.cli.thinking.simulate import simulate
from atlas.surfaces.cli.thinking.triggers import triggers
from atlas.surfaces.cli.thinking.worker import work
from atlas.surfaces.cli.transfer.audit import audit
from atlas.surfaces.cli.transfer.backup import backup, restore
from atlas.surfaces.cli.transfer.demo import demo
from atlas.surfaces.cli.transfer.export import export
from atlas.surfaces.cli.transfer.import_history import import_command

SECTIONS: Final[tuple[tuple[str, tuple[click.Command, ...]], ...]] = (
    ("Talk", (chat, observe, end_session, import_command, demo, simulate)),
    ("Find", (recall, context, memories, docs, beliefs, show, why, graph, whole)),
    ("Decide", (review, pending, policy, conflicts, approve, reject, vouch, dismiss, sensitive, pin, unpin)),
    ("Notice", (signals, report, feedback, failures, patterns, suggestions, accept, decline)),
    ("Think", (reflect, reflections, observations, consolidate, work, jobs, triggers, costs, evolution, pause, resume)),
    ("Examine", (replay_questions,)),
    ("Take back", (undo, log, revert, diff, rollback, quarantine, forget)),
    ("Connect", (mcp, install, uninstall, hook)),
    ("Care", (status, health, metrics, due, doctor, verify, constitution, audit, export, backup, restore)),
)


ALSO_CALLED: Final = {
    "documents": "docs",
    "positions": "beliefs",
    "journal": "log",
    "history": "log",
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


for _title, _commands in SECTIONS:
    for _command in _commands:
        cli.add_command(_command)
