"""Jobs that are owed, and the answers that models gave to their questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.column_values import Values
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.errors import NotFound
from atlas.model.ids import JobId
from atlas.model.plain_data import instant_text, parse_instant
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, JobState

_JOBS: Final = RowCodec(Job)
_ANSWERS: Final = RowCodec(Answer)
_ALL: Final = -1
"""No limit, in SQL."""


class SqlJobReader(SqlRows):
    def job(self, id: JobId) -> Job | None:
        return self._read_one(_JOBS, "job", {"id": id})

    def open_job(self, key: str) -> Job | None:
        return self._read_one(_JOBS, "open_job", {"key": key})

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        name = "jobs" if state is None else "jobs_in_state"
        values = {"limit": limit} if state is None else {"limit": limit, "state": state.value}
        return self._read_all(_JOBS, name, values)

    def plain_jobs(self) -> Sequence[Values]:
        return _JOBS.decode_plain(self._lane.rows("jobs", {"limit": _ALL}))

    def job_count(self, state: JobState) -> int:
        return self._number("job_count", {"state": state.value})

    def next_job_at(self, now: datetime) -> datetime | None:
        row = self._lane.one("next_job_at", {"now": instant_text(now)})
        return parse_instant(row[0]) if row and row[0] else None

    def answered_jobs(self) -> frozenset[JobId]:
        return frozenset(JobId(str(job)) for (job,) in self._lane.rows("answered_jobs"))

    def answers(self, job: JobId) -> Sequence[Answer]:
        return self._read_all(_ANSWERS, "answers", {"job": job})


class SqlJobWriter(SqlJobReader):
    def add_job(self, job: Job) -> bool:
        if self._lane.change("add_job", _JOBS.encode(job)):
            return True
        self._lane.change("count_again", {"key": job.key})
        return False

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
        """An empty list of tasks names none, so that there is nothing to claim."""
        values: dict[str, object] = {"owner": owner, "now": instant_text(now), "until": instant_text(until)}
        values["least"] = least
        values["tasks"] = None if tasks is None else self._lane.list_value(task.value for task in tasks)
        first = "claim_newest_job" if newest else "claim_job"
        name = first if id is None else "claim_this_job"
        return self._read_one(_JOBS, name, values if id is None else values | {"id": id})

    def put_job(self, job: Job) -> None:
        if not self._lane.change("put_job", _JOBS.encode(job)):
            raise NotFound(f"There is no job {job.id} here.")

    def put_answer(self, answer: Answer) -> None:
        self._lane.change("put_answer", _ANSWERS.encode(answer))

    def drop_answers(self, job: JobId) -> None:
        self._lane.change("drop_answers", {"job": job})
