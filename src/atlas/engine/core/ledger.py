"""The one place where rows that are remembered get written, always together with their journal entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, Final

from atlas.curation.contradiction import EdgeChange
from atlas.curation.effects import Effects, MemoryChange
from atlas.engine.core.belief_rows import argument_change, belief_change
from atlas.engine.core.runtime import Mishap, Runtime
from atlas.errors import Refused, StoreTrouble
from atlas.metrics.ladder import climb_ladder, may_change_itself
from atlas.model.archive import Shortened
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange, Snapshot
from atlas.model.document import Document, DocumentChange
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.graph import Edge
from atlas.model.ids import ArgumentId, BeliefId, DocumentId, MessageId, QuarantineId
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import PEOPLE, SALT_BYTES, Action, Actor, Change, Entry, Row, RowKind, seal_entry
from atlas.model.memory import USE_FIELDS, Memory, Relation, State
from atlas.model.metric import Escalation, Figure, Rung
from atlas.model.origin import Origin
from atlas.model.plain_data import from_plain, proposal_to_plain, to_plain
from atlas.model.quarantine import Quarantine
from atlas.model.source_file import SourceFile, WatchedFolder
from atlas.model.thinking import Judged
from atlas.ports.rows.journal import JournalReader
from atlas.ports.rows.messages import MessageReader
from atlas.ports.writing import Writer

MOST_PARTS: Final = 500
"""Of one entry, where a change may be of any size: nobody has to hold more of it in memory at a time."""
LADDER: Final = "l_ladder"
"""The id by which the journal knows where the engine stands: there is one place in a space (H6)."""
VIOLATIONS: Final = "violations"
"""The mark that counts how often the constitution was seen to be broken (H4)."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """One writing transaction, seen as a journal."""

    runtime: Runtime
    txn: Writer

    def record_interaction(self, interaction: Interaction, session: Session) -> None:
        """Write down an interaction; its journal entry follows with its episodes."""
        self.txn.add_interaction(interaction, session)

    def record_episodes(self, interaction: Interaction, episodes: Sequence[Memory]) -> Entry:
        """Write down what was said; what comes from where a quarantine points is contained as it comes (C8)."""
        episodes = self._contain_new(episodes)
        for episode in episodes:
            self.txn.put_memory(episode, None)
        messages = [message_change(message) for message in interaction.messages]
        memories = [memory_change(MemoryChange(None, episode)) for episode in episodes]
        return self._append_entry(Actor.ATLAS, Action.OBSERVED, [*messages, *memories])

    def record_judged(self, actor: Actor, action: Action, judged: Judged, cause: int | None = None) -> Entry:
        """Record a proposal that changes nothing yet: held or refused."""
        self.txn.put_judged(judged)
        return self._append_entry(actor, action, [judged_change(judged)], cause)

    def write_change(
        self,
        actor: Actor,
        action: Action,
        memories: Sequence[MemoryChange],
        entities: Sequence[tuple[Entity | None, Entity]] = (),
        note: str = "",
        cause: int | None = None,
        judged: Judged | None = None,
        edges: Sequence[EdgeChange] = (),
        gists: Sequence[Shortened] = (),
        documents: Sequence[DocumentChange] = (),
        beliefs: Sequence[BeliefChange] = (),
        arguments: Sequence[ArgumentChange] = (),
    ) -> Entry:
        effects = Effects(
            tuple(memories), tuple(entities), tuple(edges), tuple(gists), tuple(documents), tuple(beliefs),
            tuple(arguments),
        )  # fmt: skip
        if documents:
            self._check_self_change(actor)
        changes = list(self._write_rows(effects, judged))
        if note:
            changes.append(note_change(self.runtime.note_id(), note))
        return self._append_entry(actor, action, changes, cause)

    def _check_self_change(self, actor: Actor) -> None:
        """H6: while the engine is held back, people alone amend documents."""
        stands = self.txn.escalation()
        if stands is not None and actor not in PEOPLE and not may_change_itself(stands.rung):
            raise Refused(f"The engine is {stands.rung}: no document is amended before an operator resumes it.")

    def write_cycle(
        self,
        actor: Actor,
        note: str,
        outcomes: Iterable[tuple[Effects, Judged | None]],
        missed: Callable[[StoreTrouble], None] | None = None,
    ) -> Entry | None:
        """One cycle (T13): a first entry that says what it was, and as many as it takes, which have the first as cause.

        The rows of each outcome are written as it is taken, so that whoever makes the next one sees them. None, and
        nothing is on record, where there was no outcome. A text that cannot be kept whole stays as it is (T12), and
        `missed` is told.
        """
        run = ChangeRun(self, actor, Action.CONSOLIDATED)
        for outcome, judged in outcomes:
            if run.first is None:
                run.add(note_change(self.runtime.note_id(), note))
                run.flush()
            try:
                changes = list(self._write_rows(outcome, judged))
            except StoreTrouble as trouble:
                if not outcome.gists or missed is None:
                    raise
                missed(trouble)
                continue
            for change in changes:
                run.add(change)
        return run.close()

    def add_to(self, run: ChangeRun, outcome: Effects, judged: Judged | None = None) -> None:
        """Write the rows of one outcome, and put them on record as a part of a larger change."""
        for change in self._write_rows(outcome, judged):
            run.add(change)

    def _write_rows(self, outcome: Effects, judged: Judged | None) -> Iterator[Change]:
        """The rows, in an order in which each finds what it leads to; journaled is first what it was about."""
        if any(changed.before is None for changed in outcome.memories):
            outcome = replace(outcome, memories=self._contain_derived(outcome.memories))
        moved = [use_change(changed) for changed in outcome.memories]
        for changed, use in zip(reversed(outcome.memories), reversed(moved), strict=True):
            self._write_memory(changed, use is not None)  # what a new memory links to is written before it
        yield from (use or memory_change(changed) for changed, use in zip(outcome.memories, moved, strict=True))
        for old, new in outcome.entities:
            entity = self._with_handle(new)
            self.txn.put_entity(entity)
            yield entity_change(old, entity)
        for before, after in outcome.edges:
            self.write_edge(before, after)
            yield edge_change(before, after)
        for each in outcome.gists:
            self.txn.shorten_message(each.message, each.gist, self.runtime.now())
            yield gist_change(each.message, None, each.gist)
        for document in outcome.documents:
            self.txn.put_document(document.after, document.before.version if document.before else None)
            yield document_change(document)
        yield from self._write_beliefs(outcome)
        if judged is not None:
            self.txn.put_judged(judged)
            yield judged_change(judged)

    def _write_memory(self, changed: MemoryChange, use_alone: bool) -> None:
        if changed.before is None:
            self.txn.put_memory(changed.after, None)
        elif use_alone:
            self.txn.put_use(changed.after, changed.before.version)
        else:
            self.txn.put_memory(changed.after, changed.before.version)

    def _contain_new(self, episodes: Sequence[Memory]) -> Sequence[Memory]:
        held = [each for each in self.txn.quarantines() if each.goes_on]
        if not held:
            return episodes
        return [
            replace(each, state=State.QUARANTINED)
            if any(quarantine.contains_new(each) for quarantine in held)
            else each
            for each in episodes
        ]

    def _contain_derived(self, memories: tuple[MemoryChange, ...]) -> tuple[MemoryChange, ...]:
        """What is new and stands on something that is quarantined is quarantined with it, whoever made it (C8)."""
        if not any(each.is_open for each in self.txn.quarantines()):
            return memories
        return tuple(
            replace(each, after=replace(each.after, state=State.QUARANTINED))
            if each.before is None and self._stands_on_contained(each.after)
            else each
            for each in memories
        )

    def _stands_on_contained(self, memory: Memory) -> bool:
        quoted = {item.message for item in memory.evidence}
        said = (each for each in self.txn.find_citing(sorted(quoted)) if each.transcribes in quoted) if quoted else ()
        made_of = self.txn.memories(memory.linked(Relation.DERIVED_FROM))
        return any(each.state is State.QUARANTINED for each in (*said, *made_of))

    def _write_beliefs(self, outcome: Effects) -> Iterator[Change]:
        for belief in outcome.beliefs:
            self.txn.put_belief(belief.after, belief.before.version if belief.before else None)
            yield belief_change(belief)
        for argument in outcome.arguments:
            self.txn.put_argument(argument.after)
            yield argument_change(argument)

    def write_quarantine(self, quarantine: Quarantine) -> None:
        """What is contained, or is no longer; the caller records the entry (C8)."""
        self.txn.put_quarantine(quarantine)

    def withdraw_quarantine(self, quarantine: QuarantineId) -> None:
        """Forgetting of what it names; the caller records the entry (X3)."""
        self.txn.remove_quarantine(quarantine)

    def record_snapshot(self, snapshot: Snapshot) -> None:
        """Write down that there was a reflection over the persona; what it changed has entries of its own (B5)."""
        self.txn.put_snapshot(snapshot)

    def write_edge(self, before: Edge | None, after: Edge | None) -> None:
        if after is not None:
            self.txn.put_edge(after)
        elif before is not None:
            self.txn.remove_edge(before)

    def shorten_text(self, message: MessageId, gist: str | None) -> None:
        """A gist in the place of the whole text, or, with None, the whole text again; the caller records the entry."""
        if gist is None:
            self.txn.restore_message(message)
        else:
            self.txn.shorten_message(message, gist, self.runtime.now())

    def drop_texts(self, messages: Sequence[MessageId]) -> None:
        """T12: whole texts that nobody asked for go for good, and with them what the journal could show them by.

        The record says which: a part that lost its text without such an entry is damage.
        """
        for start in range(0, len(messages), MOST_PARTS // 2):
            self._drop_batch(messages[start : start + MOST_PARTS // 2])

    def _drop_batch(self, messages: Sequence[MessageId]) -> None:
        for id in messages:
            self.txn.drop_archived(id)
        for kind in (RowKind.MESSAGE, RowKind.GIST):
            self.txn.erase_parts(kind, messages)
        shortened = [message_change(message) for message in self.txn.messages(messages)]
        gone = [Change(RowKind.GIST, id, None, None) for id in messages]
        self._append_entry(Actor.POLICY, Action.FORGOTTEN, [*shortened, *gone])

    def _with_handle(self, entity: Entity) -> Entity:
        return entity if entity.handle else replace(entity, handle=self.runtime.entity_handle())

    def withdraw_memory(self, memory: Memory) -> None:
        """Undo of an insertion: the row goes, its journal parts stay."""
        self.txn.remove_memory(memory.id, memory.version)

    def restore_memory(self, memory: Memory, expected_version: int | None) -> None:
        """Undo: a row as it was; the caller records the entry."""
        self.txn.put_memory(memory, expected_version)

    def restore_origin(self, message: MessageId, origin: Origin) -> None:
        """C3: an operator vouches for a message, or no longer does; the caller has recorded that."""
        self.txn.move_origin(message, origin)

    def restore_document(self, document: Document, expected_version: int | None) -> None:
        """Undo: a document as it was, as its next version; the caller records the entry."""
        self.txn.put_document(document, expected_version)

    def restore_belief(self, belief: Belief, expected_version: int | None) -> None:
        """Undo, and forgetting of what moved it: a belief as it was; the caller records the entry."""
        self.txn.put_belief(belief, expected_version)

    def withdraw_belief(self, belief: BeliefId) -> None:
        """Undo of its forming, and forgetting of all that was argued about it; the caller records the entry."""
        self.txn.remove_belief(belief)

    def restore_argument(self, argument: Argument) -> None:
        """Undo: an argument as it was; the caller records the entry."""
        self.txn.put_argument(argument)

    def withdraw_arguments(self, arguments: Iterable[ArgumentId]) -> None:
        """Undo of their being made, and forgetting of their messages; the caller records the entry."""
        self.txn.remove_arguments(arguments)

    def restore_judged(self, judged: Judged) -> None:
        """Undo of a decision: the proposal waits again; the caller records the entry."""
        self.txn.put_judged(judged)

    def restore_entity(self, id: EntityId, entity: Entity | None) -> None:
        if entity is None:
            self.txn.remove_entity(id)
        else:
            self.txn.put_entity(entity)

    def record_entry(self, actor: Actor, action: Action, changes: Sequence[Change], cause: int | None = None) -> Entry:
        """An entry about rows that were written, erased or withdrawn by the caller."""
        return self._append_entry(actor, action, changes, cause)

    def record_source_file(self, source: SourceFile) -> None:
        """Say in the manifest what was made of a file; the chunks themselves have entries (C6)."""
        self.txn.put_source_file(source)

    def drop_source_file(self, source: SourceFile) -> None:
        self.txn.remove_source_file(source.folder, source.file)

    def watch_folder(self, watched: WatchedFolder) -> None:
        self.txn.put_watched_folder(watched)

    def unwatch_folder(self, folder: str) -> None:
        self.txn.remove_watched_folder(folder)

    def record_escalation(self, actor: Actor, action: Action, stands: Escalation, note: str = "") -> Entry:
        """Where the engine stands on the ladder from now on, and what a person said of it (H6)."""
        change = escalation_change(self.txn.escalation(), stands)
        self.txn.put_escalation(stands)
        notes = [note_change(self.runtime.note_id(), note)] if note else []
        return self._append_entry(actor, action, [change, *notes])

    def record_exam(self, exam: Exam) -> None:
        """Keep the grade of an exam: it is counted, and no entry, since nothing remembered changes."""
        self.txn.add_exam(exam)

    def record_figures(self, figures: Iterable[Figure]) -> None:
        """Keep the figures of a day. They are counted from rows that are on record, and have no entry of their own."""
        for figure in figures:
            self.txn.put_figure(figure)

    def record_troubles(self) -> tuple[Mishap, ...]:
        """Journal mishaps since the last write; the caller settles them once that is committed."""
        pending = self.runtime.unjournaled()
        for action in dict.fromkeys(mishap.action for mishap in pending):
            told = [each for each in pending if each.action is action]
            sentences = [f"{mishap.at.isoformat()} {mishap.where}: {mishap.says}" for mishap in told]
            notes = [note_change(self.runtime.note_id(), text) for text in sentences]
            self._append_entry(Actor.ATLAS, action, notes)
            if action is Action.VIOLATED:
                self.txn.put_mark(VIOLATIONS, self.txn.read_mark(VIOLATIONS) + len(told))
                self._pause_for_violation()
        return pending

    def _pause_for_violation(self) -> None:
        """H6: whoever changed the constitution, nothing thinks before an operator has looked."""
        now = self.runtime.now()
        before = self.txn.escalation() or Escalation(Rung.FREE, now, "")
        after = climb_ladder(before, (), now, violated=True)
        if after != before:
            self.record_escalation(Actor.ATLAS, Action.ESCALATED, after)

    def _append_entry(self, actor: Actor, action: Action, changes: Sequence[Change], cause: int | None = None) -> Entry:
        salts = [self.runtime.entropy.draw(SALT_BYTES) for _ in changes]
        entry = seal_entry(self.txn.tip(), self.runtime.now(), actor, action, changes, salts, cause)
        self.txn.append(entry)
        return entry


@dataclass(slots=True)
class ChangeRun:
    """A change of any size in entries of a bounded one: the first, and those that follow with the first as cause."""

    ledger: Ledger
    actor: Actor
    action: Action
    cause: int | None = None
    first: Entry | None = None
    waiting: list[Change] = field(default_factory=list)

    def add(self, change: Change) -> None:
        self.waiting.append(change)
        if len(self.waiting) == MOST_PARTS:
            self.flush()

    def flush(self) -> None:
        if not self.waiting:
            return
        if self.first is None:
            self.first = self.ledger.record_entry(self.actor, self.action, self.waiting, self.cause)
        else:
            self.ledger.record_entry(self.actor, Action.CONSOLIDATED, self.waiting, self.first.seq)
        self.waiting = []

    def close(self) -> Entry | None:
        self.flush()
        return self.first


def is_continuation(entry: Entry) -> bool:
    """Whether an entry is no change of its own, but goes on with the one that is its cause."""
    return entry.action is Action.CONSOLIDATED and entry.cause is not None


def whole_change(reader: JournalReader, first: Entry) -> Iterator[Entry]:
    """An entry, and those that go on with it: they follow at once, since one transaction wrote them."""
    yield first
    seq = first.seq + 1
    while (entry := reader.entry(seq)) and is_continuation(entry) and entry.cause == first.seq:
        yield entry
        seq += 1


def memory_row(memory: Memory) -> dict[str, Any]:
    """A memory's row; an episode's text is its message's own and stands there alone."""
    row: dict[str, Any] = to_plain(memory)
    if memory.transcribes is not None:
        row["content"] = None
    return row


