"""The Anthropic Messages format. A shape is seen to by a tool that the model has to call with its answer."""

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

BASE_URL: Final = "https://api.anthropic.com"
_VERSION: Final = "2023-06-01"
_PATH: Final = "/v1/messages"
_TOOL: Final = "answer"
_CALL_IT: Final = "Give your answer, always and only by calling this."
_CHOICE: Final = "tool_choice"
_CUT_OFF: Final = ("max_tokens", "model_context_window_exceeded")
_INPUT: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_PASSING: Final = ("api_error", "overloaded_error", "rate_limit_error", "timeout_error")


@dataclass(frozen=True, slots=True)
class AnthropicModel:
    name: str
    key: str = field(repr=False)
    wire: Wire = field(repr=False)

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
        body = self._body(system, turns, max_tokens)
        if schema is not None:
            tool = {"name": _TOOL, "description": _CALL_IT, "input_schema": schema}
            body |= {"tools": [tool], _CHOICE: {"type": "tool", "name": _TOOL}}
        answer = self.wire.post(self._question(body, max_tokens, temperature))
        _demand_finished(find_place(answer, "stop_reason"))
        text = _read_text(answer) if schema is None else _tool_input(answer)
        return Completion(text, self.name, sum_tokens(answer, *_INPUT), sum_tokens(answer, "output_tokens"))

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """A reply that is cut off at `max_tokens` ends there; what came of it has been shown."""
        body = self._body(system, turns, max_tokens) | {"stream": True}
        spoken = finished = False
        with closing(self.wire.chunks(self._question(body, max_tokens, None))) as chunks:
            for event in read_events(chunks):
                _demand_no_error(event)
                if find_place(event, "delta", "stop_reason") == "refusal":
                    raise ModelTrouble("The model declined to answer.", paid=True)
                text = clean_piece(find_place(event, "delta", "text"))
                spoken = spoken or bool(text.strip())
                finished = finished or event.get("type") == "message_stop"
                if text:
                    yield text
        if not finished:
            raise ModelTrouble("The model broke off in the middle of its answer.", transient=True, paid=True)
        if not spoken:
            raise ModelTrouble("The model answered with nothing.", paid=True)

    def _body(self, system: str, turns: Sequence[Turn], max_tokens: int) -> dict[str, Any]:
        messages = [{"role": turn.role, "content": turn.text} for turn in turns]
        body = {"model": self.name, "max_tokens": max_tokens, "messages": messages}
        return body | {"system": system} if system else body

    def _question(self, body: Mapping[str, Any], max_tokens: int, temperature: float | None) -> Question:
        """Some models decide on their own temperature, or whether to call a tool, and decline to be told."""
        warmth, forced = f"temperature of {self.name}", f"{_CHOICE} of {self.name}"

        def build(lacks: Collection[str]) -> Mapping[str, Any]:
            made = dict(body) if temperature is None or warmth in lacks else {**body, "temperature": temperature}
            return made | {_CHOICE: {"type": "auto"}} if _CHOICE in made and forced in lacks else made

        headers = {"x-api-key": self.key, "anthropic-version": _VERSION}
        features = [(warmth, "temperature")] if temperature is not None else []
        features += [(forced, _CHOICE)] if _CHOICE in body else []
        return Question(_PATH, headers, build, max_tokens, tuple(features))


def _demand_finished(reason: object) -> None:
    if reason == "refusal":
        raise ModelTrouble("The model declined to answer.", paid=True)
    if reason in _CUT_OFF:
        raise ModelTrouble("The model's answer was cut off: it did not fit into the tokens it was given.", paid=True)


def _demand_no_error(event: Mapping[str, Any]) -> None:
    if event.get("type") == "error":
        transient = find_place(event, "error", "type") in _PASSING
        raise ModelTrouble("The model reported trouble in the middle of its answer.", transient=transient, paid=True)


def _list_blocks(answer: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    blocks = answer.get("content")
    if not isinstance(blocks, list):
        raise ModelTrouble("The model's answer has no text where it should be.", paid=True)
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == kind]


def _read_text(answer: Mapping[str, Any]) -> str:
    texts = [block.get("text") for block in _list_blocks(answer, "text")]
    return check_text("".join(text for text in texts if isinstance(text, str)))


def _tool_input(answer: Mapping[str, Any]) -> str:
    for block in _list_blocks(answer, "tool_use"):
        if block.get("name") == _TOOL and isinstance(block.get("input"), dict):
            return check_text(json.dumps(block["input"], ensure_ascii=False))
    raise ModelTrouble("The model did not answer in the shape it was asked for.", paid=True)
