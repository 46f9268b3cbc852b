"""Cycles for tests: proposals through the real judge and the real ledger, and everything that a cycle can change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from atlas.curation.effects import Effects, Stamp, compute_effects
from atlas.curation.judge import judge_proposal
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import gather_judgement_input
from atlas.model.ids import ReflectionId
from atlas.model.journal import Actor, Entry
from atlas.model.memory import Memory, State
from atlas.model.plain_data import to_plain
from atlas.model.proposal import Proposal
from atlas.model.thinking import Judged
from atlas.ports.reading import MemoryFilter, Reader

EVERYTHING = MemoryFilter(states=frozenset(State))
MANY = 10_000
Wish = Proposal | Callable[[Reader], Proposal | None]
"""A proposal; or what makes one of the rows as the cycle has left them so far."""


def cycle(runtime: Runtime, wishes: Iterable[Wish], note: str = "A cycle of a test.") -> Entry | None:
    with runtime.store.writing(runtime.space) as txn:
        return Ledger(runtime, txn).write_cycle(Actor.POLICY, note, _outcomes(runtime, txn, wishes))


def _outcomes(runtime: Runtime, reader: Reader, wishes: Iterable[Wish]) -> Iterator[tuple[Effects, Judged]]:
    for wish in wishes:
        proposal = wish(reader) if callable(wish) else wish
        if proposal is None:
            continue
        before = gather_judgement_input(reader, proposal)
        verdict = judge_proposal(proposal, before, runtime.curation)
        stamp = Stamp(runtime.now(), runtime.memory_id(), ReflectionId("r_test"))
        made = compute_effects(proposal, verdict, before, stamp, runtime.curation)
        if not made.is_empty:
            yield (
                made,
                Judged(runtime.proposal_id(), ReflectionId("r_test"), proposal, verdict, runtime.now(), made.main),
            )


def memories(runtime: Runtime) -> dict[str, Memory]:
    with runtime.store.reading(runtime.space) as reader:
        return {memory.id: memory for _, memory in reader.select(EVERYTHING, MANY)}


def state(runtime: Runtime) -> dict[str, Any]:
    """Everything that a cycle can change, but the versions, which only count."""
    with runtime.store.reading(runtime.space) as reader:
        rows = {memory.id: to_plain(memory) for _, memory in reader.select(EVERYTHING, MANY)}
        said = [message for _, each in reader.interactions(0, MANY) for message in each.messages]
        return {
            "memories": {id: {key: row[key] for key in row if key != "version"} for id, row in rows.items()},
            "edges": {edge.key: edge.weight for edge in reader.all_edges(MANY)},
            "texts": {message.id: message.text for message in said},
            "archive": {each.message: each.text for each in reader.archived_texts(message.id for message in said)},
        }


def episode(runtime: Runtime, part: str) -> Memory:
    """The episode whose text holds this."""
    found = [memory for memory in memories(runtime).values() if memory.transcribes and part in memory.content]
    assert len(found) == 1, [memory.content for memory in memories(runtime).values()]
    return found[0]
