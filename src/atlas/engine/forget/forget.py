"""Forget a memory, a conversation, a person or a text, with everything derived from it (X3).

A message that says more than what is to be forgotten loses only that span: the letters are blotted out, so that the
evidence of other memories still points to the right places. Then the journal's parts about these rows lose text and
salt, and the files are purged. What was erased cannot be brought back by undo. What goes is found by `forget_plan.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from atlas.curation.effects import MemoryChange
from atlas.engine.core.belief_replay import ReplayedBelief
from atlas.engine.core.ledger import (
    Ledger,
    document_change,
    entity_change,
    gist_change,
    memory_change,
    message_change,
)
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.message_text import read_conversation
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.text_masks import BLOT, blot_out
from atlas.engine.core.vectors import purge_index
from atlas.engine.forget.forget_plan import (
    FAR_OFF,
    MANY,
    MIN_WORDS,
    ForgetPlan,
    find_person,
    find_similarly_named,
    take_arguments,
    take_blank_episodes,
    take_documents,
    take_fact,
    take_journal_residue,
    take_mentions,
    take_messages,
    take_model_proposals,
    take_owed_words,
    take_quarantines,
    take_watched_folders,
)
from atlas.engine.forget.forgotten_arguments import forget_arguments, tell_beliefs_anew
from atlas.engine.forget.journal_residue import ForgetWords
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.observe import store_backlog
from atlas.engine.jobs.owed_work import find_owed_entities, find_owed_words
from atlas.engine.serve.mentions import list_telling_needles, shares_telling_words
from atlas.engine.thinking.model_calls import FORGETS
from atlas.errors import BadInput, NotFound, StoreTrouble
from atlas.language.folding import fold_text
from atlas.language.text_cache import clear_text_caches
from atlas.model.document import DocumentChange
from atlas.model.entity import EntityId
from atlas.model.ids import ArgumentId, BeliefId, ConversationId, DocumentId, MemoryId, MessageId, ProposalId, ServingId
from atlas.model.journal import Action, Actor, Change, RowKind
from atlas.model.memory import Evidence, State
from atlas.model.origin import Trust
from atlas.model.proposal import Archive
from atlas.model.suggestion import SuggestionState
from atlas.model.thinking import Judged
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

_LOG: Final = logging.getLogger("atlas.forget")
_OFFERED: Final = 5
"""Others of whom so many are named."""


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What went. It holds ids and counts, never the text."""

    what: str
    memories: tuple[MemoryId, ...]
    messages: tuple[MessageId, ...]
    masked: tuple[MessageId, ...]
    entities: tuple[EntityId, ...]
    proposals: int
    journal_parts: int
    touched: tuple[ServingId, ...]
    """Contexts in which any of it had been served (C8)."""
    mentions: tuple[MessageId, ...]
    """Messages that still mention the forgotten value, a number or a rare word of it in any form, or a part of the
    name: other things were said there; forget them by text."""
    entry: int = 0
    documents: tuple[DocumentId, ...] = ()
    """Documents that lost what they said of it."""
    arguments: tuple[ArgumentId, ...] = ()
    """What was argued there, and is no evidence any more."""
    beliefs: tuple[BeliefId, ...] = ()
    """Beliefs that went with it, or were computed anew without it."""
    left: tuple[EntityId, ...] = ()
    """Others who have a part of the name, and were not forgotten."""
    folders: int = 0
    """Watched folders whose path told it; they are watched no longer."""
    purged: bool = True
    """Whether the files are free of it too; where a long reader was in the way, it is tried again (see `doctor`)."""


