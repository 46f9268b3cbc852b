"""B7, J7: kill -9 at every statement of a reflection. Beliefs, snapshot and pending insights are as before or as
after."""

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
from atlas.model.task import Task
from atlas.model.thinking import JobState
from engine._positions import read_beliefs, read_pending, read_persona, read_snapshots
from prove.reflection import lived, opened

SCRIPT = Path(__file__).with_name("reflection.py")
KILLS = None if os.environ.get("ATLAS_PROVE") == "full" else 6
"""Every statement in the full proof; otherwise so many, spread over all of them, the last one too."""


def _run(store: Path, hours: int, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(hours), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _stand(store: Path) -> dict[str, Any]:
    """What a reflection leaves behind; its moment, and the ids of what it made, are chance."""
    runtime = opened(store, 99).runtime
    with runtime.reading() as reader:
        jobs = [job for state in (JobState.QUEUED, JobState.RUNNING) for job in reader.jobs(state, 100)]
        taken = [each.integrated is not None for belief in reader.beliefs() for each in reader.arguments(belief.id)]
        journal = sorted(entry.action.value for entry in reader.entries(0, 1_000))
        reflections = len(reader.reflections(100, Task.SNAPSHOT))
    stands = {
        "persona": read_persona(runtime),
        "beliefs": [(each.id, each.confidence, each.shift, each.state) for each in read_beliefs(runtime).values()],
        "pending": read_pending(runtime),
        "taken in": taken,
        "snapshots": [(each.turn, each.committed, each.confident, each.kept) for each in read_snapshots(runtime)],
        "journal": journal,
        "reflections": reflections,
        "owed": sum(job.task is Task.SNAPSHOT for job in jobs),
    }
    assert runtime.store.health().ok
    runtime.store.close()
    return stands


@pytest.mark.slow
def test_a_reflection_killed_at_any_statement_happened_whole_or_not_at_all(tmp_path: Path) -> None:
    old, whole = tmp_path / "old.atlas", tmp_path / "whole.atlas"
    lived(old)
    before = _stand(old)
    shutil.copy(old, whole)
    done = _run(whole, 0, -1)
    assert done.returncode == 0, done.stderr
    after, statements = _stand(whole), int(done.stdout.split()[-1])
    assert statements > 30
    assert all(before[name] != after[name] for name in before)
    step = 1 if KILLS is None else max(1, statements // KILLS)
    for die_at in sorted({*range(0, statements, step), statements - 1}):
        store = tmp_path / f"{die_at}.atlas"
        shutil.copy(old, store)
        killed = _run(store, 0, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half = _stand(store)
        assert half in (before, after), f"statement {die_at}: half of a reflection"
        again = _run(store, 2, -1)
        assert again.returncode == 0, (die_at, again.stderr)
        assert _stand(store) == after, f"statement {die_at}"
