"""Turns that have no id of their own: each is named once, the same in every reading (X7)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.history._exports import as_lines
from atlas.adapters.history import conversation_parts as pieces
from atlas.adapters.history import naming, read
from atlas.errors import BadInput
from atlas.model.history import Conversation, Format, Turn
from atlas.model.interaction import Role

Row = dict[str, Any]


def found(path: Path, *rows: Row, kind: Format = Format.TURNS) -> list[Conversation]:
    path.write_bytes(as_lines(list(rows)))
    return [item for item in read(path, kind) if isinstance(item, Conversation)]


def named(items: list[Conversation]) -> list[tuple[str, str]]:
    """A message is known by the names of its conversation and of itself."""
    return [(item.id, turn.id) for item in items for turn in item.turns]


def row(text: str, role: str = "user", **more: Any) -> Row:
    return {"role": role, "text": text, **more}


def test_the_same_words_over_and_over_are_as_many_turns(tmp_path: Path) -> None:  # X7
    rows = [each for n in range(1_500) for each in (row(f"Question number {n}"), row("Okay.", "assistant"))]
    items = found(tmp_path / "chat.jsonl", *rows)
    assert len(items) > 1, "more than one piece"
    assert len(set(named(items))) == 3_000
    assert items == found(tmp_path / "chat.jsonl", *rows)


def test_conversations_whose_lines_take_turns_are_each_one(tmp_path: Path) -> None:  # X7
    rows = [row("Yes.", role, conversation=c) for role in ("user", "assistant") * 3 for c in "ab"]
    items = found(tmp_path / "x.jsonl", *rows)
    assert [(item.id, len(item.turns)) for item in items] == [("a", 6), ("b", 6)]
    assert len(set(named(items))) == 12
    apart = [each for c in "ab" for each in rows if each["conversation"] == c]
    assert items == found(tmp_path / "x.jsonl", *apart), "where the others stand does not matter"


ROWS = st.lists(
    st.builds(
        row,
        st.sampled_from(["Yes.", "No."]),
        st.sampled_from(["user", "assistant", "tool"]),
        conversation=st.sampled_from("abc"),
        at=st.none() | st.integers(1_700_000_000, 1_700_000_004),
    ),
    min_size=1,
    max_size=60,
)


@given(rows=ROWS, more=ROWS, most=st.sampled_from([1, 2, 100]))
def test_every_turn_has_a_name_that_stays_when_more_come(rows: list[Row], more: list[Row], most: int) -> None:  # X7
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(naming, "MAX_CONVERSATIONS", most)
        patch.setattr(pieces, "PIECE_LINES", 5)
        patch.setattr(pieces, "HELD_LINES", 10)
        path = Path(folder, "x.jsonl")
        before, after = named(found(path, *rows)), named(found(path, *rows, *more))
    assert len(set(before)) == len(rows)
    assert len(set(after)) == len(rows) + len(more)
    assert set(before) <= set(after)


def test_a_name_is_made_of_words_only_where_no_time_is_told(tmp_path: Path) -> None:  # X3
    def names(text: str, **more: Any) -> list[tuple[str, str]]:
        return named(found(tmp_path / "x.jsonl", row(text, **more)))

    at = "2026-01-02T03:04:05Z"
    assert names("My PIN is 1234.", at=at) == names("My PIN is 9999.", at=at), "no guess can be tested against it"
    assert names("One.", at=at) != names("One.", at="2026-01-02T03:04:06Z")
    assert names("One.") != names("Two."), "else another file of this name would be known already"


def test_a_turn_put_in_front_renames_no_other_where_times_are_told(tmp_path: Path) -> None:  # X7
    rows = [row("Yes.", at=1_700_000_000 + n) for n in range(5)]
    before = named(found(tmp_path / "x.jsonl", *rows))
    after = named(found(tmp_path / "x.jsonl", row("First.", at=1_600_000_000), *rows))
    assert after[1:] == before


def test_what_is_answered_is_not_torn_from_its_question(tmp_path: Path) -> None:
    rows = [each for n in range(900) for each in (row(f"{n}?"), row("a", "tool"), row("b", "assistant"))]
    items = found(tmp_path / "x.jsonl", *rows)
    assert len(items) > 1
    assert {item.turns[0].role for item in items} == {Role.USER}


def test_many_conversations_are_held_only_as_far_as_they_may(tmp_path: Path) -> None:  # P8
    rows = [row("Yes.", conversation=n % 3_000) for n in range(9_000)]
    items = found(tmp_path / "x.jsonl", *rows)
    assert len(items) == 9_000, "each comes again too late to be held together"
    assert len(set(named(items))) == 9_000


def test_where_a_file_breaks_what_came_before_is_given() -> None:  # P8
    class Line:
        conversation, length, asks = "c", 1, True

    def breaking() -> Iterator[Line]:
        yield Line()
        raise BadInput("It breaks.")

    given_before = pieces.gather_conversations(breaking())
    piece = next(given_before)
    assert isinstance(piece, list)
    assert len(piece) == 1
    with pytest.raises(BadInput, match="It breaks"):
        next(given_before)


# --- transcripts of agents


def rollout(*payloads: Row, at: str = "2026-01-02T03:04:05.678Z") -> list[Row]:
    meta = {"timestamp": at, "type": "session_meta", "payload": {"id": "s"}}
    logs = {"user_message": "event_msg"}
    return [meta, *({"timestamp": at, "type": logs.get(p["type"], "response_item"), "payload": p} for p in payloads)]


def gave(output: object) -> Row:
    return {"type": "function_call_output", "call_id": "c", "output": output}


def turns(items: list[Conversation]) -> list[Turn]:
    return [turn for item in items for turn in item.turns]


def test_codex_two_tools_that_said_the_same_at_once_are_two_turns(tmp_path: Path) -> None:  # X7
    items = found(tmp_path / "x.jsonl", *rollout(gave("ok"), gave("ok")), kind=Format.CODEX)
    assert len({turn.id for turn in turns(items)}) == 2


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (json.dumps({"output": "two files\n", "metadata": {"exit_code": 0}}), ["two files\n"]),
        (json.dumps({"metadata": {"exit_code": 0}, "output": "found"}), ["found"]),
        (json.dumps({"output": "", "metadata": {"exit_code": 0}}), []),
        (json.dumps({"output": "mine", "kind": "a file"}), ['{"output": "mine", "kind": "a file"}']),
        ('{"output": "never closed"', ['{"output": "never closed"']),
        ('{"output": broken}', ['{"output": broken}']),
        ({"content": "new", "success": True}, ["new"]),
        ("plain", ["plain"]),
    ],
)
def test_codex_what_a_tool_gave_back_without_its_shell(output: object, said: list[str], tmp_path: Path) -> None:
    items = found(tmp_path / "x.jsonl", *rollout(gave(output)), kind=Format.CODEX)
    assert [turn.text for turn in turns(items)] == said


def test_codex_the_session_of_another_agent_is_left_out(tmp_path: Path) -> None:
    rows = rollout({"type": "user_message", "message": "Look for bees.", "kind": "plain"})
    assert len(turns(found(tmp_path / "x.jsonl", *rows, kind=Format.CODEX))) == 1
    rows[0]["payload"]["source"] = {"subagent": "review"}
    assert found(tmp_path / "x.jsonl", *rows, kind=Format.CODEX) == []


def test_claude_code_equal_lines_without_an_id_are_two(tmp_path: Path) -> None:
    line = {"type": "user", "sessionId": "s", "timestamp": "2026-01-02T03:04:05Z", "isSidechain": False}
    line["message"] = {"role": "user", "content": "Again."}
    items = found(tmp_path / "x.jsonl", line, line, kind=Format.CLAUDE_CODE)
    assert len({turn.id for turn in turns(items)}) == 2
