"""The state of a cycle while it plans (T13): rows read, changes planned so far, memories claimed by a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from atlas.consolidation.plan import Plan, PlannedChange, Step
from atlas.engine.consolidate.cycle_reading import (
    LEARNED,
    Meanings,
    RecentFeedback,
    Text,
    read_changed_since,
    read_feedback_since,
    read_kept_rows,
    read_meanings,
    read_once,
    read_texts,
)
from atlas.engine.core.ledger import whole_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.undo import find_undone
from atlas.engine.thinking.job_inputs import JobInput
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import Action, RowKind
from atlas.model.memory import Memory
from atlas.model.plain_data import proposal_from_plain
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Revise, Strengthen, named_memories
from atlas.model.retention import Kept
from atlas.model.verdict import Outcome
from atlas.ports.reading import Reader

if TYPE_CHECKING:
    from atlas.consolidation.deriving import Community

CONSOLIDATED: Final = "consolidated"
"""The change up to which memories were compared with each other."""
DERIVED: Final = "derived"
"""The change up to which communities were looked for."""
DERIVED_USES: Final = "derived:uses"
"""The feedback that was known then."""
TOGETHER: Final = "together"
"""The feedback up to which uses were counted."""
GISTED: Final = "gisted"
"""The row up to which old messages were shortened."""
VISITED: Final = "visited"
"""The row at which the last bounded cycle stopped."""

MOST: Final = 50_000
"""Changes that one cycle makes, so that its writing has an end; the next goes on."""
_SHOWN: Final = 160
"""Characters of a memory that a plan shows."""

StepCallback = Callable[[Step], None]
"""Called with each step when it begins."""
_ChangeKey = tuple[type, frozenset[MemoryId]]
"""The type of a proposal and the memories it names."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A plan, and what its commit has to know beside it."""

    plan: Plan
    steps: frozenset[Step]
    read: int
    """The change up to which was read."""
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Where each stood, and where it is to go when this is committed."""
    communities: tuple[Community, ...] = ()
    """What is to be derived from."""
    places: Mapping[MemoryId, int] = field(default_factory=dict)
    """The rows of the episodes that would be shortened."""
    index: Mapping[str, int] = field(default_factory=dict)
    """T11: how the index agrees with the rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleInput(JobInput):
    """A job of consolidation, with the plan of its cycle."""

    cycle: Cycle


@dataclass(slots=True)
class Watch:
    """Whoever looks on while a cycle runs as a job."""

    on_step: StepCallback | None = None
    cycle: Cycle | None = None
    """As it was last planned."""


