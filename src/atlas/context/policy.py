"""How much of what a context holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from atlas.context.tokens import Counter, estimate_tokens


@dataclass(frozen=True, slots=True)
class ContextPolicy:
    total_tokens: int = 12_000
    section_tokens: int = 2_000
    count: Counter = field(default=estimate_tokens)
    instruction_tokens: int = 2_000
    """For the constitution, which is never cut, and the documents after it."""
    wish_tokens: int = 600
    """For standing wishes and rules, beside those (C12)."""
    profile_tokens: int = 460
    """For what is known about whoever asks, beside what bears on the question."""
    position_tokens: int = 600
    """For the assistant's own positions on what is asked about (B1-B8)."""
    positions: int = 5
    decisions: int = 5
    knowledge: int = 8
    """Memories; the knowledge document stands beside them."""
    pages: int = 3
    exams: int = 6
    """A day of them, at one every four hours."""
