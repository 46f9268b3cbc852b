"""R3, E1: kill -9 at every step of ending sessions and of their gate. Each ends once and is gated once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from _fork_server import python
from _patience import LIMIT_S
from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.interaction import Gate, Role, Session
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.virtual import virtual
from prove.night import Steps, opened

SCRIPT = Path(__file__).with_name("gate.py")
EVERY = 1 if os.environ.get("ATLAS_PROVE") == "full" else 12
"""Every step in the full proof, one in three otherwise."""
LINES = (
    ("c0", "What is the capital of Portugal?"),
    ("c1", "What is the port of the printer?"),
    ("c1", "No, that's wrong. It is 9100, not 8080."),
)
SOON, LATER = 1, 3
"""Hours after the talk; by the second nobody's lease holds any more."""


def _run(store: Path, log: Path, later: int, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(log), str(later), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _talk(store: Path, log: Path) -> None:
    """Two conversations; in one of them something was wrong. No step of it is deadly."""
    runtime = opened(store, 0, Steps(-1), log).runtime
    for conversation, line in LINES:
        observe(runtime, [Said(Role.USER, line), Said(Role.ASSISTANT, "I see, it is 8080.")], conversation)
    run_owed_jobs(runtime)
    runtime.store.close()


def _stand(store: Path) -> tuple[Sequence[Session], int, list[str]]:
    """The sessions, how often the gate spoke, and which of its jobs are owed."""
    runtime = virtual(store, seed=99).runtime
    with runtime.reading() as reader:
        jobs = [job for state in (JobState.QUEUED, JobState.RUNNING) for job in reader.jobs(state, 100)]
        stands = (
            [replace(session, evolved_at=None) for session in reader.sessions(100)],  # whoever runs later may go on
            len(reader.reflections(100, Task.GATE)),
            [job.key for job in jobs if job.task is Task.GATE],
        )
    assert runtime.store.health().ok
    runtime.store.close()
    return stands


@pytest.mark.slow
def test_a_gate_killed_at_any_step_is_made_up_for(tmp_path: Path) -> None:
    day = tmp_path / "day.atlas"
    _talk(day, tmp_path / "day.log")
    whole = tmp_path / "whole.atlas"
    shutil.copy(day, whole)
    done = _run(whole, tmp_path / "whole.log", SOON, -1)
    assert done.returncode == 0, done.stderr
    kept = _stand(whole)
    assert {each.conversation: each.gate for each in kept[0]} == {"c0": Gate.SKIPPED, "c1": Gate.FIRED}
    assert kept[1:] == (2, [])
    assert _run(whole, tmp_path / "whole.log", LATER, -1).returncode == 0
    usual = _count_repeats(tmp_path / "whole.log")
    for die_at in range(0, int(done.stdout.split()[-1]), EVERY):
        store, log = tmp_path / f"{die_at}.atlas", tmp_path / f"{die_at}.log"
        shutil.copy(day, store)
        killed = _run(store, log, SOON, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half, said, owed = _stand(store)
        assert sorted(owed) == sorted(f"gate:{each.id}" for each in half if each.ended_at and each.gate is None), die_at
        assert said == sum(each.gate is not None for each in half), die_at
        again = _run(store, log, LATER, -1)
        assert again.returncode == 0, (die_at, again.stderr)
        assert _stand(store) == kept, die_at
        assert _count_repeats(log) <= usual + 1, f"step {die_at}: more than the call in flight was lost"


def _count_repeats(log: Path) -> int:
    """How many questions were put again in the same words; without a crash, too, a chain may put one twice."""
    return sum(times - 1 for times in Counter(log.read_text(encoding="utf-8").split()).values())
