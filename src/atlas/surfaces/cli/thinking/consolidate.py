"""`atlas consolidate`: one cycle over the memories, shown as a diff, before or after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, indent_part, print_json, print_text, progress_bar, styled_text
from atlas.surfaces.views.text import format_count, one_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.jobs.run_cycle import Consolidated, Line

_SHOWN: Final = 5
"""Lines of one step; --json has all of them."""
_STEPS: Final = 8
_JOINED: Final = frozenset({"supports", "contradicts"})
_SIGNS: Final = {
    "archived": ("-", "red"),
    "merged": ("~", "yellow"),
    "joined": ("=", "cyan"),
    "supports": ("=", "cyan"),
    "contradicts": ("!", "magenta"),
    "insight": ("+", "green"),
    "promoted": ("+", "green"),
    "gist": ("≈", "yellow"),
    "dropped": ("-", "red"),
}
_MEANING: Final = {
    "-": "leaves service",
    "~": "becomes one",
    "=": "is joined",
    "!": "contradicts",
    "+": "is new",
    "≈": "is shortened",
}
_SAYS_ITSELF: Final = frozenset({"joined"})
"""What is its own reason: one reply used both."""
_WORDS: Final = {"joined": "used together", "supports": "supports", "contradicts": "contradict each other"}
_OUTCOMES: Final = {"held": " (waits for you)", "left": " (left as it is)"}


@command(
    "consolidate",
    "atlas consolidate --dry-run      # what it would do, as a diff",
    "atlas consolidate",
    "atlas consolidate --light        # only prune, strengthen and sweep",
    "atlas consolidate --json | jq '.counts'",
    gives="dry_run, lines (each with step, what, says, outcome, reason, memories), counts by step, held, left, "
    "visited, communities, questions, index, seconds, entry (the journal entry to revert), reflection, problem; what "
    "is at its default is left out.",
)
@click.option("--dry-run", is_flag=True, help="Only show the plan; nothing is changed and no model is asked.")
@click.option("--light", is_flag=True, help="Only prune, strengthen and sweep, as every night.")
@pass_run
def consolidate(run: Run, dry_run: bool, light: bool) -> None:
    """Let fade, merge, join and shorten what is remembered.

    One cycle: prune, merge, strengthen, derive, promote, gist, re-index, sweep. It is done whole or not at all, and
    atlas undo takes it back. What you stated is never pruned; only whole texts that lay in the archive for a year go
    for good.
    """
    with run.open_atlas(with_model=True) as atlas, progress_bar("consolidating", _STEPS, quiet=run.as_json) as advance:
        cycle = atlas.jobs.consolidate(dry_run, light=light, progress=lambda step: advance(1, _STEPS))
    if run.as_json:
        print_json(cycle)
    else:
        print_text(*cycle_report(cycle))
    if cycle.problem:
        raise click.exceptions.Exit(1)


def cycle_report(cycle: Consolidated) -> Iterator[RenderableType]:
    yield styled_text(("A cycle would:" if cycle.dry_run else "A cycle did:", "bold"))
    for step in cycle.counts:
        yield from _step_lines(step, cycle)
    yield ""
    if cycle.lines:
        yield hint_text(_explain_signs(cycle))
    yield hint_text(_cycle_figures(cycle))
    if cycle.problem:
        yield styled_text((one_line(cycle.problem), "yellow"))
    yield hint_text(_next_step(cycle))


def _step_lines(step: str, cycle: Consolidated) -> Iterator[RenderableType]:
    lines = [each for each in cycle.lines if each.step == step]
    yield indent_part(styled_text((f"{step:<11}", "bold"), _step_count(step, cycle)), 2)
    for each in lines[:_SHOWN]:
        yield indent_part(_change_line(each), 4)
    if len(lines) > _SHOWN:
        yield indent_part(hint_text(f"and {len(lines) - _SHOWN:,} more: --json has them"), 4)


def _step_count(step: str, cycle: Consolidated) -> str:
    waiting = cycle.held.get(step, 0)
    if step == "reindex":
        return _describe_index(cycle)
    questions = (
        f", {format_count(cycle.questions, 'question')} to a model" if step == "derive" and cycle.questions else ""
    )
    joined = sum(each.step == step and each.what in _JOINED for each in cycle.lines)
    pairs = (
        f", {format_count(joined, 'pair')} that support or contradict each other" if joined and step == "merge" else ""
    )
    return f"{cycle.counts[step]:,}{f', {waiting:,} wait for you' if waiting else ''}{questions}{pairs}"


def _describe_index(cycle: Consolidated) -> str:
    index = cycle.index
    agree = "agree" if index.get("memories") == index.get("listed") else "did not agree and were repaired"
    waiting = index.get("behind", 0)
    vectors = f", {waiting:,} wait for vectors" if waiting else ""
    return f"rows and index {agree} ({index.get('memories', 0):,} memories and messages{vectors})"


def _change_line(change: Line) -> Text:
    sign, colour = _SIGNS[change.what]
    word = _WORDS.get(change.what, change.what)
    reason = f" ({one_line(change.reason)})" if change.reason and change.what not in _SAYS_ITSELF else ""
    return styled_text(
        (f"{sign} {word}: ", colour), one_line(change.says), (f"{reason}{_OUTCOMES.get(change.outcome, '')}", "dim")
    )


def _explain_signs(cycle: Consolidated) -> str:
    """Explain the signs that stand before the lines."""
    used = {_SIGNS[each.what][0] for each in cycle.lines}
    return ", ".join(f"{sign} {meaning}" for sign, meaning in _MEANING.items() if sign in used) + "."


def _cycle_figures(cycle: Consolidated) -> str:
    left = f", {cycle.left:,} left as they are" if cycle.left else ""
    return f"{format_count(cycle.visited, 'memory', 'memories')} looked at in all{left}; it took {cycle.seconds:.1f} s."


def _next_step(cycle: Consolidated) -> str:
    if cycle.dry_run:
        return "Nothing was changed. Do it: atlas learning consolidate"
    if cycle.entry is None:
        return "There was nothing to change."
    record = f" All about it: atlas show {short_id(cycle.reflection)}." if cycle.reflection else ""
    return f"Take all of it back: atlas undo, or later atlas journal revert {cycle.entry}.{record}"
