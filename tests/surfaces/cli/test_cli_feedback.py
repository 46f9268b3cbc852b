"""T6 at the command line: what was told of memories, and saying it oneself."""

from __future__ import annotations

import json
import re

import pytest

from atlas.engine.curate.explicit_feedback import WORDS
from atlas.surfaces.cli.review.feedback import SIGNAL_MEANINGS
from surfaces.cli._person import Person


@pytest.fixture
def asked(ana: Person) -> Person:
    """Someone who told two things, asked for one of them, got a reply, and whose ATLAS has had its time since."""
    ana.tell("I live in Porto.", "I work as a nurse.", conversation="c1")
    ana.run("context", "Where do I live?", "--conversation", "c1")
    ana.run("observe", "Where do I live?", "--assistant", "In Porto, by the river.", "--conversation", "c1")
    ana.run("work", "--once")
    return ana


def test_what_can_be_said_is_what_the_engine_hears() -> None:
    assert list(SIGNAL_MEANINGS) == [signal.value for signal in WORDS]


def test_at_first_there_is_nothing(ana: Person) -> None:
    assert ana.says("feedback").startswith("Nothing was told of any memory yet.\n")
    assert ana.data("feedback") == {"feedback": []}
    ana.tell("I live in Porto.")
    assert ana.says("feedback", ana.learned("Porto")["id"]).startswith("Nothing was told of it yet.\n")


def test_what_replies_used_is_listed_the_newest_first(asked: Person) -> None:  # T3, T6
    shown = asked.says("feedback")
    assert shown.split("\n")[0].split() == ["WHEN", "WAS", "IN", "REPLY", "ID", "MEMORY"]
    assert "Above 30 % it was used, else ignored." in shown
    assert re.search(r"used +100% +m_\w{6} +The user lives in Porto\n", shown)
    assert re.search(r"ignored +0% +m_\w{6} +The user works as a nurse\n", shown)
    porto = asked.learned("lives in Porto")
    (row,) = asked.data("feedback", porto["id"])["feedback"]
    assert (row["memory"], row["signal"], row["share"]) == (porto["id"], "used", 1.0)
    assert row["serving"] == asked.data("why")["serving"]
    assert (porto["uses"], porto["contexts"]) == (1, 1)


def test_show_and_why_tell_how_often_it_was_used_and_ignored(asked: Person) -> None:  # C8, T6
    porto, nurse = asked.learned("lives in Porto")["id"], asked.learned("nurse")["id"]
    for command in ("why", "show"):
        assert re.search(r"so far +used 1 time in 1 context\n", asked.says(command, porto))
        assert re.search(r"so far +ignored 1 time\n", asked.says(command, nurse))
        assert (asked.data(command, porto)["ignored"], asked.data(command, nurse)["ignored"]) == (0, 1)
    asked.run("feedback", porto, "helped")
    assert re.search(r"so far +used 1 time in 1 context, helped 1 time\n", asked.says("why", porto))
    told = asked.says("log")
    assert re.search(rf"reinforced +helped {porto[:8]} The user lives in Porto\n", told)
    assert re.search(rf"reinforced +used [^;]*{porto[:8]}", told)


def test_the_log_names_what_was_ignored(asked: Person) -> None:  # T6
    for number in range(3):
        asked.run("context", "Where do I live, and as what do I work?", "--conversation", "c1")
        asked.run("observe", f"And number {number}?", "--assistant", "Seven metres.", "--conversation", "c1")
        asked.run("work", "--once")
    nurse = asked.learned("nurse")["id"]
    assert any("ignored" in each["says"] and nurse[:8] in each["says"] for each in asked.data("log")["entries"])


def test_helped_is_kept_and_counts_once_for_a_reply(asked: Person) -> None:  # T3
    porto = asked.learned("lives in Porto")["id"]
    shown = asked.says("feedback", porto[:8], "helped")
    assert shown.startswith(f"helped  {porto[:8]}  The user lives in Porto\n")
    assert "Used 1 time, helped 1 time; its stability is 75.0 days." in shown
    assert "That reply was counted already: nothing moved." in asked.says("feedback", porto, "helped")
    given = asked.data("feedback", porto, "used")
    assert (given["counted"], given["signal"], given["memory"]["applications"]) == (False, "used", 1)


def test_wrong_is_written_down_and_waits_for_a_person(asked: Person) -> None:  # T6
    porto = asked.learned("lives in Porto")["id"]
    shown = asked.says("feedback", porto, "wrong", "--note", "It is Braga.")
    assert "It is waiting." in shown
    failure = re.search(r"atlas show (f_\w+)", shown)
    assert failure
    assert "Where do I live?" in asked.says("show", failure[1])
    assert porto in {each["id"] for each in asked.data("pending")["memories"]}
    asked.run("undo")
    assert asked.learned("lives in Porto")["status"] == "approved_for_reuse"


def test_stale_closes_what_the_user_stated(asked: Person) -> None:  # T6
    porto = asked.learned("lives in Porto")["id"]
    given = asked.data("feedback", porto, "stale")
    assert given["judged"]["verdict"]["outcome"] == "accepted"
    assert given["memory"]["valid_until"]
    assert "is closed already." in asked.run("feedback", porto, "stale", code=1).stderr


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("m_nowhere", "used"), 1, "There is nothing with the id 'm_nowhere' here."),
        (("i_4kq9zt", "used"), 1, "i_4kq9zt is an interaction: atlas show i_4kq9zt"),
        (("m_4kq9zt", "great"), 2, "'great' is none of helped, wrong, stale, used."),
        (("--note", "why"), 2, "A note goes with what you say of a memory: used, helped, wrong or stale."),
    ],
)
def test_what_cannot_be_said_is_one_sentence(ana: Person, args: tuple[str, ...], code: int, sentence: str) -> None:
    assert sentence in ana.run("feedback", *args, code=code).stderr.splitlines()[-1]
    assert sentence in json.loads(ana.run("feedback", *args, "--json", code=code).stderr)["error"]
