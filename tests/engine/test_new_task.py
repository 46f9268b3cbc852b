"""A new task is its record and the line that registers it: everything else finds it there."""

from __future__ import annotations

from typing import Any

import pytest
from _minds import remade

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs import registry
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pin_all_since, pinned_interactions
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Job, Thinking, Thoughts
from atlas.ports.reading import Reader
from atlas.surfaces.views.signal_labels import describe_task

EXAMINED, PASSED = "examined", "passed"


def read_exam(_runtime: Runtime, reader: Reader, job: Job) -> JobInput:
    messages = tuple(message for each in pinned_interactions(reader, job) for message in each.messages)

    def thinking() -> Thinking:
        return Thoughts(said={"asked": len(messages)})
        yield

    return JobInput(thinking, messages, trust=Trust.USER)


def commit_exam(conclusion: Conclusion) -> None:
    commit_thoughts(conclusion)
    txn = conclusion.ledger.txn
    txn.put_mark(PASSED, txn.read_mark(PASSED) + 1)


def pin_exam(reader: Reader) -> tuple[str, ...]:
    return pin_all_since(reader, EXAMINED)


EXAM = TaskSpec(
    Task.EXAM,
    Scheduling(single=True),
    read_input=read_exam,
    mark=EXAMINED,
    pin=pin_exam,
    commit=commit_exam,
    label="an exam",
)


@pytest.fixture
def examined(life: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(registry._BY_TASK, Task.EXAM, EXAM)  # type: ignore[arg-type]
    remade(life, scheduling={**registry.SCHEDULING, Task.EXAM: EXAM.scheduling})
    return life


def marks(life: Any) -> tuple[int, int]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return reader.read_mark(EXAMINED), reader.read_mark(PASSED)


def run_for(life: Any, hours: int) -> None:
    for _ in range(hours):
        life.virtual.later(hours=1)
        run_owed_jobs(life.runtime, tasks={Task.EXAM})


def test_a_registered_task_is_triggered_read_and_committed(examined: Any) -> None:  # J2, J3, J7
    run_for(examined, 1)  # from now on it is owed every four hours
    examined.atlas.observe("I live in Porto.", "I see.", conversation="c1")
    run_for(examined, 4)
    (exam,) = examined.atlas.jobs.reflections(task="exam")
    assert (exam.trigger, exam.said, len(exam.inputs)) == ("exam", {"asked": 2}, 2)
    assert marks(examined) == (1, 1)
    run_for(examined, 4)
    assert [each.said["asked"] for each in examined.atlas.jobs.reflections(task="exam")] == [0, 2]
    assert marks(examined) == (1, 2)
    assert describe_task(Task.EXAM) == "an exam"


def test_a_task_that_nobody_does_is_never_owed(life: Any) -> None:  # J2
    remade(life, scheduling={task: each for task, each in registry.SCHEDULING.items() if task is not Task.EXAM})
    run_for(life, 9)
    assert not life.atlas.jobs.reflections(task="exam")
    assert not [each for each in life.atlas.jobs.triggers() if each.armed and each.trigger.task is Task.EXAM]
