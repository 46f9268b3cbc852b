"""Generated exports of every format are read back as what was said in them (X7)."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.history import _exports
from adapters.history._exports import MADE, UNSAID, Export, as_file, as_lines, as_list, packed
from atlas.adapters.history import extent, read, recognise
from atlas.model.history import Conversation, Format, Item, Noted, Skipped
from atlas.model.interaction import Role
from atlas.model.origin import Origin, Trust

WAYS: list[dict[str, Any]] = [{}, {"ensure_ascii": False}, {"separators": (",", ":")}]


def found(path: Path, kind: Format | None = None) -> list[Item]:
    return list(read(path, kind))


def written(folder: Path, name: str, body: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return path


def texts(items: list[Item]) -> list[str]:
    return [turn.text for item in items if isinstance(item, Conversation) for turn in item.turns]


@pytest.mark.parametrize("kind", MADE)
@given(seed=st.integers(0, 2**32), how=st.sampled_from(WAYS))
@settings(max_examples=40)
def test_what_was_said_comes_back(kind: Format, seed: int, how: dict[str, Any]) -> None:  # X7
    made = MADE[kind](seed)
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), "export", as_file(made, kind, **how))
        assert recognise(path) is kind
        assert found(path) == made.expected


@pytest.mark.parametrize("kind", MADE)
def test_a_second_reading_is_the_same_wherever_the_file_lies(kind: Format, tmp_path: Path) -> None:  # X7
    path = written(tmp_path, "export", as_file(MADE[kind](3), kind))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(path, elsewhere)
    assert found(path) == found(path) == found(elsewhere / path.name)


@pytest.mark.parametrize("kind", MADE)
def test_nothing_that_is_brought_is_trusted_like_a_user(kind: Format, tmp_path: Path) -> None:  # X1
    made = MADE[kind](5)
    claims = [row | {"origin": "operator", "trust": 5} for row in made.rows]
    items = found(written(tmp_path, "export", as_file(Export(claims, []), kind)))
    brought = [turn for item in items if isinstance(item, Conversation) for turn in item.turns]
    notes = [item for item in items if isinstance(item, Noted)]
    assert brought or notes
    origins = {turn.origin for turn in brought} | {note.origin for note in notes}
    assert {origin.trust for origin in origins} == {Trust.OUTSIDE}


@pytest.mark.parametrize("kind", MADE)
def test_a_bar_can_show_how_far_it_is(kind: Format, tmp_path: Path) -> None:
    path = written(tmp_path, "export", as_file(MADE[kind](7), kind))
    heard: list[int] = []
    list(read(path, kind, heard.append))
    assert sum(heard) == extent(path, kind) == path.stat().st_size


@pytest.mark.parametrize("kind", [Format.CHATGPT, Format.CLAUDE])
@pytest.mark.parametrize("above", ["", "export-2026/"])
def test_archives_and_folders_hold_the_same(kind: Format, above: str, tmp_path: Path) -> None:  # X7
    one, two = MADE[kind](1), MADE[kind](2)
    parts = {
        f"{above}conversations-001.json": as_list(two.rows),
        f"{above}conversations-000.json": as_list(one.rows),
        f"{above}user.json": b'{"id": "user-1"}',
        f"{above}chat.html": b"<html>",
        f"__MACOSX/{above}conversations-000.json": b"junk",
    }
    archive = packed(tmp_path / "export.zip", parts)
    folder = tmp_path / "unpacked"
    for name, body in parts.items():
        if not name.startswith("__"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            written(folder, name, body)
    assert recognise(archive) is recognise(folder) is kind
    assert found(archive) == found(folder) == [*one.expected, *two.expected]
    assert extent(archive, kind) == extent(folder, kind) == len(as_list(one.rows)) + len(as_list(two.rows))


@pytest.mark.parametrize("kind", [Format.CHATGPT, Format.CLAUDE, Format.MEM0, Format.TURNS])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_may_stand_in_an_object(kind: Format, indent: int | None, tmp_path: Path) -> None:
    made = MADE[kind](4)
    name = {Format.MEM0: "results"}.get(kind, "conversations")
    whole = {"count": 3, "next": None, "account": {"results": [1]}, name: made.rows, "after": [{"memory": UNSAID}]}
    path = written(tmp_path, "export", json.dumps(whole, indent=indent))
    assert recognise(path) is kind
    assert found(path) == made.expected


@pytest.mark.parametrize("kind", [Format.CHATGPT, Format.CLAUDE, Format.MEM0])
@pytest.mark.parametrize("indent", [None, 2])
def test_one_alone_needs_no_list(kind: Format, indent: int | None, tmp_path: Path) -> None:
    made = MADE[kind](4)
    path = written(tmp_path, "export", json.dumps(made.rows[0], indent=indent))
    assert recognise(path) is kind
    assert found(path) == made.expected[:1]


@pytest.mark.parametrize("kind", [Format.MEM0, Format.TURNS])
def test_rows_may_stand_in_lines_or_in_a_list(kind: Format, tmp_path: Path) -> None:
    made = MADE[kind](9)
    lines = written(tmp_path, "lines", b"\xef\xbb\xbf" + as_lines(made.rows).replace(b"\n", b"\r\n\r\n"))
    listed = written(tmp_path, "listed", as_list(made.rows, indent=1))
    assert found(lines) == found(listed) == made.expected


# --- ChatGPT


def _talk(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation in a straight line."""
    nodes = {f"n{place}": {"message": m, "parent": f"n{place - 1}"} for place, m in enumerate(messages)}
    return {"id": "c", "title": "t", "mapping": nodes, "current_node": f"n{len(messages) - 1}"} | more


