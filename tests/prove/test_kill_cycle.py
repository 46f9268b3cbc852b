"""T13: kill -9 at every statement of a cycle's commit. Nothing of it happened, or all of it; and it is made up for."""

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
from atlas.model.memory import State
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.ports.reading import MemoryFilter
from prove.cycle import lived, opened

SCRIPT = Path(__file__).with_name("cycle.py")
KILLS = None if os.environ.get("ATLAS_PROVE") == "full" else 4
"""Every statement in the full proof; otherwise so many, spread over all of them, the last one too."""


def _run(store: Path, hours: int, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(hours), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _stand(store: Path) -> dict[str, Any]:
    """What a cycle leaves behind; the ids of what it made are chance."""
    runtime = opened(store, 99).runtime
    with runtime.store.reading(runtime.space) as reader:
        kept = [each for _, each in reader.select(MemoryFilter(states=frozenset(State)), 10_000)]
        stands = {
            "memories": sorted((each.content, each.state.value, each.status.value) for each in kept),
            "messages": [each.text for _, said in reader.interactions(0, 100) for each in said.messages],
            "edges": [(edge.relation.value, edge.weight) for edge in reader.all_edges(100)],
            "cycles": [(each.said["steps"], each.proposed) for each in reader.reflections(100, Task.CONSOLIDATION)],
            "marks": {name: reader.read_mark(name) > 0 for name in ("consolidated", "derived", "together", "gisted")},
            "journal": sorted(entry.action.value for entry in reader.entries(0, 1_000)),
            "owed": len(reader.jobs(JobState.QUEUED, 100)) + len(reader.jobs(JobState.RUNNING, 100)),
        }
    assert runtime.store.health().ok
    runtime.store.close()
    return stands


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[str, Any], dict[str, Any]]:
    """A store that waits for its cycle; how many statements that takes, how it stood before, and how afterwards."""
    place = tmp_path_factory.mktemp("cycle")
    lived(place / "old.atlas")
    shutil.copy(place / "old.atlas", place / "whole.atlas")
    before = _stand(place / "old.atlas")
    done = _run(place / "whole.atlas", 0, -1)
    assert done.returncode == 0, done.stderr
    return place, int(done.stdout.split()[-1]), before, _stand(place / "whole.atlas")


@pytest.mark.slow
def test_a_cycle_that_nobody_disturbs_is_whole(evening: tuple[Path, int, dict[str, Any], dict[str, Any]]) -> None:
    _, statements, before, after = evening
    assert statements > 50
    assert all(before[name] != after[name] for name in ("memories", "messages", "edges", "cycles", "marks"))
    assert after["owed"] == 0


@pytest.mark.slow
def test_a_cycle_killed_at_any_statement_happened_whole_or_not_at_all(
    evening: tuple[Path, int, dict[str, Any], dict[str, Any]], tmp_path: Path
) -> None:  # T13
    place, statements, before, whole = evening
    step = 1 if KILLS is None else max(1, statements // KILLS)
    for die_at in sorted({*range(0, statements, step), statements - 1}):
        store = tmp_path / f"{die_at}.atlas"
        shutil.copy(place / "old.atlas", store)
        killed = _run(store, 0, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half = _stand(store)
        open_again = {"owed": half["owed"]}
        assert half in ({**before, **open_again}, {**whole, **open_again}), f"statement {die_at}: half of a cycle"
        done = _run(store, 2, -1)
        assert done.returncode == 0, (die_at, done.stderr)
        made_up = _stand(store)
        assert made_up["memories"] == whole["memories"], f"statement {die_at}"
        assert made_up["messages"] == whole["messages"], f"statement {die_at}"
        assert made_up["edges"] == whole["edges"], f"statement {die_at}"
        assert made_up["journal"] == whole["journal"], f"statement {die_at}"
