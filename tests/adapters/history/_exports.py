"""Exports of every format, made from a seed, each with what a reader should find in it.

Around what is said stands what real exports have too and nobody said: abandoned branches, thoughts, calls of tools,
standing instructions, lines that a program wrote. A reader that lets one of them through gives something else back.
"""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from atlas.model.history import Conversation, Format, Item, Noted, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

WORDS = (
    *("tea", "Ada", "garden", "wir", "früh", "привет", "お茶", "🙂", "👩‍👩‍👧", "—", "don't"),
    *('"quoted"', "{brace}", "[list],", "a,b", "C:\\temp\\", "\\", '\\"', "line\nbreak", "tab\there", "\u2028", "\x7f"),
)
UNSAID = "nobody said this"

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Export:
    rows: Rows
    expected: list[Item]


class Maker:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self._now = datetime(2025, 1, 1, tzinfo=UTC)

    def id(self) -> str:
        raw = f"{self.chance.getrandbits(128):032x}"
        return "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))

    def text(self) -> str:
        return " ".join([self.chance.choice(WORDS[:9]), *self.chance.choices(WORDS, k=self.chance.randint(0, 11))])

    def moment(self) -> datetime:
        self._now += timedelta(milliseconds=self.chance.randint(1, 90_000_000))
        return self._now

    def some(self, most: int = 6) -> range:
        return range(self.chance.randint(1, most))

    def odd(self) -> bool:
        return self.chance.random() < 0.4


# --- ChatGPT


def chatgpt(seed: int, count: int = 4) -> Export:
    maker = Maker(seed)
    made = [_chatgpt_conversation(maker) for _ in range(count)]
    return Export([row for row, _ in made], [found for _, found in made])


def _chatgpt_conversation(maker: Maker) -> tuple[dict[str, Any], Conversation]:
    id, title = maker.id(), maker.text()
    mapping: dict[str, Any] = {"client-created-root": {"message": None, "parent": None, "children": []}}
    turns: list[Turn] = []
    last = "client-created-root"
    for number in maker.some():
        for message, turn in _chatgpt_messages(maker, number):
            last = _hang(mapping, message, last)
            turns += [turn] if turn else []
        if maker.odd():
            _hang(mapping, _message(maker.id(), "assistant", UNSAID, maker.moment()), last)
    row = {"title": title, "create_time": 1.5e9, "mapping": mapping, "current_node": last, "conversation_id": id}
    return row, Conversation(id, title, tuple(turns))


def _hang(mapping: dict[str, Any], message: dict[str, Any], parent: str) -> str:
    node = str(message["id"])
    mapping[node] = {"id": node, "message": message, "parent": parent, "children": []}
    mapping[parent]["children"].append(node)
    return node


def _message(id: str, role: str, text: str, at: datetime, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at.timestamp(),
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
    } | more


def _chatgpt_messages(maker: Maker, number: int) -> list[tuple[dict[str, Any], Turn | None]]:
    made: list[tuple[dict[str, Any], Turn | None]] = []
    if number == 0:
        hidden = {"is_visually_hidden_from_conversation": True}
        made.append((_message(maker.id(), "system", UNSAID, maker.moment(), metadata=hidden), None))
        context = {"content_type": "user_editable_context", "user_profile": UNSAID}
        made.append((_message(maker.id(), "user", "", maker.moment(), content=context), None))
    for role in (Role.USER, Role.ASSISTANT):
        turn = Turn(maker.id(), role, Origin.IMPORT, maker.text(), maker.moment())
        assert turn.at
        made.append((_message(turn.id, role.value, turn.text, turn.at), turn))
        if maker.odd():
            thoughts = {"content_type": "thoughts", "thoughts": [{"content": UNSAID}]}
            made.append((_message(maker.id(), "assistant", "", turn.at, content=thoughts), None))
            made.append((_message(maker.id(), "assistant", UNSAID, turn.at, recipient="bio"), None))
    if maker.odd():
        made += _chatgpt_tool(maker)
    return made


def _chatgpt_tool(maker: Maker) -> list[tuple[dict[str, Any], Turn | None]]:
    code = Turn(maker.id(), Role.ASSISTANT, Origin.IMPORT, maker.text(), maker.moment())
    output = Turn(maker.id(), Role.TOOL, Origin.TOOL, maker.text(), maker.moment(), "python")
    assert code.at
    assert output.at
    called = {"content_type": "code", "language": "python", "text": code.text}
    given = {"content_type": "execution_output", "text": output.text}
    author = {"role": "tool", "name": "python", "metadata": {}}
    return [
        (_message(code.id, "assistant", "", code.at, content=called, recipient="python"), code),
        (_message(output.id, "tool", "", output.at, content=given, author=author), output),
    ]


