"""Reading one space of the plain store: every answer is a loop over rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from atlas.adapters.storage.substrings import fold_needles, mentions_any
from atlas.language.folding import content_hash as hash_of
from atlas.model.catalogue_row import FeedItem
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.ids import (
    BeliefId,
    ConversationId,
    DocumentId,
    InteractionId,
    MemoryId,
    MessageId,
    ServingId,
    SessionId,
)
from atlas.model.interaction import Gate, Interaction, Message, Session
from atlas.model.journal import PEOPLE, Action, Entry, RowKind, Tip
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.plain_data import to_plain
from atlas.model.recall import EmbedderIdentity, ServedBelief, Serving
from atlas.model.verdict import Outcome
from atlas.ports.reading import MemoryCount, MemoryFilter, MessagesWaiting
from atlas.ports.rows.journal import LATEST_ENTRIES
from atlas.testing.plain_store.keeping_reader import PlainKeepingReader
from atlas.testing.plain_store.listings import change_of
from atlas.testing.plain_store.meaning import passes_filter


class PlainReader(PlainKeepingReader):
    # --- the transcript

    def interaction(self, id: InteractionId) -> Interaction | None:
        found = self._rows.interactions.get(id)
        return self._whole(found) if found else None

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        numbered = ((self._rows.seqs[id], found) for id, found in self._rows.interactions.items())
        return [(seq, self._whole(found)) for seq, found in numbered if seq > after][:limit]

    def plain_interactions(self, after: int, limit: int) -> Sequence[tuple[int, dict[str, Any]]]:
        return [(seq, to_plain(found)) for seq, found in self.interactions(after, limit)]

    def message(self, id: MessageId) -> Message | None:
        return self._rows.messages.get(id)

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        return [message for id in dict.fromkeys(ids) if (message := self.message(id)) is not None]

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        here = self._rows.interactions.get(interaction)
        if here is None or limit <= 0:
            return []
        seq = self._rows.seqs[here.id]
        talk = self.messages_in(here.conversation)
        return [message for message in talk if self._rows.seqs[message.interaction] < seq][-limit:]

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]:
        return [message for message in self._messages() if message.conversation == conversation]

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        episodes = (memory for memory in self._rows.memories.values() if memory.conversation == conversation)
        since = sorted((each for each in episodes if each.created_at > at), key=lambda each: each.created_at)
        said = (self._rows.messages.get(each.transcribes) for each in since if each.transcribes)
        return [message for message in said if message][:limit]

    def messages_mentioning(self, words: Sequence[str]) -> Sequence[Message]:
        wanted = fold_needles(words)
        return [message for message in self._messages() if self._mentions(message, wanted)]

    def speakers(self) -> Sequence[str]:
        return list(dict.fromkeys(message.speaker for message in self._messages() if message.speaker is not None))

    def last_session(self, conversation: ConversationId) -> Session | None:
        """The one that was last spoken in; of two at the same moment, the one written later."""
        mine = [session for session in self._rows.sessions.values() if session.conversation == conversation]
        return max(reversed(mine), key=lambda session: session.last_at, default=None)

    def session(self, id: SessionId) -> Session | None:
        return self._rows.sessions.get(id)

    def sessions(self, limit: int) -> Sequence[Session]:
        oldest_first = sorted(self._rows.sessions.values(), key=lambda each: each.last_at)
        return oldest_first[::-1][:limit]

    def sessions_idle(self, before: datetime, limit: int) -> Sequence[Session]:
        mine = (session for session in self._rows.sessions.values() if session.ended_at is None)
        return sorted((each for each in mine if each.last_at < before), key=lambda each: each.last_at)[:limit]

    def sessions_queued(self, limit: int) -> Sequence[Session]:
        return self._queued_sessions()[:limit]

    def queued_session_count(self) -> int:
        return len(self._queued_sessions())

    def _queued_sessions(self) -> list[Session]:
        fired = (session for session in self._rows.sessions.values() if session.gate is Gate.FIRED)
        return sorted((each for each in fired if each.evolved_at is None), key=lambda each: each.last_at)

    def session_interactions(self, id: SessionId, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        every = self.interactions(after, len(self._rows.interactions))
        return [(seq, each) for seq, each in every if each.session == id][:limit]

    def find_tainted(self, conversations: Iterable[ConversationId]) -> frozenset[ConversationId]:
        asked = set(conversations)
        far = (each for each in self._rows.messages.values() if each.origin.trust < Trust.ASSISTANT)
        return frozenset(message.conversation for message in far if message.conversation in asked)

    def interaction_count(self) -> int:
        return len(self._rows.interactions)

    # --- memories

    def memory(self, id: MemoryId) -> Memory | None:
        return self._rows.memories.get(id)

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        return [self._rows.memories[id] for id in ids if id in self._rows.memories]

    def select(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[tuple[int, Memory]]:
        numbered = ((self._rows.seqs[id], memory) for id, memory in self._rows.memories.items())
        return [(seq, memory) for seq, memory in numbered if seq > after and passes_filter(where, memory)][:limit]

    def read_words(self, ids: Iterable[MemoryId]) -> Mapping[MemoryId, tuple[Origin, str]]:
        found = (memory for id in ids if (memory := self._rows.memories.get(id)) and memory.state is not State.GONE)
        return {memory.id: (memory.origin, hash_of(memory.content)) for memory in found}

    def plain_memories(self, after: int, limit: int) -> Sequence[tuple[int, dict[str, Any]]]:
        numbered = ((self._rows.seqs[id], memory) for id, memory in self._rows.memories.items())
        return [(seq, to_plain(memory)) for seq, memory in numbered if seq > after][:limit]

    def newest_memories(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        return [memory for memory in reversed(self._rows.memories.values()) if passes_filter(where, memory)][:limit]

    def counts(self) -> Sequence[MemoryCount]:
        tally = Counter((memory.kind, memory.status, memory.state) for memory in self._rows.memories.values())
        return [MemoryCount(*key, count) for key, count in sorted(tally.items())]

    def conversations_waiting(self, after: int) -> Sequence[MessagesWaiting]:
        found: dict[tuple[ConversationId, Origin], list[datetime]] = {}
        for each in self._rows.memories.values():
            waits = each.status is Status.NEEDS_REVIEW and each.state is State.ACTIVE and each.kind is Kind.EPISODE
            if waits and each.conversation is not None:
                found.setdefault((each.conversation, each.origin), []).append(each.observed_at)
        for said in self._rows.messages.values():
            if self._rows.seqs[said.interaction] > after and said.origin.trust < Trust.ASSISTANT:
                found.setdefault((said.conversation, said.origin), []).append(said.at)
        counted = [MessagesWaiting(*key, len(at), min(at), max(at)) for key, at in sorted(found.items())]
        return sorted(counted, key=lambda each: each.last, reverse=True)

    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        return [memory for memory in self._present() if memory.claim and memory.claim.slot == (subject, attribute)]

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        return [memory for memory in self._present() if hash_of(memory.content) == content_hash]

    def find_citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        wanted = frozenset(messages)
        return [memory for memory in self._present() if wanted & _messages_of(memory)]

    def find_withdrawn(self, conversations: Iterable[ConversationId]) -> Sequence[Memory]:
        wanted = frozenset(conversations)
        return [memory for memory in self._withdrawn() if memory.conversation in wanted]

    def withdrawn_values(self, limit: int) -> Sequence[tuple[MemoryId, str]]:
        newest = [memory for memory in self._withdrawn() if memory.claim][::-1]
        ordered = sorted(newest, key=lambda memory: memory.status is not Status.SENSITIVE)
        return [(memory.id, memory.claim.value) for memory in ordered if memory.claim][:limit]

    def _withdrawn(self) -> Iterator[Memory]:
        out = (Status.REJECTED, Status.SENSITIVE, Status.SUPERSEDED)
        return (memory for memory in self._present() if memory.kind is not Kind.EPISODE and memory.status in out)

    def linking_to(self, memories: Iterable[MemoryId]) -> Sequence[Memory]:
        wanted = frozenset(memories)
        return [memory for memory in self._present() if any(link.to in wanted for link in memory.links)]

    def ids_like(self, prefix: str, limit: int) -> Sequence[str]:
        held = (id for id, judged in self._rows.judged.items() if judged.verdict.outcome is Outcome.HELD)
        rows = self._rows
        named = {*rows.memories, *rows.messages, *rows.interactions, *held, *rows.servings, *rows.beliefs}
        return sorted(id for id in named if id.startswith(prefix))[:limit]

    # --- entities

    def entity(self, id: EntityId) -> Entity | None:
        return self._rows.entities.get(id)

    def entities(self) -> Sequence[Entity]:
        return sorted(self._rows.entities.values(), key=lambda entity: entity.id)

    # --- search

    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        since = [memory for memory, seq in self._rows.changes.items() if seq > after]
        return [change_of(self._rows, memory, identity) for memory in since[:limit]]

    def last_change(self) -> int:
        return next(reversed(self._rows.changes.values()), 0)

    def vectors_of(self, identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        kept = ((memory, self._rows.vectors.get((identity.key, memory))) for memory in memories)
        return [(memory, vector) for memory, vector in kept if vector is not None]

    def identities(self) -> Sequence[tuple[str, int]]:
        return sorted(Counter(key for key, _ in self._rows.vectors).items())

    def filter_ids(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        return frozenset(memory.id for memory in self.memories(ids) if passes_filter(where, memory))

    # --- work that goes on in turns

    def read_mark(self, name: str) -> int:
        return self._rows.marks.get(name, 0)

    # --- servings

    def serving(self, id: ServingId) -> Serving | None:
        return self._rows.servings.get(id)

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        newest = reversed(self._rows.servings.values())
        return [one for one in newest if conversation is None or one.conversation == conversation][:limit]

    def servings_until(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        newest = reversed(self._rows.servings.values())
        return [one for one in newest if one.conversation == conversation and one.at <= at][:limit]

    def find_served_memories(self, conversation: ConversationId, limit: int) -> Sequence[MemoryId]:
        newest = (*self.servings(limit), *self.servings(limit, conversation))
        return list(dict.fromkeys(item.memory for serving in newest for item in serving.items))

    def find_served_documents(self, conversation: ConversationId, limit: int) -> Sequence[DocumentId]:
        newest = (*self.servings(limit), *self.servings(limit, conversation))
        return list(dict.fromkeys(each.document for serving in newest for each in serving.documents))

    def find_served_beliefs(self, conversation: ConversationId, limit: int) -> Sequence[ServedBelief]:
        newest = (*self.servings(limit), *self.servings(limit, conversation))
        return list(dict.fromkeys(each for serving in newest for each in serving.beliefs))

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        wanted = frozenset(memories)
        newest = reversed(self._rows.servings.values())
        return [serving for serving in newest if any(item.memory in wanted for item in serving.items)][:limit]

    def servings_of_beliefs(self, beliefs: Iterable[BeliefId], limit: int) -> Sequence[Serving]:
        wanted = set(beliefs)
        newest = reversed(self._rows.servings.values())
        return [serving for serving in newest if any(each.belief in wanted for each in serving.beliefs)][:limit]

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        wanted = frozenset(documents)
        newest = reversed(self._rows.servings.values())
        return [serving for serving in newest if any(each.document in wanted for each in serving.documents)]

    # --- documents and exams

    def document(self, id: DocumentId) -> Document | None:
        return self._rows.documents.get(id)

    def documents(self) -> Sequence[Document]:
        return list(self._rows.documents.values())

    def documents_edition(self) -> int:
        """No document is ever deleted, and every change raises its version."""
        return sum(document.version for document in self._rows.documents.values())

    def exams(self, limit: int) -> Sequence[Exam]:
        """Of two at the same moment, the one written later comes first."""
        taken = sorted(self._rows.exams.values(), key=lambda exam: exam.at)
        return taken[::-1][:limit]

    # --- the journal

    def head(self) -> Entry | None:
        return self._rows.journal.get(len(self._rows.journal))

    def tip(self) -> Tip | None:
        head = self.head()
        return head.tip if head else None

    def entry(self, seq: int) -> Entry | None:
        return self._rows.journal.get(seq)

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        return [entry for seq, entry in self._rows.journal.items() if seq > after][:limit]

    def plain_entries(self, after: int, limit: int) -> Sequence[dict[str, Any]]:
        return [to_plain(entry) for entry in self.entries(after, limit)]

    def undoings(self) -> Sequence[tuple[int, int]]:
        taken = (entry for entry in self._rows.journal.values() if entry.action is Action.UNDONE)
        return [(entry.seq, entry.cause) for entry in taken if entry.cause is not None]

    def parts_decided(self, since: datetime) -> Sequence[tuple[int, RowKind, str]]:
        latest = (entry for entry in list(self._rows.journal.values())[-LATEST_ENTRIES:] if entry.at > since)
        decided = (entry for entry in latest if entry.action is Action.DECIDED and entry.actor in PEOPLE)
        return [(entry.seq, part.kind, part.id) for entry in decided for part in entry.parts]

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        return [
            entry
            for entry in self._rows.journal.values()
            if any((part.kind, part.id) == (kind, id) for part in entry.parts)
        ]

    def first_entry_count(self, kind: RowKind) -> int:
        first: dict[str, int] = {}
        for entry in self._rows.journal.values():
            for part in entry.parts:
                if part.kind is kind:
                    first.setdefault(part.id, entry.seq)
        return len(set(first.values()))

    def last_entries(self, limit: int) -> Sequence[Entry]:
        return list(reversed(self._rows.journal.values()))[:limit]

    # --- shared loops

    def _whole(self, interaction: Interaction) -> Interaction:
        said = (self._rows.messages[id] for id in self._rows.said[interaction.id])
        return replace(interaction, messages=tuple(said))

    def _messages(self) -> Iterator[Message]:
        for id in self._rows.interactions:
            yield from (self._rows.messages[said] for said in self._rows.said[id])

    def _mentions(self, message: Message, wanted: Sequence[str]) -> bool:
        whole = self._rows.archive.get(message.id)
        return mentions_any(message.text, message.speaker, wanted) or bool(
            whole and mentions_any(whole.text, None, wanted)
        )

    def _present(self) -> Iterator[Memory]:
        return (memory for memory in self._rows.memories.values() if memory.state is not State.GONE)


def _messages_of(memory: Memory) -> frozenset[MessageId]:
    cited = {item.message for item in memory.evidence}
    return frozenset(cited | ({memory.transcribes} if memory.transcribes else set()))