def forget_memory(runtime: Runtime, id: MemoryId, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    def build_plan(reader: Reader) -> ForgetPlan:
        memory = reader.memory(id)
        if memory is None or memory.state is State.GONE:
            raise NotFound(f"There is no memory {id} here.")
        made = ForgetPlan()
        if memory.transcribes is not None:
            take_messages(reader, made, [memory.transcribes])
        else:
            take_fact(reader, made, memory)
            take_owed_words(reader, made, memory, find_owed_words(runtime, reader, memory))
        return made

    return _forget_planned(runtime, "memory", build_plan, actor)


def forget_conversation(runtime: Runtime, conversation: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    def build_plan(reader: Reader) -> ForgetPlan:
        messages = read_conversation(reader, conversation)
        made = ForgetPlan()
        take_messages(reader, made, [message.id for message in messages])
        made.servings.update(each.id for each in reader.servings(MANY, ConversationId(conversation)))
        return made

    return _forget_planned(runtime, "conversation", build_plan, actor)


def forget_person(runtime: Runtime, name: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Everything about a person, everything they said, and every message that names them."""
    wanted = _check_words(name)

    def build_plan(reader: Reader) -> ForgetPlan:
        somebody = find_person(reader, wanted, find_owed_entities(runtime, reader, wanted))
        made = ForgetPlan(entities=dict(somebody.entities), words=somebody.names)
        for memory in somebody.find_memories(reader):
            take_fact(reader, made, memory)
        take_mentions(reader, made)
        take_watched_folders(reader, made)
        take_journal_residue(reader, made)
        take_documents(reader, made)
        if made.is_empty:
            raise NotFound(_describe_nobody(reader, name, wanted))
        return made

    return _forget_planned(runtime, "person", build_plan, actor)


def _describe_nobody(reader: Reader, name: str, wanted: str) -> str:
    """Say that nobody is called so, and who may be meant (X3: a partial name is offered, and takes nobody along)."""
    others = [f"{title!r}" for title in dict.fromkeys(find_similarly_named(reader, [wanted]).values())]
    more = f" and {len(others) - _OFFERED:,} more" if len(others) > _OFFERED else ""
    offered = f" there are {', '.join(others[:_OFFERED])}{more}: give the whole name." if others else ""
    return f"Nobody called {name!r} is known here{';' if offered else '.'}{offered}"


def forget_text(runtime: Runtime, text: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Every message that holds this text, and every memory that stands on one."""
    wanted = _check_words(text)

    def build_plan(reader: Reader) -> ForgetPlan:
        made = ForgetPlan(words=ForgetWords(frozenset({wanted})))
        take_mentions(reader, made)
        take_watched_folders(reader, made)
        take_journal_residue(reader, made)
        take_documents(reader, made)
        if made.is_empty:
            raise NotFound("Nothing here holds that text.")
        return made

    return _forget_planned(runtime, "text", build_plan, actor)


def _forget_planned(
    runtime: Runtime, what: str, build_plan: Callable[[Reader], ForgetPlan], actor: Actor
) -> ForgetReceipt:
    """Plan and erase in one transaction: what is said or learned meanwhile is neither missed nor in the way."""
    settle_purge(runtime)
    store_backlog(runtime)
    make_episodes(runtime)
    with runtime.writing() as txn:
        made = build_plan(txn)
        ledger = Ledger(runtime, txn)
        troubles = ledger.record_troubles()
        receipt = _carry_out_plan(ledger, made, what, actor)
    runtime.settle_troubles(troubles)
    runtime.memo.shelves.pop(runtime.space, None)
    runtime.memo.heard.clear()
    runtime.memo.queues.clear()
    clear_text_caches()
    return replace(receipt, purged=_purge_index(runtime) & settle_purge(runtime))


def _purge_index(runtime: Runtime) -> bool:
    """What cannot leave an index's files now leaves them when they are next looked at."""
    try:
        purge_index(runtime)
    except StoreTrouble as trouble:
        runtime.note_trouble("forget", str(trouble))
        _LOG.warning("A purge of the index is owed.", extra=log_fields(trouble=type(trouble)))
        return False
    return True


def settle_purge(runtime: Runtime) -> bool:
    """Take what was erased out of the files too. A long reader can be in the way: then it is owed, and noted."""
    try:
        if runtime.store.owes_purge():
            runtime.store.purge()
    except StoreTrouble as trouble:
        runtime.note_trouble("forget", f"{trouble} What was forgotten leaves the files at the next try.")
        _LOG.warning("A purge of the files is owed.", extra=log_fields(trouble=type(trouble)))
        return False
    return True


def _check_words(name: str) -> str:
    wanted = fold_text(name)
    if len(wanted) < MIN_WORDS:
        raise BadInput("Give at least two letters of what is to be forgotten.")
    return wanted


# --- carrying out


def _carry_out_plan(ledger: Ledger, plan: ForgetPlan, what: str, actor: Actor) -> ForgetReceipt:
    take_model_proposals(ledger.txn, plan)
    take_blank_episodes(ledger.txn, plan)
    take_arguments(ledger.txn, plan)
    take_quarantines(ledger.txn, plan)
    take_journal_residue(ledger.txn, plan)
    take_documents(ledger.txn, plan)
    stubs = _find_stubs(ledger.txn, plan)
    proposals = _erase_proposals(ledger, plan)
    _erase_thoughts(ledger.txn, plan)
    ledger.txn.put_mark(FORGETS, ledger.txn.read_mark(FORGETS) + 1)
    _restore_whole_texts(ledger, plan)
    quoting = _mask_messages(ledger, plan)
    renamed = _drop_names(ledger, plan)
    for folder in plan.folders:
        ledger.unwatch_folder(folder)
    moved = forget_arguments(ledger, plan.arguments.values(), plan.beliefs)
    _erase_rows(ledger, plan, stubs)
    parts, gone = _erase_parts(ledger, plan, proposals, quoting, renamed, moved)
    retold = _tell_remaining_rows(ledger.txn, plan, stubs, quoting, renamed)
    retold += tell_beliefs_anew(ledger.txn, _list_moved(plan, moved), plan.past.arguments)
    remaining = {(change.kind, change.id) for change in retold}
    gone = [change for change in gone if (change.kind, change.id) not in remaining]
    entry = ledger.record_entry(actor, Action.FORGOTTEN, [*gone, *retold])
    left = find_similarly_named(ledger.txn, plan.words.texts) if plan.words.as_names else ()
    return ForgetReceipt(
        what, tuple(plan.memories), tuple(plan.messages), tuple(plan.masked), tuple(plan.entities), len(proposals),
        parts, _find_touched_servings(ledger.txn, plan, moved), _find_mentions(ledger.txn, plan), entry.seq,
        tuple(plan.documents), tuple(plan.arguments), tuple(each.before.id for each in moved), tuple(left),
        len(plan.folders),
    )  # fmt: skip


def _restore_whole_texts(ledger: Ledger, plan: ForgetPlan) -> None:
    """Make messages whole again that have a gist in their place: nothing of them stays behind in the archive."""
    for each in ledger.txn.archived_texts([*plan.messages, *plan.masked]):
        ledger.shorten_text(each.message, None)


def _erase_thoughts(txn: Writer, plan: ForgetPlan) -> None:
    """What was noticed and thought about these messages, and what else was written down that holds the words."""
    txn.erase_thoughts([*plan.messages, *plan.masked])
    txn.blank_reflections(plan.reflections)
    for signal in plan.notes:
        txn.put_signal(replace(signal, note=""))
    for suggestion in plan.suggestions:
        txn.put_suggestion(replace(suggestion, text=BLOT, state=SuggestionState.EXPIRED))
    for pattern in plan.patterns:
        txn.put_pattern(replace(pattern, description=BLOT, active=False))


def _find_touched_servings(reader: Reader, plan: ForgetPlan, moved: Iterable[ReplayedBelief]) -> tuple[ServingId, ...]:
    """The contexts that are touched, a document's or a position's own among them, whose questions stay."""
    beliefs = [each.before.id for each in moved]
    beside = [
        *(reader.servings_with(plan.documents) if plan.documents else ()),
        *(reader.servings_of_beliefs(beliefs, MANY) if beliefs else ()),
    ]
    return tuple(sorted({*plan.servings, *(serving.id for serving in beside)}))


def _find_stubs(reader: Reader, plan: ForgetPlan) -> set[MessageId]:
    """Text from afar leaves an empty place behind in a conversation that goes on.

    Without it nothing would say that the conversation took in such text, and the replies made from it would be served
    (C3).
    """
    far = [message for message in plan.messages.values() if message.origin.trust < Trust.ASSISTANT]
    places = {message.conversation for message in far}
    alive = {each for each in places if any(said.id not in plan.messages for said in reader.messages_in(each))}
    return {message.id for message in far if message.conversation in alive}


def _erase_proposals(ledger: Ledger, plan: ForgetPlan) -> list[ProposalId]:
    memories = [*plan.memories, *(MemoryId(id) for id in plan.past.memories)]
    found = [
        *ledger.txn.judged_about(memories, [*plan.messages, *plan.masked]),
        *_find_gist_proposals(ledger.txn, plan.masked),
    ]
    ids = sorted({*(each.id for each in found), *(ProposalId(id) for id in plan.past.proposals)})
    ledger.txn.erase_judged(ids)
    return ids


def _find_gist_proposals(reader: Reader, messages: Iterable[MessageId]) -> Iterable[Judged]:
    """Proposals to shorten these messages: they hold words of the messages."""
    episodes = [memory.id for memory in reader.find_citing(messages) if memory.transcribes is not None]
    about = reader.judged_about(episodes, []) if episodes else ()
    return (each for each in about if isinstance(each.proposal, Archive) and each.proposal.gist is not None)


def _mask_messages(ledger: Ledger, plan: ForgetPlan) -> set[MemoryId]:
    """Blot the spans out of messages that stay; the other memories that had quoted from them."""
    quoting: set[MemoryId] = set()
    for id, spans in plan.masked.items():
        message = ledger.txn.message(id)
        if message is not None:
            ledger.txn.mask_message(id, blot_out(message.text, 0, plan.spans_in(message)))
            quoting |= _mask_quotes(ledger, plan, id, spans)
    return quoting


def _mask_quotes(ledger: Ledger, plan: ForgetPlan, id: MessageId, spans: list[tuple[int, int]]) -> set[MemoryId]:
    """Blot the spans out of other memories' quotes; the memories that changed."""
    changed: set[MemoryId] = set()
    for memory in ledger.txn.find_citing([id]):
        if memory.id in plan.memories:
            continue
        for old in memory.evidence:
            new = _blotted_quote(old, id, spans)
            if old != new:
                ledger.txn.mask_evidence(memory.id, id, new.start, new.end, new.quote)
                changed.add(memory.id)
    return changed


def _blotted_quote(item: Evidence, id: MessageId, spans: list[tuple[int, int]]) -> Evidence:
    return replace(item, quote=blot_out(item.quote, item.start, spans)) if item.message == id else item


def _drop_names(ledger: Ledger, plan: ForgetPlan) -> set[EntityId]:
    """Drop names that entities had from what is forgotten; the entities that changed."""
    changed: set[EntityId] = set()
    for entity in ledger.txn.entities():
        kept = tuple(
            each for each in entity.names if fold_text(each) not in plan.values and not plan.words.occur_in(each)
        )
        if entity.id not in plan.entities and kept != entity.names:
            ledger.restore_entity(entity.id, replace(entity, names=kept))
            changed.add(entity.id)
    return changed


def _erase_rows(ledger: Ledger, plan: ForgetPlan, stubs: set[MessageId]) -> None:
    txn = ledger.txn
    for memory in plan.memories:
        txn.erase_memory(memory, ledger.runtime.now())
    for message in plan.messages:
        if message in stubs:
            txn.mask_message(message, BLOT, nameless=True)
        else:
            txn.erase_message(message)
    for entity in plan.entities:
        txn.erase_entity(entity)
    for document in plan.documents.values():
        txn.mask_document(document.id, document.title, document.text)
    txn.blank_servings(plan.servings)
    for quarantine in plan.quarantines:
        ledger.withdraw_quarantine(quarantine)


def _erase_parts(
    ledger: Ledger,
    plan: ForgetPlan,
    proposals: list[ProposalId],
    quoting: set[MemoryId],
    renamed: set[EntityId],
    moved: Iterable[ReplayedBelief],
) -> tuple[int, list[Change]]:
    """Every vanished text leaves a mark in the journal: blanked parts can be told from tampering."""
    handles = {each.handle for each in ledger.txn.entities() if each.id in renamed}
    rows: dict[RowKind, set[str]] = {
        RowKind.MEMORY: {*plan.memories, *plan.past.memories, *quoting},
        RowKind.MESSAGE: {*plan.messages, *plan.masked},
        RowKind.ENTITY: {*(each.handle for each in plan.entities.values()), *plan.past.entities, *handles},
        RowKind.PROPOSAL: {*proposals},
        RowKind.NOTE: {*plan.past.notes},
        RowKind.EDGE: {*plan.past.edges} - _still_joined(ledger.txn, plan),
        RowKind.GIST: {*plan.past.gists},
        RowKind.DOCUMENT: {*plan.versions},
        RowKind.BELIEF: _list_moved(plan, moved),
        RowKind.ARGUMENT: {*plan.arguments, *plan.past.arguments},
        RowKind.QUARANTINE: {*plan.quarantines},
    }
    parts = sum(ledger.txn.erase_parts(kind, ids) for kind, ids in rows.items())
    return parts, [Change(kind, id, None, None) for kind, ids in rows.items() for id in sorted(ids)]


def _list_moved(plan: ForgetPlan, moved: Iterable[ReplayedBelief]) -> set[str]:
    """Beliefs whose past goes: where they stood came of what is forgotten."""
    return {*plan.past.beliefs, *(each.before.id for each in moved)}


def _still_joined(reader: Reader, plan: ForgetPlan) -> set[str]:
    """Edges of memories that stay: an older wording of theirs goes, and what they hang together with does not."""
    ends = {MemoryId(end) for key in plan.past.edges for end in key.split(":")[1:]}
    return {edge.key for edge in reader.edges(sorted(ends))}


def _tell_remaining_rows(
    reader: Reader, plan: ForgetPlan, stubs: set[MessageId], quoting: set[MemoryId], renamed: set[EntityId]
) -> list[Change]:
    """Changes that tell anew the rows that stay and whose history was erased."""
    memories = reader.memories(MemoryId(id) for id in sorted({*quoting, *plan.past.memories}))
    changes = [memory_change(MemoryChange(None, each)) for each in memories if each.state is not State.GONE]
    named = [each for each in reader.entities() if each.id in renamed or each.handle in plan.past.entities]
    changes += [entity_change(None, entity) for entity in named]
    messages = (reader.message(id) for id in (*plan.masked, *sorted(stubs)))
    changes += [message_change(message) for message in messages if message]
    written = (reader.document(id) for id in sorted(plan.documents))
    changes += [document_change(DocumentChange(None, document)) for document in written if document]
    short = [each.message for each in reader.archived_texts(map(MessageId, sorted(plan.past.gists)))]
    return changes + [gist_change(message.id, None, message.text) for message in reader.messages(short)]


def _find_mentions(reader: Reader, plan: ForgetPlan) -> tuple[MessageId, ...]:
    """The messages that stay and mention what went: by a part of the name, the whole value, or what tells it."""
    return tuple(dict.fromkeys((*_find_value_mentions(reader, plan), *_find_telling_mentions(reader, plan))))


def _find_telling_mentions(reader: Reader, plan: ForgetPlan) -> Iterable[MessageId]:
    values = plan.told_values
    needles = sorted({needle for value in values for needle in list_telling_needles(value)})
    said = reader.messages_mentioning(needles) if needles else ()
    behind = reader.archived_before(FAR_OFF, MANY) if needles else ()
    yield from (each.id for each in said if any(shares_telling_words(each.text, value) for value in values))
    yield from (each.message for each in behind if any(shares_telling_words(each.text, value) for value in values))


def _find_value_mentions(reader: Reader, plan: ForgetPlan) -> tuple[MessageId, ...]:
    if plan.words.as_names:
        parts = ForgetWords(frozenset(part for name in plan.words.texts for part in name.split()), as_names=True)
    else:
        parts = ForgetWords(frozenset({fold_text(plan.value or "")}))
    wanted = [part for part in parts.texts if len(part) >= MIN_WORDS]
    found = reader.messages_mentioning(wanted) if wanted else ()
    return tuple(each.id for each in found if not parts.as_names or parts.occur_in(each.text))
