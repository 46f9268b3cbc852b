"""R3, J7: kill -9 at every step of a nightly run. Nothing is half done, and no stored answer is asked for again."""

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
from atlas.testing.virtual import virtual
from prove.night import talked

SCRIPT = Path(__file__).with_name("night.py")
EVERY = 1 if os.environ.get("ATLAS_PROVE") == "full" else 9
"""Every step in the full proof, one in nine otherwise."""


def _run(store: Path, log: Path, later: int, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(log), str(later), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _stand(store: Path) -> dict[str, Any]:
    """What a night leaves behind."""
    runtime = virtual(store, seed=99).runtime
    with runtime.store.reading(runtime.space) as reader:
        nights = reader.reflections(100, Task.NIGHTLY)
        stands = {
            "nights": len(nights),
            "proposed": sorted(each.proposed for each in nights),
            "judged": [len(reader.judged_by(each.id)) for each in nights],
            "exams": len(reader.exams(100)),
            "suggestions": sorted(each.text for each in reader.suggestions(None, 100)),
            "mark": reader.read_mark("nightly"),
            "last": reader.interactions(0, 1_000)[-1][0],
            "answers": sum(len(reader.answers(job.id)) for job in reader.jobs(JobState.DONE, 1_000)),
            "owed": len(reader.jobs(JobState.QUEUED, 100)) + len(reader.jobs(JobState.RUNNING, 100)),
        }
    assert runtime.store.health().ok
    runtime.store.close()
    return stands


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[str, Any], list[str]]:
    """A day that waits for its night; how many steps the night takes, what it leaves, and what it asks."""
    place = tmp_path_factory.mktemp("evening")
    talked(place / "day.atlas", place / "day.log")
    shutil.copy(place / "day.atlas", place / "whole.atlas")
    done = _run(place / "whole.atlas", place / "whole.log", 14, -1)
    assert done.returncode == 0, done.stderr
    asked = (place / "whole.log").read_text(encoding="utf-8").split()
    return place, int(done.stdout.split()[-1]), _stand(place / "whole.atlas"), asked


@pytest.mark.slow
def test_a_night_that_nobody_disturbs_is_whole(evening: tuple[Path, int, dict[str, Any], list[str]]) -> None:
    _, steps, stands, asked = evening
    assert steps > 10
    assert stands["nights"] == 1
    assert stands["mark"] == stands["last"]
    assert stands["suggestions"]
    assert (stands["answers"], stands["owed"]) == (0, 0)
    assert len(set(asked)) > 2
    assert stands["exams"] == 1


@pytest.mark.slow
def test_a_night_killed_at_any_step_is_made_up_for(
    evening: tuple[Path, int, dict[str, Any], list[str]], tmp_path: Path
) -> None:
    place, steps, whole, asked = evening
    for die_at in range(0, steps, EVERY):
        store, log = tmp_path / f"{die_at}.atlas", tmp_path / f"{die_at}.log"
        shutil.copy(place / "day.atlas", store)
        killed = _run(store, log, 14, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half = _stand(store)
        assert half["nights"] in (0, 1)
        if half["nights"] == 0:
            assert half["mark"] < half["last"], f"step {die_at}: consumed before it was done"
            assert half["suggestions"] == [], f"step {die_at}: half of a night"
        done = _run(store, log, 16, -1)
        assert done.returncode == 0, (die_at, done.stderr)
        assert {**_stand(store), "judged": None} == {**whole, "judged": None}, f"step {die_at}"
        again = log.read_text(encoding="utf-8").split()
        assert len(again) - len(asked) in (0, 1), f"step {die_at}: more than the call in flight was lost"
