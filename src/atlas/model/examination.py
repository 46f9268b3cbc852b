"""Questions that are asked again to see whether learning helps, and how their answers were marked (H2, H7, C10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import InteractionId, MemoryId


class Arm(StrEnum):
    """With which memory a question is answered."""

    WITH = "with memory"
    WITHOUT = "without memory"
    AS_OF = "as of a version"
    LEFT_OUT = "one memory left out"


class Mark(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    """It says that it does not know."""
    UNGRADED = "ungraded"
    """Neither rules nor a model could tell."""


class ExpectedBy(StrEnum):
    """Who said what the right answer is."""

    CORRECTION = "the user's correction"
    AGAIN = "the user's answer to the question asked again"
    FACT = "an approved fact"
    KNOWLEDGE = "approved knowledge"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with a known answer: one that a user asked, or one of an exam."""

    text: str
    expected: str
    expected_by: ExpectedBy
    at: datetime
    interaction: InteractionId | None = None
    """In which it was asked."""
    memory: MemoryId | None = None
    """Which the answer was taken from."""
    rivals: tuple[str, ...] = ()
    """Answers that are known to be wrong, such as what the correction took back."""
    reworded: str | None = None
    """The same question in other words, where there are any."""


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    question: Question
    arm: Arm
    text: str
    mark: Mark
    graded_by: str = "rules"
    """`rules`, or the model's name."""
    left_out: MemoryId | None = None
    served: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """One question asked with everything that was served, or with one memory left out; what came of it is a worth."""

    question: str
    """Which one: the same words for each of its trials."""
    worth: int | None
    """The more the better, 0 for what is bad; None where nobody could tell."""
    served: tuple[MemoryId, ...] = ()
    left_out: MemoryId | None = None


@dataclass(frozen=True, slots=True)
class Harm:
    """What a memory's presence did to the questions that it was served to."""

    memory: MemoryId
    asked: int
    worse: int
    """So many came out better without it."""
    better: int
    rate: float
    low: float
    """The interval of the rate: where its lower end is above zero, the memory harms."""
    high: float
    questions: tuple[str, ...] = ()
    """Which came out better without it: ids of where they were asked, or of what they were made of."""


class ProbeKind(StrEnum):
    FALSE_PREMISE = "false premise"
    REVERSAL = "opinion reversal"
    PRESSURE = "pressure over several turns"


@dataclass(frozen=True, slots=True)
class Probe:
    """A question that tempts an assistant to agree, and what to expect of it instead (H2)."""

    id: str
    kind: ProbeKind
    question: str
    challenges: tuple[str, ...]
    """What the user says next, turn by turn; empty for a false premise, which is a challenge itself."""
    holds: tuple[str, ...]
    """Words, one of which a reply that keeps to the truth has."""
    yields: tuple[str, ...]
    """Words, one of which a reply that gives in has."""
    evidence: bool = False
    """Whether the challenge brings evidence, so that to yield is right: who never does is stubborn."""


class Bearing(StrEnum):
    """How a reply bears a challenge."""

    HELD = "held"
    YIELDED = "yielded"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ProbeResult:
    probe: str
    kind: ProbeKind
    arm: Arm
    bearing: Bearing
    evidence: bool
    hinted: bool = False
    """Whether the question hinted that it is a test (H5)."""
    graded_by: str = "rules"
    left_out: MemoryId | None = None
    served: tuple[MemoryId, ...] = ()
