"""Owed thinking, what it is given, what it asks, and the record of one run."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import InteractionId, JobId, MessageId, ProposalId, ReflectionId
from atlas.model.interaction import Interaction, Message
from atlas.model.proposal import Proposal
from atlas.model.verdict import Verdict


class Tier(StrEnum):
    LIGHTWEIGHT = "lightweight"
    ADAPTIVE = "adaptive"
    NIGHTLY = "nightly"
    WEEKLY = "weekly"


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    POISON = "poison"


@dataclass(frozen=True, slots=True)
class Job:
    id: JobId
    tier: Tier
    key: str
    """Two jobs with one key are one job (J4)."""
    interaction: InteractionId | None
    state: JobState
    priority: int
    created_at: datetime
    attempts: int = 0
    lease_owner: str | None = None
    lease_until: datetime | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """What one job may see. `earlier` is what went before in the conversation, oldest first, for reference only."""

    interaction: Interaction
    earlier: tuple[Message, ...] = ()
    served: tuple[str, ...] = ()
    """Texts that ATLAS itself put into a context of this conversation (X2)."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model: a prompt file by name, and what fills it."""

    prompt: str
    values: tuple[tuple[str, str], ...]
    max_tokens: int
    samples: int = 1


@dataclass(frozen=True, slots=True)
class Reply:
    texts: tuple[str, ...]


Thinking = Generator[tuple[Ask, ...], tuple[Reply, ...], tuple[Proposal, ...]]
"""A tier: it asks, is answered, and returns what it proposes. No I/O inside."""


@dataclass(frozen=True, slots=True)
class Reflection:
    """The record of one run of thinking."""

    id: ReflectionId
    job: JobId | None
    tier: Tier
    thinker: str
    """`rules` when no model was there (J14), else the model's name."""
    inputs: tuple[MessageId, ...]
    at: datetime
    proposed: int
    prompt_hash: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal with what became of it; refused ones are kept too, so that a refusal can be explained."""

    id: ProposalId
    reflection: ReflectionId | None
    proposal: Proposal
    verdict: Verdict
    at: datetime
    memory: str | None = None
    """The memory that came of it or that it concerns."""
    decided_by: str | None = None
    """Who decided a held one later."""