def memory_from_row(row: Row, reader: MessageReader) -> Memory:
    """A memory as it was; an episode takes its text from its message, as that is now."""
    if row.get("content") is not None:
        return from_plain(Memory, row)
    message = reader.message(row["transcribes"])  # type: ignore[arg-type] # a row's values are plain
    if message is None:
        raise Refused("Its message was forgotten.")
    return from_plain(Memory, {**row, "content": message.text})


def memory_change(changed: MemoryChange) -> Change:
    before = memory_row(changed.before) if changed.before else None
    return Change(RowKind.MEMORY, changed.after.id, before, memory_row(changed.after))


def use_change(changed: MemoryChange) -> Change | None:
    """Where only how it is kept has moved, those fields alone: a reply moves a dozen memories, and says none anew."""
    if changed.before is None:
        return None
    moved = [field.name for field in fields(Memory) if _field_differs(changed, field.name)]
    if not USE_FIELDS.issuperset(moved):
        return None
    return Change(RowKind.USE, changed.after.id, use_row(changed.before, moved), use_row(changed.after, moved))


def _field_differs(changed: MemoryChange, name: str) -> bool:
    return bool(getattr(changed.before, name) != getattr(changed.after, name))


def use_row(memory: Memory, names: Iterable[str]) -> dict[str, Any]:
    return {name: to_plain(getattr(memory, name)) for name in names}


