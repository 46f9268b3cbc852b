"""A program that ends without closing anything ends well: no abort, no hanging, and nothing acknowledged is lost.

Each test runs real programs, which end while ATLAS is busy beside them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from _patience import LIMIT_S
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder

RUNS = 4 if os.environ.get("ATLAS_PROVE") == "full" else 1
PATIENT = f"""
import atexit
from atlas.surfaces import threads

LIMIT_S = {LIMIT_S}
atexit.unregister(threads.end_threads)
atexit.register(threads.end_threads, LIMIT_S)
"""
"""The end of the program waits for what works beside it, however busy the machine is."""

BUSY = (
    PATIENT
    + """
import sys, threading, time
from atlas import Atlas, wrap
from atlas.adapters.embedding.encoder import EncoderEmbedder
from surfaces.wrapping._desk import Client, Format, answer, user

class Heard(EncoderEmbedder):
    "Tells that it is at work, and is in native code most of the time."
    def embed(self, texts):
        import numpy as np
        rows = []
        for text in texts:
            at_work.release()
            rows.append(super().embed([text]))
        return np.concatenate(rows)

class Lingering:
    "The interpreter takes its time to go down, as one with a lot to tidy up does."
    def __del__(self, sleep=time.sleep):
        sleep(0.3)

at_work, lingering = threading.Semaphore(0), Lingering()
TEXT = "I wonder whether the printer in the next room still works, and who may have repaired it last year. " * 40

def observe(memory):
    for number in range(3):
        assert memory.observe(f"{number} {TEXT}", "Noted.").acknowledged

def wait():
    for _ in range(2):
        assert at_work.acquire(timeout=LIMIT_S)
"""
)

WORKER = """
memory = Atlas.open(sys.argv[1], embedder=Heard())
observe(memory)
wait()
"""

FORGOTTEN = """
def main():
    with_worker = Atlas.open(sys.argv[1], embedder=Heard())
    observe(with_worker)

main()
wait()
"""

WRAPPED = """
memory = Atlas.open(sys.argv[1], embedder=Heard(), background=False)
observe(memory.in_space("default"))
client = wrap(Client(answer(Format.CHAT, "Yes.")), atlas=memory.in_space("default"), seconds=0.01)
client.chat.completions.create(messages=[user("Which printer?")])
wait()
"""

ASYNC = """
import asyncio

async def main():
    memory = Atlas.open(sys.argv[1], embedder=Heard())
    for number in range(3):
        assert (await memory.aio.observe(f"{number} {TEXT}", "Noted.")).acknowledged
    await asyncio.to_thread(wait)

asyncio.run(main())
"""


def _run(program: str, store: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", program, store], capture_output=True, text=True, env=env, timeout=LIMIT_S
    )


def _stored(store: Path) -> int:
    memory = Atlas.open(store, background=False, embedder=HashingEmbedder())
    with memory._opening.runtime.store.reading(memory._opening.runtime.space) as reader:
        stored = len(reader.interactions(0, 100))
    memory.close(think=False)
    return stored


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "said"),
    [
        pytest.param(WORKER, 3, id="worker"),
        pytest.param(FORGOTTEN, 3, id="forgotten"),
        pytest.param(ASYNC, 3, id="async"),
        pytest.param(WRAPPED, 4, id="wrapped"),
    ],
)
def test_a_program_that_ends_while_native_code_runs_ends_well(  # J15
    program: str, said: int, tmp_path: Path
) -> None:
    """More than half of these aborted when nobody waited for the threads beside them."""
    for number in range(RUNS):
        done = _run(BUSY + program, store := tmp_path / f"{number}.atlas")
        assert (done.returncode, done.stderr) == (0, "")
        assert _stored(store) == said


STUCK = """
import sys, threading
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder

at_work, never = threading.Event(), threading.Event()

class Stuck(HashingEmbedder):
    def embed(self, texts):
        at_work.set()
        never.wait()

memory = Atlas.open(sys.argv[1], embedder=Stuck())
assert memory.observe("I live in Porto.", "Noted.").acknowledged
assert at_work.wait(LIMIT_S)
"""


def test_a_thought_without_end_does_not_keep_a_program_from_ending(tmp_path: Path) -> None:
    done = _run(f"LIMIT_S = {LIMIT_S}\n{STUCK}", store := tmp_path / "me.atlas")
    assert (done.returncode, done.stderr) == (0, "")
    assert _stored(store) == 1


LONG = (
    PATIENT
    + """
import sys, threading
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder

texts_seen, at_work = 0, threading.Event()

class Counting(HashingEmbedder):
    def embed(self, texts):
        global texts_seen
        texts_seen += len(texts)
        at_work.set()
        assert memory._opening.store.worker._stopping.wait(LIMIT_S)
        return super().embed(texts)

memory = Atlas.open(sys.argv[1], embedder=Counting())
words = " ".join(f"I like the number {number}." for number in range(1_000))
assert memory.observe(words, "Noted.").acknowledged
assert at_work.wait(LIMIT_S)

atexit.unregister(threads.end_threads)
threads.end_threads(LIMIT_S)
print(texts_seen, threading.active_count())
"""
)


def test_a_long_text_is_left_in_the_middle(tmp_path: Path) -> None:
    """The worker has one handful of it when the program ends; it leaves before the next, and is gone."""
    done = _run(LONG, tmp_path / "me.atlas")
    assert (done.returncode, done.stderr) == (0, "")
    seen, alive = map(int, done.stdout.split())
    assert 0 < seen < 500
    assert alive == 1
