"""A process that reflects over the persona with a scripted model, and dies at the statement it is told to. Started by
its test.

Statements are counted from where the commit of the reflection begins: every single one that reaches the database, the
commit itself among them; before that, one for each answer of the model.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw

from atlas.curation.policy import Mode
from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs import finish_job
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.model.interaction import Role
from atlas.model.task import Size, Task
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel
from atlas.testing.virtual import START, Virtual, virtual
from engine._positions import TOPICS, argue, hold, pass_turns

LATER = timedelta(hours=1)
EDITS = [
    {"step": "integrate", "block": "Manner", "old": "", "new": "- Has seen what trials came to.\n"},
    {"step": "specify", "block": "Manner", "old": "trials", "new": "trials in two teams"},
]


class Counted:
    """Counts statements once the commit has begun, and dies in time."""

    def __init__(self, die_at: int) -> None:
        self.die_at = die_at
        self.count = 0
        self.begun = False

    def step(self) -> None:
        if self.count == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1

    def statement(self, *_: object) -> bool:
        if self.begun:
            self.step()
        return True

    def watch(self) -> None:
        def armed(connection: apsw.Connection) -> None:
            connection.exec_trace = self.statement

        apsw.connection_hooks.append(armed)
        real = finish_job._commit_thoughts

        def begin(*args: Any, **kwargs: Any) -> Any:
            self.begun = True
            return real(*args, **kwargs)

        finish_job._commit_thoughts = begin


def opened(path: Path, hours: int, steps: Counted | None = None) -> Virtual:
    def answer(_system: str, _turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
        if steps is not None:
            steps.step()
        assert schema is not None
        assert "edits" in schema["properties"]
        return json.dumps({"edits": EDITS, "reason": "It says more now."})

    model = ScriptedModel("scripted", answer)
    made = virtual(path, seed=11 + hours, start=START + LATER + timedelta(hours=hours), models={Size.MEDIUM: model})
    curation = replace(made.runtime.curation, mode=Mode.AUTO)
    return replace(made, runtime=replace(made.runtime, curation=curation))


def lived(path: Path) -> None:
    """What was argued before: nothing of it is deadly."""
    runtime = virtual(path, seed=7).runtime
    for number, topic in enumerate(TOPICS):
        said = f"The trial with {topic} in team {number} went well."
        observe(runtime, [Said(Role.USER, said), Said(Role.ASSISTANT, "I see.")], "c1")
        pass_turns(runtime, 1)
        argue(runtime, hold(runtime, topic, shift=0.05), f"A trial of {topic} went well.")
    run_owed_jobs(runtime)
    pass_turns(runtime, 12)
    owe_by_hand(runtime, Task.SNAPSHOT)
    runtime.store.close()


if __name__ == "__main__":
    place, hours, die_at = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    doomed = Counted(die_at)
    doomed.watch()
    run_owed_jobs(opened(place, hours, doomed).runtime, tasks=frozenset({Task.SNAPSHOT}))
    sys.stdout.write(f"{doomed.count}\n")
