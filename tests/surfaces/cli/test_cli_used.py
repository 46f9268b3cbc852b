"""What was used, what a rejected memory touched, and what was known then, at the command line."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from atlas.engine.serve.redaction import PAST
from atlas.retrieval.features import PARTS
from atlas.retrieval.graph_walk import LINKED, NEWER
from atlas.retrieval.rank import AGAIN, TOGETHER
from atlas.surfaces.cli.lookup.memory_text import PART_MEANINGS, explain_parts, explain_ranking, score_parts
from atlas.testing import samples
from surfaces.cli._person import Person

SOON = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()


@pytest.fixture
def asked(ana: Person) -> Person:
    """Someone who told two things, asked for one of them, and got a reply."""
    ana.tell("I live in Porto.", "I work as a nurse.", conversation="c1")
    ana.run("context", "Where do I live?", "--conversation", "c1")
    ana.run("observe", "Where do I live?", "--assistant", "In Porto, by the river.", "--conversation", "c1")
    return ana


def test_why_says_in_words_what_the_reply_used(asked: Person) -> None:  # C8, T3
    shown = asked.says("why", "--all")
    assert re.search(r"Reply: “In Porto, by the river\.” +u_\w{6}, used \d of \d", shown)
    assert re.search(r"m_\w{6}  The user lives in Porto  used\n", shown)
    assert re.search(r"m_\w{6}  The user works as a nurse  not used\n", shown)
    given = asked.data("why")
    assert given["reply"]["text"] == "In Porto, by the river."
    used = {item["memory"]["content"]: (item["used"], item["share"]) for item in given["items"]}
    assert used["The user lives in Porto"] == (True, 1.0)
    assert used["The user works as a nurse"] == (False, 0.0)


def test_why_without_a_reply_says_that(asked: Person) -> None:
    serving = asked.data("context", "What is my work?", "--conversation", "c1")["serving"]
    assert "No reply was observed." in asked.says("why", serving)
    given = asked.data("why", serving)
    assert given["reply"] is None
    assert {(item["used"], item["share"]) for item in given["items"]} == {(None, None)}


def test_why_of_a_reply_shows_what_was_served_for_it(asked: Person) -> None:  # C8
    reply = asked.data("why")["reply"]["id"]
    shown = asked.says("why", reply)
    assert "the assistant: In Porto, by the river." in shown
    assert "Served for it. Asked: “Where do I live?”" in shown
    assert "“I live in Porto.”" in shown
    assert re.search(r"The user lives in Porto  used\n", shown)
    (served,) = asked.data("why", reply)["served"]
    assert served["reply"]["id"] == reply
    assert {"words", "meaning"} <= set(served["items"][0]["components"])


def test_why_and_show_of_a_memory_name_its_replies(asked: Person) -> None:  # C8
    id = asked.learned("lives in Porto")["id"]
    shown = asked.says("why", id)
    assert re.search(r"behind +1 reply, used in 1\n", shown)
    assert re.search(r"used +u_\w{6}, \d{4}-\d\d-\d\d: “In Porto, by the river\.”", shown)
    whole = asked.says("show", id)
    assert "Stood behind 1 reply, used in 1" in whole
    (reply,) = asked.data("show", id)["replies"]
    assert (reply["text"], reply["used"], reply["share"]) == ("In Porto, by the river.", True, 1.0)
    assert reply["serving"] == asked.data("why")["serving"]


def test_a_memory_that_was_served_and_never_answered_says_so(ana: Person) -> None:
    ana.tell("I live in Porto.")
    ana.run("context", "Where do I live?")
    assert re.search(r"behind +no reply was observed", ana.says("why", ana.learned("Porto")["id"]))
    assert "Stood behind" not in ana.says("show", ana.learned("Porto")["id"])


def test_rejecting_lists_every_reply_that_it_touched(asked: Person) -> None:  # C8
    id = asked.learned("lives in Porto")["id"]
    shown = asked.says("reject", id)
    assert "It stood behind 1 reply, used in 1:" in shown
    assert "“In Porto, by the river.”" in shown
    asked.run("undo")
    (made,) = asked.data("reject", id)["decisions"]
    assert [(each["text"], each["used"]) for each in made["touched"]] == [("In Porto, by the river.", True)]
    found = asked.data("recall", "Where do I live?", "--kind", "fact")["results"]
    assert id not in [each["memory"]["id"] for each in found]


def test_rejecting_what_nobody_saw_says_that_too(ana: Person) -> None:
    ana.tell("I live in Porto.")
    id = ana.learned("Porto")["id"]
    assert "No reply that was observed stood on it." in ana.says("reject", id)
    ana.run("undo")
    assert ana.data("reject", id)["decisions"][0]["touched"] == []


# --- the parts of a score


def test_the_parts_of_a_score_are_those_of_ranking() -> None:
    assert list(PART_MEANINGS) == [*PARTS, TOGETHER, AGAIN, LINKED, NEWER, PAST]


def test_the_largest_part_comes_first_and_what_says_nothing_is_left_out() -> None:
    components = (("words", 0.4), ("meaning", 2.2), ("around", 0.001), ("form", -0.3), ("asked", 3.0))
    assert score_parts(components) == "asked 3.00 + meaning 2.20 + words 0.40 - form 0.30"
    assert score_parts((("meaning", -0.41), ("who", 0.0))) == "- meaning 0.41"
    assert score_parts(()) == "0"
    told = [f"{name}: {PART_MEANINGS[name]}" for name in ("words", "meaning", "form", "asked")]
    assert explain_parts([components]) == "; ".join(told)


def test_why_tells_what_the_parts_mean_in_one_line(asked: Person) -> None:
    (said,) = [line for line in asked.says("why", "--scores").splitlines() if line.startswith("Scores: ")]
    assert "asked: of the very kind asked for" in said


def test_why_and_recall_give_reasons_and_no_numbers(ana: Person) -> None:  # C8
    for conversation in ("c1", "c2"):
        ana.says("observe", "I live in Porto.", "--conversation", conversation)
    found = ana.says("recall", "What do you know about Porto?", "--kind", "fact")
    assert "because you asked about Porto, and it was said twice" in found
    assert "SCORE" not in found
    assert "SCORE" in ana.says("recall", "What do you know about Porto?", "--scores")
    ana.says("context", "Where do I live?")
    told = ana.says("why")
    assert "because " in told
    assert "score " not in told


def test_a_reason_is_told_of_what_shares_no_word() -> None:
    memory = samples.memory("m_1", "The user lives in Porto")
    assert explain_ranking("Where is home?", memory, (("meaning", 2.0),)) == "because it means nearly what you asked"
    assert explain_ranking("", memory, (("standing", 1.0),)) == "because it holds whatever is asked"
    assert explain_ranking("Where does he live?", memory, (("words", 1.0),)) == "because the question has “live” too"
    assert explain_ranking("x", memory, ()) == "because nothing else came nearer"


def test_why_of_a_memory_names_the_run_of_thinking_that_proposed_it(asked: Person) -> None:  # C8
    [fact, *_] = [each for each in asked.data("memories")["memories"] if each["kind"] == "fact"]
    told = asked.says("why", fact["id"])
    assert re.search(r"thought +lightweight, by rules, \d{4}", told)
    assert len(told.splitlines()) <= 24


# --- as of


@pytest.fixture
def moved(ana: Person) -> Person:
    ana.tell("I live in Rome.", at="2026-01-10")
    ana.tell("I moved to Lisbon.", at="2026-05-02")
    return ana


def test_recall_as_of_answers_for_its_time(moved: Person) -> None:  # X4
    shown = moved.says("recall", "Where do I live?", "--kind", "fact", "--as-of", "2026-03-01")
    assert "The user lives in Rome" in shown
    assert "Lisbon" not in shown
    assert "As of 2026-03-01 23:59." in shown
    assert "The user lives in Lisbon" in moved.says("recall", "Where do I live?", "--as-of", "2026-06-01T12:00")
    (found,) = moved.data("recall", "Where do I live?", "--kind", "fact", "--as-of", "2026-03-01")["results"]
    assert found["memory"]["content"] == "The user lives in Rome"
    nothing = moved.says("recall", "Where do I live?", "--as-of", "2025-12-31")
    assert nothing == "Nothing that was known on 2025-12-31 23:59 bears on that.\n"


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("--as-of", SOON), 1, " is still to come: “as of” asks about the past."),
        (("--as-of", "then"), 2, "'then' is no time such as 2026-03-31, 2026-03-31T09:30, 2026-03, March or last"),
        (("--as-of", "2026-02-30"), 2, "'2026-02-30' is no time such as 2026-03-31,"),
        (("--as-of", "2026-03-01", "--at", "2026-03-01"), 1, "give “as of” or “at”, not both."),
        (("--after", "2026-03-02", "--before", "2026-03-01"), 1, "Nothing is after 2026-03-02 00:00"),
        (("--about", "Zoe"), 1, "Nobody and nothing called 'Zoe' is known here."),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(moved: Person, args: tuple[str, ...], code: int, sentence: str) -> None:
    done = moved.run("recall", "Where do I live?", *args, code=code)
    assert sentence in done.stderr.splitlines()[-1]
    assert sentence in json.loads(moved.run("recall", "Where?", *args, "--json", code=code).stderr)["error"]


def test_recall_is_bounded_by_when_and_about_whom(moved: Person) -> None:
    moved.tell("My sister Maria lives in Oslo.", at="2026-06-01")

    def found(*args: str) -> set[str]:
        results = moved.data("recall", "Who lives in which city?", "--kind", "fact", *args)["results"]
        return {each["memory"]["content"] for each in results if "lives in" in each["memory"]["content"]}

    assert found() == {"The user lives in Lisbon", "Maria lives in Oslo"}
    assert found("--about", "Maria") == found("--about", "sister") == {"Maria lives in Oslo"}
    assert found("--before", "2026-06-01") == {"The user lives in Lisbon"}
    assert found("--after", "2026-06-01") == {"Maria lives in Oslo"}


def test_the_help_shows_how(ana: Person) -> None:
    helped = ana.says("recall", "--help")
    assert "atlas recall 'Where do I live?' --as-of 2026-03-01" in helped
    for option in ("--as-of", "--after", "--before", "--about", "--at "):
        assert option in helped
