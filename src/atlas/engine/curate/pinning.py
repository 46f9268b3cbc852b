"""Pins: what a person wants kept as it is, however little it is used (T7)."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.curation.effects import MemoryChange, next_version
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.episodes import make_episodes
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Memory, State
from atlas.ports.rows.memories import MemoryReader


def set_pins(runtime: Runtime, ids: Sequence[MemoryId], pinned: bool) -> list[Memory]:
    """Pin memories, or take their pins away: all of them or none, as one change that one undo takes back."""
    if not ids:
        raise BadInput("Say which memory: give its id.")
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        held = [_require_memory(txn, id) for id in dict.fromkeys(ids)]
        moved = [MemoryChange(each, next_version(each, pinned=pinned)) for each in held if each.pinned is not pinned]
        if moved:
            note = "pinned" if pinned else "no longer pinned"
            Ledger(runtime, txn).write_change(Actor.OPERATOR, Action.CHANGED, moved, note=note)
        return list(txn.memories(each.id for each in held))


def _require_memory(reader: MemoryReader, id: MemoryId) -> Memory:
    memory = reader.memory(id)
    if memory is None:
        raise NotFound(f"There is no memory {id} here.")
    if memory.state is State.GONE:
        raise Refused(f"The memory {id} was forgotten: there is nothing left to pin.")
    return memory