class CycleState:
    """The plan of a cycle in the making.

    Steps never claim a memory twice: a later step leaves what an earlier one took.
    """

    def __init__(self, runtime: Runtime, steps: frozenset[Step]) -> None:
        self.runtime = runtime
        self.steps = steps
        self.now: datetime = runtime.now()
        self.read = read_once(runtime, lambda reader: reader.last_change())
        self.planned: list[PlannedChange] = []
        self.drops: tuple[MessageId, ...] = ()
        self.taken: set[MemoryId] = set()
        self.leaving: set[MemoryId] = set()
        self.into: dict[MemoryId, MemoryId] = {}
        """What was merged, into what."""
        self.marks: dict[str, tuple[int, int]] = {}
        self.communities: tuple[Community, ...] = ()
        self.places: dict[MemoryId, int] = {}
        self.index: dict[str, int] = {}
        self._fresh: dict[int, set[MemoryId]] = {}
        self._changes = 0

    # --- rows read once

    @cached_property
    def rows(self) -> list[Kept]:
        """All active memories that were learned."""
        return read_kept_rows(self.runtime, LEARNED)

    @cached_property
    def visited(self) -> list[Kept]:
        """The rows this cycle looks at: all, or so many as the policy allows, in turn."""
        most = self.runtime.consolidation.visit
        if most is None:
            return self.rows
        before = self.read_mark(VISITED)
        ahead = read_kept_rows(self.runtime, LEARNED, before, most)
        round_again = [row for row in read_kept_rows(self.runtime, LEARNED, 0, most - len(ahead)) if row.seq <= before]
        found = [*ahead, *(round_again if len(ahead) < most else ())]
        self.move_mark(VISITED, found[-1].seq if found else 0)
        return found

    @cached_property
    def feedback(self) -> RecentFeedback:
        return read_feedback_since(self.runtime, self.read_mark(TOGETHER))

    @cached_property
    def texts(self) -> list[Text]:
        return read_texts(self.runtime)

    @cached_property
    def meanings(self) -> Meanings:
        return read_meanings(self.runtime, [row.id for row in self.rows])

    @cached_property
    def _taken_back(self) -> set[_ChangeKey]:
        return {_identify_change(each) for each in read_once(self.runtime, _read_undone_proposals)}

    def _was_asked(self, proposal: Proposal) -> bool:
        """Tell whether a person was asked about this change before, or took it back: it is not proposed again."""
        key = _identify_change(proposal)
        if key in self._taken_back:
            return True
        about = read_once(self.runtime, lambda reader: reader.judged_about(named_memories(proposal)[:1], ()))
        return any(each.verdict.outcome is Outcome.HELD and _identify_change(each.proposal) == key for each in about)

    def read_mark(self, name: str) -> int:
        return read_once(self.runtime, lambda reader: reader.read_mark(name))

    def find_changed(self, name: str) -> set[MemoryId]:
        """Find the memories that changed since this mark; of a bounded cycle, the ones it visits."""
        if self.runtime.consolidation.visit is not None:
            return {row.id for row in self.visited}
        since = self.read_mark(name)
        if since not in self._fresh:
            self._fresh[since] = read_changed_since(self.runtime, since) if since else {row.id for row in self.rows}
        return self._fresh[since]

    # --- planning

    def move_mark(self, name: str, to: int) -> None:
        """Plan to move a mark when the cycle is committed."""
        self.marks[name] = (self.read_mark(name), to)

    def plan_change(self, step: Step, proposal: Proposal, known: Mapping[MemoryId, Memory]) -> bool:
        """Plan a change of memories that no other step claims and that no person was asked about before."""
        named = named_memories(proposal)
        if self.is_full or not all(id in known and id not in self.taken for id in named):
            return False
        if self._was_asked(proposal):
            return False
        self.taken.update(named)
        match proposal:
            case Archive(gist=None) | Revise():
                self.leaving.add(proposal.memory)
            case Merge():
                self.leaving.update(proposal.absorbed)
                self.into.update(dict.fromkeys(proposal.absorbed, proposal.survivor))
        self._changes += 1
        self._add_planned(step, proposal, known)
        return True

    def plan_edge(self, step: Step, proposal: Strengthen, known: Mapping[MemoryId, Memory]) -> None:
        """Plan an edge between two that stay. It changes neither, so that both may be changed beside it."""
        if all(id in known and id not in self.leaving for id in proposal.memories):
            self._add_planned(step, proposal, known)

    def _add_planned(self, step: Step, proposal: Proposal, known: Mapping[MemoryId, Memory]) -> None:
        versions = tuple((id, known[id].version) for id in named_memories(proposal))
        self.planned.append(PlannedChange(step, proposal, versions, _describe_change(proposal, known)))

    @property
    def is_full(self) -> bool:
        """Whether the plan holds all the changes one cycle may make: a step cut short moves no mark."""
        return self._changes >= MOST

    def build_cycle(self) -> Cycle:
        looked_at = len(self.visited) + len(self.places)
        plan = Plan(self.now, tuple(self.planned), looked_at, self.drops)
        return Cycle(plan, self.steps, self.read, self.marks, self.communities, self.places, self.index)


def _describe_change(proposal: Proposal, known: Mapping[MemoryId, Memory]) -> str:
    """Describe a change in one line, for whoever reads the plan."""

    def quote_memory(id: MemoryId) -> str:
        return quote_text(known[id].content)

    match proposal:
        case Archive(gist=str() as gist):
            return f"{quote_memory(proposal.memory)} to {quote_text(gist)}"
        case Archive() | Promote() | Revise():
            return quote_memory(proposal.memory)
        case Merge():
            return f"{', '.join(map(quote_memory, proposal.absorbed))} into {quote_memory(proposal.survivor)}"
        case Strengthen():
            return " and ".join(map(quote_memory, proposal.memories))
        case _:
            return proposal.reason


def quote_text(text: str) -> str:
    line = " ".join(text[: 2 * _SHOWN].split())
    return f"“{line}”" if len(line) <= _SHOWN else f"“{line[: _SHOWN - 1].rstrip()}…”"


def _identify_change(proposal: Proposal) -> _ChangeKey:
    return type(proposal), frozenset(named_memories(proposal))


def _read_undone_proposals(reader: Reader) -> list[Proposal]:
    """Read the proposals of cycles that stand undone."""
    heads = (entry for seq in sorted(find_undone(reader)) if (entry := reader.entry(seq)))
    cycles = (head for head in heads if head.action is Action.CONSOLIDATED)
    parts = (part for head in cycles for entry in whole_change(reader, head) for part in entry.parts)
    told = (part.change() for part in parts if part.kind is RowKind.PROPOSAL)
    rows: list[Any] = [change.after for change in told if change and change.after]
    return [proposal_from_plain(row["proposal"]) for row in rows if row["outcome"] == Outcome.ACCEPTED.value]
