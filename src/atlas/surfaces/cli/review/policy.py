"""`atlas policy`: what happens without a person, and what a changed settings file would have decided (C3-C5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from atlas.model.memory import Status
from atlas.model.verdict import Outcome
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, group
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.cli.thinking.ladder import print_held_back
from atlas.surfaces.views.policy import (
    OUTCOME_WORDS,
    describe_difference,
    describe_policy,
    describe_rule,
    list_policy_changes,
    view_policy,
    view_replay,
)
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import format_count, format_day, one_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.curation.policy import CurationPolicy
    from atlas.engine.inspect.policy_replay import Difference, PolicyReplay

_MOST_DAYS: Final = 3_650
_EXAMPLES: Final = 3
"""Of each kind of difference."""


@group(
    "policy",
    "atlas policy",
    "atlas policy test changed.toml",
    "atlas policy --json | jq -r '.says[]'",
    gives="policy, conflict, expire_after_days, decisions_a_week, trusts_amendments, says (each sentence of what "
    "happens without you), rules (name, action, words, origins, kinds, says) and file (where they are written).",
)
@pass_run
@click.pass_context
def policy(ctx: click.Context, run: Run) -> None:
    """See what is approved, held and refused without you.

    The policy, and rules of your own, stand in atlas.toml in your home folder. Try a change before you make it: atlas
    policy test FILE.
    """
    if ctx.invoked_subcommand is not None:
        return
    from atlas.settings import SETTINGS_NAME

    with run.open_for_reading() as atlas:
        in_force = atlas.review.policy()
        print_held_back(run, atlas)
    file = run.settings.home / SETTINGS_NAME
    if run.as_json:
        print_json({**view_policy(in_force), "file": str(file)})
        return
    print_text(*_policy_lines(in_force, file))


def _policy_lines(policy: CurationPolicy, file: Path) -> Iterator[RenderableType]:
    yield styled_text((f"Policy {policy.mode.value}", "bold"))
    yield from (f"- {each}" for each in describe_policy(policy))
    yield ""
    if not policy.rules:
        yield hint_text(f"No rules of your own; they are written under [[rules]] in {file}.")
        return
    yield styled_text((f"{format_count(len(policy.rules), 'rule')} of your own, the first that fits decides", "bold"))
    yield from (f"- “{each.name}” {describe_rule(each)}" for each in policy.rules)
    yield hint_text(f"They are written in {file}. Try a change first: atlas policy test FILE")


@command(
    "test",
    "atlas policy test changed.toml",
    "atlas policy test changed.toml --days 90",
    "atlas policy test changed.toml --json | jq '.differences[].text'",
    gives="since, until, changes (what the file changes, in words), proposals (how many were judged again), decided "
    "and would (accepted, held, refused), differences (id, memory, at, text, decided, because, would, would_because, "
    "status now), rules (with fits and decides) and unclear (how many could not be judged again).",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--days", type=click.IntRange(1, _MOST_DAYS), default=30, show_default=True, help="So far back.")
@pass_run
def test_policy(run: Run, file: Path, days: int) -> None:
    """See what a changed settings file would have decided.

    FILE is written as atlas.toml is, and read as if it stood in its place; environment variables still win over it.
    What was proposed in the last days is judged again by it, against what was known then, and compared with what was
    decided. Nothing is changed. A rule that fits nothing is named: it may be misspelt.
    """
    with run.open_for_reading() as atlas:
        replay = atlas.review.replay_policy(file, days)
    if run.as_json:
        print_json(view_replay(replay))
        return
    print_text(*_replay_lines(run, replay, days))


def _replay_lines(run: Run, replay: PolicyReplay, days: int) -> Iterator[RenderableType]:
    changes = list(list_policy_changes(replay.in_force, replay.policy))
    yield from changes or ["The file sets what is in force already."]
    yield ""
    if not replay.proposals:
        yield f"Nothing was proposed in the last {format_count(days, 'day')}."
        return
    differing = len(replay.differences)
    judged = f"{format_count(replay.proposals, 'proposal')} of the last {format_count(days, 'day')}"
    yield f"{judged}: {f'{differing:,}' if differing else 'none'} would be decided otherwise."
    rows = [
        [OUTCOME_WORDS[each], f"{replay.decided.get(each, 0):,}", f"{replay.would.get(each, 0):,}"] for each in Outcome
    ]
    yield make_table(["", "DECIDED", "WOULD BE"], rows, "")
    for (was, would), found in groupby(sorted(replay.differences, key=_difference_key), key=_difference_key):
        yield from _difference_lines(run, was, would, list(found))
    yield from _rule_lines(replay)
    if replay.unclear:
        yield hint_text(
            f"Of {replay.unclear:,} it cannot be told any more what was known then; they count as they were decided."
        )


def _difference_key(difference: Difference) -> tuple[Outcome, Outcome]:
    return difference.replayed.judged.verdict.outcome, difference.replayed.would.outcome


def _difference_lines(run: Run, was: Outcome, would: Outcome, group: list[Difference]) -> Iterator[RenderableType]:
    yield ""
    since = ", ".join(f"{number:,} {word}" for word, number in _count_statuses(was, group))
    told = f"; since then {since}" if since else ""
    yield styled_text((f"{len(group):,}: {OUTCOME_WORDS[was]} → {OUTCOME_WORDS[would]}", "bold"), told)
    rows: list[list[str | Text]] = [
        [
            short_id(each.replayed.judged.memory or each.replayed.judged.id),
            format_day(each.replayed.judged.at, run.zone),
            styled_text(one_line(describe_difference(each))[:200], (f"\n{each.replayed.would.why}", "dim")),
        ]
        for each in group[-_EXAMPLES:]
    ]
    yield make_table(["ID", "DAY", "WHAT, AND WHY IT WOULD"], rows, "WHAT, AND WHY IT WOULD")
    if len(group) > _EXAMPLES:
        yield hint_text(f"{len(group) - _EXAMPLES:,} more: --json lists all")


def _count_statuses(was: Outcome, group: list[Difference]) -> Iterator[tuple[str, int]]:
    """What became of those that waited: a change in them is what somebody decided."""
    if was is not Outcome.HELD:
        return
    for status in (Status.APPROVED, Status.REJECTED, Status.SENSITIVE, Status.EXPIRED):
        number = sum(each.status is status for each in group)
        if number:
            yield STATUS_WORDS[status], number


def _rule_lines(replay: PolicyReplay) -> Iterator[RenderableType]:
    if not replay.rules:
        return
    yield ""
    rows = [[each.rule.name, f"{each.fits:,}", f"{each.decides:,}", describe_rule(each.rule)] for each in replay.rules]
    yield make_table(["RULE", "FITS", "DECIDES", "WHAT IT DOES"], rows, "WHAT IT DOES")
    idle = [each.rule.name for each in replay.rules if not each.fits]
    if idle:
        names = ", ".join(f"“{each}”" for each in idle)
        yield f"{names} {'fits' if len(idle) == 1 else 'fit'} nothing: look at the spelling, or leave it out."


policy.add_command(test_policy)
