"""The worker begins its thread where there is none: in a forked process too; where none is to be had, that is noted.

Each test runs a real program.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from _patience import LIMIT_S

BEGIN = (
    f"""
LIMIT_S = {LIMIT_S}
"""
    + """
import os, sys, threading, time
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder

class Heard(HashingEmbedder):
    "Tells that somebody thinks."
    def embed(self, texts):
        at_work.set()
        return super().embed(texts)

at_work = threading.Event()
memory = Atlas.open(sys.argv[1], embedder=Heard())
"""
)

FORKED = """
def wait_until_it_waits():
    "A fork takes along the locks that others hold just then; one who waits for more to do holds none."
    called = memory._opening.store.worker._changed
    while True:
        with called:
            if called._waiters:
                return
        time.sleep(0.01)

assert memory.observe("I live in Porto.", "Noted.").acknowledged
assert at_work.wait(LIMIT_S)
wait_until_it_waits()
at_work.clear()
child = os.fork()
if child == 0:
    stored = memory.observe("I live in Lima.", "Noted.").acknowledged
    os._exit(0 if stored and at_work.wait(LIMIT_S) else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

NO_THREAD = """
def none_left(self):
    raise RuntimeError("can't start new thread")

start, threading.Thread.start = threading.Thread.start, none_left
print(memory.observe("I live in Porto.", "Noted.").acknowledged)
print(*(check.says for check in memory.admin.doctor() if check.name == "trouble"))
threading.Thread.start = start
print(memory.observe("I like tea.", "Noted.").acknowledged, at_work.wait(LIMIT_S))
"""


def said(program: str, store: Path) -> list[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + program, store], capture_output=True, text=True, env=env, timeout=LIMIT_S
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_thinks_too(tmp_path: Path) -> None:  # J15
    """Threads do not come along; what the child takes in is thought about there."""
    assert said(FORKED, tmp_path / "me.atlas") == ["0"]


def test_where_no_thread_is_to_be_had_it_is_stored_and_noted(tmp_path: Path) -> None:  # J1, J15
    """The next one who observes tries again."""
    stored, noted, again = said(NO_THREAD, tmp_path / "me.atlas")
    assert stored == "True"
    assert noted == "worker: No thread could be started to think in (can't start new thread); it is owed still."
    assert again == "True True"
