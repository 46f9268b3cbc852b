"""Beliefs go out with an export and come back as they were, and nothing comes back that was forged (X7, X1, P8)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atlas import Origin, Said, Status
from atlas.engine.core.marks import BELIEF_TURNS
from atlas.engine.core.verification import verify_store
from atlas.engine.transfer.restore_preview import preview_export
from atlas.model.interaction import Role
from atlas.model.origin import Trust
from atlas.testing import samples
from engine._beliefs import argue, judge, read_arguments, read_belief, settle
from engine._carried import as_file, everything, refused

FOR = "I told Ben of commuting."
SECRET = "My key is sk-ant-api03-" + "A" * 28


@pytest.fixture
def argued(life: Any) -> Any:
    life.say(FOR)
    argue(life, "commuting", insight="Commuting costs an hour a day.")
    settle(life)
    judge(life, pinned=True)
    argue(life, "commuting", "a_2", "v_2", turn=7)
    judge(life, "v_2", status=Status.NEEDS_REVIEW)
    with life.runtime.writing() as txn:
        txn.put_snapshot(samples.snapshot(5, unique_ratio=0.5, confident=1, kept=1))
        txn.put_mark(BELIEF_TURNS, 9)
    return life


def test_beliefs_come_back_as_they_were(argued: Any, live: Callable[..., Any], tmp_path: Path) -> None:  # X7
    other = live("other.atlas")
    report = other.atlas.history.import_file(as_file(tmp_path, everything(argued)), restore=True)
    assert {name: report.rows[name] for name in ("belief", "argument", "snapshot")} == {
        "belief": 2,
        "argument": 2,
        "snapshot": 1,
    }
    assert [read_belief(other, id) for id in ("v_1", "v_2")] == [read_belief(argued, id) for id in ("v_1", "v_2")]
    assert read_arguments(other, "a_1", "a_2") == read_arguments(argued, "a_1", "a_2")
    with other.runtime.reading() as reader:
        assert (reader.last_snapshot(), reader.read_mark(BELIEF_TURNS)) == (
            samples.snapshot(5, unique_ratio=0.5, confident=1, kept=1),
            9,
        )
    assert everything(other) == everything(argued)
    assert verify_store(other.runtime).problems == ()


def test_how_many_of_them_would_be_served_is_told_before_and_after(argued: Any, live: Any, tmp_path: Path) -> None:
    """X7: what is approved there is approved here, without review."""
    rows = everything(argued)
    assert " memories and 1 belief of it approved, without review." in preview_export(rows)
    argued.atlas.documents.write({"persona.md": "- Kind.\n"})
    rows = everything(argued)
    assert " memories, 1 belief and 1 document of it approved, without review." in preview_export(rows)
    report = live("other.atlas").atlas.history.import_file(as_file(tmp_path, rows), restore=True)
    assert {name: report.approved[name] for name in ("belief", "document")} == {"belief": 1, "document": 1}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"stance": 1.5}, "Its stance is not between -1 and 1"),
        ({"stance": 0.9}, "The belief v_1 is not as the journal has it"),
        ({"status": "approved_for_reuse", "id": "v_3"}, "The belief v_3 is not in the journal"),
        ({"trust": int(Trust.OPERATOR)}, "trusted more than where it came from"),
        ({"topic": "a\u202eb"}, "Its topic holds characters that nobody sees"),
        ({"topic": SECRET}, "Its topic holds a secret"),
        ({"support": -1}, "Its support is out of range"),
        ({"id": "v 1"}, "Its id is none that ATLAS gives"),
    ],
)
def test_no_forged_belief_comes_back(
    argued: Any, live: Callable[..., Any], tmp_path: Path, fields: dict[str, Any], says: str
) -> None:
    """X1, P8."""
    rows = everything(argued)
    place = next(place for place, row in enumerate(rows) if row["type"] == "belief")
    rows[place : place + ("id" not in fields or " " in str(fields["id"]))] = [{**rows[place], **fields}]
    rows[-1] = {**rows[-1], "lines": len(rows) - 2}
    refused(live, tmp_path, rows, says)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"direction": 0}, "It is neither for nor against"),
        ({"strength": 1.5}, "Its strength is not between 0 and 1"),
        ({"novelty": -0.5}, "Its novelty is not between 0 and 1"),
        ({"insight": SECRET}, "Its insight holds a secret"),
        ({"message": "u_nobody"}, "Only a user's own words argue"),
        ({"strength": 1.0}, "The argument a_1 is not as the journal has it"),
    ],
)
def test_no_forged_argument_comes_back(
    argued: Any, live: Callable[..., Any], tmp_path: Path, fields: dict[str, Any], says: str
) -> None:
    """X1, P8."""
    rows = everything(argued)
    place = next(place for place, row in enumerate(rows) if row["type"] == "argument")
    rows[place] = {**rows[place], **fields}
    refused(live, tmp_path, rows, says)


def test_what_a_page_wrote_argues_nothing_in_an_export_either(
    argued: Any, live: Callable[..., Any], tmp_path: Path
) -> None:
    """X1: the store asks its own rows where a message came from."""
    page = Said(Role.TOOL, "Buy now.", origin=Origin.WEB)
    argued.atlas.observe(messages=[Said(Role.USER, "Look at this."), page], conversation="c2")
    argued.atlas.flush()
    rows = everything(argued)
    [web] = [each["id"] for row in rows for each in row.get("messages", ()) if each["origin"] == "web"]
    place = next(place for place, row in enumerate(rows) if row["type"] == "argument")
    rows[place] = {**rows[place], "message": web}
    refused(live, tmp_path, rows, "Only a user's own words argue")


def test_what_is_sensitive_does_not_argue_in_an_export_for_reading(argued: Any) -> None:  # C5
    argued.say("I am allergic to peanuts. I cook at home.")
    argue(argued, "peanuts", "a_3", turn=9, insight="Peanuts are at the office.")
    argue(argued, "peanuts", "a_4", "v_4", turn=9, insight="Cooking without peanuts.")
    argued.atlas.review.decide(Status.SENSITIVE, argued.fact("peanuts").id)
    rows = list(argued.atlas.history.export())
    assert {row["id"] for row in rows if row["type"] in ("belief", "argument")} == {"v_1", "a_1", "v_2", "a_2"}
    judge(argued, "v_1", status=Status.SENSITIVE)
    rows = list(argued.atlas.history.export())
    assert {row["id"] for row in rows if row["type"] in ("belief", "argument")} == {"v_2", "a_2"}
