"""R3, B1, B2: kill -9 at every step of weighing. Arguments, beliefs and the count stand as before or as after."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from _fork_server import python
from _patience import LIMIT_S
from atlas.engine.core.marks import BELIEF_TURNS, WEIGHED
from atlas.engine.core.verification import verify_store
from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.interaction import Role
from atlas.model.journal import Action
from atlas.model.task import Task
from atlas.testing.virtual import virtual
from prove.night import Steps
from prove.weighing import opened

SCRIPT = Path(__file__).with_name("weighing.py")
FIRST = ("Remote work is good, because nobody interrupts you for hours and so you finish the work that you began.",)
THEN = (
    "Remote work is bad for beginners, because nobody sees that they are stuck and so nobody helps them.",
    "Good morning.",
    "Speed cameras save lives: a review of 35 studies showed crashes near them dropping by 14 to 72 percent.",
    "Thanks.",
)
SOON, LATER = 1, 3
"""Hours after the talk; by the second nobody's lease holds any more."""


def _run(store: Path, later: int, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(later), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _talk(store: Path) -> None:
    """One argument was weighed and cools; more was said since. No step of it is deadly."""
    runtime = opened(store, 0, Steps(-1))
    for lines, weighed in ((FIRST, True), (THEN, False)):
        for line in lines:
            observe(runtime, [Said(Role.USER, line), Said(Role.ASSISTANT, "I see.")], "c0")
        run_owed_jobs(runtime, tasks={Task.BELIEFS} if weighed else {Task.LIGHTWEIGHT})
    runtime.store.close()


def _stand(store: Path) -> tuple[Any, ...]:
    """What is believed and was argued, without ids and times, how far it was counted, and what the journal says."""
    runtime = virtual(store, seed=99).runtime
    with runtime.reading() as reader:
        beliefs = reader.beliefs()
        told = [
            (each.topic, each.stance, each.confidence, each.support, each.contradiction, each.version, made)
            for each in beliefs
            for made in [[(one.turn, one.direction, one.settled) for one in reader.arguments(each.id)]]
        ]
        actions = [entry.action for entry in reader.entries(0, 1_000)]
        marks = reader.read_mark(WEIGHED), reader.read_mark(BELIEF_TURNS)
    assert verify_store(runtime).ok
    assert runtime.store.health().ok
    runtime.store.close()
    return told, marks, actions.count(Action.ARGUED), actions.count(Action.MOVED)


@pytest.mark.slow
def test_weighing_killed_at_any_step_leaves_what_was_before_or_what_is_after(tmp_path: Path) -> None:
    day = tmp_path / "day.atlas"
    _talk(day)
    before = _stand(day)
    assert before[1:] == ((1, 1), 1, 0)
    whole = tmp_path / "whole.atlas"
    shutil.copy(day, whole)
    done = _run(whole, SOON, -1)
    assert done.returncode == 0, done.stderr
    after = _stand(whole)
    assert after[1:] == ((5, 5), 3, 1)
    states = set()
    for die_at in range(int(done.stdout.split()[-1])):
        store = tmp_path / f"{die_at}.atlas"
        shutil.copy(day, store)
        killed = _run(store, SOON, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half = _stand(store)
        assert half in (before, after), die_at
        states.add(half == after)
        again = _run(store, LATER, -1)
        assert again.returncode == 0, (die_at, again.stderr)
        assert _stand(store) == after, die_at
    assert states == {False, True}