# --- Claude


def claude(seed: int, count: int = 4) -> Export:
    maker = Maker(seed)
    made = [_claude_conversation(maker) for _ in range(count)]
    return Export([row for row, _ in made], [found for _, found in made])


def _claude_conversation(maker: Maker) -> tuple[dict[str, Any], Conversation]:
    id, title = maker.id(), maker.text()
    messages, turns = [], []
    for number in maker.some():
        sender = "assistant" if number % 2 else "human"
        message, said = _claude_message(maker, sender)
        messages.append(message)
        turns += said
    row = {"uuid": id, "name": title, "created_at": "2025-01-01T00:00:00Z", "chat_messages": messages}
    return row, Conversation(id, title, tuple(turns))


def _claude_message(maker: Maker, sender: str) -> tuple[dict[str, Any], list[Turn]]:
    id, at = maker.id(), maker.moment()
    role = Role.ASSISTANT if sender == "assistant" else Role.USER
    said: list[tuple[Role, Origin, str]] = []
    blocks: Rows = []
    attachments: Rows = []
    if role is Role.USER and maker.odd():
        attachments = [{"file_name": "a.txt", "extracted_content": maker.text()}]
        said.append((role, Origin.FILE, attachments[0]["extracted_content"]))
    if role is Role.ASSISTANT and maker.odd():
        result = maker.text()
        blocks = [
            {"type": "thinking", "thinking": UNSAID},
            {"type": "tool_use", "name": "search", "input": {"q": UNSAID}},
            {"type": "tool_result", "name": "search", "content": [{"type": "text", "text": result}]},
        ]
        said.append((Role.TOOL, Origin.TOOL, result))
    said.append((role, Origin.IMPORT, maker.text()))
    blocks.append({"type": "text", "text": said[-1][2], "citations": []})
    message = {"uuid": id, "sender": sender, "created_at": _zulu(at), "attachments": attachments, "files": []}
    # The oldest exports have the text alone; in the newest it is spoilt where tools were used.
    message |= {"text": said[-1][2], "content": []} if len(blocks) == 1 else {"text": UNSAID, "content": blocks}
    return message, _numbered(id, at, said)


def _numbered(id: str, at: datetime, said: Iterable[tuple[Role, Origin, str]]) -> list[Turn]:
    return [Turn(f"{id}#{n}" if n else id, role, origin, text, at) for n, (role, origin, text) in enumerate(said)]


