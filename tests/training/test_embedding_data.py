"""The long chats that the encoder is trained on: every file as the guide has it, writers kept apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.embedding.chats import Fault, find_shortfalls, load_chats, parse_chat

DATA = Path(__file__).parents[2] / "training" / "embedding" / "data"
PARTS = ("train", "tune", "blind")
HEAD = "# Ada and Assistant\n## 2025-03-04 18:20\n1 Ada: Hello: there\n2 Assistant: Hi.\n"


def test_every_chat_is_as_the_guide_has_it() -> None:
    chats = load_chats(DATA)
    assert len(chats) >= 60
    assert sum(len(chat.questions) for chat in chats) >= 4_000
    assert [fault for chat in chats for fault in find_shortfalls(chat)] == []


def test_a_writer_is_in_one_part_alone() -> None:
    writers = {part: {path.name for path in (DATA / part).iterdir()} for part in PARTS}
    assert all(writers[part] for part in PARTS)
    assert not writers["train"] & writers["tune"]
    assert not (writers["train"] | writers["tune"]) & writers["blind"]


def test_a_question_names_lines_that_are_there() -> None:
    chat = parse_chat(f"{HEAD}# questions\nset: Who greets? => 1 2 = both\nnone: Whose dog? => - = never told\n")
    assert [question.evidence for question in chat.questions] == [(0, 1), ()]
    assert chat.lines[0].text == "Hello: there"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ada and Bo\n", "the first line"),
        (HEAD.replace("2 Assistant", "3 Assistant"), "line 2"),
        (HEAD.replace("2 Assistant", "2 Bo"), "not in the chat"),
        (HEAD + "## 2025-03-04 18:20\n", "not after"),
        (HEAD + "## yesterday\n", "a session opens"),
        (HEAD + "# questions\nfact: Who? => 9 = x\n", "not there"),
        (HEAD + "# questions\nfact: Who? => - = x\n", "only a question of kind none"),
        (HEAD + "# questions\nset: Who? => 1 = x\n", "two lines or more"),
        (HEAD + "# questions\nwhy: Who? => 1 = x\n", "a question is"),
    ],
)
def test_what_the_guide_does_not_allow_is_named(text: str, fault: str) -> None:
    with pytest.raises(Fault, match=fault):
        parse_chat(text)
