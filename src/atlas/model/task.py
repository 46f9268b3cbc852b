"""What thinking does, and with how large a model; apart, because whoever only counts costs needs no more."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Task(StrEnum):
    """What a job does: one of the four tiers of thinking, or work that has its own stage."""

    LIGHTWEIGHT = "lightweight"
    READING = "reading"
    """Lightweight thinking's second pass, by a model where there is one: the small reader does not wait for it."""
    ADAPTIVE = "adaptive"
    NIGHTLY = "nightly"
    WEEKLY = "weekly"
    CONSOLIDATION = "consolidation"
    OBSERVATIONS = "observations"
    BELIEFS = "beliefs"
    """What users argue, weighed as evidence (B1, B2)."""
    SNAPSHOT = "snapshot"
    """Reflection over the persona and the beliefs that it holds (B5, B6)."""
    GATE = "gate"
    """Whether a session that ended holds anything that lasts (E1)."""
    EVOLUTION = "evolution"
    REPLAY = "replay"
    """Past questions asked again, with memory and without (H7)."""
    WIKI = "wiki"
    """The log of what was learned, and pages by topic (C6)."""
    INGESTION = "ingestion"
    """What stands in watched folders, read again (C6)."""
    EXAM = "exam"
    PROBES = "probes"


TIERS: Final = (Task.LIGHTWEIGHT, Task.ADAPTIVE, Task.NIGHTLY, Task.WEEKLY)

ASKED_FOR: Final = (*TIERS, Task.OBSERVATIONS, Task.EVOLUTION, Task.SNAPSHOT)
"""What a person may have thought now."""


class Size(StrEnum):
    """How large a model, whoever provides it (J12)."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
