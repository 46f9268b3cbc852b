"""One remembered thing, with every field the glossary gives it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.ids import ConversationId, MemoryId, MessageId, ReflectionId
from atlas.model.origin import Origin, Trust


class Kind(StrEnum):
    EPISODE = "episode"
    FACT = "fact"
    PREFERENCE = "preference"
    RULE = "rule"
    LESSON = "lesson"
    INSIGHT = "insight"
    DECISION = "decision"
    KNOWLEDGE = "knowledge"
    OBSERVATION = "observation"


class Form(StrEnum):
    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class Basis(StrEnum):
    STATED = "stated"
    OBSERVED = "observed"
    INFERRED = "inferred"


class Status(StrEnum):
    """C1. Only `approved_for_reuse` reaches a context."""

    NEEDS_REVIEW = "needs_review"
    APPROVED = "approved_for_reuse"
    REJECTED = "rejected"
    EXPIRED = "expired"
    ONE_TIME = "one_time_exception"
    SENSITIVE = "sensitive"
    SUPERSEDED = "superseded"


STANDING: Final = frozenset({Status.APPROVED, Status.NEEDS_REVIEW})
"""In use, or waiting for somebody to decide; the others are out of use for good, or until a person says otherwise."""


class State(StrEnum):
    """Another axis than status: whether the memory is in service at all."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    QUARANTINED = "quarantined"
    """Contained with all that was derived from it; no recall finds it until a person lifts that (C8)."""
    GONE = "gone"


USE_FIELDS: Final = frozenset(
    ["strength", "stability_days", "reinforced_at", "uses", "contexts", "applications", "version"],
)
"""How a memory is kept: what use and being ignored move (T6)."""

MOVING: Final = 0.3
"""T7: an emotional intensity above which a memory is kept."""


class Relation(StrEnum):
    CO_ACTIVATED = "co_activated"
    SCHEMA_INSTANCE = "schema_instance"
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    DERIVED_FROM = "derived_from"
    ABOUT = "about"
    """From a memory to an entity; told from its claim whenever somebody looks, and never stored."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The verbatim span of a message that a memory stands on."""

    message: MessageId
    start: int
    end: int
    quote: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Link:
    """An edge from the memory that carries it to another."""

    relation: Relation
    to: MemoryId
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Memory:
    id: MemoryId
    content: str
    kind: Kind
    form: Form
    status: Status
    state: State
    basis: Basis
    origin: Origin
    trust: Trust
    observed_at: datetime
    created_at: datetime
    reinforced_at: datetime
    """Decay is counted from here (T1)."""
    conversation: ConversationId | None = None
    transcribes: MessageId | None = None
    """The message whose whole text an episode is (C3: the transcript is memory too)."""
    reflection: ReflectionId | None = None
    claim: Claim | None = None
    confidence: float = 1.0
    importance: float = 0.5
    stability_days: float = 30.0
    strength: float = 1.0
    uses: int = 0
    contexts: int = 0
    applications: int = 0
    tags: tuple[str, ...] = ()
    emotion: float = 0.0
    pinned: bool = False
    approved_by: str | None = None
    """The person or policy that approved it."""
    referred_at: datetime | None = None
    """When what it tells of happened, as opposed to when it was told (T15)."""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    evidence: tuple[Evidence, ...] = ()
    links: tuple[Link, ...] = ()
    version: int = 1

    @property
    def served(self) -> bool:
        """Whether it may reach a context at all (C1)."""
        return self.status is Status.APPROVED and self.state is State.ACTIVE

    @property
    def is_wish(self) -> bool:
        """Whether it is a rule or a wish about answers: once approved it stands, whatever is asked (C12)."""
        if self.claim is not None:
            return self.claim.attribute in BEHAVIOUR_ATTRIBUTES
        return self.kind is Kind.RULE

    def valid_at(self, when: datetime) -> bool:
        begun = self.valid_from is None or self.valid_from <= when
        return begun and (self.valid_until is None or when < self.valid_until)

    def begins_after(self, when: datetime) -> bool:
        """Whether it is so only from a later day on (T16)."""
        return self.valid_from is not None and self.valid_from > when

    def linked(self, relation: Relation) -> tuple[MemoryId, ...]:
        return tuple(link.to for link in self.links if link.relation is relation)
