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
from atlas.model.origin import lowest
from atlas.model.proposal import Remember
from atlas.model.task import Task
from atlas.model.thinking import Proposed, Reflection

TRIGGER: Final = "import"
_REASON: Final = "Another memory had noted it."


def remember(runtime: Runtime, ledger: Ledger, notes: Sequence[Message], near: Neighbours) -> None:
    """Judged like every other proposal, in the transaction that takes the notes in."""
    if not notes:
        return
    inputs = tuple(note.id for note in notes)
    trust = lowest(note.origin.trust for note in notes)
    id = runtime.reflection_id()
    reflection = Reflection(id, None, Task.LIGHTWEIGHT, RULES, inputs, runtime.now(), len(notes), TRIGGER, trust)
    ledger.txn.add_reflection(reflection)
    commit_proposals(runtime, ledger, [_proposed(note) for note in notes], None, reflection, near)


def rejected_near(runtime: Runtime, notes: Sequence[Message]) -> Neighbours:
    """C2: what is close to something that a person rejected. Nobody looks where nothing was ever rejected."""
    if not notes:
        return {}
    with runtime.store.reading(runtime.space) as reader:
        if not any(each.status is Status.REJECTED for each in reader.counts()):
            return {}
    return find_neighbours(runtime, [_proposed(note) for note in notes])


def _proposed(note: Message) -> Proposed:
    quote = Evidence(note.id, 0, len(note.text), note.text, note.origin)
    return Proposed(Remember(note.text, Kind.FACT, Basis.OBSERVED, (quote,), reason=_REASON), note.origin.trust)
