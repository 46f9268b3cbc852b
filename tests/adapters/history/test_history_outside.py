"""A reply of a history that used a search, a file or a tool bears its origin, vouched for or not (C3, X1, rule 13)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from atlas import Origin, Role
from atlas.adapters.history import outside_reads as outside
from atlas.adapters.history.outside_reads import OutsideReads
from atlas.adapters.history.reading import read
from atlas.model.history import Conversation, Format

Said = tuple[Role, Origin, str]
ASKED: Said = (Role.USER, Origin.IMPORT, "When?")


def said(path: Path, kind: Format, rows: list[dict[str, Any]]) -> list[Said]:
    lines = kind in (Format.CLAUDE_CODE, Format.CODEX, Format.TURNS)
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows), encoding="utf-8")
    found = [item for item in read(path, kind, None) if isinstance(item, Conversation)]
    return [(turn.role, turn.origin, turn.text) for item in found for turn in item.turns]


# --- ChatGPT


def chatgpt(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    mapping: dict[str, Any] = {"root": {"message": None, "parent": None}}
    last = "root"
    for number, message in enumerate(messages):
        mapping[f"n{number}"] = {"message": {"id": f"m{number}", **message}, "parent": last}
        last = f"n{number}"
    return [{"conversation_id": "c", "title": "t", "mapping": mapping, "current_node": last}]


def spoke(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}, **more}


PAGE = {"author": {"role": "tool", "name": "web"}, "content": {"content_type": "tether_quote", "text": "A page."}}
QUIET = {"metadata": {"is_visually_hidden_from_conversation": True}}
PICTURE = {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "When?"]}


@pytest.mark.parametrize(
    ("messages", "origin"),
    [
        ([spoke("user", "When?"), PAGE, spoke("assistant", "At nine.")], Origin.WEB),
        ([spoke("user", "When?"), spoke("tool", "A page.", **QUIET), spoke("assistant", "At nine.")], Origin.TOOL),
        ([spoke("user", "When?"), spoke("assistant", "At nine.", metadata={"citations": [{}]})], Origin.WEB),
        ([spoke("user", "When?"), spoke("assistant", "At nine.", metadata={"content_references": [{}]})], Origin.WEB),
        (
            [spoke("user", "When?", metadata={"attachments": [{"name": "a.pdf"}]}), spoke("assistant", "At nine.")],
            Origin.FILE,
        ),
        ([{"author": {"role": "user"}, "content": PICTURE}, spoke("assistant", "At nine.")], Origin.FILE),
        ([spoke("user", "When?"), spoke("assistant", "At nine.", metadata={"citations": []})], Origin.IMPORT),
    ],
)
def test_chatgpt(messages: list[dict[str, Any]], origin: Origin, tmp_path: Path) -> None:  # X1
    found = said(tmp_path / "conversations.json", Format.CHATGPT, chatgpt(*messages))
    assert found == [ASKED, (Role.ASSISTANT, origin, "At nine.")]


def test_chatgpt_its_own_notebook_brings_nothing_in(tmp_path: Path) -> None:
    noted = {"author": {"role": "tool", "name": "bio"}, "content": {"content_type": "x", "text": "Updated."}}
    rows = chatgpt(spoke("user", "When?"), noted, spoke("assistant", "At nine."))
    assert said(tmp_path / "conversations.json", Format.CHATGPT, rows)[-1][1] is Origin.IMPORT


# --- Claude


@pytest.mark.parametrize(
    ("blocks", "more", "origin"),
    [
        (
            [{"type": "tool_use", "name": "web_search"}, {"type": "tool_result", "content": [{"type": "knowledge"}]}],
            {},
            Origin.TOOL,
        ),
        ([{"type": "server_tool_use"}, {"type": "web_search_tool_result", "content": []}], {}, Origin.WEB),
        ([], {"files": [{"file_name": "a.png"}]}, Origin.FILE),
        ([], {"attachments": [{"file_name": "a.pdf"}]}, Origin.FILE),
        ([{"type": "thinking", "thinking": "…"}], {}, Origin.IMPORT),
    ],
)
def test_claude(blocks: list[dict[str, Any]], more: dict[str, Any], origin: Origin, tmp_path: Path) -> None:  # X1
    human = {"uuid": "a", "sender": "human", "content": [{"type": "text", "text": "When?"}], **more}
    reply = {"uuid": "b", "sender": "assistant", "content": [*blocks, {"type": "text", "text": "At nine."}]}
    rows = [{"uuid": "c", "name": "t", "chat_messages": [human, reply]}]
    assert said(tmp_path / "conversations.json", Format.CLAUDE, rows) == [ASKED, (Role.ASSISTANT, origin, "At nine.")]


# --- Claude Code


def code(number: int, role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    message = {"role": role, "content": list(blocks)}
    at = f"2026-03-02T09:00:{number:02}Z"
    return {"type": role, "uuid": f"u{number}", "sessionId": "s", "timestamp": at, "message": message}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


IMAGE = {"type": "image", "source": {}}


@pytest.mark.parametrize(
    ("between", "origin"),
    [
        (
            [code(1, "assistant", {"type": "server_tool_use"}, {"type": "web_search_tool_result", "content": []})],
            Origin.WEB,
        ),
        ([code(1, "user", {"type": "tool_result", "tool_use_id": "t", "content": [IMAGE]})], Origin.TOOL),
        ([code(1, "user", IMAGE)], Origin.FILE),
        (
            [{"type": "attachment", "uuid": "u1", "sessionId": "s", "attachment": {"type": "file", "filename": "a"}}],
            Origin.FILE,
        ),
        ([code(1, "assistant", {"type": "tool_use", "id": "t", "name": "Bash", "input": {}})], Origin.IMPORT),
        ([], Origin.IMPORT),
    ],
)
def test_claude_code(between: list[dict[str, Any]], origin: Origin, tmp_path: Path) -> None:  # X1
    rows = [code(0, "user", text("When?")), *between, code(2, "assistant", text("At nine."))]
    found = said(tmp_path / "s.jsonl", Format.CLAUDE_CODE, rows)
    assert found == [ASKED, (Role.ASSISTANT, origin, "At nine.")]


def test_claude_code_a_result_with_words_says_so_itself(tmp_path: Path) -> None:
    """The conversation took it in already: the reply stays the assistant's."""
    result = code(1, "user", {"type": "tool_result", "tool_use_id": "t", "content": [text("nine"), IMAGE]})
    rows = [code(0, "user", text("When?")), result, code(2, "assistant", text("At nine."))]
    origins = [origin for _, origin, _ in said(tmp_path / "s.jsonl", Format.CLAUDE_CODE, rows)]
    assert origins == [Origin.IMPORT, Origin.TOOL, Origin.IMPORT]


