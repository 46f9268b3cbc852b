"""Reading what is owed, thought, noticed and spent in one space of the plain store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from atlas.adapters.storage.subjects import subjects_of
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
from atlas.model.memory import State
from atlas.model.plain_data import to_plain
from atlas.model.signal import Signal, SignalKind
from atlas.model.spending import Spending, SpendingState, Spent
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import OPEN, Answer, Job, JobState, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.model.verdict import Outcome
from atlas.testing.plain_store.meaning import claimable_from
from atlas.testing.plain_store.space_rows import SpaceRows


class PlainThinkingReader:
    def __init__(self, rows: SpaceRows) -> None:
        self._rows = rows

    # --- jobs

    def job(self, id: JobId) -> Job | None:
        return self._rows.jobs.get(id)

    def open_job(self, key: str) -> Job | None:
        return next((job for job in self._rows.jobs.values() if job.key == key and job.state in OPEN), None)

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        return [job for job in self._by_priority() if state is None or job.state is state][:limit]

    def plain_jobs(self) -> Sequence[dict[str, Any]]:
        return [to_plain(job) for job in self._by_priority()]

    def job_count(self, state: JobState) -> int:
        return sum(job.state is state for job in self._rows.jobs.values())

    def next_job_at(self, now: datetime) -> datetime | None:
        times = (claimable_from(job, now) for job in self._rows.jobs.values())
        return min((time for time in times if time is not None), default=None)

    def answered_jobs(self) -> frozenset[JobId]:
        return frozenset(each.job for each in self._rows.answers.values())

    def answers(self, job: JobId) -> Sequence[Answer]:
        mine = (answer for answer in self._rows.answers.values() if answer.job == job)
        return sorted(mine, key=lambda answer: (answer.ordinal, answer.sample))

    # --- reflections and proposals

    def reflection(self, id: ReflectionId) -> Reflection | None:
        return self._rows.reflections.get(id)

    def reflections(
        self, limit: int, task: Task | None = None, since: datetime | None = None, job: JobId | None = None
    ) -> Sequence[Reflection]:
        return [
            one
            for one in reversed(self._rows.reflections.values())
            if (task is None or one.task is task)
            and (since is None or one.at >= since)
            and (job is None or one.job == job)
        ][:limit]

    def judged(self, id: ProposalId) -> Judged | None:
        return self._rows.judged.get(id)

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        ours, theirs = frozenset(memories), frozenset(messages)
        about = ((judged, *subjects_of(judged)) for judged in self._rows.judged.values())
        return [judged for judged, named, quoted in about if named & ours or quoted & theirs]

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        newest = reversed(self._rows.judged.values())
        return [judged for judged in newest if judged.verdict.outcome is outcome][:limit]

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        held = [
            judged
            for judged in reversed(self._rows.judged.values())
            if judged.verdict.outcome is Outcome.HELD
            and judged.decided_by is None
            and judged.memory is None
            and not self._is_contained(judged)
        ]
        return sorted(held, key=lambda judged: judged.reflection is None)[:limit]

    def _is_contained(self, judged: Judged) -> bool:
        named, quoted = subjects_of(judged)
        contained = (each for each in self._rows.memories.values() if each.state is State.QUARANTINED)
        return any(each.id in named or each.transcribes in quoted for each in contained)

    def all_judged(self, after: int, limit: int) -> Sequence[tuple[int, Judged]]:
        return list(enumerate(self._rows.judged.values(), start=1))[after : after + limit]

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        return [judged for judged in self._rows.judged.values() if judged.reflection == reflection]

    # --- noticing

    def signals(self, about: Iterable[InteractionId]) -> Sequence[Signal]:
        wanted = frozenset(about)
        return [signal for signal in self._rows.signals.values() if signal.about in wanted]

    def signals_seen_in(self, interactions: Iterable[InteractionId]) -> Sequence[Signal]:
        wanted = set(interactions)
        return [signal for signal in self._rows.signals.values() if signal.seen_in in wanted]

    def signals_since(self, since: datetime, limit: int, kind: SignalKind | None = None) -> Sequence[Signal]:
        newest = reversed(self._rows.signals.values())
        return [one for one in newest if one.at >= since and (kind is None or one.kind is kind)][:limit]

    def failure(self, id: FailureId) -> Failure | None:
        return self._rows.failures.get(id)

    def failures(self, limit: int) -> Sequence[Failure]:
        return list(reversed(self._rows.failures.values()))[:limit]

    def pattern(self, id: PatternId) -> Pattern | None:
        return self._rows.patterns.get(id)

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        return [one for one in self._rows.patterns.values() if active is None or one.active is active]

    def suggestion(self, id: SuggestionId) -> Suggestion | None:
        return self._rows.suggestions.get(id)

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        newest = reversed(self._rows.suggestions.values())
        return [one for one in newest if state is None or one.state is state][:limit]

    # --- triggers

    def standing(self, trigger: str) -> Standing | None:
        return self._rows.standings.get(trigger)

    def standings(self) -> Sequence[Standing]:
        return sorted(self._rows.standings.values(), key=lambda standing: standing.trigger)

    # --- what it costs

    def sum_spent(self, day: date | None = None, job: JobId | None = None) -> Spent:
        counted = [
            one
            for one in self._rows.spendings.values()
            if one.state is not SpendingState.FAILED
            and (day is None or one.day == day)
            and (job is None or one.job == job)
        ]
        return Spent(len(counted), sum(one.tokens for one in counted), sum(one.money for one in counted))

    def spendings(self, limit: int, since: date | None = None) -> Sequence[Spending]:
        newest = reversed(self._rows.spendings.values())
        return [one for one in newest if since is None or one.day >= since][:limit]

    # --- shared loops

    def _by_priority(self, *, newest: bool = False) -> list[Job]:
        """The order in which jobs are claimed: the highest priority first, then the oldest, or the newest."""
        jobs = list(self._rows.jobs.values())
        return sorted(jobs[::-1] if newest else jobs, key=lambda job: -job.priority)
