"""A language model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Turn:
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    model: str
    input_tokens: int | None = None
    """As the provider counted; None when it did not say."""
    output_tokens: int | None = None


class Model(Protocol):
    @property
    def name(self) -> str: ...

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """One reply; with a schema, JSON text in that shape where the provider can see to it. The text is data still.

        Raises ModelTrouble with one sentence; `transient` when it is worth trying again later.
        """
        ...

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """One reply, piece by piece, as it comes. Raises ModelTrouble, also in the middle."""
        ...
