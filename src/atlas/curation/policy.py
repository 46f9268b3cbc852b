"""How much is approved without a person (C3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    MANUAL = "manual"
    AUTO_LOW_RISK = "auto_low_risk"
    AUTO = "auto"


class ConflictPolicy(StrEnum):
    """T16."""

    NEWER = "newer"
    KEEP_BOTH = "keep_both"


@dataclass(frozen=True, slots=True)
class CurationPolicy:
    mode: Mode = Mode.AUTO_LOW_RISK
    conflict: ConflictPolicy = ConflictPolicy.NEWER
    expire_after_days: int = 30
    """How long something may wait for a person before it expires by itself (C4)."""
    near_duplicate: float = 0.95
    """Cosine from which a text counts as one that was rejected before (C2)."""
