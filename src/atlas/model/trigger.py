"""What makes thinking owed: one table for all of it (J2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from atlas.model.task import Task


class TriggerKind(StrEnum):
    EVENT = "event"
    CRON = "cron"
    INTERVAL = "interval"
    TURNS = "turns"
    DEPTH = "queue_depth"
    SHIFT = "cumulative_shift"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Trigger:
    """A row of the table. What does not belong to its kind stays at its default."""

    name: str
    """Unique: `nightly`, `snapshot by shift`."""
    kind: TriggerKind
    task: Task
    on: tuple[str, ...] = ()
    """Events: `interaction`, or the names of signals."""
    cron: str = ""
    """Five fields, in the space's own zone: `0 22 * * *`."""
    every: timedelta = timedelta(0)
    turns: int = 0
    depth: int = 0
    what: str = ""
    """Of a depth: which queue (`notes`, `tokens`, `sessions`, `failures`)."""
    shift: float = 0.0
    cooldown: timedelta = timedelta(0)
    """After an attempt, successful or not, it does not fire for so long; checked first."""
    cooldown_turns: int = 0
    """The same, counted in interactions: from the last attempt at its task, whichever of its triggers made it (B5)."""
    priority: int = 1
    with_model: bool = False
    """Whether it fires only where a model thinks: rules would make nothing of it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a trigger stands: stored, so that what is due survives the process."""

    trigger: str
    next_due: datetime | None = None
    attempted_at: datetime | None = None
    attempted_turn: int = 0
    """How many interactions there were at the last attempt."""
    fired: int = 0
    held_back: int = 0
    """How often it would have fired and was cooling down."""
