"""`atlas triggers`: the one table of events and times that make thinking owed (J2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.model.trigger import TriggerKind
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.text import format_moment
from atlas.surfaces.views.trigger import view_trigger
from atlas.surfaces.views.trigger_times import describe_trigger

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.jobs.job_control import Armed

_NOT_BUILT: Final = "not built yet"
_NO_MODEL: Final = "needs a model"


@command(
    "triggers",
    "atlas triggers",
    "atlas triggers --all",
    "atlas triggers --json | jq '.triggers[] | select(.next_due)'",
    "ATLAS_TRIGGERS=hourly atlas triggers",
    gives="triggers, each with name, kind, task, what it goes by (on, cron, every, turns, depth, what, shift), "
    "cooldown (in seconds), priority, armed (whether its work exists in this version), next_due, attempted_at, fired, "
    "held_back; what is at its default is left out.",
)
@click.option("--all", "everything", is_flag=True, help="Also those whose work is not built yet.")
@pass_run
def triggers(run: Run, everything: bool) -> None:
    """See what makes thinking owed, and when next.

    Times are in the space's own zone (ATLAS_ZONE). A period that was slept through runs once, late. Another table:
    ATLAS_TRIGGERS is default, hourly, turns or manual.
    """
    with run.open_for_reading() as atlas:
        table = atlas.jobs.triggers()
    if run.as_json:
        print_json({"triggers": [view_trigger(each) for each in table]})
        return
    rows = [each for each in table if each.armed or everything]
    heads = ["TRIGGER", "DOES", "WHEN", "NEXT DUE", "FIRED"]
    print_text(make_table(heads, [_trigger_row(each, run.zone) for each in rows], "WHEN"))
    print_text(
        hint_text("Run one now: atlas learning reflect nightly. What is owed by now: atlas learning jobs"),
        *_hidden_hint(len(table) - len(rows)),
    )


def _hidden_hint(number: int) -> Sequence[Text]:
    if not number:
        return ()
    wait = "waits" if number == 1 else "wait"
    return (
        hint_text(
            f"{number} more {wait} for a model, or for work that is not built yet: atlas learning triggers --all"
        ),
    )


def _trigger_row(armed: Armed, zone: tzinfo) -> list[str | Text]:
    trigger, standing = armed.trigger, armed.standing
    fired = f"{standing.fired:,}" if standing else ""
    if not armed.armed:
        lacks = _NO_MODEL if trigger.with_model else _NOT_BUILT
        cells = (trigger.name, trigger.task.value, describe_trigger(trigger, zone), lacks, "")
        return [styled_text((text, "dim")) for text in cells]
    return [trigger.name, trigger.task.value, describe_trigger(trigger, zone), _next_due_text(armed, zone), fired]


def _next_due_text(armed: Armed, zone: tzinfo) -> str:
    """Format the next due time: only the clock's triggers have one, and whoever works first sets it."""
    if armed.standing and armed.standing.next_due:
        return format_moment(armed.standing.next_due, zone)
    return "set by atlas work" if armed.trigger.kind in (TriggerKind.CRON, TriggerKind.INTERVAL) else "–"
