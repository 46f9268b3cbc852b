"""What an assistant did in one task, as the application reports it (S11): going round in circles, going on and on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from atlas.model.signal import SignalKind
from atlas.signals.policy import SignalPolicy


@dataclass(frozen=True, slots=True)
class Watched:
    """One thing that is wrong with a list of actions."""

    kind: SignalKind
    score: float
    figures: tuple[tuple[str, float], ...]
    note: str = ""
    """The action that was repeated."""


def actions(names: Sequence[str], policy: SignalPolicy) -> tuple[Watched | None, Watched | None]:
    """The longest repetition if it is too long, and the whole task if it is."""
    return _repetition(names, policy), _long_task(names, policy)


def _repetition(names: Sequence[str], policy: SignalPolicy) -> Watched | None:
    running = [(len(list(run)), name) for name, run in groupby(names)]
    times, name = max(running, key=lambda each: each[0], default=(0, ""))
    if times <= policy.repeats:
        return None
    figures = (("times", float(times)), ("threshold", float(policy.repeats)))
    return Watched(SignalKind.REPETITION, _grown(times, policy.repeats), figures, name)


def _long_task(names: Sequence[str], policy: SignalPolicy) -> Watched | None:
    if len(names) <= policy.actions:
        return None
    figures = (("actions", float(len(names))), ("threshold", float(policy.actions)))
    return Watched(SignalKind.LONG_TASK, _grown(len(names), policy.actions), figures)


def _grown(count: int, limit: int) -> float:
    """A half at the limit, and nearer to 1 the further it is beyond."""
    return count / (count + limit)
