"""The text of an old message, kept whole beside the gist that took its place (T12)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.ids import MessageId


@dataclass(frozen=True, slots=True)
class Archived:
    message: MessageId
    text: str
    sha256: str
    """Of the text in UTF-8; checked whenever it is read."""
    stored_at: datetime
    accessed_at: datetime | None = None
    """When somebody last asked for it; being asked for keeps it longer and reinforces nothing."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A message before (None: it was whole) and after its text was replaced by a gist."""

    message: MessageId
    gist: str
