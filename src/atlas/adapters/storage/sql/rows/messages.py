"""Messages of the transcript, by id, by conversation and by the words in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.message_texts import SqlMessageTexts
from atlas.adapters.storage.substrings import fold_needles, mentions_any
from atlas.errors import NotFound
from atlas.language.folding import content_hash
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message
from atlas.model.origin import Origin
from atlas.model.plain_data import instant_text, parse_instant
from atlas.ports.reading import MessagesWaiting

MESSAGES: Final = RowCodec(Message)
_TEXT: Final = 6
_SPEAKER: Final = 8
_WHOLE: Final = 12
"""Where they stand in `messages_that_may_mention`; the last is the whole text behind a gist."""


class SqlMessageReader(SqlRows):
    def message(self, id: MessageId) -> Message | None:
        return self._read_one(MESSAGES, "message", {"id": id})

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        asked = dict.fromkeys(ids)
        return self._read_all(MESSAGES, "messages", {"ids": self._lane.list_value(asked)}) if asked else []

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        rows = self._lane.rows("messages_before", {"interaction": interaction, "limit": limit})
        return MESSAGES.decode_all(reversed(rows))

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]:
        return self._read_all(MESSAGES, "messages_in", {"conversation": conversation})

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        values = {"conversation": conversation, "at": instant_text(at), "limit": limit}
        return self._read_all(MESSAGES, "messages_after", values)

    def messages_mentioning(self, words: Sequence[str]) -> Sequence[Message]:
        wanted = fold_needles(words)
        if not wanted:
            return []
        rows = self._lane.rows("messages_that_may_mention", {"pieces": self._lane.list_value(_list_pieces(wanted))})
        return MESSAGES.decode_all(row[:_WHOLE] for row in rows if _mentions_words(row, wanted))

    def speakers(self) -> Sequence[str]:
        return [str(speaker) for (speaker,) in self._lane.rows("speakers", {})]

    def conversations_waiting(self, after: int) -> Sequence[MessagesWaiting]:
        return [
            MessagesWaiting(ConversationId(name), Origin(origin), number, parse_instant(began), parse_instant(ended))
            for name, origin, number, began, ended in self._lane.rows("conversations_waiting", {"after": after})
        ]


class SqlMessageWriter(SqlMessageReader, SqlMessageTexts):
    def move_origin(self, id: MessageId, origin: Origin) -> None:
        if not self._lane.change("move_origin", {"id": id, "origin": origin.value}):
            raise NotFound(f"There is no message {id} here.")

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        with self._lane.whole():
            self._check_whole(id)
            if not self._lane.change("mask_message", {"id": id, "text": text, "nameless": nameless}):
                raise NotFound(f"There is no message {id} here.")
            for memory in self._episodes_of(id):
                self._lane.change("rehash_memory", {"id": memory, "content_hash": content_hash(text)})
                self._lane.change("drop_vectors_of", {"memory": memory})
        self._said.pop(id, None)

    def erase_message(self, id: MessageId) -> None:
        message = self.message(id)
        if message is None:
            return
        self._said.pop(id, None)
        self._lane.change("erase_message", {"id": id})
        self._lane.change("erase_empty_interaction", {"id": message.interaction})
        for name in ("erase_empty_sessions", "unplace_servings"):
            self._lane.change(name, {"conversation": message.conversation})


def _mentions_words(row: Row, wanted: Sequence[str]) -> bool:
    return mentions_any(row[_TEXT], row[_SPEAKER], wanted) or mentions_any(row[_WHOLE] or "", None, wanted)


def _list_pieces(wanted: Sequence[str]) -> list[str]:
    """The longest unbroken piece of each that a text of ASCII could hold at all."""
    return [max(word.split(" "), key=len) for word in wanted if word.isascii()]