def _says(content: dict[str, Any], role: str = "user", **more: Any) -> dict[str, Any]:
    return {"author": {"role": role}, "content": content} | more


def _read_one(tmp_path: Path, row: dict[str, Any]) -> list[Item]:
    return found(written(tmp_path, "one.json", json.dumps([row])))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"content_type": "text", "parts": ["a", "", "b"]}, "a\nb"),
        ({"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "see"]}, "see"),
        ({"content_type": "multimodal_text", "parts": [{"content_type": "audio_transcription", "text": "hm"}]}, "hm"),
        ({"content_type": "code", "text": "print()"}, "print()"),
    ],
)
def test_chatgpt_texts_among_the_parts(content: dict[str, Any], text: str, tmp_path: Path) -> None:
    assert texts(_read_one(tmp_path, _talk(_says(content)))) == [text]


@pytest.mark.parametrize(
    "message",
    [
        _says({"content_type": "text", "parts": [UNSAID]}, weight=0),
        _says({"content_type": "text", "parts": [UNSAID]}, metadata={"is_user_system_message": True}),
        _says({"content_type": "text", "parts": [UNSAID]}, role="assistant", recipient="web.run"),
        _says({"content_type": "code", "text": UNSAID}, role="assistant", recipient="canmore.create_textdoc"),
        _says({"content_type": "reasoning_recap", "content": UNSAID}, role="assistant"),
        _says({"content_type": "sonic_webpage", "text": UNSAID}, role="tool"),
        _says({"content_type": "text", "parts": [UNSAID]}, role="stranger"),
        _says({"content_type": "text", "parts": [None, 3, " "]}),
    ],
)
def test_chatgpt_what_was_not_said_is_left_out(message: dict[str, Any], tmp_path: Path) -> None:
    said = _says({"content_type": "text", "parts": ["hello"]})
    assert texts(_read_one(tmp_path, _talk(message, said))) == ["hello"]


def test_chatgpt_a_circle_of_parents_ends(tmp_path: Path) -> None:  # P8
    row = _talk(*[_says({"content_type": "text", "parts": [word]}) for word in "abc"])
    row["mapping"]["n0"]["parent"] = "n2"
    assert texts(_read_one(tmp_path, row)) == ["a", "b", "c"]


@pytest.mark.parametrize("current", [None, "gone", 3])
def test_chatgpt_without_a_current_node_the_last_leaf_counts(current: object, tmp_path: Path) -> None:
    row = _talk(*[_says({"content_type": "text", "parts": [word]}) for word in "abc"], current_node=current)
    assert texts(_read_one(tmp_path, row)) == ["a", "b", "c"]


def test_chatgpt_without_ids_they_are_told_from_place_and_text(tmp_path: Path) -> None:
    row = _talk(_says({"content_type": "text", "parts": ["a"]}))
    del row["id"]
    (one,) = _read_one(tmp_path, row)
    (other,) = _read_one(tmp_path, row | {"title": "another"})
    assert isinstance(one, Conversation)
    assert isinstance(other, Conversation)
    assert one.id != other.id
    assert one.turns[0].id == "n0"


# --- Claude


def test_claude_where_a_conversation_stands_decides_what_was_said(tmp_path: Path) -> None:
    def message(id: str, parent: str, text: str) -> dict[str, Any]:
        return {"uuid": id, "parent_message_uuid": parent, "sender": "human", "text": text}

    messages = [message("a", "0", "kept"), message("b", "a", UNSAID), message("c", "a", "last")]
    row = {"uuid": "x", "name": "", "chat_messages": messages, "current_leaf_message_uuid": "c"}
    assert texts(_read_one(tmp_path, row)) == ["kept", "last"]
    del row["current_leaf_message_uuid"]
    assert texts(_read_one(tmp_path, row)) == ["kept", UNSAID, "last"]


