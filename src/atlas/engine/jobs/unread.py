"""What waits for the small reader while it cannot be loaded: owed until it reads again, or until nobody wants it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.registry import QUICK
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import Unread
from atlas.model.thinking import Job, JobState
from atlas.ports.annotator import Annotator
from atlas.ports.reading import Reader

MANY: Final = 1_000
"""More than so many are not counted, and are seen to the next time."""
_TRIED: Final = Unread("Hello.")


def find_unread(reader: Reader) -> list[Job]:
    """Find the jobs that the reader's trouble has put off; a quick job is put off by nothing else of the world."""
    return [job for job in reader.jobs(JobState.QUEUED, MANY) if job.attempts and job.task in QUICK]


def try_reader(annotator: Annotator) -> None:
    """Raise AnnotatorTrouble where the reader cannot read; it is tried with a word of nobody's."""
    annotator.annotate([_TRIED])


def owe_unread_now(runtime: Runtime) -> None:
    """Put off no longer what waits for a reader that is there again, or that nobody wants any more."""
    with runtime.reading() as reader:
        if not find_unread(reader):
            return
    try:
        if runtime.annotator is not None:
            try_reader(runtime.annotator)
    except AnnotatorTrouble:
        return
    with runtime.writing() as txn:
        for job in find_unread(txn):
            txn.put_job(replace(job, attempts=0, due_at=runtime.now()))
