"""A text about itself that ATLAS may amend: who it is, whom it serves, how it works, what it knows (E4, E8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.model.ids import DocumentId
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust


class DocumentKind(StrEnum):
    PERSONA = "persona"
    PROFILE = "profile"
    STRATEGIES = "strategies"
    CORRECTIONS = "corrections"
    PRINCIPLES = "principles"
    KNOWLEDGE = "knowledge"
    WIKI = "wiki"
    NOTES = "notes"
    """The application's own, which thinking reads and never writes."""


WHOLE: Final = "*"
"""The name that stands for all blocks of a document."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An operation on a named block of a document: what it replaces occurs there once. Empty, it appends."""

    document: str
    """Its path, as in a copy of the documents: `user-profile.md`, `wiki/porto.md`."""
    block: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Document:
    id: DocumentId
    kind: DocumentKind
    title: str
    """What people call it; of a wiki page, its topic."""
    text: str
    status: Status
    origin: Origin
    trust: Trust
    updated_at: datetime
    version: int = 1

    @property
    def served(self) -> bool:
        """Whether it may reach a context at all (C1)."""
        return self.status is Status.APPROVED


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A document before (None: it is new) and after."""

    before: Document | None
    after: Document
