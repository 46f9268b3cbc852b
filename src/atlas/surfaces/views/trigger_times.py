"""When a trigger fires, in words: `every day at 22:00 (UTC)`, `every 3 hours`, `when 3 failures are alike`."""

from __future__ import annotations

import re
from datetime import timedelta, tzinfo
from typing import Final

from atlas.model.trigger import Trigger, TriggerKind
from atlas.surfaces.views.signal_labels import event_words
from atlas.surfaces.views.text import counted, line

_AT_A_TIME: Final = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7])")
_DAYS: Final = ("Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_UNITS: Final = (("hour", 3600), ("minute", 60), ("second", 1))
_ALIKE: Final = "failures"


def goes_by(trigger: Trigger, zone: tzinfo) -> str:
    """What a trigger goes by, and how long it rests then."""
    what = {
        TriggerKind.EVENT: f"on: {', '.join(map(event_words, trigger.on))}",
        TriggerKind.CRON: cron_words(trigger.cron, zone),
        TriggerKind.INTERVAL: f"every {_span(trigger.every).removeprefix('1 ')}",
        TriggerKind.TURNS: f"every {counted(trigger.turns, 'turn').removeprefix('1 ')}",
        TriggerKind.DEPTH: f"when {trigger.depth:,} {line(trigger.what)} {_gathered(trigger.what)}",
        TriggerKind.SHIFT: f"when more than {trigger.shift:g} has shifted",
        TriggerKind.MANUAL: "when you say so",
    }[trigger.kind]
    return f"{what}{_rest(trigger)}"


def cron_words(cron: str, zone: tzinfo) -> str:
    """A time of every day, or of one day of the week; any other form as it is written."""
    found = _AT_A_TIME.fullmatch(" ".join(cron.split()))
    if found is None:
        return f"cron {line(cron)} ({zone})"
    minute, hour, day = found.groups()
    which = "every day" if day == "*" else _DAYS[int(day)]
    return f"{which} at {int(hour):02}:{int(minute):02} ({zone})"


def _gathered(what: str) -> str:
    return "are alike" if what == _ALIKE else "wait"


def _span(span: timedelta) -> str:
    """In the largest unit that it is a whole number of."""
    seconds = int(span.total_seconds())
    unit, size = next((each for each in _UNITS if seconds >= each[1] and seconds % each[1] == 0), ("second", 1))
    return counted(seconds // size, unit)


def _rest(trigger: Trigger) -> str:
    spans = [
        _span(trigger.cooldown) if trigger.cooldown else "",
        counted(trigger.cooldown_turns, "turn") if trigger.cooldown_turns else "",
    ]
    told = " and ".join(filter(None, spans))
    return f"; then rests {told}" if told else ""
