"""Groups of commands that are seldom needed: each stands in its group, and goes by its bare name as well."""

from __future__ import annotations

import re
from copy import copy
from typing import Final

import click

from atlas.surfaces.cli.chat.end_session import end_session
from atlas.surfaces.cli.hosts.hook import hook
from atlas.surfaces.cli.hosts.install import uninstall
from atlas.surfaces.cli.lookup.archived_text import whole
from atlas.surfaces.cli.lookup.checks import verify
from atlas.surfaces.cli.lookup.constitution import constitution
from atlas.surfaces.cli.lookup.health import health
from atlas.surfaces.cli.lookup.metrics import metrics
from atlas.surfaces.cli.lookup.pending import pending
from atlas.surfaces.cli.review.conversations import dismiss, vouch
from atlas.surfaces.cli.review.decide import sensitive
from atlas.surfaces.cli.review.due import conflicts, due
from atlas.surfaces.cli.review.feedback import feedback
from atlas.surfaces.cli.review.pin import pin, unpin
from atlas.surfaces.cli.review.rollback import diff, rollback
from atlas.surfaces.cli.review.suggestions import accept, decline, suggestions
from atlas.surfaces.cli.review.undo import log, revert
from atlas.surfaces.cli.shared.grammar import HelpWithExamples, group
from atlas.surfaces.cli.thinking.consolidate import consolidate
from atlas.surfaces.cli.thinking.costs import costs
from atlas.surfaces.cli.thinking.evolution import evolution
from atlas.surfaces.cli.thinking.failures import failures, patterns
from atlas.surfaces.cli.thinking.jobs import jobs
from atlas.surfaces.cli.thinking.ladder import pause, resume
from atlas.surfaces.cli.thinking.observations import observations
from atlas.surfaces.cli.thinking.reflect import reflect, reflections
from atlas.surfaces.cli.thinking.signals import report, signals
from atlas.surfaces.cli.thinking.simulate import simulate
from atlas.surfaces.cli.thinking.triggers import triggers
from atlas.surfaces.cli.transfer.audit import audit
from atlas.surfaces.cli.transfer.backup import restore
from atlas.surfaces.cli.week import week

_WIDEST: Final = 78
"""Columns of an example: a longer one keeps the bare name."""


@group("curate", "atlas curate pending", "atlas curate vouch --source chatgpt", "atlas curate pin m_4kq9zt")
@click.pass_context
def curate(ctx: click.Context) -> None:
    """Decide on conversations, pins, conflicts and what is due."""
    _show_help(ctx)


@group("journal", "atlas journal log", "atlas journal revert 214", "atlas journal verify")
@click.pass_context
def journal(ctx: click.Context) -> None:
    """Read every change, compare with the past, and bring it back."""
    _show_help(ctx)


@group("learning", "atlas learning signals", "atlas learning jobs", "atlas learning pause --reason 'Let me look.'")
@click.pass_context
def learning(ctx: click.Context) -> None:
    """See what was noticed and thought, what it costs; hold it back."""
    _show_help(ctx)


@group("operate", "atlas operate health", "atlas operate audit", "atlas operate restore monday.atlas-backup")
@click.pass_context
def operate(ctx: click.Context) -> None:
    """Look after a store: health, audits, restoring, made-up lives."""
    _show_help(ctx)


GROUPED: Final[tuple[tuple[click.Group, tuple[click.Command, ...]], ...]] = (
    (curate, (pending, vouch, dismiss, sensitive, pin, unpin, conflicts, due)),
    (journal, (log, revert, diff, rollback, verify)),
    (
        learning,
        (
            *(signals, report, feedback, failures, patterns, suggestions, accept, decline, reflect, reflections),
            *(observations, consolidate, jobs, triggers, costs, evolution, metrics, week, pause, resume),
        ),
    ),
    (operate, (health, audit, constitution, restore, whole, simulate, end_session, hook, uninstall)),
)
"""Each group with what stands in it."""


def _show_help(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _put_in_group(group: click.Group, command: click.Command) -> click.Command:
    """Copy a command into a group, with examples that name it there."""
    placed = copy(command)
    placed.hidden = False
    if isinstance(placed, HelpWithExamples):
        bare, named = rf"\batlas {command.name}\b", f"atlas {group.name} {command.name}"
        renamed = [re.sub(bare, named, each) for each in placed.examples]
        pairs = zip(placed.examples, renamed, strict=True)
        placed.examples = [new if len(new) <= _WIDEST else old for old, new in pairs]
    return placed


for _group, _commands in GROUPED:
    for _command in _commands:
        _group.add_command(_put_in_group(_group, _command))
        _command.hidden = True
