"""How the jobs of a task are made: the part of a task's record that whoever writes jobs has to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from atlas.model.task import Task
from atlas.ports.writing import Writer

PinPeriod = Callable[[datetime, datetime, tzinfo], tuple[str, ...]]
"""The pins of a job that makes up for every period which was due from the first moment to the last."""
MeasurePiles = Callable[[Writer, Callable[[str], int]], Mapping[str, int]]
"""How much has piled up, by the name that a trigger has for it; tokens are counted by the given function."""


MeasureShift = Callable[[Writer], float]
"""How far what the task looks at has moved since it last did."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """What is special about the jobs of one task when they become owed (J2-J5)."""

    single: bool = False
    """Whether there is one job, however much it looks at, and never one for each interaction."""
    companion: Task | None = None
    """The task that each of its jobs brings along where there is a model (J1)."""
    from_exchange: bool = False
    """Whether it learns from one exchange alone, so that it is dropped with a conversation that is dismissed."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """By the name of a trigger: the key of its jobs, which then do not stand for the task's other jobs (J4)."""
    pin_period: PinPeriod | None = None
    """What a job is pinned to that the clock owes (J3)."""
    measure_piles: MeasurePiles | None = None
    """What its triggers by depth are held against."""
    measure_shift: MeasureShift | None = None
    """What its triggers by shift are held against (B5)."""
