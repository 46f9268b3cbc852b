"""One measured fact about an interaction, with its score and where it is seen (S1-S14)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import InteractionId, MessageId


class SignalKind(StrEnum):
    HEDGING = "hedging"
    """S1: the reply hedges."""
    UNSURE = "unsure"
    """S2: the reply's own confidence is low."""
    INCONSISTENT = "inconsistent"
    """S3: asked again, the model says something else."""
    SCATTERED = "scattered"
    """S4: its answers scatter over many meanings."""
    LOW_CONFIDENCE = "low_confidence"
    """S5: all parts together leave doubt."""
    RE_ASK = "re_ask"
    CORRECTION = "correction"
    UNDO = "undo"
    ABANDONMENT = "abandonment"
    ACCEPTANCE = "acceptance"
    """S9: thanks, or what was offered is taken."""
    DISSATISFACTION = "dissatisfaction"
    STRANGE = "out_of_distribution"
    """S10: unlike anything that was talked about here before."""
    TASK_FAILURE = "task_failure"
    TOOL_ERROR = "tool_error"
    REPETITION = "repetition"
    """S11: the same action again and again."""
    LONG_TASK = "long_task"
    SAME_FAILURE = "same_failure"
    """S12: a failure of a kind that was seen before."""
    VERIFIED = "verified"
    """S13: a verifier's verdict; the score is 1 for right and 0 for wrong."""
    THUMBS_UP = "thumbs_up"
    THUMBS_DOWN = "thumbs_down"


class Source(StrEnum):
    """Who says so."""

    NOTICED = "noticed"
    APPLICATION = "application"
    VERIFIER = "verifier"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Signal:
    kind: SignalKind
    about: InteractionId
    """The interaction whose reply it is about; a correction is about the one before it."""
    seen_in: InteractionId
    """Where it was seen."""
    score: float
    """0 to 1: how much of it there is."""
    at: datetime
    source: Source = Source.NOTICED
    message: MessageId | None = None
    """The message in which it stands."""
    start: int = 0
    end: int = 0
    """The words in that message by which it is known; equal where there are none."""
    figures: tuple[tuple[str, float], ...] = ()
    """What was measured: a similarity, a count, a threshold."""
    note: str = ""
    """What the application or the verifier says beside it."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """S5: how sure one may be of a reply. `value` is None where the parts cover too little to say."""

    value: float | None
    parts: tuple[tuple[str, float], ...] = ()
    """Each part that is known, 0 to 1, by name."""
