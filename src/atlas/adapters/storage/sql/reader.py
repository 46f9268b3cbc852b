"""Reading rows of one space at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import grouped
from atlas.adapters.storage.sql.filters import pieces
from atlas.adapters.storage.sql.keeping_reader import KeepingReader
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.substrings import mentions, needles
from atlas.model.catalogue_row import FeedItem
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.ids import (
    ConversationId,
    DocumentId,
    InteractionId,
    MemoryId,
    MessageId,
    ServingId,
)
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import Entry, RowKind, Tip
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.plain_data import instant, instant_text
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.ports.reading import MemoryCount, MemoryFilter, MessagesWaiting

_LAST_CHARACTER: Final = "\U0010ffff"
_TEXT: Final = 6
_SPEAKER: Final = 8
_WHOLE: Final = 12
"""Where they stand in `messages_that_may_mention`; the last is the whole text behind a gist."""


class SqlReader(KeepingReader):
    # --- the transcript

    def interaction(self, id: InteractionId) -> Interaction | None:
        row = self._lane.one("interaction", {"id": id})
        return self._interactions([row])[0][1] if row else None

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        return self._interactions(self._lane.rows("interactions", {"after": after, "limit": limit}))

    def message(self, id: MessageId) -> Message | None:
        row = self._lane.one("message", {"id": id})
        return codec.message_of(row) if row else None

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        return [
            codec.message_of(row)
            for row in self._lane.rows("messages", {"ids": self._lane.list_value(dict.fromkeys(ids))})
        ]

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        rows = self._lane.rows("messages_before", {"interaction": interaction, "limit": limit})
        return [codec.message_of(row) for row in reversed(rows)]

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]:
        return [codec.message_of(row) for row in self._lane.rows("messages_in", {"conversation": conversation})]

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        values = {"conversation": conversation, "at": instant_text(at), "limit": limit}
        return [codec.message_of(row) for row in self._lane.rows("messages_after", values)]

    def messages_mentioning(self, words: Sequence[str]) -> Sequence[Message]:
        wanted = needles(words)
        if not wanted:
            return []
        rows = self._lane.rows("messages_that_may_mention", {"pieces": self._lane.list_value(_pieces(wanted))})
        return [codec.message_of(row[:_WHOLE]) for row in rows if _mentions(row, wanted)]

    def last_session(self, conversation: ConversationId) -> Session | None:
        row = self._lane.one("last_session", {"conversation": conversation})
        return codec.session_of(row) if row else None

    def tainted(self, conversations: Iterable[ConversationId]) -> frozenset[ConversationId]:
        rows = self._lane.rows("tainted", {"ids": self._lane.list_value(conversations)})
        return frozenset(conversation for (conversation,) in rows)

    def interaction_count(self) -> int:
        return self._number("interaction_count", {})

    # --- memories

    def memory(self, id: MemoryId) -> Memory | None:
        row = self._lane.one("memory", {"id": id})
        return self._memories([row])[0] if row else None

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        asked = list(ids)
        found = {memory.id: memory for memory in self._found("memories", asked)}
        return [found[id] for id in asked if id in found]

    def select(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[tuple[int, Memory]]:
        names, values = pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        rows = self._lane.composed(["memories_where", *names, "in_order_after"], values | paging)
        return [(row[0], memory) for row, memory in zip(rows, self._memories(rows), strict=True)]

    def newest(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        names, values = pieces(where, self._lane)
        return self._memories(
            self._lane.composed(["memories_where", *names, "newest_first"], values | {"limit": limit})
        )

    def counts(self) -> Sequence[MemoryCount]:
        return [
            MemoryCount(Kind(kind), Status(status), State(state), count)
            for kind, status, state, count in self._lane.rows("counts")
        ]

    def conversations_waiting(self, after: int) -> Sequence[MessagesWaiting]:
        return [
            MessagesWaiting(ConversationId(name), Origin(origin), number, instant(began), instant(ended))
            for name, origin, number, began, ended in self._lane.rows("conversations_waiting", {"after": after})
        ]

    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        return self._memories(self._lane.rows("in_slot", {"subject": subject, "attribute": attribute}))

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        return self._memories(self._lane.rows("with_content", {"content_hash": content_hash}))

    def citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        return self._found("citing", messages)

    def withdrawn(self, conversations: Iterable[ConversationId]) -> Sequence[Memory]:
        return self._found("withdrawn", conversations)

    def withdrawn_values(self, limit: int) -> Sequence[tuple[MemoryId, str]]:
        return [(MemoryId(id), value) for id, value in self._lane.rows("withdrawn_values", {"limit": limit})]

    def linking_to(self, memories: Iterable[MemoryId]) -> Sequence[Memory]:
        return self._found("linking_to", memories)

    def ids_like(self, prefix: str, limit: int) -> Sequence[str]:
        bounds = {"low": prefix, "high": prefix + _LAST_CHARACTER, "limit": limit}
        return [id for (id,) in self._lane.rows("ids_like", bounds)]

    # --- entities

    def entity(self, id: EntityId) -> Entity | None:
        row = self._lane.one("entity", {"id": id})
        if row is None:
            return None
        names = tuple(name for (name,) in self._lane.rows("names_of_entity", {"id": id}))
        return codec.entity_of(row, names)

    def entities(self) -> Sequence[Entity]:
        names = grouped(self._lane.rows("names_of_entities"))
        rows = self._lane.rows("entities")
        return [codec.entity_of(row, [name for _, name in names.get(row[0], ())]) for row in rows]

    # --- search

    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        values = {"identity": identity.key, "after": after, "limit": limit}
        return codec.changes_of(self._lane.rows("changes", values))

    def last_change(self) -> int:
        return self._number("last_change", {})

    def vectors_of(self, identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        asked = list(memories)
        rows = self._lane.rows("vectors_of", {"identity": identity.key, "ids": self._lane.list_value(asked)})
        found: dict[MemoryId, bytes] = {row[0]: row[1] for row in rows}
        return [(memory, found[memory]) for memory in asked if memory in found]

    def identities(self) -> Sequence[tuple[str, int]]:
        return [(str(key), int(count)) for key, count in self._lane.rows("identities")]

    def passing(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        names, values = pieces(where, self._lane)
        rows = self._lane.composed(["ids_where", *names], values | {"ids": self._lane.list_value(ids)})
        return frozenset(id for (id,) in rows)

    # --- work that goes on in turns

    def mark(self, name: str) -> int:
        return self._number("mark", {"name": name})

    # --- servings

    def serving(self, id: ServingId) -> Serving | None:
        row = self._lane.one("serving", {"id": id})
        return self._servings([row])[0] if row else None

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        if conversation is None:
            return self._servings(self._lane.rows("servings", {"limit": limit}))
        values = {"limit": limit, "conversation": conversation}
        return self._servings(self._lane.rows("servings_of_conversation", values))

    def servings_before(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        values = {"conversation": conversation, "at": instant_text(at), "limit": limit}
        return self._servings(self._lane.rows("servings_before", values))

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_of", {"ids": self._lane.list_value(memories), "limit": limit}))

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_with", {"ids": self._lane.list_value(documents)}))

    # --- documents and exams

    def document(self, id: DocumentId) -> Document | None:
        row = self._lane.one("document", {"id": id})
        return codec.document_of(row) if row else None

    def documents(self) -> Sequence[Document]:
        return [codec.document_of(row) for row in self._lane.rows("documents")]

    def documents_edition(self) -> int:
        return self._number("documents_edition", {})

    def exams(self, limit: int) -> Sequence[Exam]:
        return [codec.exam_of(row) for row in self._lane.rows("exams", {"limit": limit})]

    # --- the journal

    def head(self) -> Entry | None:
        row = self._lane.one("head")
        return self._entries([row])[0] if row else None

    def tip(self) -> Tip | None:
        row = self._lane.one("tip")
        return (int(row[0]), str(row[1])) if row else None

    def entry(self, seq: int) -> Entry | None:
        row = self._lane.one("entry", {"seq": seq})
        return self._entries([row])[0] if row else None

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        return self._entries(self._lane.rows("entries", {"after": after, "limit": limit}))

    def undoings(self) -> Sequence[tuple[int, int]]:
        return [(int(seq), int(cause)) for seq, cause in self._lane.rows("undoings", {})]

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        return self._entries(self._lane.rows("entries_about", {"kind": kind.value, "id": id}))

    def last_entries(self, limit: int) -> Sequence[Entry]:
        return self._entries(self._lane.rows("last_entries", {"limit": limit}))

    # --- rows that are made of several

    def _found(self, name: str, ids: Iterable[str]) -> Sequence[Memory]:
        return self._memories(self._lane.rows(name, {"ids": self._lane.list_value(ids)}))

    def _interactions(self, rows: Sequence[Row]) -> Sequence[tuple[int, Interaction]]:
        ids = self._lane.list_value(row[1] for row in rows)
        said: dict[str, list[Message]] = {}
        for row in self._lane.rows("messages_of_interactions", {"ids": ids}) if rows else ():
            said.setdefault(row[1], []).append(codec.message_of(row))
        return [(row[0], codec.interaction_of(row, said.get(row[1], []))) for row in rows]

    def _memories(self, rows: Sequence[Row]) -> Sequence[Memory]:
        """Two more statements for all of them together, not two for each."""
        if not rows:
            return []
        ids = {"ids": self._lane.list_value(row[1] for row in rows)}
        evidence = grouped(self._lane.rows("evidence_of", ids))
        links = grouped(self._lane.rows("links_of", ids))
        return [
            codec.memory_of(
                row,
                [codec.evidence_of(item) for item in evidence.get(row[1], ())],
                [codec.link_of(item) for item in links.get(row[1], ())],
            )
            for row in rows
        ]

    def _servings(self, rows: Sequence[Row]) -> Sequence[Serving]:
        if not rows:
            return []
        ids = {"ids": self._lane.list_value(row[0] for row in rows)}
        items = grouped(self._lane.rows("items_of", ids))
        documents = grouped(self._lane.rows("documents_of", ids))
        return [
            codec.serving_of(
                row,
                [codec.item_of(item) for item in items.get(row[0], ())],
                [codec.served_of(each) for each in documents.get(row[0], ())],
            )
            for row in rows
        ]

    def _entries(self, rows: Sequence[Row]) -> Sequence[Entry]:
        if not rows:
            return []
        parts = grouped(self._lane.rows("parts_of", {"seqs": self._lane.list_value(row[0] for row in rows)}))
        return [codec.entry_of(row, [codec.part_of(part) for part in parts.get(row[0], ())]) for row in rows]


def _mentions(row: Row, wanted: Sequence[str]) -> bool:
    return mentions(row[_TEXT], row[_SPEAKER], wanted) or mentions(row[_WHOLE] or "", None, wanted)


def _pieces(wanted: Sequence[str]) -> list[str]:
    """The longest unbroken piece of each that a text of ASCII could hold at all."""
    return [max(word.split(" "), key=len) for word in wanted if word.isascii()]
