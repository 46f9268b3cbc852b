"""Consolidate now, or see first what that would do (T13): the cycle for people, as a diff.

The work itself is a job like any other: what is owed by the clock and what somebody asks for are the same cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.consolidation.deriving import derive_insights
from atlas.consolidation.plan import ALL, LIGHT, PlannedChange, Step
from atlas.engine.consolidate.cycle_plan import plan_cycle
from atlas.engine.consolidate.cycle_state import Cycle, StepCallback, Watch, quote_text
from atlas.engine.consolidate.light_cycle import LIGHT_KEY
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.reply_feedback import reinforce_from_replies
from atlas.engine.jobs.job_control import refuse_when_off, run_now
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.errors import Refused
from atlas.model.ids import JobId, MemoryId, ReflectionId
from atlas.model.memory import Relation
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Remember, Strengthen, named_memories
from atlas.model.task import Size, Task
from atlas.model.thinking import Reflection, Thoughts
from atlas.model.verdict import Outcome
from atlas.ports.llm import Model
from atlas.ports.reading import Reader

PLANNED: Final = "planned"
DONE: Final = "done"
HELD: Final = "held"
LEFT: Final = "left"


@dataclass(frozen=True, slots=True)
class Line:
    """One change of the diff."""

    step: str
    what: str
    """`archived`, `merged`, `joined`, `supports`, `contradicts`, `insight`, `promoted`, `gist` or `dropped`."""
    says: str
    outcome: str = PLANNED
    """`planned`, `done`, `held` for a person, or `left` out."""
    reason: str = ""
    """Why; of what was left out, why it was."""
    memories: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class Consolidated:
    """One cycle: what it did, or would do."""

    dry_run: bool
    lines: tuple[Line, ...]
    counts: Mapping[str, int]
    """By step: what was done, or is planned."""
    visited: int
    held: Mapping[str, int] = field(default_factory=dict)
    """By step: what waits for a person."""
    left: int = 0
    """What was changed meanwhile, or refused."""
    communities: int = 0
    """Groups of memories to derive from."""
    questions: int = 0
    """That a model would be asked; of its answers nobody can tell before."""
    index: Mapping[str, int] = field(default_factory=dict)
    """T11: memories that there are, that the index lists, and that wait for vectors."""
    seconds: float = 0.0
    entry: int | None = None
    """In the journal: what `undo` takes back."""
    reflection: ReflectionId | None = None
    problem: str | None = None


def run_consolidation(
    runtime: Runtime, dry_run: bool = False, *, light: bool = False, progress: StepCallback | None = None
) -> Consolidated:
    """Run a cycle now. `light` prunes, strengthens and sweeps only; a dry run changes no memory.

    Both first catch up on the messages not yet kept: else the plan would show less than is done.
    """
    refuse_when_off(runtime)
    run_owed_jobs(runtime, tasks=QUICK)
    reinforce_from_replies(runtime)
    if dry_run:
        return _preview_cycle(runtime, plan_cycle(runtime, LIGHT if light else ALL, progress))
    watch = Watch(progress)
    job = owe_by_hand(runtime, Task.CONSOLIDATION, LIGHT_KEY if light else None)
    before = _read_last_reflection(runtime, job)
    run_now(runtime, job, watch)
    reflection = _read_last_reflection(runtime, job)
    if watch.cycle is None or reflection is None or (before is not None and before.id == reflection.id):
        raise Refused(_explain_failure(runtime, job))
    return _report_cycle(runtime, watch.cycle, reflection)


def _read_last_reflection(access: ReadAccess, job: JobId) -> Reflection | None:
    with access.reading() as reader:
        return next(iter(reader.reflections(1, job=job)), None)


def _explain_failure(access: ReadAccess, id: JobId) -> str:
    with access.reading() as reader:
        job = reader.job(id)
    problem = job.problem if job else None
    return f"The cycle was not done, and nothing was changed. {problem or 'Another process is at it.'}"


# --- before


def _preview_cycle(runtime: Runtime, cycle: Cycle) -> Consolidated:
    questions, thoughts = _first_round(runtime.models, cycle)
    lines = [_build_line(each) for each in cycle.plan.planned]
    lines += [_build_insight_line(each.proposal) for each in thoughts.proposals]
    lines += _list_dropped_lines(cycle, PLANNED)
    counts = {step.value: cycle.plan.counts()[step.value] for step in Step if step in cycle.steps}
    if Step.DERIVE in cycle.steps:
        counts[Step.DERIVE.value] += len(thoughts.proposals)
    return Consolidated(
        dry_run=True,
        lines=tuple(lines),
        counts=counts,
        visited=cycle.plan.visited,
        communities=len(cycle.communities),
        questions=questions,
        index=cycle.index,
        seconds=round((runtime.now() - cycle.plan.at).total_seconds(), 3),
    )


def _first_round(models: Mapping[Size, Model], cycle: Cycle) -> tuple[int, Thoughts]:
    """How much a model would be asked; or, by the rules, what would be derived."""
    thinking = derive_insights(cycle.communities, bool(models and cycle.communities))
    try:
        asked = next(thinking)
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return 0, thoughts
    thinking.close()
    return len(asked), Thoughts()


# --- afterwards


def _report_cycle(access: ReadAccess, cycle: Cycle, reflection: Reflection) -> Consolidated:
    said = reflection.said
    with access.reading() as reader:
        held = {each.proposal for each in reader.judged_by(reflection.id) if each.verdict.outcome is Outcome.HELD}
        lines = [*_list_settled_lines(cycle.plan.planned, held, said), *_list_insight_lines(reader, said)]
    return Consolidated(
        dry_run=False,
        lines=(*lines, *_list_dropped_lines(cycle, DONE)),
        counts=said["steps"],
        visited=said["visited"],
        held=said["held"],
        left=said["left"],
        communities=said["communities"],
        index=said["index"],
        seconds=said["seconds"],
        entry=said.get("entry"),
        reflection=reflection.id,
        problem=reflection.problem,
    )


def _list_settled_lines(
    planned: Iterable[PlannedChange], held: set[Proposal], said: Mapping[str, Any]
) -> Iterator[Line]:
    left = {(each["step"], tuple(each["memories"])): each["why"] for each in said["left_out"]}
    for each in planned:
        why = left.get((each.step.value, named_memories(each.proposal)))
        if why is not None:
            yield _build_line(each, LEFT, why)
        else:
            yield _build_line(each, HELD if each.proposal in held else DONE)


def _list_insight_lines(reader: Reader, said: Mapping[str, Any]) -> Iterator[Line]:
    for memory in reader.memories(said["insights"]):
        outcome = DONE if memory.served else HELD
        yield Line(Step.DERIVE.value, "insight", quote_text(memory.content), outcome, "", (memory.id,))


# --- lines


def _build_line(planned: PlannedChange, outcome: str = PLANNED, why: str = "") -> Line:
    wish = planned.proposal
    return Line(planned.step.value, _name_change(wish), planned.says, outcome, why or wish.reason, named_memories(wish))


def _build_insight_line(wish: Proposal) -> Line:
    text = quote_text(wish.content) if isinstance(wish, Remember) else wish.reason
    return Line(Step.DERIVE.value, "insight", text, PLANNED, wish.reason, named_memories(wish))


def _list_dropped_lines(cycle: Cycle, outcome: str) -> list[Line]:
    """List the dropped texts by message id alone: the text itself is on its way out."""
    reason = "Nobody asked for the whole text in all this time."
    return [Line(Step.SWEEP.value, "dropped", f"the whole text of {id}", outcome, reason) for id in cycle.plan.drops]


_RELATIONS: Final = {Relation.SUPPORTS: "supports", Relation.CONTRADICTS: "contradicts"}


def _name_change(wish: Proposal) -> str:
    match wish:
        case Archive(gist=str()):
            return "gist"
        case Archive():
            return "archived"
        case Merge():
            return "merged"
        case Promote():
            return "promoted"
        case Strengthen(relation=Relation() as relation):
            return _RELATIONS.get(relation, "joined")
        case _:
            return "insight"
