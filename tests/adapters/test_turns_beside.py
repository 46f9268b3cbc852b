"""Notes beside the store: only files are read, and what a killed process left half written goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from _fork_server import python
from _patience import LIMIT_S
from atlas.adapters.transcript_queue import Turns

READ = "import sys; from pathlib import Path; from atlas.adapters.transcript_queue import Turns; "
READ += "print(*(note.text for note in Turns(Path(sys.argv[1])).notes()))"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "memory.atlas"


@pytest.fixture
def folder(store: Path) -> Path:
    Turns(store).leave("mine")
    return store.with_name("memory.atlas-following")


def read(store: Path) -> list[str]:
    """In a process of its own: one that waits for ever is ended."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [python(), "-c", READ, store], capture_output=True, text=True, check=True, env=env, timeout=LIMIT_S
    )
    return done.stdout.split()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_a_pipe_is_no_note_and_holds_up_nobody(store: Path, folder: Path) -> None:  # P8
    os.mkfifo(folder / "pipe.note")
    assert read(store) == ["mine"]


def test_neither_is_a_folder_a_link_or_what_is_no_text(store: Path, folder: Path, tmp_path: Path) -> None:  # P8
    (folder / "folder.note").mkdir()
    (folder / "broken.note").write_bytes(b"\xff\xfe")
    secret = tmp_path / "elsewhere"
    secret.write_text("secret", "utf-8")
    (folder / "link.note").symlink_to(secret)
    assert read(store) == ["mine"]


def test_what_was_left_half_written_long_ago_goes(store: Path, folder: Path) -> None:
    old, new, other = folder / "old.draft", folder / "new.draft", folder / "old.other"
    for file in (old, new, other):
        file.write_text("half", "utf-8")
    for file in (old, other):
        os.utime(file, (0, 0))
    turns = Turns(store)
    with turns.turn("following") as ours, turns.turn("catching-up"):
        assert ours
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
    assert [note.text for note in turns.notes()] == ["mine"]


def test_whoever_has_no_turn_sweeps_nothing(store: Path, folder: Path) -> None:
    turns = Turns(store)
    with turns.turn("following"):
        old = folder / "old.draft"
        old.write_text("half", "utf-8")
        os.utime(old, (0, 0))
        with turns.turn("following") as ours:
            assert not ours
        assert old.exists()
