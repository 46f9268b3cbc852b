"""Codex's transcripts (rollouts): one JSONL file for each session, in a folder for each day.

Told from the program's public source. A line is `{timestamp, type, payload}`; two logs stand in one file:

    event_msg        what was on the screen; `user_message` holds what the person typed, and nothing else does, but
                     also what the editor told before it (`typed.py`)
    response_item    what the model saw: `message` of the assistant, `function_call_output`, and much that the program
                     says in the person's name (environment, instructions, what hooks added), which is left out here
    session_meta     how the session began: what a program or another model handed in has the origin `file`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from atlas.adapters.history.conversation_parts import Spoken, gather_conversations
from atlas.adapters.history.fields import name, read_moment, record, records, word
from atlas.adapters.history.naming import Names
from atlas.adapters.history.outside_reads import OutsideReads
from atlas.adapters.history.parsing import Unreadable, parse_item
from atlas.adapters.history.rows import Row
from atlas.adapters.history.typed_text import doubt_typed, in_codex
from atlas.model.blocks import find_least_trusted, origin_of_content, origin_of_kind
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_LOGS: Final = ("event_msg", "response_item", "session_meta", "turn_context", "compacted")
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")
_CALLS: Final = ("function_call", "custom_tool_call", "local_shell_call")
"""Calls that the program answers, in a line of its own."""
_TYPED: Final = (None, "plain")
_BY_A_PERSON: Final = (None, "cli", "vscode")
_PROGRAMS: Final = re.compile(r"exec|mcp|sdk", re.IGNORECASE)
_SHELL: Final = re.compile(r'\{\s*"(?:output|metadata)"\s*:')
_SHELLED: Final = {"output", "metadata"}


def is_rollout(row: Mapping[str, object]) -> bool:
    return row.get("type") in _LOGS and isinstance(row.get("payload"), dict)


def read_conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    for piece in gather_conversations(_read_lines(rows, file)):
        if isinstance(piece, Skipped):
            yield piece
        else:
            yield Conversation(piece[0].conversation, "", tuple(line.turn for line in piece))


def _read_lines(rows: Iterable[Row | Skipped], file: str) -> Iterator[Spoken | Skipped]:
    """The session of one file; that of another agent, which this one sent for, is left out."""
    session, names, is_doubted, reads = file, Names(), False, OutsideReads()
    for row in rows:
        if isinstance(row, Skipped):
            yield row
            continue
        payload = record(row.value.get("payload"))
        if row.value.get("type") == "session_meta":
            session = name(payload, "id") or session
            if "subagent" in record(payload.get("source")):
                return
            is_doubted = is_doubted or _handed_in(payload)
        at = read_moment(row.value, "timestamp")
        reads.note(session, _find_outside_origin(row.value.get("type"), payload))
        for role, whose, text in _read_spoken(row.value.get("type"), payload, is_doubted=is_doubted):
            if text.strip():
                origin = reads.origin_of_reply(session, role, whose)
                yield Spoken(session, Turn(names.name(session, role, at, text), role, origin, text, at))


def _handed_in(session: Mapping[str, object]) -> bool:
    """Another program started it. A session that goes on from one of those has its words too."""
    return session.get("source") not in _BY_A_PERSON or bool(_PROGRAMS.search(word(session, "originator") or ""))


def _read_spoken(log: object, payload: Mapping[str, object], *, is_doubted: bool) -> Iterator[tuple[Role, Origin, str]]:
    kind = payload.get("type")
    if log == "event_msg" and kind == "user_message" and payload.get("kind") in _TYPED:
        typed = in_codex(word(payload, "message") or "")
        yield from ((Role.USER, each.origin, each.text) for each in (doubt_typed(typed) if is_doubted else typed))
    elif log == "response_item" and kind == "message" and payload.get("role") == "assistant":
        yield Role.ASSISTANT, Origin.IMPORT, _join_texts(payload.get("content"))
    elif log == "response_item" and kind in _OUTPUTS:
        yield Role.TOOL, Origin.TOOL, _read_output(payload.get("output"))


def _find_outside_origin(log: object, payload: Mapping[str, object]) -> Origin | None:
    """What was read and stands in no line: a search by the provider, a result without words, a picture."""
    kind = word(payload, "type") or ""
    if log == "event_msg" and kind == "user_message":
        return Origin.FILE if payload.get("images") or payload.get("local_images") else None
    if log != "response_item":
        return None
    if kind in _OUTPUTS:
        return None if _read_output(payload.get("output")).strip() else Origin.TOOL
    cited = (
        origin_of_content(payload.get("content")) if kind == "message" and payload.get("role") == "assistant" else None
    )
    by_provider = kind.endswith("_call") and kind not in _CALLS
    return find_least_trusted([*([cited] if cited else []), *([origin_of_kind(kind)] if by_provider else [])])


def _read_output(value: object) -> str:
    """What a tool gave back, without the shell that older versions wrapped it in."""
    if isinstance(value, str):
        return _unwrap_text(value)
    return word(record(value), "content", "output") or _join_texts(value)


def _unwrap_text(text: str) -> str:
    if not (_SHELL.match(text) and text.endswith("}")):
        return text
    try:
        shell = record(parse_item(bytearray(text, "utf-8")))
    except Unreadable:
        return text
    inside = shell.get("output")
    return inside if isinstance(inside, str) and shell.keys() == _SHELLED else text


def _join_texts(content: object) -> str:
    return "\n".join(text for block in records(content) if (text := word(block, "text")))
