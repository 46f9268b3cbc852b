"""What another memory had noted, proposed to ours (C3): quoted whole, it waits for a person, whoever vouches for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours, commit_proposals, find_neighbours
from atlas.engine.thinking.driver import RULES
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Kind, Status
from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.task import Task
from atlas.model.thinking import Proposed, Reflection

TRIGGER: Final = "import"
_REASON: Final = "Another memory had noted it."


def propose_notes(runtime: Runtime, ledger: Ledger, notes: Sequence[Message], near: Neighbours) -> None:
    """Propose notes and have them judged like every other proposal, in the transaction that stores them."""
    if not notes:
        return
    inputs = tuple(note.id for note in notes)
    trust = find_lowest_trust(note.origin.trust for note in notes)
    id = runtime.reflection_id()
    reflection = Reflection(id, None, Task.LIGHTWEIGHT, RULES, inputs, runtime.now(), len(notes), TRIGGER, trust)
    ledger.txn.add_reflection(reflection)
    commit_proposals(runtime, ledger, [_make_proposal(note) for note in notes], reflection, near)


def find_rejected_neighbours(runtime: Runtime, notes: Sequence[Message]) -> Neighbours:
    """The memories close to notes, looked for only where something was ever rejected (C2)."""
    if not notes:
        return {}
    with runtime.reading() as reader:
        if not any(each.status is Status.REJECTED for each in reader.counts()):
            return {}
    return find_neighbours(runtime, [_make_proposal(note) for note in notes])


def _make_proposal(note: Message) -> Proposed:
    quote = Evidence(note.id, 0, len(note.text), note.text, note.origin)
    return Proposed(Remember(note.text, Kind.FACT, Basis.OBSERVED, (quote,), reason=_REASON), note.origin.trust)
