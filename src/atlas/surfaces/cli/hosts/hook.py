"""`atlas hook`: what a coding agent runs at the turns of its session. `atlas install` sets it up."""

from __future__ import annotations

import sys

import click

from atlas.surfaces.agents import AGENTS
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command


@command(
    "hook",
    "atlas hook < event.json",
    "atlas hook codex < event.json",
    gives="the same as without: a hook's answer is JSON already.",
)
@click.argument("agent", type=click.Choice(AGENTS), default=AGENTS[0])
@click.option("--seconds", metavar="SECONDS", type=click.IntRange(1, 10**6), help="End after so long.  [default: 2]")
@pass_run
def hook(run: Run, agent: str, seconds: int | None) -> None:
    """For coding agents: a hook's JSON on stdin, a context on stdout.

    At SessionStart and UserPromptSubmit it prints what is remembered and fits; at Stop and SessionEnd it has the
    transcript followed in the background. Whatever goes wrong, it prints nothing and exits with 0; ATLAS_DEBUG=1 shows
    on stderr why it says nothing. Within two seconds it is done, or within those that are given.
    """
    from atlas.surfaces.agents.hook import PATIENCE_S, Caller, answer_hook, limit_time

    with limit_time(seconds or PATIENCE_S):
        click.echo(answer_hook(sys.stdin.buffer, Caller(agent, run.home, run.space)), nl=False)
