"""LoCoMo, LongMemEval and BEAM are read into one shape (benchmarks.md §1)."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

import _talks
from atlas.errors import BadInput
from atlas.model.interaction import Role
from benchmarks.formats import PUBLIC, found, load, present


def test_locomo_sessions_come_in_order_with_their_dates_and_captions(tmp_path: Path) -> None:
    _talks.locomo(tmp_path)
    talk, _ = load("locomo", tmp_path)
    assert [turn.id for turn in talk.turns] == ["D1:1", "D1:2", "D1:3", "D2:1", "D2:2", "D2:3"]
    assert talk.turns[1].at == datetime(2023, 5, 8, 13, 56, 20, tzinfo=UTC)
    assert talk.turns[3].text == "Look at what I made! [shares a photo of a clay bowl with blue stripes]"
    assert {turn.role for turn in talk.turns} == {Role.USER}
    assert [turn.speaker for turn in talk.turns[:2]] == ["Caroline", "Melanie"]
    assert [turn.session for turn in talk.turns] == ["session 1"] * 3 + ["session 2"] * 3


def test_locomo_questions_keep_their_evidence_and_those_without_any_are_dropped(tmp_path: Path) -> None:
    _talks.locomo(tmp_path)
    questions = load("locomo", tmp_path)[0].questions
    assert [each.category for each in questions] == ["single-hop", "temporal", "multi-hop", "adversarial"]
    assert questions[2].evidence == {"D1:1", "D2:1"}
    assert questions[0].at == datetime(2023, 6, 12, 21, 5, 40, tzinfo=UTC)


def test_longmemeval_sessions_are_sorted_by_date_and_asked_at_the_question_s(tmp_path: Path) -> None:
    _talks.longmemeval(tmp_path)
    (talk,) = load("longmemeval", tmp_path)  # the one whose answer is nowhere is left out
    assert [turn.id for turn in talk.turns] == ["2:1", "2:2", "1:1", "1:2", "1:3"]
    assert talk.turns[2].role is Role.ASSISTANT
    assert talk.turns[2].at == datetime(2023, 6, 20, 20, 6, tzinfo=UTC)
    (question,) = talk.questions
    assert question.evidence == {"2:1", "1:2"}
    assert (question.category, question.at) == ("knowledge-update", datetime(2023, 6, 28, 20, 7, tzinfo=UTC))


def test_beam_carries_dates_forward_strips_tails_and_reads_ids_however_nested(tmp_path: Path) -> None:
    _talks.beam(tmp_path)
    (talk,) = load("beam", tmp_path)
    assert [turn.text for turn in talk.turns if turn.role is Role.USER] == [
        "I plan a trip to Oslo.",
        "My budget is 900 euros",
        "The budget is 1200 euros now.",
    ]
    assert talk.turns[1].text == "Oslo -> a fine place."
    assert talk.turns[3].at == datetime(2024, 3, 15, 0, 1, tzinfo=UTC)
    assert talk.turns[4].at == datetime(2024, 4, 5, tzinfo=UTC)
    assert {each.category: set(each.evidence) for each in talk.questions} == {
        "knowledge_update": {"2", "4"},
        "information_extraction": {"0"},
    }


def test_beam_chats_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for chat in ("10", "2", "1"):
        _talks.beam(tmp_path, chat)
    assert [talk.name for talk in load("beam", tmp_path)] == ["chat 1", "chat 2", "chat 10"]


def test_only_what_is_there_is_found(tmp_path: Path) -> None:
    assert present(tmp_path) == []
    _talks.beam(tmp_path)
    file = _talks.locomo(tmp_path)
    assert present(tmp_path) == ["locomo", "beam"]
    assert found("locomo", file) == [file]
    assert found("locomo", file.parent) == [file]


@pytest.mark.parametrize("name", PUBLIC)
def test_missing_data_is_said_plainly(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=f"There is no {PUBLIC[name]} under"):
        load(name, tmp_path)


@pytest.mark.parametrize(("text", "says"), [("{", "is not JSON"), ("[{}]", "not in the format"), ("[3]", "not in the")])
@pytest.mark.parametrize("make", [_talks.locomo, _talks.longmemeval, _talks.beam])
def test_broken_data_is_said_plainly(tmp_path: Path, make: object, text: str, says: str) -> None:
    file = make(tmp_path)  # type: ignore[operator]
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        load(present(tmp_path)[0], tmp_path)


def test_the_real_data_hold_together(data: Path) -> None:
    for name in present(data):
        for talk in load(name, data):
            ids = {turn.id for turn in talk.turns}
            assert len(ids) == len(talk.turns), f"{talk.name}: a turn's id is its own"
            assert all(each.evidence <= ids and each.text for each in talk.questions)
            assert not any("->->" in turn.text for turn in talk.turns if turn.role is Role.USER)


def test_our_own_chats_are_talks_like_the_others(tmp_path: Path) -> None:
    talks = load("chats", tmp_path)  # of the repository, wherever the public ones are
    assert len(talks) == 8
    for talk in talks:
        assert all(one.at < other.at for one, other in pairwise(talk.turns))
        assert all(question.evidence <= {turn.id for turn in talk.turns} for question in talk.questions)
