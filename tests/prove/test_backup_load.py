"""R10: a backup under load is the store at one moment, with all that was acknowledged before it began."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from _fork_server import python
from atlas import Atlas
from atlas.model.ids import InteractionId
from atlas.settings import load_settings

STORES = 10 if os.environ.get("ATLAS_PROVE") == "full" else 1
ROUNDS_A_STORE = 10 if os.environ.get("ATLAS_PROVE") == "full" else 3
WRITERS = 4 if os.environ.get("ATLAS_PROVE") == "full" else 2
SCRIPT = Path(__file__).with_name("writer.py")


class Writer:
    """A process that observes as fast as it can; what it acknowledged is heard as it says so."""

    def __init__(self, store: Path, name: str, gate: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [python(), str(SCRIPT), str(store), name, str(gate)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self.acknowledged: list[str] = []
        self._more = threading.Condition()
        self._ear = threading.Thread(target=self._hear)
        self._ear.start()

    def _hear(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.acknowledged.append(line.strip())
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def wait_for_more(self) -> None:
        """It writes now: another acknowledgement has come."""
        with self._more:
            here = len(self.acknowledged)
            self._more.wait_for(lambda: len(self.acknowledged) > here or not self._ear.is_alive())

    def stop(self) -> str:
        self.process.kill()
        self._ear.join()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        complaints = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait()
        return complaints


def opened(path: Path) -> Atlas:
    return Atlas.open(path, background=False, settings=load_settings(environ={"ATLAS_EMBEDDER": "hashing"}))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(STORES))
def test_a_backup_under_load_is_the_store_at_one_moment(tmp_path: Path, seed: int) -> None:  # R10, X9
    store, gate = tmp_path / "me.atlas", tmp_path / "gate"
    opened(store).close()
    writers = [Writer(store, f"w{seed}-{number}", gate) for number in range(WRITERS)]
    try:
        with closing(opened(store)) as source:
            for number in range(ROUNDS_A_STORE):
                gate.unlink(missing_ok=True)
                for writer in writers:
                    writer.wait_for_more()
                _round(source, writers, gate, tmp_path / f"round_{number}")
    finally:
        complaints = [line for writer in writers for line in writer.stop().splitlines()]
    # A busy machine may make a writer wait longer than it does; that is told, and not acknowledged.
    assert [line for line in complaints if "try again in a moment" not in line] == []


def _round(source: Atlas, writers: list[Writer], gate: Path, folder: Path) -> None:
    folder.mkdir()
    before = [id for writer in writers for id in list(writer.acknowledged)]
    made = source.admin.backup(folder / "backup.atlas")
    gate.touch()  # while the copy is looked at, the store need not grow
    done = Atlas.restore(made.path, folder / "restored.atlas")
    assert (done.interactions, done.journal_entries) == (made.interactions, made.journal_entries)
    with closing(opened(folder / "restored.atlas")) as restored:
        said, chain = _state(restored)
        assert set(before) - {id for id, _ in said} == set()
        whole_said, whole_chain = _state(source)
        assert said == whole_said[: len(said)]
        assert chain == whole_chain[: len(chain)]
        assert restored._opening.runtime.store.health().ok
        assert restored.admin.verify().ok


def _state(atlas: Atlas) -> tuple[list[tuple[InteractionId, tuple[str, ...]]], list[str]]:
    """What was said, in order; and the journal's chain, to which every row is held by verifying it."""
    with atlas._opening.runtime.store.reading(atlas._opening.runtime.space) as reader:
        said = [
            (each.id, tuple(message.text for message in each.messages)) for _, each in reader.interactions(0, 10**6)
        ]
        return said, [entry.chain for entry in reader.entries(0, 10**6)]
