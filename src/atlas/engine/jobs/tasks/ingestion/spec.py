"""The record of reading watched folders again (C6): it asks nobody, and what it reads is no input of any thought.

Each batch of files is committed as it is read, so that a run that was killed goes on where it was: the manifest says
what is done. What the job itself commits is the record of what it came to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.thinking.job_inputs import JobInput
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Job, Thinking, Thoughts
from atlas.ports.reading import Reader

if TYPE_CHECKING:
    from atlas.engine.consolidate.cycle_state import Watch


def has_watched_folder(_runtime: Runtime, reader: Reader) -> bool:
    return bool(reader.watched_folders())


def read_watched(runtime: Runtime, _job: Job, _watch: Watch | None) -> JobInput:
    from atlas.engine.intake.ingestion import ingest_watched  # seldom needed

    reports = ingest_watched(runtime)
    said = {
        "folders": len(reports),
        "files": sum(each.new + each.changed for each in reports),
        "chunks": sum(each.chunks for each in reports),
        "withdrawn": sum(each.withdrawn for each in reports),
        "left": sum(each.left is not None for each in reports),
    }

    def thinking() -> Thinking:
        yield from ()
        return Thoughts(said=said)

    return JobInput(thinking, (), trust=Trust.OUTSIDE)


INGESTION: Final = TaskSpec(
    Task.INGESTION,
    Scheduling(single=True),
    plan_input=read_watched,
    has_input=has_watched_folder,
    label="reading the watched folders",
    none_owed="No folder is watched: atlas ingest FOLDER --watch.",
)
