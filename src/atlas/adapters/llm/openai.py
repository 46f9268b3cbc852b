"""The OpenAI chat completions format, which local servers speak too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atlas.adapters.llm.wire import count_at, post, text_at
from atlas.ports.llm import Completion, Turn


@dataclass(frozen=True, slots=True)
class OpenAiModel:
    name: str
    base_url: str
    """Up to and with the version: `http://127.0.0.1:11434/v1`."""
    key: str = field(default="", repr=False)

    def complete(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Completion:
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        messages = [{"role": "system", "content": system}]
        messages += [{"role": turn.role, "content": turn.text} for turn in turns]
        body = {"model": self.name, "max_tokens": max_tokens, "messages": messages}
        answer = post(f"{self.base_url.rstrip('/')}/chat/completions", headers, body)
        text = text_at(answer, "choices", 0, "message", "content")
        return Completion(text, self.name, count_at(answer, "prompt_tokens"), count_at(answer, "completion_tokens"))
