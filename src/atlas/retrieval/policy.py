"""How recall weighs what it finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    limit: int = 10
    depth: int = 60
    """How many candidates each leg hands over."""
    text_weight: float = 1.0
    dense_weight: float = 1.0
    asked_weight: float = 2.0
    """For a memory whose claim is of the kind the question asks for."""
    fact_weight: float = 0.25
    """A fact says in one sentence what an episode says in passing."""