# --- Codex


def item(kind: str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "response_item", "payload": {"type": kind, **more}}


def typed(**more: Any) -> dict[str, Any]:
    payload = {"type": "user_message", "message": "When?", "kind": "plain", **more}
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "event_msg", "payload": payload}


@pytest.mark.parametrize(
    ("before", "annotations", "origin"),
    [
        ([typed(), item("web_search_call", action={})], [], Origin.WEB),
        ([typed(), item("function_call", name="x"), item("function_call_output", output="")], [], Origin.TOOL),
        ([typed(images=["data:…"])], [], Origin.FILE),
        ([typed()], [{"type": "url_citation"}], Origin.WEB),
        ([typed(), item("reasoning")], [], Origin.IMPORT),
    ],
)
def test_codex(before: list[Any], annotations: list[Any], origin: Origin, tmp_path: Path) -> None:  # X1
    content = [{"type": "output_text", "text": "At nine.", "annotations": annotations}]
    rows = [*before, item("message", role="assistant", content=content)]
    assert said(tmp_path / "rollout.jsonl", Format.CODEX, rows) == [ASKED, (Role.ASSISTANT, origin, "At nine.")]


# --- plain turns, and how much is held


def test_plain_turns(tmp_path: Path) -> None:  # X1
    used = [{"type": "web_search_tool_result", "content": []}, text("At nine.")]
    rows = [
        {"role": "user", "text": "When?"},
        {"role": "assistant", "content": used},
        {"role": "assistant", "text": "So."},
    ]
    origins = [origin for _, origin, _ in said(tmp_path / "turns.jsonl", Format.TURNS, rows)]
    assert origins == [Origin.IMPORT, Origin.WEB, Origin.IMPORT]


def test_more_conversations_than_are_held_all_count(monkeypatch: pytest.MonkeyPatch) -> None:  # P8
    monkeypatch.setattr(outside, "MAX_CONVERSATIONS", 2)
    reads = OutsideReads()
    for number in range(3):
        reads.note(str(number), Origin.WEB)
    assert reads.origin_of_reply("2", Role.ASSISTANT, Origin.IMPORT) is Origin.WEB
    assert reads.origin_of_reply("0", Role.ASSISTANT, Origin.IMPORT) is Origin.WEB
