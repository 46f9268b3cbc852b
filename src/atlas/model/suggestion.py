"""What ATLAS would do tomorrow if it were asked: offered, never done (J16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import MessageId, ReflectionId, SuggestionId
from atlas.model.origin import Trust


class SuggestionState(StrEnum):
    WAITING = "waiting"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Suggestion:
    id: SuggestionId
    text: str
    sources: tuple[MessageId, ...]
    """The messages it was made from."""
    trust: Trust
    state: SuggestionState
    created_at: datetime
    reflection: ReflectionId | None = None
    due_at: datetime | None = None
    """From when on it is worth offering."""
    offered_at: datetime | None = None
    decided_at: datetime | None = None
