"""The one table of what makes thinking owed, and its presets (J2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from atlas.errors import BadInput
from atlas.model.signal import SignalKind
from atlas.model.task import Task
from atlas.model.trigger import Trigger, TriggerKind

INTERACTION: Final = "interaction"
"""The event of every interaction."""
DOUBTED: Final = "doubted"
"""The event of a reply whose confidence falls below the band of adaptive thinking (S5)."""
DEEPLY_DOUBTED: Final = "deeply doubted"
"""The event of a reply whose confidence falls below the band of the night (S5)."""
SESSION_ENDED: Final = "session ended"
"""The event of a session's end, whoever ends it (E1)."""
ARGUED: Final = "argued"
"""The event of a user's message with the words of an argument (B1)."""
COOLED: Final = "cooled"
"""The event of an interaction by which a window of arguments has cooled (B2)."""

_ADAPTIVE_ON: Final = (
    SignalKind.RE_ASK,
    SignalKind.CORRECTION,
    SignalKind.UNDO,
    SignalKind.INCONSISTENT,
    SignalKind.TASK_FAILURE,
    SignalKind.REPETITION,
    SignalKind.LONG_TASK,
    SignalKind.THUMBS_DOWN,
)
_DEEP: Final = (SignalKind.SCATTERED,)
UNCERTAIN: Final = (SignalKind.HEDGING, SignalKind.UNSURE)
"""What a reply says of itself: not enough for a lesson, and enough to ask a model again (S3)."""

_TIERS: Final = (
    Trigger("every interaction", TriggerKind.EVENT, Task.LIGHTWEIGHT, on=(INTERACTION,), priority=9),
    Trigger("doubt", TriggerKind.EVENT, Task.ADAPTIVE, on=(*_ADAPTIVE_ON, DOUBTED), priority=7),
    Trigger("uncertainty", TriggerKind.EVENT, Task.ADAPTIVE, on=UNCERTAIN, priority=6, with_model=True),
    Trigger("nightly", TriggerKind.CRON, Task.NIGHTLY, cron="0 22 * * *", priority=4),
    Trigger("weekly", TriggerKind.CRON, Task.WEEKLY, cron="0 20 * * 0", priority=3),
    Trigger("scattered", TriggerKind.EVENT, Task.NIGHTLY, on=_DEEP, cooldown=timedelta(hours=6), priority=4),
    Trigger(
        "deep doubt", TriggerKind.EVENT, Task.NIGHTLY, on=(DEEPLY_DOUBTED,), cooldown=timedelta(hours=6), priority=4
    ),
    Trigger("failures", TriggerKind.DEPTH, Task.NIGHTLY, what="failures", depth=3, cooldown=timedelta(hours=6)),
    Trigger("by hand", TriggerKind.MANUAL, Task.NIGHTLY, priority=8),
)
_LATER: Final = (
    Trigger("notes", TriggerKind.DEPTH, Task.OBSERVATIONS, what="notes", depth=50),
    Trigger("tokens", TriggerKind.DEPTH, Task.OBSERVATIONS, what="tokens", depth=30_000),
    Trigger("arguments", TriggerKind.EVENT, Task.BELIEFS, on=(ARGUED, COOLED), priority=5),
    Trigger("snapshot by turns", TriggerKind.TURNS, Task.SNAPSHOT, turns=20, cooldown_turns=10),
    Trigger("snapshot by shift", TriggerKind.SHIFT, Task.SNAPSHOT, shift=0.1, cooldown_turns=10),
    Trigger("a session's end", TriggerKind.EVENT, Task.GATE, on=(SESSION_ENDED,), priority=5),
    Trigger("evolution", TriggerKind.INTERVAL, Task.EVOLUTION, every=timedelta(minutes=180)),
    Trigger("evolution by depth", TriggerKind.DEPTH, Task.EVOLUTION, what="sessions", depth=5),
    Trigger("replay", TriggerKind.CRON, Task.REPLAY, cron="0 19 * * 0", priority=2),
    Trigger("watched folders", TriggerKind.CRON, Task.INGESTION, cron="15 22 * * *", priority=2),
    Trigger("wiki log", TriggerKind.CRON, Task.WIKI, cron="40 22 * * *", priority=2),
    Trigger("wiki pages", TriggerKind.CRON, Task.WIKI, cron="45 22 * * 0", priority=2),
    Trigger("exam", TriggerKind.INTERVAL, Task.EXAM, every=timedelta(hours=4)),
    Trigger("probes", TriggerKind.CRON, Task.PROBES, cron="30 19 * * 0", priority=2),
)
_BY_NIGHT: Final = (
    Trigger("light pruning", TriggerKind.CRON, Task.CONSOLIDATION, cron="30 22 * * *", priority=2),
    Trigger("deep consolidation", TriggerKind.CRON, Task.CONSOLIDATION, cron="30 21 * * 0", priority=2),
)
DEFAULT: Final = (*_TIERS, *_BY_NIGHT, *_LATER)


def _with_consolidation(trigger: Trigger) -> tuple[Trigger, ...]:
    return (*_TIERS, trigger, *_LATER)


PRESETS: Final[Mapping[str, tuple[Trigger, ...]]] = {
    "default": DEFAULT,
    "hourly": _with_consolidation(
        Trigger("hourly", TriggerKind.INTERVAL, Task.CONSOLIDATION, every=timedelta(hours=1), priority=2)
    ),
    "turns": _with_consolidation(
        Trigger("every 50 turns", TriggerKind.TURNS, Task.CONSOLIDATION, turns=50, cooldown_turns=1, priority=2)
    ),
    "manual": _with_consolidation(Trigger("consolidate by hand", TriggerKind.MANUAL, Task.CONSOLIDATION, priority=2)),
}


def get_preset(name: str) -> tuple[Trigger, ...]:
    try:
        return PRESETS[name]
    except KeyError:
        raise BadInput(f"There are no triggers {name!r}; there are {', '.join(PRESETS)}.") from None


def find_event_triggers(table: Iterable[Trigger], event: str) -> list[Trigger]:
    """Find the triggers of an event: an interaction, or a signal by its name."""
    return [trigger for trigger in table if trigger.kind is TriggerKind.EVENT and event in trigger.on]
