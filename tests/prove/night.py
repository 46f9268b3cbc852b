"""A process that thinks a night over with a scripted model, and dies at the step it is told to. Started by its test.

Steps are counted over everything that reaches the world: before and after each commit, before and after each answer of
the model. Every question that the model is asked is written down, through to the disk, before it is answered.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.thinking import job_inputs
from atlas.model.interaction import Role
from atlas.model.task import Size
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel
from atlas.testing.virtual import START, Virtual, virtual

LINES = (
    "My sister Ana lives in Rome.",
    "I have an interview on Friday.",
    "What is the port of the printer?",
    "No, that's wrong. It is 9100.",
    "I really like green tea.",
    "Thanks, that helps.",
)


class Steps:
    """Counts, and dies in time."""

    def __init__(self, die_at: int) -> None:
        self.die_at = die_at
        self.count = 0

    def step(self) -> None:
        if self.count == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1


class Doomed:
    """A store whose every commit has a step before it and one after it."""

    def __init__(self, store: Any, steps: Steps) -> None:
        self._store = store
        self._steps = steps

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def writing(self, space: Any) -> Iterator[Any]:
        with self._store.writing(space) as txn:
            yield txn
            self._steps.step()
        self._steps.step()


def answers(log: Path, steps: Steps) -> Any:
    def answer(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
        steps.step()
        asked = hashlib.sha256(f"{system}|{turns}".encode()).hexdigest()
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{asked}\n")
            file.flush()
            os.fsync(file.fileno())
        reply = json.dumps(filled(schema, turns[-1].text) if schema else "Perhaps.")
        steps.step()
        return reply

    return answer


def filled(schema: Mapping[str, Any], asked: str) -> Any:
    """An answer in this shape; of a night's questions each with something for tomorrow."""
    if "behaviour_changes" not in schema["properties"]:
        return _plain(schema)
    ids = schema["properties"]["tomorrow"]["items"]["properties"]["message"]["enum"]
    said = next(line for line in LINES if line in asked)
    later = [{"message": id, "quote": said, "says": f"Come back to: {said}", "date": None} for id in ids]
    return {**_plain(schema), "tomorrow": later, "insight": None, "escalate": False}


def _plain(shape: Mapping[str, Any]) -> Any:
    """The least that fits."""
    if "enum" in shape:
        return shape["enum"][0]
    kind = shape["type"] if isinstance(shape["type"], str) else shape["type"][-1]
    if kind == "object":
        return {name: _plain(part) for name, part in shape["properties"].items()}
    return {"array": [], "string": "x", "boolean": False, "integer": 1, "number": 0.5, "null": None}[kind]


def opened(path: Path, later: int, steps: Steps, log: Path) -> Virtual:
    job_inputs.BATCH_INTERACTIONS = 2  # type: ignore[misc] # several questions a night
    model = ScriptedModel("scripted", answers(log, steps))
    lived = virtual(path, seed=7 + later, start=START + timedelta(hours=later), models=dict.fromkeys(Size, model))
    return replace(lived, runtime=replace(lived.runtime, store=Doomed(lived.runtime.store, steps)))  # type: ignore[arg-type]


def talked(path: Path, log: Path) -> None:
    """The day before the night: no step of it is deadly."""
    lived = opened(path, 0, Steps(-1), log)
    for number, line in enumerate(LINES):
        observe(lived.runtime, [Said(Role.USER, line), Said(Role.ASSISTANT, "I see, it is 8080.")], f"c{number // 3}")
    run_owed_jobs(lived.runtime)


if __name__ == "__main__":
    place, record, later, die_at = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    doomed = Steps(die_at)
    run_owed_jobs(opened(place, later, doomed, record).runtime)
    sys.stdout.write(f"{doomed.count}\n")
