"""The OpenAI chat completions format, which Ollama, vLLM, llama.cpp and LM Studio speak too.

Not all of them know all of it. What an endpoint turns out to lack is done without, and remembered for it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.adapters.llm.reading import check_text, clean_piece, find_place, read_events, sum_tokens
from atlas.adapters.llm.wire import Question, Wire, header_key
from atlas.errors import ModelTrouble
from atlas.ports.llm import Completion, Turn

_PATH: Final = "/chat/completions"
_SCHEMAS: Final = "json_schema"
_IN_WORDS: Final = "Answer with one JSON object and nothing else. It has to fit this JSON Schema:"


@dataclass(frozen=True, slots=True)
class OpenAiModel:
    name: str
    wire: Wire = field(repr=False)
    """Its address goes up to and with the version: `http://127.0.0.1:11434/v1`."""
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        header_key(self.key)

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        answer = self.wire.post(self._question(_Asked(system, turns, max_tokens, temperature, schema)))
        choice = find_place(answer, "choices", 0)
        _demand_finished(choice)
        text = check_text(find_place(choice, "message", "content"))
        return Completion(text, self.name, sum_tokens(answer, "prompt_tokens"), sum_tokens(answer, "completion_tokens"))

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """A reply that is cut off at `max_tokens` ends there; what came of it has been shown."""
        spoken = finished = False
        question = self._question(_Asked(system, turns, max_tokens, stream=True))
        with closing(self.wire.chunks(question)) as chunks:
            for event in read_events(chunks):
                choice = find_place(event, "choices", 0)
                _demand_no_trouble(event, choice)
                text = clean_piece(find_place(choice, "delta", "content"))
                spoken = spoken or bool(text.strip())
                finished = finished or isinstance(find_place(choice, "finish_reason"), str)
                if text:
                    yield text
        if not finished:
            raise ModelTrouble("The model broke off in the middle of its answer.", transient=True, paid=True)
        if not spoken:
            raise ModelTrouble("The model answered with nothing.", paid=True)

    def _question(self, asked: _Asked) -> Question:
        """New models want the limit under another name, or no temperature; old servers know no schemas."""
        limit, warmth = f"max_tokens of {self.name}", f"temperature of {self.name}"

        def build(lacks: Collection[str]) -> Mapping[str, Any]:
            body: dict[str, Any] = {"model": self.name, "messages": _make_messages(asked, lacks)}
            body["max_completion_tokens" if limit in lacks else "max_tokens"] = asked.max_tokens
            if asked.temperature is not None and warmth not in lacks:
                body["temperature"] = asked.temperature
            if asked.schema is not None:
                body["response_format"] = _make_format(asked.schema, lacks)
            return body | {"stream": True} if asked.stream else body

        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        features = [(limit, "max_completion_tokens")]
        features += [(warmth, "temperature")] if asked.temperature is not None else []
        features += [(_SCHEMAS, "")] if asked.schema is not None else []
        return Question(_PATH, headers, build, asked.max_tokens, tuple(features))


@dataclass(frozen=True, slots=True)
class _Asked:
    system: str
    turns: Sequence[Turn]
    max_tokens: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    stream: bool = False


def _make_messages(asked: _Asked, lacks: Collection[str]) -> list[dict[str, str]]:
    """Where a server knows no schemas, the model is told in words."""
    system = asked.system
    if asked.schema is not None and _SCHEMAS in lacks:
        system = f"{system}\n\n{_IN_WORDS}\n{json.dumps(asked.schema, ensure_ascii=False)}".strip()
    messages = [{"role": "system", "content": system}] if system else []
    return messages + [{"role": turn.role, "content": turn.text} for turn in asked.turns]


def _make_format(schema: Mapping[str, Any], lacks: Collection[str]) -> dict[str, Any]:
    if _SCHEMAS in lacks:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def _demand_finished(choice: object) -> None:
    reason = find_place(choice, "finish_reason")
    if reason == "content_filter" or find_place(choice, "message", "refusal"):
        raise ModelTrouble("The model declined to answer.", paid=True)
    if reason == "length":
        raise ModelTrouble("The model's answer was cut off: it did not fit into the tokens it was given.", paid=True)


def _demand_no_trouble(event: Mapping[str, Any], choice: object) -> None:
    if event.get("error"):
        raise ModelTrouble("The model reported trouble in the middle of its answer.", transient=True, paid=True)
    if find_place(choice, "finish_reason") == "content_filter" or find_place(choice, "delta", "refusal"):
        raise ModelTrouble("The model declined to answer.", paid=True)
