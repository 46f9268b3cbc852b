"""How much is approved without a person (C3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from atlas.curation.policy_rules import PolicyRule


class Mode(StrEnum):
    MANUAL = "manual"
    AUTO_LOW_RISK = "auto_low_risk"
    AUTO = "auto"


class ConflictPolicy(StrEnum):
    """T16: which of two facts stands that cannot both hold."""

    NEWER = "newer"
    CONFIDENT = "confident"
    """The one of clearly higher confidence; else the newer."""
    KEEP_BOTH = "keep_both"
    """Both, with a note that they contradict each other."""


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """How much one run may change of the documents (I4), and where their links may lead (I6)."""

    growth_lines: int = 80
    """Of one document."""
    run_growth_lines: int = 100
    """Of all documents together."""
    shrink_share: float = 0.70
    """Of a document's bytes, unless it is marked as compaction."""
    allowed_hosts: frozenset[str] = frozenset()
    warn_share: float = 0.8
    """Of a bound, from which on it warns."""


@dataclass(frozen=True, slots=True)
class CurationPolicy:
    mode: Mode = Mode.AUTO_LOW_RISK
    conflict: ConflictPolicy = ConflictPolicy.NEWER
    expire_after_days: int = 30
    """How long something may wait for a person before it expires by itself (C4)."""
    decisions_a_week: int = 10
    """How many decisions a person is shown within seven days; the rest waits until it expires (C4, C9)."""
    near_duplicate: float = 0.94
    """Cosine from which a text counts as one that was rejected before (C2)."""
    demote_after: int = 8
    """T6: how often in a row a stated memory has to be ignored before a person is asked whether it may go."""
    trusts_amendments: bool = False
    """Whether what a model amends of documents stands without a person, where the invariants hold."""
    documents: DocumentLimits = field(default_factory=DocumentLimits)
    rules: tuple[PolicyRule, ...] = ()
    """What an operator's own rules refuse, hold or approve."""
