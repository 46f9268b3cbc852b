"""A task is one folder and one registration: nobody else asks which task a job has, and no import goes in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module

import pytest

from atlas.engine.jobs import registry
from atlas.engine.jobs.registry import RUNNABLE, SCHEDULING, SPECS, spec_of
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.model.task import ASKED_FOR, Task
from house._source import SRC, Module, modules, parse

HOME = "engine/jobs/tasks/"
ALLOWED = {
    "model/task.py": "says which tasks there are, and which of them a person may ask for",
}
TASK = "atlas.model.task.Task."
LOOKING = (ast.Compare, ast.MatchValue, ast.Dict, ast.Set, ast.Tuple, ast.List)
"""Where a task that is named decides something: compared, matched, a key, or one of a group."""


def task_decisions(module: Module) -> Iterator[int]:
    """Lines on which the name of a task decides something."""
    named = {id(use.node) for use in module.uses() if use.name.startswith(TASK)}
    for node in module.nodes():
        if isinstance(node, LOOKING) and any(id(child) in named for child in _parts(node)):
            yield node.lineno


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    return (each for child in ast.iter_child_nodes(node) for each in (child, *_inside(child)))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Of `Task.NIGHTLY.value` and `{Task.NIGHTLY}` too, but not of a call: its arguments are the callee's affair."""
    if not isinstance(node, ast.Call):
        yield from _parts(node)


def test_only_records_decide_by_task() -> None:  # J2
    found = {
        f"{module.path}:{line}"
        for module in modules()
        if not module.path.startswith((HOME, "testing/")) and module.path not in ALLOWED
        for line in task_decisions(module)
    }
    assert not found, f"ask the record of the task instead: {sorted(found)}"


@pytest.mark.parametrize(
    "line",
    [
        "if job.task is Task.NIGHTLY: pass",
        "if job.task != Task.NIGHTLY: pass",
        "if job.task in (Task.NIGHTLY, Task.WEEKLY): pass",
        "LONG = (Task.NIGHTLY, *OTHERS)",
        "LONG = frozenset({Task.NIGHTLY})",
        "MARKS = {Task.NIGHTLY: 'nightly'}",
        "match job.task:\n    case Task.NIGHTLY: pass",
        "if name == Task.NIGHTLY.value: pass",
    ],
)
def test_a_decision_by_task_is_seen(line: str) -> None:
    assert list(task_decisions(parse("engine/jobs/runner.py", f"from atlas.model.task import Task\n{line}")))


def test_naming_a_task_is_no_decision() -> None:
    text = (
        "from atlas.model.task import Task\nreader.reflections(1, Task.WEEKLY)\nLIGHT = f'{Task.NIGHTLY.value}:light'"
    )
    assert not list(task_decisions(parse("engine/inspect/health.py", text)))


# --- the registry


def folders() -> list[str]:
    return sorted(each.parent.name for each in (SRC / HOME).glob("*/spec.py"))


def test_each_folder_is_registered() -> None:  # J2
    assert folders() == sorted(each.name for each in (SRC / HOME).iterdir() if each.is_dir() and each.name[0] != "_")
    records = [
        each
        for name in folders()
        for each in vars(import_module(f"atlas.engine.jobs.tasks.{name}.spec")).values()
        if isinstance(each, TaskSpec)
    ]
    assert {each.task for each in records} == {each.task for each in SPECS} == RUNNABLE == set(SCHEDULING)
    assert len(records) == len(SPECS)


def test_a_task_that_nobody_does_yet_has_a_record_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:  # J2
    monkeypatch.delitem(registry._BY_TASK, Task.EXAM)  # type: ignore[attr-defined]
    record = spec_of(Task.EXAM)
    assert record == TaskSpec(Task.EXAM)
    assert record.name == "exam thinking"


def test_what_a_person_may_ask_for_has_somebody_to_do_it() -> None:  # J2
    assert set(ASKED_FOR) <= RUNNABLE


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.task.value)
def test_a_record_is_whole(spec: TaskSpec) -> None:  # J7
    assert (spec.mark is None) == (spec.pin is None)
    assert spec.plan_input is not None or spec.read_input is not TaskSpec(spec.task).read_input
    assert spec.scheduling.companion is None or spec.scheduling.companion in RUNNABLE


# --- circles


def arrows() -> Mapping[str, set[str]]:
    """Who imports whom in the engine, also inside functions and for types alone."""
    names = {_dotted(module): module for module in modules() if module.path.startswith("engine/")}
    return {name: {each for each in _imported(module) if each in names} for name, module in names.items()}


def _dotted(module: Module) -> str:
    return f"atlas.{module.path.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")


def _imported(module: Module) -> Iterator[str]:
    for node in module.nodes():
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """What is left when whoever imports nothing that is left is taken away, again and again."""
    left = dict(arrows)
    while free := [name for name, to in left.items() if not to & left.keys() - {name}]:
        for name in free:
            del left[name]
    return sorted(left)


def test_no_import_of_the_engine_goes_in_a_circle() -> None:
    assert circle(arrows()) == []


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
