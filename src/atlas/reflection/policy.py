"""How much the tiers may say and look at (J1, T4). Light to import, for whoever gathers the settings."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from atlas.errors import BadInput


@dataclass(frozen=True, slots=True)
class ReflectionPolicy:
    lightweight_tokens: int = 300
    """J1: the most that a model may write in one answer of this tier."""
    critique_tokens: int = 500
    revision_tokens: int = 1_000
    nightly_tokens: int = 4_000
    observations_tokens: int = 4_000
    weekly_tokens: int = 8_000
    reviews: int = 50
    """T4: memories that a night looks at, the most important of those that are due."""

    def __post_init__(self) -> None:
        empty = [each.name for each in fields(self) if each.name != "reviews" and getattr(self, each.name) < 1]
        if empty:
            raise BadInput(f"An answer has at least one token; set {empty[0]} to 1 or more.")


DEFAULT: Final = ReflectionPolicy()