def test_claude_words_stand_before_and_after_what_a_tool_said(tmp_path: Path) -> None:
    def text(words: str) -> dict[str, Any]:
        return {"type": "text", "text": words}

    nested = [text("found"), {"type": "tool_result", "content": UNSAID}, {"type": "image"}]
    result = {"type": "tool_result", "content": nested}
    content = [text("let me"), text("look"), result, {"type": "tool_result", "content": []}, text("there")]
    messages = [{"uuid": "m", "sender": "assistant", "content": content}, {"sender": "narrator", "text": UNSAID}]
    (item,) = _read_one(tmp_path, {"uuid": "x", "chat_messages": messages})
    assert isinstance(item, Conversation)
    assert [(turn.id, turn.role, turn.text) for turn in item.turns] == [
        ("m", Role.ASSISTANT, "let me\nlook"),
        ("m#1", Role.TOOL, "found"),
        ("m#2", Role.ASSISTANT, "there"),
    ]


def test_claude_messages_without_ids_differ_by_place(tmp_path: Path) -> None:
    row = {"uuid": "x", "chat_messages": [{"sender": "human", "text": "again"}] * 2}
    (item,) = _read_one(tmp_path, row)
    assert isinstance(item, Conversation)
    assert len({turn.id for turn in item.turns}) == 2


# --- Claude Code


def _code(**row: Any) -> dict[str, Any]:
    return {"type": "user", "sessionId": "s", "isSidechain": False} | row


def test_claude_code_a_folder_of_sessions_without_its_agents(tmp_path: Path) -> None:
    project = tmp_path / "projects" / "-work-garden"
    (project / "one" / "subagents").mkdir(parents=True)
    one, two = _exports.claude_code(1), _exports.claude_code(2)
    written(project, "one.jsonl", as_lines(one.rows))
    written(project, "two.jsonl", as_lines(two.rows))
    agent = [row | {"isSidechain": True} for row in two.rows]
    written(project, "agent-1.jsonl", as_lines(agent))
    written(project / "one" / "subagents", "agent-2.jsonl", as_lines(agent))
    written(tmp_path, "history.jsonl", '{"display": "hi", "timestamp": 1}\n')
    assert recognise(tmp_path) is Format.CLAUDE_CODE
    items = found(tmp_path)
    assert [item for item in items if isinstance(item, Conversation)] == [*one.expected, *two.expected]
    assert [item.where for item in items if isinstance(item, Skipped)] == ["history.jsonl"]


def test_claude_code_a_line_never_stands_before_the_one_it_follows(tmp_path: Path) -> None:
    def line(id: str, parent: str | None, second: int) -> dict[str, Any]:
        at = f"2026-01-01T00:00:{second:02}Z"
        return _code(uuid=id, parentUuid=parent, timestamp=at, message={"role": "user", "content": id})

    rows = [line("d", "c", 1), line("a", None, 5), line("c", "b", 3), line("b", "a", 4)]
    assert texts(found(written(tmp_path, "s.jsonl", as_lines(rows)))) == ["a", "b", "c", "d"]


def test_claude_code_a_circle_of_parents_ends(tmp_path: Path) -> None:  # P8
    def line(id: str, parent: str) -> dict[str, Any]:
        return _code(uuid=id, parentUuid=parent, message={"role": "user", "content": id})

    rows = [line("a", "b"), line("b", "a"), line("c", "c")]
    assert sorted(texts(found(written(tmp_path, "s.jsonl", as_lines(rows))))) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("<local-command-stdout>done</local-command-stdout>", []),
        ("<bash-input>ls</bash-input>", []),
        ("[Request interrupted by user for tool use]", []),
        ("yes <system-reminder>be kind</system-reminder>please", ["yes please"]),
        ("what does <command-name> mean?", ["what does <command-name> mean?"]),
    ],
)
def test_claude_code_words_of_the_program_are_not_the_persons(content: str, kept: list[str], tmp_path: Path) -> None:
    """Somebody may vouch for the transcript; then these would be trusted as theirs (X1)."""
    rows = [
        _code(uuid="a", message={"role": "user", "content": content}),
        _code(uuid="b", message={"role": "user", "content": "end"}),
    ]
    assert texts(found(written(tmp_path, "s.jsonl", as_lines(rows)))) == [*kept, "end"]


# --- Plain turns


