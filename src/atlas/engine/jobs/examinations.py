"""Examinations by hand: replay past questions, take an exam, put the probes; and the grades so far (H2, H7, C10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import to_utc
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.job_control import refuse_when_off, run_now
from atlas.engine.jobs.registry import QUICK, spec_of
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.thinking.pins import pin_start
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.errors import NotFound, Refused
from atlas.model.exam import Exam
from atlas.model.task import Task
from atlas.model.thinking import Reflection
from atlas.ports.llm import Completion, Turn

_LATELY = 20

Assistant = Callable[[str, Sequence[tuple[str, str]]], str]
"""Answers: given instructions, and what was said so far as roles and words, the user's last."""


def replay_past_questions(runtime: Runtime, as_of: datetime | None = None) -> Reflection:
    """Ask past questions again, with memory and without, and as of a moment: that, or a week ago."""
    return _examine(runtime, Task.REPLAY, pin_start(to_utc(as_of)) if as_of is not None else ())


def take_exam(runtime: Runtime) -> Reflection:
    """Ask a few questions whose answer is known, with memory and without it; the grade is a row."""
    return _examine(runtime, Task.EXAM, ())


def list_exams(access: ReadAccess, limit: int) -> Sequence[Exam]:
    """The grades, the newest first."""
    with access.reading() as reader:
        return reader.exams(limit)


def put_probes(runtime: Runtime, assistant: Assistant | None = None) -> Reflection:
    """Put the probes to the model that chats, or to any other assistant with the memory that is here."""
    probed = runtime if assistant is None else replace(runtime, model=_CalledAssistant(assistant))
    return _examine(probed, Task.PROBES, ())


@dataclass(frozen=True, slots=True)
class _CalledAssistant:
    """A function that answers, as a model."""

    answer: Assistant
    name: str = "a function"

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,  # a function may say as much as it likes
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        return Completion(self._call(system, turns), self.name)

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        yield self._call(system, turns)

    def _call(self, system: str, turns: Sequence[Turn]) -> str:
        return self.answer(system, [(turn.role, turn.text) for turn in turns])


def _examine(runtime: Runtime, task: Task, pinned: tuple[str, ...]) -> Reflection:
    refuse_when_off(runtime)
    run_owed_jobs(runtime, tasks=QUICK)
    detect_signals(runtime)
    id = owe_by_hand(runtime, task, pinned=pinned)
    run_now(runtime, id)
    with runtime.reading() as reader:
        made = next((each for each in reader.reflections(_LATELY, task) if each.job == id), None)
        job = reader.job(id)
    if job is not None and job.problem:
        raise Refused(
            f"{job.problem} What was answered is kept: atlas learning jobs retry {job.id} goes on from there."
        )
    if made is None:
        raise NotFound(spec_of(task).none_owed)
    return made
