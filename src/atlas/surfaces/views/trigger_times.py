"""When a trigger fires, in words: `every day at 22:00 (UTC)`, `every 3 hours`, `when 3 failures are alike`."""

from __future__ import annotations

import re
from datetime import timedelta, tzinfo
from typing import Final

from atlas.model.trigger import Trigger, TriggerKind
from atlas.surfaces.views.signal_labels import describe_event
from atlas.surfaces.views.text import format_count, one_line

_AT_A_TIME: Final = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7])")
_DAYS: Final = ("Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_UNITS: Final = (("hour", 3600), ("minute", 60), ("second", 1))
_ALIKE: Final = "failures"


def describe_trigger(trigger: Trigger, zone: tzinfo) -> str:
    """Describe the condition of a trigger, and how long it rests after it fired."""
    condition = {
        TriggerKind.EVENT: f"on: {', '.join(map(describe_event, trigger.on))}",
        TriggerKind.CRON: describe_cron(trigger.cron, zone),
        TriggerKind.INTERVAL: f"every {_format_span(trigger.every).removeprefix('1 ')}",
        TriggerKind.TURNS: f"every {format_count(trigger.turns, 'turn').removeprefix('1 ')}",
        TriggerKind.DEPTH: f"when {trigger.depth:,} {one_line(trigger.what)} {_depth_words(trigger.what)}",
        TriggerKind.SHIFT: f"when more than {trigger.shift:g} has shifted",
        TriggerKind.MANUAL: "when you say so",
    }[trigger.kind]
    return f"{condition}{_describe_cooldown(trigger)}"


def describe_cron(cron: str, zone: tzinfo) -> str:
    """Describe a time of every day, or of one day of the week; any other form as it is written."""
    match = _AT_A_TIME.fullmatch(" ".join(cron.split()))
    if match is None:
        return f"cron {one_line(cron)} ({zone})"
    minute, hour, day = match.groups()
    days = "every day" if day == "*" else _DAYS[int(day)]
    return f"{days} at {int(hour):02}:{int(minute):02} ({zone})"


def _depth_words(what: str) -> str:
    return "are alike" if what == _ALIKE else "wait"


def _format_span(span: timedelta) -> str:
    """Format a span in the largest unit that it is a whole number of."""
    seconds = int(span.total_seconds())
    unit, size = next((each for each in _UNITS if seconds >= each[1] and seconds % each[1] == 0), ("second", 1))
    return format_count(seconds // size, unit)


def _describe_cooldown(trigger: Trigger) -> str:
    spans = [
        _format_span(trigger.cooldown) if trigger.cooldown else "",
        format_count(trigger.cooldown_turns, "turn") if trigger.cooldown_turns else "",
    ]
    cooldown = " and ".join(filter(None, spans))
    return f"; then rests {cooldown}" if cooldown else ""
