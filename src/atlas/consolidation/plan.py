"""The plan of a cycle (T13): the changes of each step, the memories they name, and the losses.

Nothing here has happened yet. The plan can be read as a diff, is checked for conservation, and is then committed whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.model.ids import MemoryId, MessageId
from atlas.model.proposal import Archive, Forget, Merge, Promote, Proposal, Remember, Revise


class Step(StrEnum):
    """In the order in which a cycle takes them."""

    PRUNE = "prune"
    MERGE = "merge"
    STRENGTHEN = "strengthen"
    DERIVE = "derive"
    PROMOTE = "promote"
    GIST = "gist"
    REINDEX = "reindex"
    SWEEP = "sweep"


ALL: Final = frozenset(Step)
LIGHT: Final = frozenset({Step.PRUNE, Step.STRENGTHEN, Step.SWEEP})
"""J2: what a night does; a week does all of it."""


def is_light(step: Step) -> bool:
    return step in LIGHT


@dataclass(frozen=True, slots=True)
class PlannedChange:
    step: Step
    proposal: Proposal
    versions: tuple[tuple[MemoryId, int], ...]
    """The memories it names, as they were seen: one that was changed meanwhile is left alone."""
    says: str
    """For people, in one line."""

    @property
    def size(self) -> int:
        """What it counts for in its step."""
        if self.step is Step.MERGE:
            return len(self.proposal.absorbed) if isinstance(self.proposal, Merge) else 0
        return 1


@dataclass(frozen=True, slots=True)
class Plan:
    at: datetime
    planned: tuple[PlannedChange, ...]
    visited: int
    """How many memories were looked at."""
    drops: tuple[MessageId, ...] = ()
    """Messages whose archived whole text has had its time (T12)."""

    def counts(self) -> dict[str, int]:
        """By step: memories that would be merged away, texts that would be dropped, else proposals.

        That two memories support or contradict each other is found while merging, and is no merge.
        """
        found = Counter({step.value: 0 for step in Step})
        for each in self.planned:
            found[each.step.value] += each.size
        found[Step.SWEEP.value] += len(self.drops)
        return dict(found)


def find_leaving(planned: Iterable[PlannedChange]) -> frozenset[MemoryId]:
    """Find the memories that would be out of service afterwards."""
    return frozenset(memory for each in planned for memory, _ in _list_leaving(each.proposal))


def find_losses(plan: Plan, active: Collection[MemoryId]) -> list[str]:
    """Describe what is wrong with a plan; nothing where every leaving memory has a reason and a successor."""
    serving = frozenset(active)
    staying = serving - find_leaving(plan.planned)
    found = list(_check_leaving(plan, serving))
    for each in plan.planned:
        found += _check_staying(each.proposal, staying)
    return found


def _list_leaving(proposal: Proposal) -> Iterator[tuple[MemoryId, str]]:
    """List the memories that a proposal takes out of service, with the reason."""
    match proposal:
        case Archive(gist=None):
            yield proposal.memory, proposal.reason
        case Revise(valid_until=datetime()):
            yield proposal.memory, proposal.reason
        case Merge():
            yield from ((memory, proposal.reason) for memory in proposal.absorbed)


def _check_leaving(plan: Plan, active: frozenset[MemoryId]) -> Iterator[str]:
    seen: set[MemoryId] = set()
    for memory, reason in (leaver for each in plan.planned for leaver in _list_leaving(each.proposal)):
        if memory in seen:
            yield f"{memory} would leave service twice."
        elif memory not in active:
            yield f"{memory} would leave service and is not in it."
        if not reason.strip():
            yield f"{memory} would leave service without a reason."
        seen.add(memory)


def _check_staying(proposal: Proposal, staying: frozenset[MemoryId]) -> Iterator[str]:
    """Check that survivors, successors, promoted memories and an insight's sources stay."""
    match proposal:
        case Merge() if not proposal.absorbed:
            yield f"Nothing would be merged into {proposal.survivor}."
        case Merge() if proposal.survivor not in staying:
            yield f"{proposal.survivor} would survive a merge and is not in service afterwards."
        case Archive(into=str() as into) if into not in staying:
            yield f"{into} would take the place of {proposal.memory} and is not in service afterwards."
        case Archive(gist=str() as gist) if proposal.memory not in staying or not gist.strip():
            yield f"{proposal.memory} would be shortened to nothing, or is not in service afterwards."
        case Promote() if proposal.memory not in staying:
            yield f"{proposal.memory} would be promoted and is not in service afterwards."
        case Remember() if proposal.sources and not staying.intersection(proposal.sources):
            yield "An insight would stand on nothing that is in service afterwards."
        case Forget():
            yield f"{proposal.memory} would be forgotten, which no cycle does."
