"""What came in without a user's word is no user who was let down: nobody takes notice of it (X1, S6, S12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.history._exports import as_list
from atlas.model.history import NOTES, is_of_notes
from atlas.model.task import Task
from atlas.model.thinking import JobState

ALIKE = ("How do we indent the code in this project?", "So how do we indent the code of this project?")


def memory_file(folder: Path) -> Path:
    path = folder / "CLAUDE.md"
    path.write_text("# Style\n" + "".join(f"- {line}\n" for line in ALIKE))
    return path


def dump(folder: Path, who: str = "ada") -> Path:
    path = folder / "mem0.json"
    path.write_bytes(as_list([{"id": str(n), "memory": line, "user_id": who} for n, line in enumerate(ALIKE)]))
    return path


def turns(folder: Path) -> Path:
    path = folder / "turns.jsonl"
    rows = [{"role": role, "text": text} for line in ALIKE for role, text in (("user", line), ("assistant", "I see."))]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def unnoticed(life: Any) -> None:
    life.atlas.flush()
    assert list(life.atlas.inspect.signals(limit=100)) == []
    assert list(life.atlas.inspect.failures()) == []
    assert [job for job in life.atlas.jobs.list(limit=100) if job.task is Task.ADAPTIVE] == []
    assert life.atlas.admin.verify().ok


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("vouch", [False, True])
@pytest.mark.parametrize("make", [memory_file, dump])
def test_two_notes_alike_are_no_question_asked_again(
    life: Any, tmp_path: Path, make: Any, vouch: bool, replay: bool
) -> None:
    assert life.atlas.history.import_file(make(tmp_path), vouch=vouch, replay=replay).new_notes == 2
    unnoticed(life)


@pytest.mark.parametrize("who", ["n" * 500, "hid\u200bden"])
def test_notes_are_told_from_conversations_whoever_they_are_of(life: Any, tmp_path: Path, who: str) -> None:
    life.atlas.history.import_file(dump(tmp_path, who), vouch=True)
    unnoticed(life)


@pytest.mark.parametrize(
    ("conversation", "noted"),
    [
        (f"mem0:{NOTES}", True),
        (f"markdown:{NOTES} of ada", True),
        (f"turns:{NOTES}", False),
        ("mem0: is it good?", False),
    ],
)
def test_only_formats_of_notes_hold_notes(conversation: str, noted: bool) -> None:
    assert is_of_notes(conversation) is noted


def test_who_asks_again_in_a_history_that_nobody_vouches_for_is_not_noticed(life: Any, tmp_path: Path) -> None:  # X1
    life.atlas.history.import_file(turns(tmp_path))
    unnoticed(life)


def test_who_asks_again_in_a_history_of_the_users_own_is_noticed(life: Any, tmp_path: Path) -> None:  # S6
    life.atlas.history.import_file(turns(tmp_path), vouch=True)
    life.atlas.flush()
    assert {signal.kind.value for signal in life.atlas.inspect.signals(limit=100)} >= {"re_ask"}


def test_a_report_about_what_nobody_vouches_for_is_thought_about_without_harm(life: Any, tmp_path: Path) -> None:  # J17
    life.atlas.history.import_file(turns(tmp_path))
    life.atlas.feedback.report("thumbs_down", conversation="turns:turns")
    life.atlas.flush()
    states = {job.state for job in life.atlas.jobs.list(limit=100) if job.task is Task.ADAPTIVE}
    assert states == {JobState.DONE}
