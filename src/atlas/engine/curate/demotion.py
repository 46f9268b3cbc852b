"""Put a memory that does harm back before a person, with the evidence: a change like any other (H2, H7)."""

from __future__ import annotations

from collections.abc import Iterable

from atlas.curation.effects import MemoryChange, next_version
from atlas.curation.statuses import check_transition
from atlas.engine.core.ledger import Ledger
from atlas.model.examination import Harm
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE, Action, Actor, RowKind
from atlas.model.memory import State, Status
from atlas.ports.reading import Reader


def demote_harmful(ledger: Ledger, harms: Iterable[Harm], what: str) -> tuple[MemoryId, ...]:
    """Take each out of service until a person has decided; which were.

    Who approved one again, having seen such evidence, is not asked a second time.
    """
    demoted = []
    for harm in harms:
        memory = ledger.txn.memory(harm.memory)
        if memory is None or memory.status is not Status.APPROVED or memory.state is not State.ACTIVE:
            continue
        if has_been_decided(ledger.txn, harm.memory):
            continue
        check_transition(memory.status, Status.NEEDS_REVIEW, Actor.ATLAS)
        change = MemoryChange(memory, next_version(memory, status=Status.NEEDS_REVIEW))
        ledger.write_change(Actor.ATLAS, Action.DEMOTED, [change], note=tell_harm(harm, what))
        demoted.append(memory.id)
    return tuple(demoted)


def has_been_decided(reader: Reader, memory: MemoryId) -> bool:
    """Whether a person has had this memory before them after it was demoted, or took that back."""
    entries = sorted(reader.entries_about(RowKind.MEMORY, memory), key=lambda each: each.seq)
    demoted = [each.seq for each in entries if each.action is Action.DEMOTED]
    return bool(demoted) and any(each.seq > demoted[0] and each.actor in PEOPLE for each in entries)


def tell_harm(harm: Harm, what: str) -> str:
    """The evidence in two sentences; ids, and nobody's words."""
    says = (
        f"{what}: of {harm.asked} questions {harm.worse} came out better without it and {harm.better} worse "
        f"(harm {harm.rate:.2f}, from {harm.low:.2f} to {harm.high:.2f})."
    )
    return f"{says} They are {', '.join(harm.questions)}." if harm.questions else says
