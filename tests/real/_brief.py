"""A real model whose replies end after a few words, as a user sees them end; what thinking asks of it is not cut."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from atlas.adapters.llm.openai import OpenAiModel
from atlas.ports.llm import Completion, Turn

TOKENS = 24
EVERY = 50


@dataclass(slots=True)
class BriefModel:
    """Over the same wire; the small model never stops by itself, and nobody reads on."""

    inner: OpenAiModel
    tokens: int = TOKENS
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def name(self) -> str:
        return self.inner.name

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        said = "".join(self.stream(system, turns, max_tokens))
        if (number := next(self._numbers)) % EVERY == 0:
            sys.stderr.write(f"{number} replies\n")
        return Completion(said, self.name)

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        return self.inner.stream(system, turns, min(max_tokens, self.tokens))
