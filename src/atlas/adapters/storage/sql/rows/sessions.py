"""Sessions: when each began and ended, what the gate said of it, and whether it was thought over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import ConversationId, SessionId
from atlas.model.interaction import Session
from atlas.model.plain_data import instant_text

_SESSIONS: Final = RowCodec(Session)


class SqlSessionReader(SqlRows):
    def session(self, id: SessionId) -> Session | None:
        return self._read_one(_SESSIONS, "session", {"id": id})

    def last_session(self, conversation: ConversationId) -> Session | None:
        return self._read_one(_SESSIONS, "last_session", {"conversation": conversation})

    def sessions(self, limit: int) -> Sequence[Session]:
        return self._read_all(_SESSIONS, "sessions", {"limit": limit})

    def sessions_idle(self, before: datetime, limit: int) -> Sequence[Session]:
        return self._read_all(_SESSIONS, "sessions_idle", {"before": instant_text(before), "limit": limit})

    def sessions_queued(self, limit: int) -> Sequence[Session]:
        return self._read_all(_SESSIONS, "sessions_queued", {"limit": limit})

    def queued_session_count(self) -> int:
        return self._number("queued_session_count", {})


class SqlSessionWriter(SqlSessionReader):
    def put_session(self, session: Session) -> None:
        self._lane.change("put_session", _SESSIONS.encode(session))
