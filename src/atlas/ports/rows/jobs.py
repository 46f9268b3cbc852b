"""Jobs that are owed, and the answers that models gave to their questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol

from atlas.model.ids import JobId
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, JobState


class JobReader(Protocol):
    def job(self, id: JobId) -> Job | None: ...

    def open_job(self, key: str) -> Job | None:
        """The one with this key that is not done or dropped."""
        ...

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        """In the order in which they would be claimed."""
        ...

    def plain_jobs(self) -> Sequence[dict[str, Any]]:
        """All of them, in the same order, as `to_plain` spells them: for whoever carries them elsewhere."""
        ...

    def job_count(self, state: JobState) -> int: ...

    def next_job_at(self, now: datetime) -> datetime | None:
        """When there is next a job to claim: now when there is one, else when one falls due or a lease runs out."""
        ...

    def answered_jobs(self) -> frozenset[JobId]:
        """Those that have answers."""
        ...

    def answers(self, job: JobId) -> Sequence[Answer]:
        """By ordinal and sample."""
        ...


class JobWriter(JobReader, Protocol):
    def add_job(self, job: Job) -> bool:
        """False, and nothing is added, when a job with this key is open (any state but done and dropped).

        When that one is running, it counts the call (`again`, J5): it will have to look whether to run once more.
        """
        ...

    def claim_job(
        self,
        owner: str,
        now: datetime,
        until: datetime,
        tasks: Iterable[Task] | None = None,
        id: JobId | None = None,
        *,
        newest: bool = False,
        least: int | None = None,
    ) -> Job | None:
        """The first runnable job (queued and due, or running with a lease that ran out), now leased.

        The highest priority comes first, then the oldest; or the newest, for whoever has time for a few only. Only of
        these tasks, when some are named; only this job, when one is; only of this priority or a higher one. Attempts
        are counted by whoever runs it, not here.
        """
        ...

    def put_job(self, job: Job) -> None:
        """Replace it; raises NotFound when it was never added, Refused when its key is another open job's."""
        ...

    def put_answer(self, answer: Answer) -> None:
        """Insert; the same question and sample again is no error and changes nothing: the first answer holds (J7)."""
        ...

    def drop_answers(self, job: JobId) -> None: ...
