"""Writing what is owed, thought, noticed and spent in one space of the plain store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from atlas.adapters.storage.reflection_json import read_said, write_said
from atlas.errors import NotFound, Refused
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import JobId, MessageId, PatternId, ProposalId, ReflectionId
from atlas.model.signal import Signal
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.task import Task
from atlas.model.thinking import OPEN, Answer, Job, JobState, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.testing.plain_store.meaning import check_fresh, check_storable, claimable_from
from atlas.testing.plain_store.reader import PlainReader

K = TypeVar("K")
V = TypeVar("V")


class PlainThinkingWriter(PlainReader):
    # --- jobs

    def add_job(self, job: Job) -> bool:
        check_storable(job)
        open_one = self._open_with_key(job)
        if open_one is None:
            check_fresh(job.id, self._world.jobs)
            self._world.jobs[job.id] = job
        elif open_one.state is JobState.RUNNING:
            self._world.jobs[open_one.id] = replace(open_one, again=open_one.again + 1)
        return open_one is None

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
        wanted = frozenset(Task if tasks is None else tasks)
        ordered = [job for job in self._by_priority(newest=newest) if least is None or job.priority >= least]
        runnable = (job for job in ordered if job.task in wanted and claimable_from(job, now) == now)
        job = next((job for job in runnable if id is None or job.id == id), None)
        if job is None:
            return None
        leased = replace(job, state=JobState.RUNNING, lease_owner=owner, lease_until=until)
        self._world.jobs[job.id] = leased
        return leased

    def put_job(self, job: Job) -> None:
        check_storable(job)
        if job.id not in self._world.jobs:
            raise NotFound(f"There is no job {job.id} here.")
        if job.state in OPEN and self._open_with_key(job, but=job):
            raise Refused("A row with this id or key is already there.")
        self._world.jobs[job.id] = job

    def _open_with_key(self, job: Job, but: Job | None = None) -> Job | None:
        others = (other for other in self._world.jobs.values() if but is None or other.id != but.id)
        return next((other for other in others if other.key == job.key and other.state in OPEN), None)

    def put_answer(self, answer: Answer) -> None:
        check_storable(answer)
        self._world.answers.setdefault((answer.job, answer.ordinal, answer.sample, answer.prompt_hash), answer)

    def drop_answers(self, job: JobId) -> None:
        _drop(self._world.answers, lambda answer: answer.job == job)

    # --- reflections and proposals

    def add_reflection(self, reflection: Reflection) -> None:
        text = write_said(reflection.said)
        check_storable((replace(reflection, said={}), text))
        check_fresh(reflection.id, self._world.reflections)
        self._world.reflections[reflection.id] = replace(reflection, said=read_said(text))

    def put_judged(self, judged: Judged) -> None:
        check_storable(judged)
        self._world.judged[judged.id] = judged

    # --- noticing

    def put_signal(self, signal: Signal) -> None:
        check_storable(signal)
        self._world.signals[signal.kind, signal.source, signal.about, signal.seen_in] = signal

    def put_failure(self, failure: Failure) -> None:
        check_storable(failure)
        self._world.failures[failure.id] = failure

    def put_pattern(self, pattern: Pattern) -> None:
        check_storable(pattern)
        self._world.patterns[pattern.id] = pattern

    def put_suggestion(self, suggestion: Suggestion) -> None:
        check_storable(suggestion)
        self._world.suggestions[suggestion.id] = suggestion

    # --- triggers and what it costs

    def put_standing(self, standing: Standing) -> None:
        check_storable(standing)
        self._world.standings[standing.trigger] = standing

    def add_period(self, trigger: str, period: str) -> bool:
        check_storable((trigger, period))
        fresh = (trigger, period) not in self._world.periods
        self._world.periods.add((trigger, period))
        return fresh

    def put_spending(self, spending: Spending) -> None:
        check_storable(spending)
        self._world.spendings[spending.id] = spending

    # --- erasing

    def erase_judged(self, ids: Iterable[ProposalId]) -> None:
        for id in ids:
            self._world.judged.pop(id, None)

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        for id in {*reflections} & self._world.reflections.keys():
            self._world.reflections[id] = replace(self._world.reflections[id], said={}, problem=None)

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """Call it before the messages are erased: of one that is gone it is not known in which interaction it stood,
        and only what names the message itself is found."""
        said = frozenset(messages)
        where = {message.interaction for id in said if (message := self._world.messages.get(id))}
        _drop(self._world.signals, lambda one: {one.about, one.seen_in} & where or one.message in said)
        failures = _drop(self._world.failures, lambda one: one.about in where or {one.asked, one.told} & said)
        patterns = _drop(self._world.patterns, lambda one: said & set(one.sources) or failures & set(one.evidence))
        self._release(patterns)
        _drop(self._world.suggestions, lambda one: said & set(one.sources))
        self._silence(said)
        self._world.answers.clear()

    def _release(self, patterns: frozenset[PatternId]) -> None:
        """What belonged to a pattern that went belongs to none, and can be seen in another one."""
        for failure in [one for one in self._world.failures.values() if one.pattern in patterns]:
            self._world.failures[failure.id] = replace(failure, pattern=None)

    def _silence(self, said: frozenset[MessageId]) -> None:
        """That they ran stays on record; what they said goes."""
        for one in [each for each in self._world.reflections.values() if said & set(each.inputs)]:
            self._world.reflections[one.id] = replace(one, said={}, problem=None)


def _drop(rows: dict[K, V], goes: Callable[[V], object]) -> frozenset[K]:
    """Take out the rows for which it holds; which they were."""
    dropped = frozenset(key for key, row in rows.items() if goes(row))
    for key in dropped:
        del rows[key]
    return dropped
