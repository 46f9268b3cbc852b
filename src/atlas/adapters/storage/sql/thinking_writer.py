"""Writing what is owed, thought, noticed and spent in one space."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from atlas.adapters.storage.sql import noticing_codec, thinking_codec
from atlas.adapters.storage.sql.reader import SqlReader
from atlas.errors import NotFound
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import JobId, MessageId, ProposalId, ReflectionId
from atlas.model.plain_data import instant_text
from atlas.model.signal import Signal
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, Judged, Reflection
from atlas.model.trigger import Standing


class ThinkingWriter(SqlReader):
    # --- jobs

    def add_job(self, job: Job) -> bool:
        if self._lane.change("add_job", thinking_codec.job_values(job)):
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
        row = self._lane.one(name, values if id is None else values | {"id": id})
        return thinking_codec.job_of(row) if row else None

    def put_job(self, job: Job) -> None:
        if not self._lane.change("put_job", thinking_codec.job_values(job)):
            raise NotFound(f"There is no job {job.id} here.")

    def put_answer(self, answer: Answer) -> None:
        self._lane.change("put_answer", thinking_codec.answer_values(answer))

    def drop_answers(self, job: JobId) -> None:
        self._lane.change("drop_answers", {"job": job})

    # --- reflections and proposals

    def add_reflection(self, reflection: Reflection) -> None:
        self._lane.change("add_reflection", thinking_codec.reflection_values(reflection))

    def put_judged(self, judged: Judged) -> None:
        with self._lane.whole():
            self._lane.change("put_judged", thinking_codec.judged_values(judged))
            self._lane.change("drop_subjects", {"id": judged.id})
            for values in thinking_codec.subject_values(judged):
                self._lane.change("add_subject", values)

    # --- noticing

    def put_signal(self, signal: Signal) -> None:
        self._lane.change("put_signal", noticing_codec.signal_values(signal))

    def put_failure(self, failure: Failure) -> None:
        self._lane.change("put_failure", noticing_codec.failure_values(failure))

    def put_pattern(self, pattern: Pattern) -> None:
        self._lane.change("put_pattern", noticing_codec.pattern_values(pattern))

    def put_suggestion(self, suggestion: Suggestion) -> None:
        self._lane.change("put_suggestion", noticing_codec.suggestion_values(suggestion))

    # --- triggers and what it costs

    def put_standing(self, standing: Standing) -> None:
        self._lane.change("put_standing", noticing_codec.standing_values(standing))

    def add_period(self, trigger: str, period: str) -> bool:
        return self._lane.change("add_period", {"trigger": trigger, "period": period}) > 0

    def put_spending(self, spending: Spending) -> None:
        self._lane.change("put_spending", noticing_codec.spending_values(spending))

    # --- erasing

    def erase_judged(self, ids: Iterable[ProposalId]) -> None:
        self._lane.change("erase_judged", {"ids": self._lane.list_value(ids)})

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        with self._lane.whole():
            self._lane.change("blank_reflections", {"ids": self._lane.list_value(reflections)})
            self._lane.change("owe_purge", {})

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """Call it before the messages are erased: of one that is gone it is not known in which interaction it stood,
        and only what names the message itself is found."""
        said = self._lane.list_value(messages)
        with self._lane.whole():
            rows = self._lane.rows("interactions_of_messages", {"messages": said})
            where = {"messages": said, "interactions": self._lane.list_value(id for (id,) in rows)}
            self._lane.change("erase_signals", where)
            failures = self._lane.list_value(id for (id,) in self._lane.rows("failures_over", where))
            patterns = self._lane.rows("patterns_from", {"messages": said, "failures": failures})
            self._lane.change("erase_failures", {"ids": failures})
            for name in ("erase_patterns", "release_failures"):
                self._lane.change(name, {"ids": self._lane.list_value(id for (id,) in patterns)})
            for name in ("erase_suggestions", "silence_reflections"):
                self._lane.change(name, {"messages": said})
            self._lane.change("erase_answers", {})
            self._lane.change("owe_purge", {})
