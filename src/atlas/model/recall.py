"""What was found, why it ranked, and what was put into a context."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.model.ids import BeliefId, ConversationId, DocumentId, MemoryId, ServingId
from atlas.model.memory import Memory

STANDING: Final = "standing"
"""The part of a score by which a wish is served whatever was asked (C12)."""
PROFILE: Final = "profile"
"""The part of a score by which a fact is served because of whom it is about."""
FILED: Final = "filed"
"""The part of a score by which a memory is served as a line of a document, whatever was asked (E8); it adds nothing to
the score of one that was found for the question as well."""
RIVAL: Final = "rival"
"""The part of a score by which a message is served because what was read of it waits beside a fact (T16)."""


@dataclass(frozen=True, slots=True)
class PastFact:
    """A fact that the words of a memory tell and that holds no longer (T16)."""

    memory: MemoryId
    content: str
    until: datetime | None
    now: str = ""
    """What holds in its place; empty where nothing does."""
    successors: tuple[MemoryId, ...] = ()
    planned: bool = False
    """Whether it is a plan whose time is over, of which nothing says what became of it."""


@dataclass(frozen=True, slots=True)
class Recalled:
    memory: Memory
    """As it may be served: words of what is sensitive or was rejected are left out of it (C1)."""
    score: float
    components: tuple[tuple[str, float], ...]
    """Each part of the score by name; they explain it (C8)."""
    past: tuple[PastFact, ...] = ()
    """What it tells that holds no longer."""
    masked: bool = False
    """Whether words were left out of it."""
    repeat: bool = False
    """Whether it tells again what a better one tells: it stands behind all that tells something else (C13)."""


@dataclass(frozen=True, slots=True)
class ServedItem:
    memory: MemoryId
    score: float
    components: tuple[tuple[str, float], ...]

    @property
    def is_unasked(self) -> bool:
        """Whether it was served whatever was asked: that a reply does without it says nothing of it (T6)."""
        return any(name in (STANDING, PROFILE, FILED) for name, _ in self.components)


@dataclass(frozen=True, slots=True)
class ServedDocument:
    """A document as it then was: by its version its text of that day can be told from today's."""

    document: DocumentId
    version: int
    lines: tuple[int, ...] = ()
    """The numbers of those of its lines that stood there; empty where nobody wrote them down."""


@dataclass(frozen=True, slots=True)
class ServedBelief:
    """A position as it stood in a context: its numbers move, and these are of that day."""

    belief: BeliefId
    stance: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Serving:
    """One context that was handed out: the answer to "why did it say that?"."""

    id: ServingId
    at: datetime
    query: str
    conversation: ConversationId | None
    items: tuple[ServedItem, ...]
    tokens: int
    documents: tuple[ServedDocument, ...] = ()
    beliefs: tuple[ServedBelief, ...] = ()


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """X8: vectors of two identities are never compared."""

    model: str
    dimension: int
    version: str

    @property
    def key(self) -> str:
        return f"{self.model}@{self.version}/{self.dimension}"
