"""What a person is shown when they review: cards in clusters, in the order in which they should be seen (C9)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Memory
from atlas.model.origin import Origin


class Band(StrEnum):
    """How much depends on a decision: low ones may be decided together, with spot checks."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Grouping(StrEnum):
    """Why the cards of a cluster stand together."""

    ALONE = "alone"
    RIVALS = "rivals"
    """They cannot all hold: approving one rejects the others."""
    SAME_CLAIM = "the same claim"
    DUPLICATES = "near-duplicates"
    TARGET = "the same target"
    CONVERSATION = "the same conversation"


class DiffKind(StrEnum):
    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """Words that a proposal keeps, adds or takes away."""

    kind: DiffKind
    text: str


@dataclass(frozen=True, slots=True)
class Risk:
    score: float
    """From 0 to 1."""
    band: Band
    reasons: tuple[str, ...] = ()
    """In plain words, the weightiest first: "It comes from a web page."."""


@dataclass(frozen=True, slots=True)
class Quote:
    """The words that something stands on, as they were said."""

    message: MessageId
    text: str
    speaker: str
    at: datetime
    origin: Origin


@dataclass(frozen=True, slots=True)
class Card:
    """One thing that waits, with everything that a decision needs."""

    id: str
    """Of the memory, or of the held proposal."""
    what: str
    """In a word or two: "fact", "lesson", "wish about answers", "change of a document", "merge"."""
    text: str
    """With hidden characters drawn visibly."""
    since: datetime
    risk: Risk
    reach: int
    """How many of the last `of` questions would have received it."""
    of: int
    why: str
    """Why it was proposed, and why it waits."""
    diff: tuple[DiffPiece, ...] = ()
    """Against what it would replace; empty where it replaces nothing."""
    quotes: tuple[Quote, ...] = ()
    similar: tuple[Memory, ...] = ()
    """Approved memories that say something like it."""
    replaces: tuple[MemoryId, ...] = ()
    hides: bool = False
    """Whether there are characters in it that nobody sees."""


@dataclass(frozen=True, slots=True)
class Cluster:
    grouping: Grouping
    ids: tuple[str, ...]
    """The riskiest first: its card answers for the others."""
    title: str
    risk: Risk
    reach: int
    requested: bool = False
    """Whether all of it was asked for by a model itself: such clusters come last."""


@dataclass(frozen=True, slots=True)
class ReviewQueue:
    clusters: tuple[Cluster, ...]
    items: int
    """All that is decided one by one."""
    surfaced: int
    """So many of them a person is asked for now; the rest waits (C9)."""
