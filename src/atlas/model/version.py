"""A version: the contents of all documents after one accepted set of changes (E7). It is an entry of the journal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.document import Document
from atlas.model.ids import DocumentId, ProposalId
from atlas.model.journal import Action, Actor


class VersionCause(StrEnum):
    """What a version came of."""

    FILED = "filed"
    """Rules filed what is approved."""
    PROPOSED = "proposed"
    """A model proposed it."""
    AMENDED = "amended"
    """A proposal that was forgotten since."""
    EDITED = "edited"
    """An operator wrote it."""
    NOTED = "noted"
    """The application added a note."""
    RESTORED = "restored"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class VersionChange:
    """What a version did to one document. Where it was forgotten since, nobody knows what stood there."""

    document: DocumentId
    before: Document | None
    after: Document | None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    number: int
    entry: int
    """Of the journal."""
    at: datetime
    actor: Actor
    action: Action
    cause: int | None
    """The entry that led to it: of a restored version, the one that was restored."""
    changes: tuple[VersionChange, ...]
    proposals: tuple[ProposalId, ...] = ()
    """The amendments that it is the result of: several, where a person approved them together."""
    note: str = ""

    @property
    def parent(self) -> int | None:
        return self.number - 1 if self.number > 1 else None
