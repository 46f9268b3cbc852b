"""A wished change: the one currency of the river. A closed union; whoever handles one handles all nine."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from atlas.model.claim import Claim
from atlas.model.document import Edit
from atlas.model.entity import Entity
from atlas.model.ids import ArgumentId, BeliefId, MemoryId
from atlas.model.memory import Basis, Evidence, Form, Kind, Relation


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep something new."""

    content: str
    kind: Kind
    basis: Basis
    evidence: tuple[Evidence, ...]
    claim: Claim | None = None
    form: Form = Form.SEMANTIC
    entities: tuple[Entity, ...] = ()
    """Names the evidence gives to whom it speaks of."""
    confidence: float = 1.0
    importance: float = 0.5
    emotion: float = 0.0
    tags: tuple[str, ...] = ()
    referred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    sources: tuple[MemoryId, ...] = ()
    """Memories it is derived from; its trust is the lowest of theirs and of its evidence."""
    replaces: str | None = None
    """The value that was wrong ("not 8080"), or that is over."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Revise:
    """Change what a memory says, or close it, because something newer says so."""

    memory: MemoryId
    evidence: tuple[Evidence, ...]
    content: str | None = None
    claim: Claim | None = None
    valid_until: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Merge:
    survivor: MemoryId
    absorbed: tuple[MemoryId, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Strengthen:
    """Make memories stronger; or, where a relation is given, the edge between two of them."""

    memories: tuple[MemoryId, ...]
    amount: float = 0.1
    relation: Relation | None = None
    """Which edge (model.graph): the first of the two to the second."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Promote:
    """From an episode to general knowledge (T5). What is said in a transcript stays there: what is promoted from it
    is a memory of its own, which links to its episodes."""

    memory: MemoryId
    episodes: tuple[MemoryId, ...] = ()
    """Others that say the same."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Archive:
    """Take a memory out of service; or, of a transcript's episode, keep its text apart and serve a gist (T12)."""

    memory: MemoryId
    gist: str | None = None
    """Words of the message itself, in their order: nothing is added."""
    into: MemoryId | None = None
    """What says it from now on, where that is why."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forget:
    memory: MemoryId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Amend:
    """A set of edits on named blocks of documents, which stands or falls as one (E4, E7)."""

    edits: tuple[Edit, ...]
    evidence: tuple[Evidence, ...] = field(default=())
    sources: tuple[MemoryId, ...] = ()
    """Memories that were filed; its trust is the lowest of theirs and of its evidence."""
    compacted: tuple[str, ...] = ()
    """Documents that are shortened on purpose (I4)."""
    reason: str = ""
    beliefs: tuple[BeliefId, ...] = ()
    """Whose positions rules have brought up to their rows (B7)."""
    arguments: tuple[ArgumentId, ...] = ()
    """Whose insights it takes in (B6)."""


@dataclass(frozen=True, slots=True)
class Argue:
    """Count what a message argues about a topic; where there is no position on it yet, one forms (B1)."""

    topic: str
    evidence: tuple[Evidence, ...]
    insight: str = ""
    """What there is to learn from it, in one sentence."""
    reason: str = ""


Proposal = Remember | Revise | Merge | Strengthen | Promote | Archive | Forget | Amend | Argue


def named_memories(proposal: Proposal) -> tuple[MemoryId, ...]:
    """The memories a proposal speaks of: its targets, or what it is derived from."""
    match proposal:
        case Remember():
            return proposal.sources
        case Merge():
            return (proposal.survivor, *proposal.absorbed)
        case Strengthen():
            return proposal.memories
        case Promote():
            return (proposal.memory, *proposal.episodes)
        case Archive():
            return (proposal.memory, *((proposal.into,) if proposal.into else ()))
        case Amend():
            return proposal.sources
        case Argue():
            return ()
        case _:
            return (proposal.memory,)


def evidence_of(proposal: Proposal) -> tuple[Evidence, ...]:
    return proposal.evidence if isinstance(proposal, Remember | Revise | Amend | Argue) else ()
