"""How long something may go on: what nobody waits for any longer is left, and owed."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.engine.core.runtime import World


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the world's stopwatch after which nothing more is begun."""

    world: World
    at: float

    @property
    def passed(self) -> bool:
        return self.world.stopwatch() >= self.at

    @property
    def left_s(self) -> float:
        return max(0.0, self.at - self.world.stopwatch())


def after(world: World, seconds: float) -> Deadline:
    return Deadline(world, world.stopwatch() + seconds)


def reply_deadline(world: World) -> Deadline:
    """For whoever stands in a chat's reply path (J15)."""
    return after(world, world.recall.catch_up_s)