def _zulu(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


# --- Claude Code


def claude_code(seed: int, lines: int = 12) -> Export:
    """One session. Some lines stand before the one that they follow, as after a crash."""
    maker = Maker(seed)
    session = maker.id()
    common = {"sessionId": session, "cwd": "/srv/ana/garden", "version": "2.1.0", "userType": "external"}
    rows: Rows = [{"type": "summary", "summary": UNSAID, "leafUuid": maker.id()}]
    turns: list[Turn] = []
    parent: str | None = None
    for _ in range(lines):
        row, said = _code_line(maker, common | {"parentUuid": parent, "isSidechain": False})
        parent = row["uuid"]
        rows.append(row)
        turns += said
        if maker.odd():
            rows.append(_code_noise(maker, common, parent))
    if maker.odd():
        rows[1:] = _stirred(maker, rows[1:])
    expected: list[Item] = [Conversation(session, "garden", tuple(turns))] if turns else []
    return Export(rows, expected)


def _stirred(maker: Maker, rows: Rows) -> Rows:
    cut = maker.chance.randrange(len(rows))
    return rows[cut:] + rows[:cut]


def _code_line(maker: Maker, common: Mapping[str, Any]) -> tuple[dict[str, Any], list[Turn]]:
    id, at, text = maker.id(), maker.moment(), maker.text()
    row = dict(common) | {"uuid": id, "timestamp": _zulu(at)}
    match maker.chance.randrange(3):
        case 0:
            said = [(Role.USER, Origin.IMPORT, text)]
            row |= {"type": "user", "message": {"role": "user", "content": text}}
        case 1:
            said = [(Role.ASSISTANT, Origin.IMPORT, text)]
            blocks = [{"type": "thinking", "thinking": UNSAID, "signature": ""}, {"type": "text", "text": text}]
            row |= {"type": "assistant", "message": {"role": "assistant", "content": blocks}}
        case _:
            said = [(Role.TOOL, Origin.TOOL, text), (Role.TOOL, Origin.TOOL, "ok")]
            reminder = f"<system-reminder>{UNSAID}</system-reminder>"
            result = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": text + reminder}]}
            row |= {"message": {"role": "user", "content": [result, {"type": "tool_result", "content": "ok"}]}}
            row |= {"type": "user", "toolUseResult": {"stdout": UNSAID}}
    return row, _numbered(id, at, said)


def _code_noise(maker: Maker, common: Mapping[str, Any], parent: str) -> dict[str, Any]:
    row = dict(common) | {"uuid": maker.id(), "parentUuid": parent, "timestamp": _zulu(maker.moment())}
    spoken = {"type": "user", "message": {"role": "user", "content": UNSAID}}
    called = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": UNSAID}}
    kinds: Rows = [
        spoken | {"isSidechain": True},
        spoken | {"isMeta": True},
        spoken | {"isCompactSummary": True},
        spoken | {"origin": {"kind": "task-notification"}},
        spoken | {"message": {"role": "user", "content": f"<command-name>/{UNSAID}</command-name>"}},
        {"type": "system", "subtype": "compact_boundary", "content": UNSAID},
        {"type": "file-history-snapshot", "messageId": parent, "snapshot": {"note": UNSAID}},
        {"type": "assistant", "message": {"role": "assistant", "content": [called]}},
    ]
    return row | maker.chance.choice(kinds)


# --- mem0


def mem0(seed: int, count: int = 8) -> Export:
    maker = Maker(seed)
    rows: Rows = []
    expected: list[Item] = []
    for _ in range(count):
        id, text, made, changed = maker.id(), maker.text(), maker.moment(), maker.moment()
        who = maker.chance.choice(("ada", "bo"))
        row = {"id": id, "memory": text, "hash": "0" * 32, "user_id": who, "metadata": None, "score": 0.5}
        is_changed = maker.odd()
        row |= {"created_at": made.isoformat(), "updated_at": changed.isoformat() if is_changed else None}
        rows.append(row)
        expected.append(Noted(id, text, Origin.IMPORT, changed if is_changed else made, who))
    return Export(rows, expected)


# --- Plain turns


def turns(seed: int, count: int = 4) -> Export:
    maker = Maker(seed)
    rows: Rows = []
    expected: list[Item] = []
    for _ in range(count):
        conversation, said = maker.id(), []
        for _ in maker.some():
            role = maker.chance.choice(list(Role))
            origin = Origin.TOOL if role is Role.TOOL else Origin.IMPORT
            turn = Turn(maker.id(), role, origin, maker.text(), maker.moment(), maker.chance.choice(("Ada", None)))
            said.append(turn)
            rows.append(_turn_row(maker, conversation, turn))
        expected.append(Conversation(conversation, "", tuple(said)))
    return Export(rows, expected)


def _turn_row(maker: Maker, conversation: str, turn: Turn) -> dict[str, Any]:
    assert turn.at
    at = maker.chance.choice((turn.at.isoformat(), turn.at.timestamp(), int(turn.at.timestamp() * 1000 + 0.5)))
    return {
        "id": turn.id,
        "conversation": conversation,
        "role": turn.role.value,
        maker.chance.choice(("text", "content")): turn.text,
        maker.chance.choice(("at", "timestamp")): at,
        "speaker": turn.speaker,
    }


# --- Files


MADE = {
    Format.CHATGPT: chatgpt,
    Format.CLAUDE: claude,
    Format.CLAUDE_CODE: claude_code,
    Format.MEM0: mem0,
    Format.TURNS: turns,
}


def as_list(rows: Rows, **how: Any) -> bytes:
    return json.dumps(rows, **how).encode()


def as_lines(rows: Rows, **how: Any) -> bytes:
    return b"".join(json.dumps(row, **how).encode() + b"\n" for row in rows)


def as_file(made: Export, kind: Format, **how: Any) -> bytes:
    return (as_lines if kind in (Format.CLAUDE_CODE, Format.TURNS) else as_list)(made.rows, **how)


def packed(path: Path, parts: Mapping[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", way) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return path
