"""Sessions: when each began and ended, what the gate said of it, and whether it was thought over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.ids import ConversationId, SessionId
from atlas.model.interaction import Session


class SessionReader(Protocol):
    def session(self, id: SessionId) -> Session | None: ...

    def last_session(self, conversation: ConversationId) -> Session | None: ...

    def sessions(self, limit: int) -> Sequence[Session]:
        """Newest first, by when something was last said in them."""
        ...

    def sessions_idle(self, before: datetime, limit: int) -> Sequence[Session]:
        """Open ones in which nothing was said since before this moment, oldest first."""
        ...

    def sessions_queued(self, limit: int) -> Sequence[Session]:
        """Those for which the gate fired and that nobody has thought over yet, oldest first (E2)."""
        ...

    def queued_session_count(self) -> int: ...


class SessionWriter(SessionReader, Protocol):
    def put_session(self, session: Session) -> None:
        """Insert, or replace the one of the same id."""
        ...