def test_turns_need_only_role_and_text(tmp_path: Path) -> None:
    rows = [
        {"role": "Human", "text": "hi"},
        {"role": "ai", "content": [{"type": "text", "text": "hello"}]},
        {"role": "user", "text": "hi"},
    ]
    (item,) = found(written(tmp_path, "chat.jsonl", as_lines(rows)))
    assert isinstance(item, Conversation)
    assert item.id == "chat"
    assert [(turn.role, turn.text) for turn in item.turns] == [
        (Role.USER, "hi"),
        (Role.ASSISTANT, "hello"),
        (Role.USER, "hi"),
    ]
    assert len({turn.id for turn in item.turns}) == 3


def test_turns_of_tools_stand_beside_those_they_stood_in(tmp_path: Path) -> None:  # X1
    result = {"type": "tool_result", "content": [{"type": "text", "text": "42"}]}
    rows = [
        {"role": "user", "speaker": "Ada", "content": [result, result, {"type": "text", "text": "hi"}, "there"]},
        {"role": "assistant", "id": "a", "content": ["Let me look.", result, "I see."]},
        {"role": "tool", "speaker": "clock", "text": "noon"},
    ]
    (item,) = found(written(tmp_path, "chat.jsonl", as_lines(rows)))
    assert isinstance(item, Conversation)
    assert [(turn.role, turn.origin, turn.text, turn.speaker) for turn in item.turns] == [
        (Role.TOOL, Origin.TOOL, "42", None),
        (Role.TOOL, Origin.TOOL, "42", None),
        (Role.USER, Origin.IMPORT, "hi\nthere", "Ada"),
        (Role.ASSISTANT, Origin.IMPORT, "Let me look.", None),
        (Role.TOOL, Origin.TOOL, "42", None),
        (Role.ASSISTANT, Origin.IMPORT, "I see.", None),
        (Role.TOOL, Origin.TOOL, "noon", "clock"),
    ]
    assert [turn.id for turn in item.turns][3:6] == ["a", "a#1", "a#2"]
    assert len({turn.id for turn in item.turns}) == 7


def test_turns_keep_their_ids_when_more_come(tmp_path: Path) -> None:  # X7
    rows = [{"role": "user", "text": text, "conversation": 7} for text in ("a", "b", "a")]
    (before,) = found(written(tmp_path, "chat.jsonl", as_lines(rows)))
    (after,) = found(written(tmp_path, "chat.jsonl", as_lines([*rows, rows[1]])))
    assert isinstance(before, Conversation)
    assert isinstance(after, Conversation)
    assert after.id == before.id == "7"
    assert after.turns[:3] == before.turns


@pytest.mark.parametrize(
    "row", [{"role": "elf", "text": "a"}, {"role": "user", "text": " "}, {"role": "user", "text": 3}]
)
def test_turns_that_are_none_are_named(row: dict[str, Any], tmp_path: Path) -> None:
    good = {"role": "user", "text": "a"}
    items = found(written(tmp_path, "chat.jsonl", as_lines([good, row, good])))
    assert texts(items) == ["a", "a"]
    assert [item.where for item in items if isinstance(item, Skipped)] == ["chat.jsonl, line 2"]


@pytest.mark.parametrize(
    ("at", "known"),
    [
        ("2026-01-02T03:04:05Z", True),
        ("2026-01-02T05:04:05+02:00", True),
        ("2026-01-02 03:04:05", True),
        (1767323045, True),
        (1767323045000, True),
        ("yesterday", False),
        (10**300, False),
        (-(10**18), False),
        (True, False),
        ("0001-01-01T00:00:00+23:59", False),
        (None, False),
    ],
)
def test_times_are_kept_and_nonsense_is_no_time(at: object, known: bool, tmp_path: Path) -> None:
    (item,) = found(written(tmp_path, "chat.jsonl", as_lines([{"role": "user", "text": "a", "at": at}])))
    assert isinstance(item, Conversation)
    told = item.turns[0].at
    assert (told and told.isoformat()) == ("2026-01-02T03:04:05+00:00" if known else None)


def test_a_long_conversation_comes_in_pieces_that_share_its_id(tmp_path: Path) -> None:  # P8
    rows = [{"id": n, "role": "user", "text": f"turn {n}"} for n in range(2_500)]
    items = found(written(tmp_path, "chat.jsonl", as_lines(rows)))
    assert {item.id for item in items if isinstance(item, Conversation)} == {"chat"}
    assert len(items) == 3
    assert texts(items) == [row["text"] for row in rows]


def test_a_title_that_only_says_what_the_file_is_stands_in_front_of_nothing(tmp_path: Path) -> None:
    """X6: "Memory: …" has the shape of something that was served, and would be taken for a recall loop."""
    path = written(tmp_path, "MEMORY.md", "# Memory\n\n- Uses uv.\n\n## Tone\n\n- Be brief.\n")
    assert [item.text for item in found(path) if isinstance(item, Noted)] == ["Uses uv.", "Tone: Be brief."]
