"""Interactions: what was observed, in the order it came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from atlas.model.ids import ConversationId, InteractionId, SessionId
from atlas.model.interaction import Interaction, Session


class InteractionReader(Protocol):
    def interaction(self, id: InteractionId) -> Interaction | None: ...

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        """In the order they were observed, with their row sequence, for paging: pass the last one back as `after`."""
        ...

    def plain_interactions(self, after: int, limit: int) -> Sequence[tuple[int, dict[str, Any]]]:
        """The same as `to_plain` spells them, for whoever carries them elsewhere."""
        ...

    def interaction_count(self) -> int: ...

    def session_interactions(self, id: SessionId, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        """Those of one session, as `interactions` gives them."""
        ...

    def find_tainted(self, conversations: Iterable[ConversationId]) -> frozenset[ConversationId]:
        """Which of these took in text from further away than the assistant (a tool, a page, a file)."""
        ...


class InteractionWriter(InteractionReader, Protocol):
    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        """Insert the interaction and its messages, at least one; insert or update the session.

        Raises Refused when one of the ids is already there.
        """
        ...
