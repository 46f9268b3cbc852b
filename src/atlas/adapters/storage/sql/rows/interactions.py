"""Interactions: what was observed, in the order it came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from atlas.adapters.storage.sql.column_values import Values, group_nouns
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.message_texts import SqlMessageTexts
from atlas.adapters.storage.sql.rows.messages import MESSAGES
from atlas.adapters.storage.sql.rows.sessions import SqlSessionWriter
from atlas.errors import BadInput
from atlas.model.ids import ConversationId, InteractionId, SessionId
from atlas.model.interaction import Interaction, Message, Session

_INTERACTIONS: Final = RowCodec(Interaction, "messages")


class SqlInteractionReader(SqlRows):
    def interaction(self, id: InteractionId) -> Interaction | None:
        row = self._lane.one("interaction", {"id": id})
        return self._interactions([row])[0][1] if row else None

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        return self._interactions(self._lane.rows("interactions", {"after": after, "limit": limit}))

    def plain_interactions(self, after: int, limit: int) -> Sequence[tuple[int, Values]]:
        rows = self._lane.rows("interactions", {"after": after, "limit": limit})
        if not rows:
            return []
        found = self._lane.rows("messages_of_interactions", {"ids": self._lane.list_value(row[1] for row in rows)})
        said = group_nouns((row[1:] for row in found), MESSAGES.decode_plain(found))
        made = _INTERACTIONS.decode_plain([(*row[1:], said.get(row[1], [])) for row in rows])
        return [(row[0], interaction) for row, interaction in zip(rows, made, strict=True)]

    def interaction_count(self) -> int:
        return self._number("interaction_count", {})

    def session_interactions(self, id: SessionId, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        return self._interactions(self._lane.rows("session_interactions", {"id": id, "after": after, "limit": limit}))

    def find_tainted(self, conversations: Iterable[ConversationId]) -> frozenset[ConversationId]:
        rows = self._lane.rows("tainted", {"ids": self._lane.list_value(conversations)})
        return frozenset(conversation for (conversation,) in rows)

    def _interactions(self, rows: Sequence[Row]) -> Sequence[tuple[int, Interaction]]:
        if not rows:
            return []
        ids = self._lane.list_value(row[1] for row in rows)
        said: dict[str, list[Message]] = {}
        for message in self._read_all(MESSAGES, "messages_of_interactions", {"ids": ids}):
            said.setdefault(message.interaction, []).append(message)
        made = _INTERACTIONS.decode_all((*row[1:], said.get(row[1], ())) for row in rows)
        return [(row[0], interaction) for row, interaction in zip(rows, made, strict=True)]


class SqlInteractionWriter(SqlInteractionReader, SqlSessionWriter, SqlMessageTexts):
    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        if not interaction.messages:
            raise BadInput(f"The interaction {interaction.id} holds no message.")
        with self._lane.whole():
            self.put_session(session)
            self._lane.change("add_interaction", _INTERACTIONS.encode(interaction))
            spoken = sorted(interaction.messages, key=lambda message: message.ordinal)
            self._lane.change_each("add_message", [_message_values(message, interaction) for message in spoken])
        self._said |= {message.id: message.text for message in interaction.messages}


def _message_values(message: Message, interaction: Interaction) -> Values:
    if (message.interaction, message.conversation) != (interaction.id, interaction.conversation):
        raise BadInput(f"The message {message.id} belongs to another interaction.")
    return MESSAGES.encode(message)
