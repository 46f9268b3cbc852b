"""A process that ends sessions and gates them with a scripted model, and dies at the step it is told to. Started by its
test; steps are counted as in `night.py`."""

from __future__ import annotations

import sys
from pathlib import Path

from atlas.engine.intake.sessions import end_session
from atlas.engine.jobs.registry import RUNNABLE
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.task import Task
from prove.night import Steps, opened

if __name__ == "__main__":
    place, record, later, die_at = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    doomed = Steps(die_at)
    runtime = opened(place, later, doomed, record).runtime
    end_session(runtime, "c0")
    run_owed_jobs(runtime, tasks=RUNNABLE - {Task.EVOLUTION})  # what goes on from the gate has its own questions
    sys.stdout.write(f"{doomed.count}\n")
