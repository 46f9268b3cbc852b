"""The counters of evolution (E10), each from rows: gate, queue, runs, sizes, invariants, cost, documents touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.document_files import map_documents
from atlas.engine.core.document_versions import list_versions
from atlas.engine.core.ledger import VIOLATIONS
from atlas.model.interaction import Gate
from atlas.model.journal import Action
from atlas.model.spending import SpendingState, Spent
from atlas.model.task import Size, Task
from atlas.model.thinking import JobState, Reflection
from atlas.ports.reading import Reader

_MANY: Final = 100_000
_JOBS: Final = 10_000


@dataclass(frozen=True, slots=True)
class EvolutionFigures:
    gate_fired: int
    gate_skipped: int
    gate_cost: Spent
    waiting: int
    """Sessions that fired and were not thought over yet."""
    poisoned: int
    """Jobs that only a person takes up again."""
    triggers: Mapping[str, int]
    """By name: how often each fired."""
    joined: int
    """How often a trigger fired while a job was there already (single flight)."""
    runs: int
    median_ms: int | None
    slowest_ms: int | None
    """The slowest of twenty (95 %)."""
    endings: Mapping[str, int]
    sizes: Mapping[str, int]
    """Runs of a model by its size; about 70 to 80 % are expected to be small, 15 to 25 % medium, 1 to 5 % large."""
    escalated: int
    killed: int
    """Calls of a model of which nobody knows how they ended: the process was gone."""
    broken: Mapping[str, int]
    """By invariant: how often a run broke it, and nothing of it was kept."""
    warned: Mapping[str, int]
    cost: Spent
    refused_writes: int
    """Where a model tried to write what it may not."""
    constitution_writes: int
    violations: int
    """How often the constitution was found to be broken."""
    versions: int
    touched: Mapping[str, int] = field(default_factory=dict)
    """By document: in how many versions it changed."""

    @property
    def cost_a_run(self) -> int:
        """Millionths, of the runs that asked a model."""
        return round(self.cost.money / asked) if (asked := sum(self.sizes.values())) else 0


def read_evolution_figures(access: ReadAccess) -> EvolutionFigures:
    with access.reading() as reader:
        gates = reader.reflections(_MANY, Task.GATE)
        runs = reader.reflections(_MANY, Task.EVOLUTION)
        verdicts = Counter(str(each.said.get("gate", "")) for each in gates)
        durations = sorted(each.duration_ms for each in runs)
        asked = [each for each in runs if each.calls]
        fired = {each.trigger: each.fired for each in reader.standings() if each.trigger.startswith(Task.EVOLUTION)}
        return EvolutionFigures(
            verdicts[Gate.FIRED],
            verdicts[Gate.SKIPPED],
            _sum_cost(gates),
            reader.queued_session_count(),
            sum(job.task is Task.EVOLUTION for job in reader.jobs(JobState.POISON, _JOBS)),
            fired,
            max(0, sum(fired.values()) - _count_jobs(reader, runs)),
            len(runs),
            _pick_share(durations, 0.5),
            _pick_share(durations, 0.95),
            Counter(str(each.said["status"]) for each in runs if "status" in each.said),
            Counter(str(each.said.get("size", Size.SMALL)) for each in asked),
            sum(bool(each.said.get("escalated")) for each in runs),
            _count_killed(reader),
            _count_rules(runs, "broken"),
            _count_rules(runs, "warned"),
            _sum_cost(runs),
            _sum_said(runs, "refused_writes"),
            _sum_said(runs, "constitution_writes"),
            reader.read_mark(VIOLATIONS),
            *_count_touched(reader),
        )


def _sum_cost(runs: Iterable[Reflection]) -> Spent:
    """Each job's spending once: a job that was tried again tells what it cost so far."""
    last = {each.job: each for each in reversed(list(runs))}
    found = last.values()
    return Spent(
        sum(each.calls for each in found), sum(each.tokens for each in found), sum(each.money for each in found)
    )


def _count_jobs(reader: Reader, runs: Sequence[Reflection]) -> int:
    waiting = {job.id for job in reader.jobs(JobState.QUEUED, _JOBS) if job.task is Task.EVOLUTION}
    return len({each.job for each in runs} | waiting)


def _pick_share(ordered: Sequence[int], share: float) -> int | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def _count_killed(reader: Reader) -> int:
    """Calls that were begun and never settled, of jobs that nobody is at."""
    running = {job.id for job in reader.jobs(JobState.RUNNING, _JOBS)}
    calls = (each for each in reader.spendings(_MANY) if each.task in (Task.EVOLUTION, Task.GATE))
    return sum(each.state is SpendingState.RESERVED and each.job not in running for each in calls)


def _count_rules(runs: Iterable[Reflection], name: str) -> Mapping[str, int]:
    return Counter(rule for each in runs for rule in each.said.get(name, ()))


def _sum_said(runs: Iterable[Reflection], name: str) -> int:
    return sum(int(each.said.get(name, 0)) for each in runs)


def _count_touched(reader: Reader) -> tuple[int, Mapping[str, int]]:
    """The versions, and by document how many of those that learning made changed it."""
    versions = list_versions(reader)
    paths = {document.id: path for path, document in map_documents(reader.documents()).items()}
    learned = (version for version in versions if version.action is Action.AMENDED)
    return len(versions), Counter(paths[change.document] for version in learned for change in version.changes)
