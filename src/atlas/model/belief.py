"""A position of the assistant's own: a topic with a stance, moved by what users argue and by nothing else (B1-B8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import ArgumentId, BeliefId, MessageId, ProposalId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust


class Reasoning(StrEnum):
    """How an argument is made (B1)."""

    EMPIRICAL = "empirical"
    LOGICAL = "logical"
    EXPERT = "expert"
    ANECDOTAL = "anecdotal"
    SOCIAL_PRESSURE = "social pressure"
    EMOTIONAL = "emotional"
    NONE = "none"


class Reliability(StrEnum):
    """Of the source that an argument rests on."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Weighed:
    """An argument as it was judged, from the user's message alone, before it is a row (B1)."""

    topic: str
    """What it is about, as people say it: "remote work"."""
    direction: int
    """1 for the topic, -1 against it."""
    strength: float
    reasoning: Reasoning
    reliability: Reliability
    novelty: float
    consistent: bool = True
    """Whether it agrees with itself."""
    insight: str = ""
    """What there is to learn from it, in one sentence."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was weighed of one message, and whether a model weighed it."""

    message: MessageId
    weighed: Weighed
    by_model: bool = False
    quote: str = ""
    """The words that it stands on, where they were picked out."""


@dataclass(frozen=True, slots=True)
class Argument:
    """The evidence for or against a belief that one message gave."""

    id: ArgumentId
    belief: BeliefId
    message: MessageId
    turn: int
    """Which interaction of the space it was made in, by the count of who weighs."""
    direction: int
    strength: float
    reasoning: Reasoning
    reliability: Reliability
    novelty: float
    at: datetime
    consistent: bool = True
    insight: str = ""
    judged_by: str = "rules"
    """`rules`, or the model's name."""
    settled: int | None = None
    """The turn at which its window closed and the belief moved; None while it cools (B2)."""
    integrated: ProposalId | None = None
    """The amendment of the persona that took its insight in (B6)."""


@dataclass(frozen=True, slots=True)
class Belief:
    id: BeliefId
    topic: str
    stance: float
    """From -1, wholly against, to 1, wholly for it."""
    confidence: float
    """As of the last move or reflection (B3, B4)."""
    support: int
    contradiction: int
    formed: int
    """The turn at which it was first argued about."""
    reinforced: int
    """The turn of the last move in the direction of its stance: gaps are counted from here (B4)."""
    status: Status
    state: State
    """Archived: dropped, because too little confidence was left (B4). A new argument brings it back."""
    origin: Origin
    trust: Trust
    updated_at: datetime
    raised: int = 0
    """How many moves went up."""
    lowered: int = 0
    shift: float = 0.0
    """How far it has moved since the last committed reflection, whichever way (B5)."""
    pinned: bool = False
    """A person holds it where it is: arguments are kept, and move nothing."""
    corrected: float | None = None
    """The stance that a person gave it; arguments before that turn no longer count for it."""
    corrected_turn: int = 0
    approved_by: str = ""
    """The person who approved it; empty where rules formed it, and where it waits."""
    version: int = 1

    @property
    def argued(self) -> bool:
        """Whether more than one argument, or a person, stands behind it: one remark makes no position."""
        return (
            self.support + self.contradiction > 1 or self.corrected is not None or self.pinned or bool(self.approved_by)
        )

    @property
    def served(self) -> bool:
        """Whether it may reach a context at all (C1)."""
        return self.status is Status.APPROVED and self.state is State.ACTIVE and self.argued


@dataclass(frozen=True, slots=True)
class BeliefChange:
    """A belief before (None: it is new) and after."""

    before: Belief | None
    after: Belief


@dataclass(frozen=True, slots=True)
class ArgumentChange:
    """An argument before (None: it is new) and after."""

    before: Argument | None
    after: Argument


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One reflection over the persona, attempted at a turn (B5)."""

    turn: int
    at: datetime
    committed: bool
    """A rejected rewrite is an attempt too, and no point that decay is counted from."""
    unique_ratio: float | None = None
    """Of the words of the persona as it then was (B8)."""
    confident: int = 0
    """Beliefs of confidence .5 or more before it."""
    kept: int = 0
    """Those of them that were still there after it."""


@dataclass(frozen=True, slots=True)
class QuotedArgument:
    """An argument in the words of its message, as they may be served now (C1)."""

    argument: Argument
    quote: str
    origin: Origin
    speaker: str | None = None
    """Who made it, where they have a name."""


@dataclass(frozen=True, slots=True)
class Position:
    """A belief as it is served: what it comes to, and the best that was said for it and against it."""

    belief: Belief
    best_for: QuotedArgument | None = None
    best_against: QuotedArgument | None = None
