from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.testing.virtual import Virtual, virtual


class Life:
    """An Atlas on virtual time, with the words of a test."""

    def __init__(self, made: Virtual) -> None:
        self.virtual = made
        self.runtime = made.runtime
        self.atlas = Atlas(made.runtime, background=False)

    def say(self, text: str, reply: str = "I see.", conversation: str = "c1", **more: object) -> None:
        """One interaction a minute, thought about at once."""
        self.virtual.later(minutes=1)
        receipt = self.atlas.observe(user=text, assistant=reply, conversation=conversation, **more)  # type: ignore[arg-type]
        assert receipt.acknowledged, receipt.problem
        self.atlas.flush()

    def think(self) -> None:
        """What the rules owe, and no night: looking does not think."""
        run_owed_jobs(self.runtime, tasks=QUICK)

    def facts(self) -> dict[str, str]:
        """What is known, by content, with its status."""
        self.think()
        found = self.atlas.memories(limit=1_000, archived=True)
        return {memory.content: memory.status.value for memory in found if memory.kind.value != "episode"}

    def fact(self, part: str):  # type: ignore[no-untyped-def]
        self.think()
        found = [m for m in self.atlas.memories(limit=1_000) if m.kind.value != "episode" and part in m.content]
        assert len(found) == 1, [m.content for m in self.atlas.memories(limit=1_000)]
        return found[0]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[..., Life]]:
    """Makes lives; each is closed at the end."""
    lives: list[Life] = []

    def make(name: str = "me.atlas", **options: object) -> Life:
        life = Life(virtual(tmp_path / name, **options))  # type: ignore[arg-type]
        lives.append(life)
        return life

    yield make
    for life in lives:
        life.atlas.close(think=False)


@pytest.fixture
def live_on(live: Callable[..., Life], tmp_path: Path) -> Callable[[Path, int], Life]:
    """Goes on in a copy of a store that was lived in once for many tests, so many minutes after it began."""

    def make(store: Path, minutes: int) -> Life:
        shutil.copy(store, tmp_path / "me.atlas")
        life = live(seed=8)
        life.virtual.later(minutes=minutes)
        return life

    return make


@pytest.fixture
def life(live: Callable[..., Life]) -> Life:
    return live()
