"""How long something may go on: what nobody waits for any longer is left, and owed."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.engine.core.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the world's stopwatch after which nothing more is begun."""

    runtime: Runtime
    at: float

    @property
    def has_passed(self) -> bool:
        return self.runtime.stopwatch() >= self.at

    @property
    def left_s(self) -> float:
        return max(0.0, self.at - self.runtime.stopwatch())


def deadline_after(runtime: Runtime, seconds: float) -> Deadline:
    return Deadline(runtime, runtime.stopwatch() + seconds)


def reply_deadline(runtime: Runtime) -> Deadline:
    """For whoever stands in a chat's reply path (J15)."""
    return deadline_after(runtime, runtime.recall.catch_up_s)
