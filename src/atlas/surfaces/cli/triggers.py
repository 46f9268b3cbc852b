"""`atlas triggers`: the one table of what makes thinking owed (J2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atlas.model.trigger import Trigger, TriggerKind
from atlas.surfaces.cli.grammar import command
from atlas.surfaces.cli.paper import hint, plain, say, styled, table, tell_json
from atlas.surfaces.cli.run import Run, pass_run
from atlas.surfaces.cli.text import counted, lasting, line, moment

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.jobs import Armed

_NOT_BUILT: Final = "not built yet"


@command(
    "triggers",
    "atlas triggers",
    "atlas triggers --json | jq '.triggers[] | select(.next_due)'",
    "ATLAS_TRIGGERS=hourly atlas triggers",
    gives="triggers, each with name, kind, task, what it goes by (on, cron, every, turns, depth, what, shift), "
    "cooldown (in seconds), priority, armed (whether its work exists in this version), next_due, attempted_at, fired, "
    "held_back; what is at its default is left out.",
)
@pass_run
def triggers(run: Run) -> None:
    """See what makes thinking owed, and when next.

    Times are in the space's own zone (ATLAS_ZONE). A period that was slept through runs once, late. Another table:
    ATLAS_TRIGGERS is default, hourly, turns or manual.
    """
    with run.atlas() as atlas:
        found = atlas.triggers()
    if run.as_json:
        tell_json({"triggers": [_plain(each) for each in found]})
        return
    heads = ["TRIGGER", "DOES", "WHEN", "NEXT DUE", "FIRED"]
    say(table(heads, [_row(each, run.zone) for each in found], "WHEN"))
    say(hint("Run one now: atlas reflect nightly. What is owed by now: atlas jobs"))


def _row(each: Armed, zone: tzinfo) -> list[str | Text]:
    trigger, standing = each.trigger, each.standing
    fired = f"{standing.fired:,}" if standing else ""
    if not each.armed:
        return [styled((text, "dim")) for text in (trigger.name, trigger.task.value, goes_by(trigger), _NOT_BUILT, "")]
    return [trigger.name, trigger.task.value, goes_by(trigger), _due(each, zone), fired]


def _due(each: Armed, zone: tzinfo) -> str:
    """Only the clock knows before; its first time is set by whoever works first."""
    if each.standing and each.standing.next_due:
        return moment(each.standing.next_due, zone)
    return "set by atlas work" if each.trigger.kind in (TriggerKind.CRON, TriggerKind.INTERVAL) else "–"


def goes_by(trigger: Trigger) -> str:
    """`cron 0 22 * * *`, `interval 3 h`, `queue_depth 3 failures`: its kind, and the figure it goes by."""
    what = {
        TriggerKind.EVENT: ", ".join(trigger.on),
        TriggerKind.CRON: trigger.cron,
        TriggerKind.INTERVAL: f"every {lasting(trigger.every)}",
        TriggerKind.TURNS: f"every {counted(trigger.turns, 'turn')}",
        TriggerKind.DEPTH: f"{trigger.depth:,} {trigger.what}",
        TriggerKind.SHIFT: f"above {trigger.shift:g}",
        TriggerKind.MANUAL: "",
    }[trigger.kind]
    kind = trigger.kind.value.replace("_", " ")
    return line(f"{kind}: {what}{_rest(trigger)}" if what else kind)


def _rest(trigger: Trigger) -> str:
    spans = [
        lasting(trigger.cooldown) if trigger.cooldown else "",
        counted(trigger.cooldown_turns, "turn") if trigger.cooldown_turns else "",
    ]
    told = " and ".join(filter(None, spans))
    return f"; then rests {told}" if told else ""


def _plain(each: Armed) -> dict[str, object]:
    standing = plain(each.standing) if each.standing else {}
    standing.pop("trigger", None)
    return {**plain(each.trigger), "armed": each.armed, **standing}
