"""Coding agents as they are: their hooks' JSON, their transcripts, and the process they start."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import atlas
from _fork_server import python
from _patience import LIMIT_S
from surfaces.cli._person import Person

SESSION = "0b5c7e1e-6f0a-4b1e-9a54-2f6f5f3a7d10"
PATIENT = ("hook", "--seconds", str(LIMIT_S))
"""A hook that says what it has to say, however busy the machine is."""
BEGAN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def surroundings(person: Person, **more: str) -> dict[str, str]:
    """The environment of a process that starts in another folder, and still finds the atlas that is tested."""
    return {**os.environ, **person.env, "PYTHONPATH": str(Path(atlas.__file__).parents[1]), **more}


@dataclass(frozen=True)
class Agent:
    """One agent's way to call a hook and to write a transcript."""

    name: str
    person: Person
    folder: Path

    def hook(self, event: str, *, said: bytes | None = None, env: Mapping[str, str] | None = None, **more: Any) -> Any:
        """What the hook prints, as JSON; None where it is silent. It always exits with 0."""
        told = {"session_id": SESSION, "transcript_path": str(self.transcript), "cwd": str(self.folder)}
        body = json.dumps({**told, "hook_event_name": event, **more}).encode() if said is None else said
        done = subprocess.run(
            [python(), "-m", "atlas", *PATIENT, self.name],
            input=body,
            capture_output=True,
            cwd=self.folder,
            env=surroundings(self.person, **(env or {})),
            check=False,
            timeout=LIMIT_S,
        )
        assert done.returncode == 0
        if not (env or {}).get("ATLAS_DEBUG"):
            assert done.stderr == b""
        return json.loads(done.stdout) if done.stdout else None

    def context(self, event: str, **more: Any) -> str:
        printed = self.hook(event, **more)
        if printed is None:
            return ""
        assert list(printed) == ["hookSpecificOutput"]
        assert set(printed["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        assert printed["hookSpecificOutput"]["hookEventName"] == event
        return str(printed["hookSpecificOutput"]["additionalContext"])

    @property
    def transcript(self) -> Path:
        return self.folder / f"rollout-{SESSION}.jsonl" if self.name == "codex" else self.folder / f"{SESSION}.jsonl"

    def write(self, *turns: tuple[str, str], begun: int = 0) -> None:
        """More lines of the transcript: each turn is who said it and what."""
        make = codex_lines if self.name == "codex" else claude_lines
        with self.transcript.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in make(turns, begun))

    def append(self, raw: str) -> None:
        with self.transcript.open("a", encoding="utf-8", errors="surrogatepass") as file:
            file.write(raw)


def claude_lines(turns: Sequence[tuple[str, str]], begun: int) -> list[dict[str, Any]]:
    """As Claude Code writes them; `tool` is a result, `side` another agent's, `meta` the program's own."""
    lines = []
    for number, (who, text) in enumerate(turns, start=begun):
        role = "assistant" if who == "assistant" else "user"
        content: Any = text
        if who == "assistant":
            content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}]
        if who == "tool":
            content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": text}]
        lines.append(
            {
                "type": role,
                "uuid": f"u{number}",
                "parentUuid": f"u{number - 1}" if number else None,
                "sessionId": SESSION,
                "timestamp": _at(number),
                "cwd": "/srv/ana/project",
                "isSidechain": who == "side",
                "isMeta": who == "meta",
                "message": {"role": role, "content": content},
            }
        )
    return lines


def codex_lines(turns: Sequence[tuple[str, str]], begun: int) -> list[dict[str, Any]]:
    lines = [] if begun else [_codex("session_meta", {"id": SESSION, "cwd": "/srv/ana/project", "source": "cli"}, 0)]
    for number, (who, text) in enumerate(turns, start=begun):
        match who:
            case "user":
                said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
                lines.append(_codex("response_item", said, number))
                lines.append(_codex("event_msg", {"type": "user_message", "message": text}, number))
            case "assistant":
                said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
                lines.append(_codex("response_item", said, number))
                lines.append(_codex("event_msg", {"type": "agent_message", "message": text}, number))
            case "tool":
                lines.append(_codex("response_item", {"type": "function_call_output", "output": text}, number))
            case _:  # what the program says in the person's name
                said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
                lines.append(_codex("response_item", said, number))
    return lines


def _codex(kind: str, payload: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {"timestamp": _at(number), "type": kind, "payload": payload}


def _at(number: int) -> str:
    return (BEGAN + timedelta(seconds=20 * number)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def eventually(look: Callable[[], Any]) -> Any:
    """What it gives, once that is something."""
    ends = time.monotonic() + LIMIT_S
    while not (found := look()):
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.05)
    return found
