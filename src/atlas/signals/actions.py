"""The assistant's actions in one task, as the application reports them (S11): repetition and long tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from atlas.model.signal import SignalKind
from atlas.signals.policy import SignalPolicy


@dataclass(frozen=True, slots=True)
class ActionFinding:
    """One problem in a list of actions."""

    kind: SignalKind
    score: float
    figures: tuple[tuple[str, float], ...]
    note: str = ""
    """The action that was repeated."""


def check_actions(names: Sequence[str], policy: SignalPolicy) -> tuple[ActionFinding | None, ActionFinding | None]:
    """Check the longest repetition and the length of the whole task."""
    return _find_repetition(names, policy), _find_long_task(names, policy)


def _find_repetition(names: Sequence[str], policy: SignalPolicy) -> ActionFinding | None:
    running = [(len(list(run)), name) for name, run in groupby(names)]
    times, name = max(running, key=lambda each: each[0], default=(0, ""))
    if times <= policy.repeats:
        return None
    figures = (("times", float(times)), ("threshold", float(policy.repeats)))
    return ActionFinding(SignalKind.REPETITION, _score_excess(times, policy.repeats), figures, name)


def _find_long_task(names: Sequence[str], policy: SignalPolicy) -> ActionFinding | None:
    if len(names) <= policy.actions:
        return None
    figures = (("actions", float(len(names))), ("threshold", float(policy.actions)))
    return ActionFinding(SignalKind.LONG_TASK, _score_excess(len(names), policy.actions), figures)


def _score_excess(count: int, limit: int) -> float:
    """Score a half at the limit, and nearer to 1 the further the count is beyond it."""
    return count / (count + limit)
