"""What went wrong, and what keeps going wrong (S12, H8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.ids import FailureId, InteractionId, MessageId, PatternId
from atlas.model.signal import SignalKind


@dataclass(frozen=True, slots=True)
class Failure:
    """Its words stand in the transcript, and are named here, so that to forget them there is to forget them."""

    id: FailureId
    about: InteractionId
    """The interaction whose reply failed."""
    signal: SignalKind
    at: datetime
    asked: MessageId | None = None
    """What was asked: its context."""
    told: MessageId | None = None
    """The message that told of the failure: a correction, the question asked again."""
    type: FailureId | None = None
    """The first failure of the same type; itself when there was none before; None while it has no vector."""
    pattern: PatternId | None = None
    """The cluster it belongs to."""
    identity: str | None = None
    """The embedder of its vector."""
    vector: bytes | None = None
    """Of what was asked, float32."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Failures, or habits, that belong together; it strengthens and weakens with what is seen."""

    id: PatternId
    type: str
    """What its members have in common: `failure`, `topic`, `behaviour`, `schema`."""
    description: str
    evidence: tuple[FailureId, ...]
    confidence: float
    first_seen: datetime
    last_seen: datetime
    count: int
    active: bool = True
    sources: tuple[MessageId, ...] = ()
    """All messages that its description was made from."""
