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
            check_fresh(job.id, self._rows.jobs)
            self._rows.jobs[job.id] = job
        elif open_one.state is JobState.RUNNING:
            self._rows.jobs[open_one.id] = replace(open_one, again=open_one.again + 1)
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
        self._rows.jobs[job.id] = leased
        return leased

    def put_job(self, job: Job) -> None:
        check_storable(job)
        if job.id not in self._rows.jobs:
            raise NotFound(f"There is no job {job.id} here.")
        if job.state in OPEN and self._open_with_key(job, but=job):
            raise Refused("A row with this id or key is already there.")
        self._rows.jobs[job.id] = job

    def _open_with_key(self, job: Job, but: Job | None = None) -> Job | None:
        others = (other for other in self._rows.jobs.values() if but is None or other.id != but.id)
        return next((other for other in others if other.key == job.key and other.state in OPEN), None)

    def put_answer(self, answer: Answer) -> None:
        check_storable(answer)
        self._rows.answers.setdefault((answer.job, answer.ordinal, answer.sample, answer.prompt_hash), answer)

    def drop_answers(self, job: JobId) -> None:
        _drop_rows(self._rows.answers, lambda answer: answer.job == job)

    # --- reflections and proposals

    def add_reflection(self, reflection: Reflection) -> None:
        text = write_said(reflection.said)
        check_storable((replace(reflection, said={}), text))
        check_fresh(reflection.id, self._rows.reflections)
        self._rows.reflections[reflection.id] = replace(reflection, said=read_said(text))

    def put_judged(self, judged: Judged) -> None:
        check_storable(judged)
        self._rows.judged[judged.id] = judged

    # --- noticing

    def put_signal(self, signal: Signal) -> None:
        check_storable(signal)
        self._rows.signals[signal.kind, signal.source, signal.about, signal.seen_in] = signal

    def put_failure(self, failure: Failure) -> None:
        check_storable(failure)
        self._rows.failures[failure.id] = failure

    def put_pattern(self, pattern: Pattern) -> None:
        check_storable(pattern)
        self._rows.patterns[pattern.id] = pattern

    def put_suggestion(self, suggestion: Suggestion) -> None:
        check_storable(suggestion)
        self._rows.suggestions[suggestion.id] = suggestion

    # --- triggers and what it costs

    def put_standing(self, standing: Standing) -> None:
        check_storable(standing)
        self._rows.standings[standing.trigger] = standing

    def add_period(self, trigger: str, period: str) -> bool:
        check_storable((trigger, period))
        fresh = (trigger, period) not in self._rows.periods
        self._rows.periods.add((trigger, period))
        return fresh

    def put_spending(self, spending: Spending) -> None:
        check_storable(spending)
        self._rows.spendings[spending.id] = spending

    # --- erasing

    def erase_judged(self, ids: Iterable[ProposalId]) -> None:
        for id in ids:
            self._rows.judged.pop(id, None)

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        for id in {*reflections} & self._rows.reflections.keys():
            self._rows.reflections[id] = replace(self._rows.reflections[id], said={}, problem=None)

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """Call it before the messages are erased: of one that is gone it is not known in which interaction it stood,
        and only what names the message itself is found."""
        said = frozenset(messages)
        where = {message.interaction for id in said if (message := self._rows.messages.get(id))}
        _drop_rows(self._rows.signals, lambda one: {one.about, one.seen_in} & where or one.message in said)
        failures = _drop_rows(self._rows.failures, lambda one: one.about in where or {one.asked, one.told} & said)
        patterns = _drop_rows(self._rows.patterns, lambda one: said & set(one.sources) or failures & set(one.evidence))
        self._release_failures(patterns)
        _drop_rows(self._rows.suggestions, lambda one: said & set(one.sources))
        self._blank_reflections(said)
        self._rows.answers.clear()

    def _release_failures(self, patterns: frozenset[PatternId]) -> None:
        """Release the failures of patterns that were erased, so that another pattern can hold them."""
        for failure in [one for one in self._rows.failures.values() if one.pattern in patterns]:
            self._rows.failures[failure.id] = replace(failure, pattern=None)

    def _blank_reflections(self, said: frozenset[MessageId]) -> None:
        """Blank the words of the reflections on these messages; that they ran stays on record."""
        for one in [each for each in self._rows.reflections.values() if said & set(each.inputs)]:
            self._rows.reflections[one.id] = replace(one, said={}, problem=None)


def _drop_rows(rows: dict[K, V], goes: Callable[[V], object]) -> frozenset[K]:
    """Drop the rows for which the test holds and return their keys."""
    dropped = frozenset(key for key, row in rows.items() if goes(row))
    for key in dropped:
        del rows[key]
    return dropped
