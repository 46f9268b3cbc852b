"""What a model said, written down once and said again in tests: no network, no key, no cost, the same every time.

A recording holds the questions and answers as they were, in a file of JSON lines; no key is ever part of a question.
It is for tests: what is forgotten (X3) stays in it.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from atlas.errors import BadInput, ModelTrouble
from atlas.ports.llm import Completion, Model, Turn


class Recorder:
    """Passes every question on, and writes down what came of it. Trouble is passed on and not recorded."""

    def __init__(self, model: Model, path: Path) -> None:
        self._model = model
        self._path = path
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._model.name

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        found = self._model.complete(system, turns, max_tokens, temperature=temperature, schema=schema)
        self._write(_describe_request(system, turns, max_tokens, temperature, schema), found)
        return found

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """Written down when it has come whole."""
        pieces = []
        for piece in self._model.stream(system, turns, max_tokens):
            pieces.append(piece)
            yield piece
        self._write(_describe_request(system, turns, max_tokens), Completion("".join(pieces), self.name))

    def _write(self, request: Mapping[str, Any], found: Completion) -> None:
        line = json.dumps({"hash": _hash_request(request), "request": request, "completion": asdict(found)})
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


class Player:
    """Gives each recorded answer once, in the order in which the same question was answered."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, deque[Completion]] = {}
        for hash, found in _read_recording(path):
            self._answers.setdefault(hash, deque()).append(found)
            name = name or found.model
        self._name = name or "recorded"

    @property
    def name(self) -> str:
        """As the recorded model is called, unless it was given another."""
        return self._name

    def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        max_tokens: int,
        *,
        temperature: float | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        wanted = _hash_request(_describe_request(system, turns, max_tokens, temperature, schema))
        with self._lock:
            answers = self._answers.get(wanted)
            if not answers:
                raise ModelTrouble(f"The recording has no answer left to this question ({wanted[:12]}).")
            return answers.popleft()

    def stream(self, system: str, turns: Sequence[Turn], max_tokens: int) -> Iterator[str]:
        """In one piece."""
        yield self.complete(system, turns, max_tokens).text


def _describe_request(
    system: str,
    turns: Sequence[Turn],
    max_tokens: int,
    temperature: float | None = None,
    schema: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    said = [[turn.role, turn.text] for turn in turns]
    return {"system": system, "turns": said, "max_tokens": max_tokens, "temperature": temperature, "schema": schema}


def _hash_request(request: Mapping[str, Any]) -> str:
    return sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def _read_recording(path: Path) -> Iterator[tuple[str, Completion]]:
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            yield str(entry["hash"]), Completion(**entry["completion"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(f"The recording {path.name} cannot be read.") from None
