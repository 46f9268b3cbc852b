"""C6, J7: kill -9 at every step of a week that reads a watched folder and writes the wiki. Each file and page is as
before or as after, never between, and whoever comes next makes up for it."""

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
from atlas import Atlas
from atlas.model.memory import Kind
from atlas.testing.virtual import virtual
from prove.written import lived

SCRIPT = Path(__file__).with_name("written.py")
FULL = os.environ.get("ATLAS_PROVE") == "full"
DAYS = 8
"""Until the Sunday on which pages are written."""


def _run(store: Path, days: float, die_at: int) -> subprocess.CompletedProcess[str]:
    command = [python(), str(SCRIPT), str(store), str(days), str(die_at)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=LIMIT_S)


def _stand(store: Path) -> dict[str, Any]:
    """What each page says without ids, and which chunks each file has."""
    atlas = Atlas(virtual(store, seed=99).runtime, background=False)
    listed = [each.path for each in atlas.documents.list() if each.path.startswith("wiki/")]
    stands: dict[str, Any] = {path: atlas.documents.read(path).text for path in listed}
    for each in atlas.memories(limit=100, kinds=[Kind.KNOWLEDGE]):
        stands.setdefault(str(each.conversation), set()).add(each.content)
    assert atlas.admin.verify().ok
    atlas.close(think=False)
    return stands


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[str, Any], dict[str, Any]]:
    """A store that owes a week; how many steps that takes, how it stands before and after."""
    place = tmp_path_factory.mktemp("week")
    lived(place / "before.atlas", place / "notes")
    shutil.copy(place / "before.atlas", place / "whole.atlas")
    done = _run(place / "whole.atlas", DAYS, -1)
    assert done.returncode == 0, done.stderr
    return place, int(done.stdout), _stand(place / "before.atlas"), _stand(place / "whole.atlas")


@pytest.mark.slow
def test_a_week_killed_at_any_step_leaves_each_page_and_file_whole(
    week: tuple[Path, int, dict[str, Any], dict[str, Any]], tmp_path: Path
) -> None:
    place, steps, before, after = week
    assert {"wiki/log.md", "wiki/porto.md"} <= after.keys() - before.keys()
    assert {name for name in before if name.startswith("file:")} - after.keys() == {"file:notes/goes.md"}
    for die_at in range(steps) if FULL else sorted({0, steps // 2, steps - 1}):
        store = tmp_path / f"{die_at}.atlas"
        shutil.copy(place / "before.atlas", store)
        killed = _run(store, DAYS, die_at)
        assert killed.returncode == -9, (die_at, killed.stderr)
        half = _stand(store)
        for name in before.keys() | after.keys() | half.keys():
            assert half.get(name) in (before.get(name), after.get(name)), f"step {die_at}: {name}"
        done = _run(store, DAYS + 0.1, -1)  # a lease is over by then
        assert done.returncode == 0, (die_at, done.stderr)
        assert _stand(store) == after, f"step {die_at}"
