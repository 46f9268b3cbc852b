"""A language model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Turn:
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    model: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class Model(Protocol):
    @property
    def name(self) -> str: ...

    def complete(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Completion:
        """One reply. Raises ModelTrouble with one sentence."""
        ...
