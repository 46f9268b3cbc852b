"""Codex's transcripts (rollouts): one JSONL file for each session, in a folder for each day.

Told from the program's public source. A line is `{timestamp, type, payload}`; two logs stand in one file:

    event_msg        what was on the screen; `user_message` holds what the person typed, and nothing else does, but
                     also what the editor told before it (`typed.py`)
    response_item    what the model saw: `message` of the assistant, `function_call_output`, and much that the program
                     says in the person's name (environment, instructions, what hooks added), which is left out here
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from atlas.adapters.history.fields import moment, name, record, records, word
from atlas.adapters.history.naming import Names
from atlas.adapters.history.parsing import Unreadable, parse
from atlas.adapters.history.pieces import gathered
from atlas.adapters.history.rows import Row
from atlas.adapters.history.typed import in_codex
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_LOGS: Final = ("event_msg", "response_item", "session_meta", "turn_context", "compacted")
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")
_TYPED: Final = (None, "plain")
_SHELL: Final = re.compile(r'\{\s*"(?:output|metadata)"\s*:')
_SHELLED: Final = {"output", "metadata"}


@dataclass(frozen=True, slots=True)
class _Line:
    conversation: str
    turn: Turn

    @property
    def length(self) -> int:
        return len(self.turn.text)

    @property
    def asks(self) -> bool:
        return self.turn.role is Role.USER


def is_rollout(row: Mapping[str, object]) -> bool:
    return row.get("type") in _LOGS and isinstance(row.get("payload"), dict)


def conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    for piece in gathered(_lines(rows, file)):
        if isinstance(piece, Skipped):
            yield piece
        else:
            yield Conversation(piece[0].conversation, "", tuple(line.turn for line in piece))


def _lines(rows: Iterable[Row | Skipped], file: str) -> Iterator[_Line | Skipped]:
    """The session of one file; that of another agent, which this one sent for, is left out."""
    session, names = file, Names()
    for row in rows:
        if isinstance(row, Skipped):
            yield row
            continue
        payload = record(row.value.get("payload"))
        if row.value.get("type") == "session_meta":
            session = name(payload, "id") or session
            if isinstance(payload.get("source"), dict):
                return
        said = _said(row.value.get("type"), payload)
        if said and said[2].strip():
            at = moment(row.value, "timestamp")
            yield _Line(session, Turn(names.name(session, said[0], at, said[2]), *said, at))


def _said(log: object, payload: Mapping[str, object]) -> tuple[Role, Origin, str] | None:
    kind = payload.get("type")
    if log == "event_msg" and kind == "user_message" and payload.get("kind") in _TYPED:
        typed = in_codex(word(payload, "message") or "")
        return (Role.USER, typed.origin, typed.text) if typed else None
    if log == "response_item" and kind == "message" and payload.get("role") == "assistant":
        return Role.ASSISTANT, Origin.IMPORT, _texts(payload.get("content"))
    if log == "response_item" and kind in _OUTPUTS:
        return Role.TOOL, Origin.TOOL, _output(payload.get("output"))
    return None


def _output(value: object) -> str:
    """What a tool gave back, without the shell that older versions wrapped it in."""
    if isinstance(value, str):
        return _unwrapped(value)
    return word(record(value), "content", "output") or _texts(value)


def _unwrapped(text: str) -> str:
    if not (_SHELL.match(text) and text.endswith("}")):
        return text
    try:
        shell = record(parse(bytearray(text, "utf-8")))
    except Unreadable:
        return text
    inside = shell.get("output")
    return inside if isinstance(inside, str) and shell.keys() == _SHELLED else text


def _texts(content: object) -> str:
    return "\n".join(text for block in records(content) if (text := word(block, "text")))
