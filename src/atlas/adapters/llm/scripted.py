"""A model that is a function: it answers each question of thinking by a script, on no wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atlas.ports.llm import Completion, Turn

Answer = Callable[[str, Mapping[str, Any] | None], str]
"""From a question and the shape that is asked for."""


@dataclass(frozen=True, slots=True)
class FunctionModel:
    name: str
    answer: Answer

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        return Completion(self.answer(turns[-1].text, schema), self.name)

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        yield self.answer(turns[-1].text, None)
