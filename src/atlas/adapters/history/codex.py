"""Codex's transcripts (rollouts): one JSONL file for each session, in a folder for each day.

Told from the program's public source. A line is `{timestamp, type, payload}`; two logs stand in one file:

    event_msg        what was on the screen; `user_message` holds what the person typed, and nothing else does
    response_item    what the model saw: `message` of the assistant, `function_call_output`, and much that the program
                     says in the person's name (environment, instructions, what hooks added), which is left out here
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from atlas.adapters.history.fields import digest, moment, name, record, records, word
from atlas.adapters.history.rows import Row
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_LOGS: Final = ("event_msg", "response_item", "session_meta", "turn_context", "compacted")
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")
_TYPED: Final = (None, "plain")


def is_rollout(row: Mapping[str, object]) -> bool:
    return row.get("type") in _LOGS and isinstance(row.get("payload"), dict)


def conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    """The session of one file; that of another agent, which this one sent for, is left out."""
    session, turns = file, list[Turn]()
    for row in rows:
        if isinstance(row, Skipped):
            yield row
            continue
        payload = record(row.value.get("payload"))
        if row.value.get("type") == "session_meta":
            session = name(payload, "id") or session
            if isinstance(payload.get("source"), dict):
                return
        turns += _turns(row.value, payload)
    if turns:
        yield Conversation(session, "", tuple(turns))


def _turns(row: Mapping[str, object], payload: Mapping[str, object]) -> Iterator[Turn]:
    said = _said(row.get("type"), payload)
    if said is None or not said[2].strip():
        return
    role, origin, text = said
    yield Turn(digest(word(row, "timestamp"), role.value, text), role, origin, text, moment(row, "timestamp"))


def _said(log: object, payload: Mapping[str, object]) -> tuple[Role, Origin, str] | None:
    kind = payload.get("type")
    if log == "event_msg" and kind == "user_message" and payload.get("kind") in _TYPED:
        return Role.USER, Origin.IMPORT, word(payload, "message") or ""
    if log == "response_item" and kind == "message" and payload.get("role") == "assistant":
        return Role.ASSISTANT, Origin.IMPORT, _texts(payload.get("content"))
    if log == "response_item" and kind in _OUTPUTS:
        return Role.TOOL, Origin.TOOL, _output(payload.get("output"))
    return None


def _output(value: object) -> str:
    if isinstance(value, str):
        return value
    return word(record(value), "content", "output") or _texts(value)


def _texts(content: object) -> str:
    return "\n".join(text for block in records(content) if (text := word(block, "text")))