def memory_row_with(row: Row, moved: Row) -> Row:
    """A memory's row with fields of its use exchanged, spelt as `memory_row` spells it: defaults are left out."""
    usual = {field.name: to_plain(field.default) for field in fields(Memory) if field.default is not MISSING}
    merged = {**row, **moved}
    return {name: value for name, value in merged.items() if name not in moved or usual.get(name, ...) != value}


def message_change(message: Message) -> Change:
    return Change(RowKind.MESSAGE, message.id, None, to_plain(message), by_row=True)


def entity_change(old: Entity | None, new: Entity) -> Change:
    return Change(RowKind.ENTITY, new.handle, to_plain(old) if old else None, to_plain(new))


def edge_change(before: Edge | None, after: Edge | None) -> Change:
    known = after or before
    if known is None:
        raise Refused("An edge that was not and is not there is no change.")
    return Change(RowKind.EDGE, known.key, edge_row(before), edge_row(after))


def edge_row(edge: Edge | None) -> Row | None:
    """Its ends and relation are its id."""
    return {"weight": edge.weight} if edge else None


def gist_change(message: MessageId, before: str | None, after: str | None) -> Change:
    """None is the whole text, which the message's own part stands for."""
    return Change(RowKind.GIST, message, gist_row(before), gist_row(after))


