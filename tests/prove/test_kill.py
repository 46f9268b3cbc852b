"""R1: what was acknowledged survives the death of the process, whenever it comes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from _fork_server import python
from _patience import LIMIT_S
from atlas import Atlas
from atlas.engine.intake.episodes import make_episodes
from atlas.model.ids import InteractionId
from atlas.settings import load_settings

FULL = os.environ.get("ATLAS_PROVE") == "full"
ROUNDS, KILLS_A_ROUND = (50, 20) if FULL else (1, 10)
WRITERS = 4
SCRIPT = Path(__file__).with_name("writer.py")


class Writer:
    """One writing process; its acknowledgements come through a pipe that outlives it."""

    def __init__(self, store: Path, name: str) -> None:
        command = [python(), str(SCRIPT), str(store), name]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.said = b""

    def first_word(self) -> None:
        assert self.process.stdout is not None
        self.said += self.process.stdout.readline()

    def kill(self) -> tuple[list[str], str]:
        """SIGKILL, then everything it had acknowledged and complained of."""
        self.process.kill()
        out, err = self.process.communicate()
        whole = (self.said + out).rpartition(b"\n")[0]
        return whole.decode().split(), err.decode()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_acknowledged_interaction_is_lost_to_kill_nine(tmp_path: Path, seed: int) -> None:  # R1, J15
    """Rounds keep the stores small, so that the whole file can be checked after every single kill."""
    store = tmp_path / "me.atlas"
    chance = random.Random(seed)
    settings = load_settings(environ={"ATLAS_EMBEDDER": "hashing"})
    reader = Atlas.open(store, background=False, settings=settings, lock_seconds=LIMIT_S)
    writers = [Writer(store, f"w{number}") for number in range(WRITERS)]
    acknowledged: list[str] = []
    try:
        for kill in range(KILLS_A_ROUND):
            words = _kill_one(writers, chance, store, f"k{kill}")
            health = reader._opening.runtime.store.health()
            assert health.ok, health.problems
            assert _missing(reader, words) == []
            acknowledged += words
    finally:
        for writer in writers:
            acknowledged += writer.kill()[0]
    assert len(acknowledged) >= KILLS_A_ROUND
    assert _missing(reader, acknowledged) == []
    make_episodes(reader._opening.runtime)  # so that the journal holds all of it
    assert reader.admin.verify().ok
    reader.close()


def _kill_one(writers: list[Writer], chance: random.Random, store: Path, name: str) -> list[str]:
    """Kill one of them at a random moment under load, and let another take its place."""
    place = chance.randrange(len(writers))
    writers[place].first_word()
    time.sleep(chance.random() * 0.05)
    words, complaints = writers[place].kill()
    assert complaints == "", complaints
    writers[place] = Writer(store, name)
    return words


def _missing(atlas: Atlas, ids: list[str]) -> list[str]:
    with atlas._opening.runtime.store.reading(atlas._opening.runtime.space) as reader:
        return [id for id in ids if reader.interaction(InteractionId(id)) is None]
