"""An import that is killed and run again comes to what one import comes to (X7)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from _fork_server import python
from atlas import Atlas
from atlas.model.plain_data import to_plain
from atlas.settings import load_settings
from benchmarks.history_import import write

SCRIPT = Path(__file__).with_name("_killed_import.py")
CONVERSATIONS = {"reading": 160, "living": 6, "taken in": 4, "leased": 4}
"""So many that reading takes several chunks; so many days are lived through. It is killed between two of them, after
something was taken in and before it is thought about, and with a job in hand."""


def opened(store: Path) -> Atlas:
    environ = {"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": str(store.parent)}
    return Atlas.open(store, settings=load_settings(environ=environ), background=False)


def said(atlas: Atlas) -> list[dict[str, Any]]:
    """Without thinking about it, which would be by another clock than the history's."""
    with atlas._opening.runtime.store.reading(atlas._opening.runtime.space) as reader:
        return sorted((to_plain(each) for _, each in reader.interactions(0, 100_000)), key=lambda row: str(row["id"]))


def learned(atlas: Atlas) -> list[tuple[str, str]]:
    return sorted((each.content, each.status.value) for each in atlas.memories(limit=10_000, archived=True))


@pytest.mark.slow
@pytest.mark.parametrize("stage", CONVERSATIONS)
def test_killed_in_the_middle_and_run_again_it_is_as_if_nothing_had_happened(tmp_path: Path, stage: str) -> None:  # X7
    export, lived = tmp_path / "conversations.json", stage != "reading"
    write(export, CONVERSATIONS[stage])
    command = [python(), str(SCRIPT), str(tmp_path / "killed.atlas"), str(export), stage, "0.5"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
    with opened(tmp_path / "killed.atlas") as killed, opened(tmp_path / "whole.atlas") as whole:
        half = len(said(killed))
        killed.recall("Where do I live?")
        killed.inspect.status()
        again = killed.history.import_file(export, vouch=True, replay=lived)
        at_once = whole.history.import_file(export, vouch=True, replay=lived)
        assert 0 < half < at_once.new_interactions
        assert again.new_interactions == at_once.new_interactions - half
        assert said(killed) == said(whole)
        assert not lived or learned(killed) == learned(whole)
        assert killed.admin.verify().ok
        killed.close(think=False)
        whole.close(think=False)
