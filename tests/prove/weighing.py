"""A process that weighs what was argued, and dies at the step it is told to. Started by its test; steps are counted as
in `night.py`."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.task import Task
from atlas.testing.virtual import START, virtual
from prove.night import Doomed, Steps


def opened(path: Path, later: int, steps: Steps) -> Runtime:
    """By rules alone."""
    lived = virtual(path, seed=7 + later, start=START + timedelta(hours=later))
    return replace(lived.runtime, store=Doomed(lived.runtime.store, steps))  # type: ignore[arg-type]


if __name__ == "__main__":
    place, later, die_at = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    doomed = Steps(die_at)
    run_owed_jobs(opened(place, later, doomed), tasks={Task.BELIEFS})
    sys.stdout.write(f"{doomed.count}\n")