def gist_row(gist: str | None) -> Row | None:
    return None if gist is None else {"gist": gist}


def document_change(changed: DocumentChange) -> Change:
    """Each version of a document has an id of its own, so that one can be erased without the others (X3)."""
    after = changed.after
    before = to_plain(changed.before) if changed.before else None
    return Change(RowKind.DOCUMENT, document_part_id(after.id, after.version), before, to_plain(after))


def document_part_id(document: DocumentId, version: int) -> str:
    return f"{document}@{version}"


def split_document_part(id: str) -> tuple[DocumentId, int]:
    """Which document, and which version of it, a part of the journal is about."""
    document, _, version = id.rpartition("@")
    return DocumentId(document), int(version)


def judged_change(judged: Judged) -> Change:
    row = {
        "proposal": proposal_to_plain(judged.proposal),
        "outcome": judged.verdict.outcome.value,
        "findings": to_plain(judged.verdict.findings),
        "memory": judged.memory,
        "decided_by": judged.decided_by,
    }
    return Change(RowKind.PROPOSAL, judged.id, None, row)


def escalation_change(before: Escalation | None, after: Escalation) -> Change:
    return Change(RowKind.ESCALATION, LADDER, to_plain(before) if before else None, to_plain(after))


def quarantine_change(before: Quarantine | None, after: Quarantine) -> Change:
    return Change(RowKind.QUARANTINE, after.id, to_plain(before) if before else None, to_plain(after))


def note_change(id: str, text: str) -> Change:
    """Each note has an id of its own, so that one can be erased without the others (X3)."""
    return Change(RowKind.NOTE, id, None, {"text": text})
