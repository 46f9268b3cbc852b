"""The Anthropic Messages format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from atlas.adapters.llm.wire import count_at, post, text_at
from atlas.ports.llm import Completion, Turn

BASE_URL: Final = "https://api.anthropic.com"
_VERSION: Final = "2023-06-01"


@dataclass(frozen=True, slots=True)
class AnthropicModel:
    name: str
    key: str = field(repr=False)
    base_url: str = BASE_URL

    def complete(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Completion:
        headers = {"x-api-key": self.key, "anthropic-version": _VERSION}
        messages = [{"role": turn.role, "content": turn.text} for turn in turns]
        body = {"model": self.name, "max_tokens": max_tokens, "system": system, "messages": messages}
        answer = post(f"{self.base_url.rstrip('/')}/v1/messages", headers, body)
        text = text_at(answer, "content", 0, "text")
        return Completion(text, self.name, count_at(answer, "input_tokens"), count_at(answer, "output_tokens"))
