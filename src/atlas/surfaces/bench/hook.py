"""What a hook costs its host: `python -m atlas.surfaces.bench.hook [MEMORIES]`.

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
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from atlas import compose
from atlas.settings import Settings
from atlas.surfaces.bench.filling import Ready, fill
from atlas.surfaces.bench.sentences import material, vectors
from atlas.surfaces.bench.stopwatch import Times, times

MEMORIES: Final = 10_000
ROUNDS: Final = 15
EVENTS: Final = ("SessionStart", "UserPromptSubmit", "Stop")


def measured(count: int = MEMORIES, rounds: int = ROUNDS) -> dict[str, dict[str, float]]:
    """CPU of each event, in milliseconds."""
    told = material(count, rounds, None)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as name:
        home = Path(name)
        world = compose.world(Settings(home), embedder=Ready())
        fill(world, told.lines, vectors(count), lambda done: None)
        world.store.close()
        return {event: _event(home, event, told.questions).figures() for event in EVENTS}


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


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES
    sys.stdout.write(json.dumps({"memories": size, **measured(size)}, indent=2) + "\n")
