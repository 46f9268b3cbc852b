"""What a hook costs its host (`python -m benchmarks hook`).

A store of so many memories, and the command as an agent runs it: a new process for every event. CPU is that of the
whole process, the interpreter's start included, as the system counts it. What a hook leaves to the background is not
in it.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from atlas import compose
from atlas.settings import Settings
from benchmarks.filled_store import Ready, fill
from benchmarks.sentences import material, vectors
from benchmarks.stopwatch import Times, times

EVENTS: Final = ("SessionStart", "UserPromptSubmit", "Stop")


def measured(count: int, rounds: int, tick: Callable[[], None]) -> dict[str, dict[str, float]]:
    """CPU of each event, in milliseconds."""
    told = material(count, rounds, None)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as name:
        home = Path(name)
        runtime = compose.make_runtime(Settings(home), embedder=Ready())
        fill(runtime, told.lines, vectors(count), lambda done: None)
        runtime.store.close()
        found = {}
        for event in EVENTS:
            found[event] = _event(home, event, told.questions).figures()
            tick()
        return found


def _event(home: Path, event: str, questions: Sequence[str]) -> Times:
    """Each in a session of its own, so that every one of them has something to say and to write down."""
    seconds = []
    for number, question in enumerate(questions):
        told = {"session_id": f"s{number}", "transcript_path": str(home / "none.jsonl")}
        body = json.dumps({**told, "hook_event_name": event, "prompt": question}).encode()
        command = [sys.executable, "-m", "atlas", "hook", "--home", str(home)]
        before = _children()
        subprocess.run(command, input=body, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 # our own command
        seconds.append(_children() - before)
    return times(seconds)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
