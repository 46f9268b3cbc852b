"""The one place where rows that are remembered get written, always together with their journal entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from atlas.curation.effects import Changed
from atlas.engine.world import Mishap, World
from atlas.errors import Refused
from atlas.model.entity import Entity, EntityId
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import SALT_BYTES, Action, Actor, Change, Entry, Row, RowKind, seal
from atlas.model.memory import Memory
from atlas.model.plain import from_plain, proposal_to_plain, to_plain
from atlas.model.thinking import Judged
from atlas.ports.store import Reader, Writer


@dataclass(frozen=True, slots=True)
class Ledger:
    """One writing transaction, seen as a journal."""

    world: World
    txn: Writer

    def received(self, interaction: Interaction, session: Session) -> None:
        """What was said, written down; the journal follows when it is kept."""
        self.txn.add_interaction(interaction, session)

    def kept(self, interaction: Interaction, episodes: Sequence[Memory]) -> Entry:
        for episode in episodes:
            self.txn.put_memory(episode, None)
        messages = [message_change(message) for message in interaction.messages]
        memories = [memory_change(Changed(None, episode)) for episode in episodes]
        return self._journal(Actor.ATLAS, Action.OBSERVED, [*messages, *memories])

    def judged(self, actor: Actor, action: Action, judged: Judged, cause: int | None = None) -> Entry:
        """A proposal that changes nothing yet: held or refused."""
        self.txn.put_judged(judged)
        return self._journal(actor, action, [judged_change(judged)], cause)

    def change(
        self,
        actor: Actor,
        action: Action,
        memories: Sequence[Changed],
        entities: Sequence[tuple[Entity | None, Entity]] = (),
        note: str = "",
        cause: int | None = None,
        judged: Judged | None = None,
    ) -> Entry:
        for changed in reversed(memories):  # what a new memory links to is written before it
            self.txn.put_memory(changed.after, changed.before.version if changed.before else None)
        named = [(old, self._handled(new)) for old, new in entities]
        for _, entity in named:
            self.txn.put_entity(entity)
        changes = [memory_change(changed) for changed in memories]
        changes += [entity_change(old, new) for old, new in named]
        if judged is not None:
            self.txn.put_judged(judged)
            changes.append(judged_change(judged))
        if note:
            changes.append(note_change(self.world.note_id(), note))
        return self._journal(actor, action, changes, cause)

    def _handled(self, entity: Entity) -> Entity:
        return entity if entity.handle else replace(entity, handle=self.world.entity_handle())

    def withdraw(self, memory: Memory) -> None:
        """Undo of an insertion: the row goes, its journal parts stay."""
        self.txn.remove_memory(memory.id, memory.version)

    def restore(self, memory: Memory, expected_version: int | None) -> None:
        """Undo: a row as it was; the caller records the entry."""
        self.txn.put_memory(memory, expected_version)

    def restore_entity(self, id: EntityId, entity: Entity | None) -> None:
        if entity is None:
            self.txn.remove_entity(id)
        else:
            self.txn.put_entity(entity)

    def record(self, actor: Actor, action: Action, changes: Sequence[Change], cause: int | None = None) -> Entry:
        """An entry about rows that were written, erased or withdrawn by the caller."""
        return self._journal(actor, action, changes, cause)

    def troubles(self) -> tuple[Mishap, ...]:
        """Journal what went wrong since the last write; the caller settles them once that is committed."""
        pending = self.world.unjournaled()
        if pending:
            told = [f"{mishap.at.isoformat()} {mishap.where}: {mishap.says}" for mishap in pending]
            notes = [note_change(self.world.note_id(), text) for text in told]
            self._journal(Actor.ATLAS, Action.TROUBLE, notes)
        return pending

    def _journal(self, actor: Actor, action: Action, changes: Sequence[Change], cause: int | None = None) -> Entry:
        salts = [self.world.entropy.draw(SALT_BYTES) for _ in changes]
        entry = seal(self.txn.tip(), self.world.now(), actor, action, changes, salts, cause)
        self.txn.append(entry)
        return entry


def memory_row(memory: Memory) -> dict[str, Any]:
    """An episode's text is its message's own and stands there alone."""
    row: dict[str, Any] = to_plain(memory)
    if memory.transcribes is not None:
        row["content"] = None
    return row


def memory_from_row(row: Row, reader: Reader) -> Memory:
    """A memory as it was; an episode takes its text from its message, as that is now."""
    if row.get("content") is not None:
        return from_plain(Memory, row)
    message = reader.message(row["transcribes"])  # type: ignore[arg-type] # a row's values are plain
    if message is None:
        raise Refused("Its message was forgotten.")
    return from_plain(Memory, {**row, "content": message.text})


def memory_change(changed: Changed) -> Change:
    before = memory_row(changed.before) if changed.before else None
    return Change(RowKind.MEMORY, changed.after.id, before, memory_row(changed.after))


def message_change(message: Message) -> Change:
    return Change(RowKind.MESSAGE, message.id, None, to_plain(message), by_row=True)


def entity_change(old: Entity | None, new: Entity) -> Change:
    return Change(RowKind.ENTITY, new.handle, to_plain(old) if old else None, to_plain(new))


def judged_change(judged: Judged) -> Change:
    row = {
        "proposal": proposal_to_plain(judged.proposal),
        "outcome": judged.verdict.outcome.value,
        "findings": to_plain(judged.verdict.findings),
        "memory": judged.memory,
        "decided_by": judged.decided_by,
    }
    return Change(RowKind.PROPOSAL, judged.id, None, row)


def note_change(id: str, text: str) -> Change:
    """Each note has an id of its own, so that one can be erased without the others (X3)."""
    return Change(RowKind.NOTE, id, None, {"text": text})
