"""Models that cost nothing, for tests of whatever talks to one: one says what it is told to, the other misbehaves.

    model = ScriptedModel("scripted", ["first answer", ModelTrouble("down", transient=True), "third answer"])
    model = ScriptedModel("scripted", lambda system, turns, schema: "In Porto." if schema is None else "{}")
    model = HostileModel(Hostility.NAN)

Both keep what they were asked in `calls`, count tokens always in the same way, and are safe to share between threads.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from atlas.context.tokens import estimate_tokens
from atlas.errors import ModelTrouble
from atlas.ports.llm import Completion, Turn
from atlas.testing.hostile import Hostility, hostile_answer

Script = Callable[[str, Sequence[Turn], Mapping[str, Any] | None], str]

__all__ = ["Call", "HostileModel", "Hostility", "Script", "ScriptedModel"]


@dataclass(frozen=True, slots=True)
class Call:
    """What a model was asked."""

    system: str
    turns: tuple[Turn, ...]
    max_tokens: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    streamed: bool = False


class ScriptedModel:
    """Answers by a script: a function of the question, or a list whose answers are given and errors raised in turn."""

    def __init__(self, name: str, script: Script | Sequence[str | Exception]) -> None:
        self._name = name
        self._script: Script = script if callable(script) else partial(self._next_answer, iter(tuple(script)))
        self._lock = threading.Lock()
        self._calls: list[Call] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def calls(self) -> tuple[Call, ...]:
        """In the order in which they came, those that failed among them."""
        with self._lock:
            return tuple(self._calls)

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """The script's answer, whole: what is longer than `max_tokens` is not cut."""
        text = self._record_call(Call(system, tuple(turns), max_tokens, temperature, schema))
        read = estimate_tokens(system) + sum(estimate_tokens(turn.text) for turn in turns)
        return Completion(text, self._name, read, estimate_tokens(text))

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """Word by word."""
        text = self._record_call(Call(system, tuple(turns), max_tokens, streamed=True))
        yield from re.findall(r"\s*\S+\s*\Z|\s*\S+", text) if text.strip() else ()

    def _record_call(self, call: Call) -> str:
        with self._lock:
            self._calls.append(call)
        return self._script(call.system, call.turns, call.schema)

    def _next_answer(self, answers: Iterator[str | Exception], *_: object) -> str:
        with self._lock:
            answer = next(answers, None)
        if answer is None:
            raise ModelTrouble("The script of this model has no more answers.")
        if isinstance(answer, Exception):
            raise answer
        return answer


class HostileModel(ScriptedModel):
    """Misbehaves in one way, always (R6). Where a shape is asked for, the harm is put into that shape if it fits."""

    def __init__(self, mode: Hostility | str) -> None:
        self.mode = Hostility(mode)
        super().__init__(f"hostile: {self.mode}", partial(hostile_answer, self.mode))
