"""Reading what is owed, thought, noticed and spent in one space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from atlas.adapters.storage.sql import noticing_codec, thinking_codec
from atlas.adapters.storage.sql.lane import Lane
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import (
    FailureId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    PatternId,
    ProposalId,
    ReflectionId,
    SuggestionId,
)
from atlas.model.plain_data import instant, instant_text
from atlas.model.signal import Signal, SignalKind
from atlas.model.spending import Spending, Spent
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, JobState, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.model.verdict import Outcome


class ThinkingReader:
    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    # --- jobs

    def job(self, id: JobId) -> Job | None:
        row = self._lane.one("job", {"id": id})
        return thinking_codec.job_of(row) if row else None

    def open_job(self, key: str) -> Job | None:
        row = self._lane.one("open_job", {"key": key})
        return thinking_codec.job_of(row) if row else None

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        name = "jobs" if state is None else "jobs_in_state"
        values = {"limit": limit} if state is None else {"limit": limit, "state": state.value}
        return [thinking_codec.job_of(row) for row in self._lane.rows(name, values)]

    def job_count(self, state: JobState) -> int:
        return self._number("job_count", {"state": state.value})

    def next_job_at(self, now: datetime) -> datetime | None:
        row = self._lane.one("next_job_at", {"now": instant_text(now)})
        return instant(row[0]) if row and row[0] else None

    def answers(self, job: JobId) -> Sequence[Answer]:
        return [thinking_codec.answer_of(row) for row in self._lane.rows("answers", {"job": job})]

    # --- reflections and proposals

    def reflection(self, id: ReflectionId) -> Reflection | None:
        row = self._lane.one("reflection", {"id": id})
        return thinking_codec.reflection_of(row) if row else None

    def reflections(
        self, limit: int, task: Task | None = None, since: datetime | None = None, job: JobId | None = None
    ) -> Sequence[Reflection]:
        values: dict[str, object] = {}
        if task is not None:
            values["task"] = task.value
        if since is not None:
            values["since"] = instant_text(since)
        if job is not None:
            values["job"] = job
        last = "latest_first" if since is None else "latest_of_few"
        pieces = ["reflections_where", *(f"only_{name}" for name in values), last]
        return [thinking_codec.reflection_of(row) for row in self._lane.composed(pieces, values | {"limit": limit})]

    def judged(self, id: ProposalId) -> Judged | None:
        row = self._lane.one("judged", {"id": id})
        return thinking_codec.judged_of(row) if row else None

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        values = {"memories": self._lane.list_value(memories), "messages": self._lane.list_value(messages)}
        return [thinking_codec.judged_of(row) for row in self._lane.rows("judged_about", values)]

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        rows = self._lane.rows("judged_with", {"outcome": outcome.value, "limit": limit})
        return [thinking_codec.judged_of(row) for row in rows]

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        return [thinking_codec.judged_of(row) for row in self._lane.rows("changes_waiting", {"limit": limit})]

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        return [thinking_codec.judged_of(row) for row in self._lane.rows("judged_by", {"reflection": reflection})]

    # --- noticing

    def signals(self, about: Iterable[InteractionId]) -> Sequence[Signal]:
        return [
            noticing_codec.signal_of(row) for row in self._lane.rows("signals", {"ids": self._lane.list_value(about)})
        ]

    def signals_since(self, since: datetime, limit: int, kind: SignalKind | None = None) -> Sequence[Signal]:
        values = {"since": instant_text(since), "limit": limit}
        name = "signals_since" if kind is None else "signals_of_kind_since"
        rows = self._lane.rows(name, values if kind is None else values | {"kind": kind.value})
        return [noticing_codec.signal_of(row) for row in rows]

    def failure(self, id: FailureId) -> Failure | None:
        row = self._lane.one("failure", {"id": id})
        return noticing_codec.failure_of(row) if row else None

    def failures(self, limit: int) -> Sequence[Failure]:
        return [noticing_codec.failure_of(row) for row in self._lane.rows("failures", {"limit": limit})]

    def pattern(self, id: PatternId) -> Pattern | None:
        row = self._lane.one("pattern", {"id": id})
        return noticing_codec.pattern_of(row) if row else None

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        name = "patterns" if active is None else "patterns_that_are"
        rows = self._lane.rows(name, {} if active is None else {"active": int(active)})
        return [noticing_codec.pattern_of(row) for row in rows]

    def suggestion(self, id: SuggestionId) -> Suggestion | None:
        row = self._lane.one("suggestion", {"id": id})
        return noticing_codec.suggestion_of(row) if row else None

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        name = "suggestions" if state is None else "suggestions_in_state"
        values = {"limit": limit} if state is None else {"limit": limit, "state": state.value}
        return [noticing_codec.suggestion_of(row) for row in self._lane.rows(name, values)]

    # --- triggers

    def standing(self, trigger: str) -> Standing | None:
        row = self._lane.one("standing", {"trigger": trigger})
        return noticing_codec.standing_of(row) if row else None

    def standings(self) -> Sequence[Standing]:
        return [noticing_codec.standing_of(row) for row in self._lane.rows("standings")]

    # --- what it costs

    def spent(self, day: date | None = None, job: JobId | None = None) -> Spent:
        values: dict[str, object] = {}
        if day is not None:
            values["day"] = day.isoformat()
        if job is not None:
            values["job"] = job
        pieces = [{"day": "only_on_day", "job": "only_by_job"}[name] for name in values]
        [(calls, tokens, money)] = self._lane.composed(["spent_where", *pieces], values)
        return Spent(calls, tokens, money)

    def spendings(self, limit: int, since: date | None = None) -> Sequence[Spending]:
        name = "spendings" if since is None else "spendings_since"
        values = {"limit": limit} if since is None else {"limit": limit, "since": since.isoformat()}
        return [noticing_codec.spending_of(row) for row in self._lane.rows(name, values)]

    # --- shared

    def _number(self, name: str, values: dict[str, object]) -> int:
        row = self._lane.one(name, values)
        return int(row[0]) if row else 0
