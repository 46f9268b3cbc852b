"""What was noticed, telling it oneself, what went wrong, what comes back, what is suggested; and the status of it."""

from __future__ import annotations

import json
import re

import apsw
import pytest

from atlas.engine.intake.outcome_reports import ReportKind
from atlas.model.signal import SignalKind, Source
from atlas.surfaces.cli.thinking.signals import REPORTS
from atlas.surfaces.views.signal_labels import SIGNAL_WORDS, SOURCE_WORDS, describe_event
from surfaces.cli._person import INTERVIEW, Person
from surfaces.cli.conftest import WRONG


def test_nothing_yet_says_what_one_can_do(ana: Person) -> None:
    assert ana.says("signals").startswith(
        "Nothing was noticed yet.\nTell how a reply fared: atlas learning report thumbs_down"
    )
    assert "Nothing went wrong yet" in ana.says("failures")
    assert "No pattern is active." in ana.says("patterns")
    assert "No pattern was found yet." in ana.says("patterns", "--all")
    assert "Nothing is suggested." in ana.says("suggestions")
    assert [ana.data(name) for name in ("signals", "failures", "patterns", "suggestions")] == [
        {"signals": [], "owed": 0},
        {"failures": [], "owed": 0},
        {"patterns": []},
        {"suggestions": []},
    ]


# --- signals


def test_signals_are_told_in_words_and_have_figures_for_who_asks(doubted: Person) -> None:
    """S7: a correction is about the reply before it."""
    shown = doubted.says("signals", "--kind", "correction")
    assert re.search(r"corrected  i_\w{6}  “that is wrong”\n", shown)
    assert "told how" not in shown
    assert doubted.says("signals", "--kind", "corrected") == shown
    figured = doubted.says("signals", "--kind", "correction", "--all")
    assert re.search(r"corrected +1\.00  i_\w{6}  “that is wrong”\n +told how 1\n", figured)
    signal = doubted.data("signals", "--kind", "correction")["signals"][-1]
    assert signal["words"] == "that is wrong"
    assert signal["about"] != signal["seen_in"]
    kinds = {each["kind"] for each in doubted.data("signals")["signals"]}
    assert {"correction", "same_failure", "dissatisfaction"} <= kinds
    assert len(doubted.data("signals", "--limit", "2")["signals"]) == 2


def test_signals_about_one_reply_come_with_how_sure_one_may_be(doubted: Person) -> None:
    """S5."""
    about = doubted.data("signals", "--kind", "correction")["signals"][-1]["about"]
    doubted.run("report", "wrong", "--about", about, "--note", "It is Canberra.")
    shown = doubted.says("signals", "--about", about[:8])
    assert "asked   “What is the capital of Australia?”" in shown
    assert "replied “It is Sydney.”" in shown
    assert "How sure one may be of it: 0.00 of 1 (verified 0.00)." in shown
    assert re.search(r"found wrong +i_\w{6}  \[checked\] It is Canberra\.", shown)
    given = doubted.data("signals", "--about", about)
    assert given["confidence"] == {"value": 0.0, "parts": {"verified": 0.0}}
    assert {each["about"] for each in given["signals"]} == {about}
    message = doubted.data("why", about)["interaction"]["messages"][0]["id"]
    assert doubted.data("signals", "--about", message) == given
    (failure,) = [each["id"] for each in doubted.data("failures")["failures"] if each["about"] == about]
    assert doubted.data("signals", "--about", failure[:8]) == given


def test_signals_of_forgotten_words_have_none(doubted: Person) -> None:
    """X3."""
    doubted.run("forget", "--conversation", "c0", "--yes")
    assert "that is wrong" not in doubted.says("signals", "--limit", "100")
    assert "What is the capital of Australia?" not in doubted.says("failures")


# --- reports


def test_what_can_be_reported_is_what_the_engine_takes() -> None:
    assert list(REPORTS) == [kind.value for kind in ReportKind]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        *(("undo", "taken back"), ("tool_error", "tool failed"), ("task_failure", "task not done")),
        *(("thumbs_up", "thumbs up"), ("thumbs_down", "thumbs down")),
        *(("right", "found right"), ("wrong", "found wrong")),
    ],
)
def test_every_report_is_about_the_last_reply_unless_told_otherwise(doubted: Person, kind: str, words: str) -> None:
    shown = doubted.says("report", kind.replace("_", "-"))
    assert "replied “Good luck!”" in shown
    assert "How sure one may be of it:" in shown
    assert f"\nNoted: {words}\n" in shown


def test_every_kind_of_signal_has_words_of_its_own() -> None:
    assert set(SIGNAL_WORDS) == set(SignalKind)
    assert len(set(SIGNAL_WORDS.values())) == len(SignalKind)
    assert not [kind for kind in SignalKind if describe_event(kind) == kind.value]
    assert set(SOURCE_WORDS) == set(Source)


def test_a_report_as_data_has_the_confidence_that_comes_of_it(doubted: Person) -> None:
    """S5, S8, S13: what is wrong for certain owes a thought about it, and a night."""
    given = doubted.data("report", "wrong", "--conversation", "c1", "--note", "It is Canberra.")
    assert given["confidence"]["value"] == 0.0
    assert [each["note"] for each in given["signals"]] == ["It is Canberra."]
    assert given["owed"] == 2
    owed = doubted.data("jobs")["jobs"]
    assert [(each["task"], each["trigger"]) for each in owed] == [
        ("adaptive", "doubted"),
        ("nightly", "deeply doubted"),
    ]
    assert "2 thoughts are owed now: atlas work --once" in doubted.says("report", "wrong", "--conversation", "c1")
    assert doubted.data("jobs")["jobs"] == owed  # told again, it owes nothing more
    assert doubted.data("report", "right", "--about", given["interaction"][:8])["confidence"]["value"] == 1.0


def test_actions_are_looked_at_for_loops(doubted: Person) -> None:
    """S11."""
    again = [part for _ in range(4) for part in ("--action", "search")]
    assert "Noted: again and again" in doubted.says("report", "actions", *again)
    assert "Nothing is wrong with these actions" in doubted.says("report", "actions", "--action", "search")
    assert doubted.data("report", "actions", "--action", "search")["signals"] == []


@pytest.mark.parametrize(
    ("args", "part", "code"),
    [
        (("report", "nonsense"), "'nonsense' is none of undo, tool_error", 2),
        (("report", "actions"), "The kind actions and the option --action go together.", 2),
        (("report", "undo", "--action", "x"), "The kind actions and the option --action go together.", 2),
        (("report", "undo", "--about", "i_zzzz", "--conversation", "c1"), "Give --about or --conversation", 2),
        (("report", "undo", "--about", "i_zzzz"), "There is nothing with the id 'i_zzzz' here.", 1),
        (("report", "undo", "--conversation", "nowhere"), "Nothing was said in the conversation 'nowhere' yet.", 1),
        (("report", "undo"), "Nothing was said yet that a report could be about", 1),
        (("signals", "--about", "i_zzzz"), "There is nothing with the id 'i_zzzz' here.", 1),
        (("signals", "--kind", "nonsense"), "'nonsense' is none of hedging", 2),
        (("show", "f_zzzz"), "There is no failure 'f_zzzz' here.", 1),
        (("show", "g_zzzz"), "There is no suggestion 'g_zzzz' here.", 1),
        (("accept", "g_zzzz"), "There is no suggestion 'g_zzzz' here.", 1),
        (("decline", "g"), "'g' is too short for an id", 1),
        (("accept", "m_zzzz"), "m_zzzz is a memory: atlas approve m_zzzz", 1),
        (("decline", "m_zzzz"), "m_zzzz is a memory: atlas reject m_zzzz", 1),
        (("approve", "g_zzzz"), "g_zzzz is a suggestion: atlas learning accept g_zzzz", 1),
        (("reject", "g_zzzz"), "g_zzzz is a suggestion: atlas learning decline g_zzzz", 1),
        (("approve", "f_zzzz"), "f_zzzz is a failure: atlas show f_zzzz", 1),
        (("suggestions", "--state", "nonsense"), "'nonsense' is none of open, all, waiting", 2),
    ],
)
def test_bad_ids_and_bad_usage_of_noticing(ana: Person, args: tuple[str, ...], part: str, code: int) -> None:
    done = ana.run(*args, code=code)
    assert done.stdout == ""
    assert part in done.stderr
    assert part in json.loads(ana.run(*args, "--json", code=code).stderr)["error"]


# --- failures and patterns


def test_failures_say_what_was_asked_and_what_told_of_it(doubted: Person) -> None:
    """S12."""
    shown = doubted.says("failures")
    assert re.search(r"corrected  “What is the capital of Australia\?”\n +“No, that is wrong, it is Canberra\.”", shown)
    assert "the same as f_" in shown
    found = doubted.data("failures")["failures"]
    assert found[-1]["asked_text"] == "What is the capital of Australia?"
    assert all("vector" not in each for each in found)
    card = doubted.says("show", found[-1]["id"][:8])
    assert "replied  “It is Sydney.”" in card
    assert "alike    f_" in card
    assert doubted.data("show", found[-1]["id"])["failure"] == found[-1]


@pytest.mark.parametrize(
    ("asked", "replied", "told"),
    [
        *((asked, "It is Sydney.", told) for asked, told in WRONG),
        ("Where is the Louvre?", "In Lyon.", "No, Paris."),
    ],
)
def test_who_corrects_a_reply_about_the_world_tells_nothing_of_themselves(
    ana: Person, asked: str, replied: str, told: str
) -> None:
    """S7: it is a lesson, and no place where they live."""
    ana.run("observe", "--user", asked, "--assistant", replied, "--conversation", "c1")
    ana.run("observe", "--user", told, "--assistant", "Sorry.", "--conversation", "c1")
    assert {each["kind"] for each in ana.data("memories")["memories"]} <= {"lesson"}


def test_who_corrects_a_reply_about_themselves_tells_it(ana: Person) -> None:
    """S7."""
    ana.run("observe", "--user", "Where do I live?", "--assistant", "You live in Porto.", "--conversation", "c1")
    ana.run("observe", "--user", "That's wrong, it's Lisbon.", "--assistant", "Sorry.", "--conversation", "c1")
    assert ana.learned("lives in Lisbon")["status"] == "approved_for_reuse"


def test_a_failure_that_was_reported_shows_the_note(doubted: Person) -> None:
    """S8, S12: no message told of it, somebody did."""
    doubted.run("report", "wrong", "--note", "Luck is not enough.")
    assert re.search(rf"found wrong  “{INTERVIEW}”\n +Luck is not enough\.\n", doubted.says("failures"))
    newest = doubted.data("failures", "--limit", "1")["failures"][0]
    assert "reported  Luck is not enough." in doubted.says("show", newest["id"])
    doubted.run("forget", "--conversation", "c9", "--yes")
    assert "Luck is not enough." not in doubted.says("failures")  # X3


def test_the_help_names_all_by_which_a_failure_is_known(ana: Person) -> None:
    told = " ".join(ana.says("failures", "--help").split())
    assert "a question asked again, a question left open, an undo" in told


def test_a_pattern_names_the_failures_that_it_stands_on(doubted: Person) -> None:
    """H8."""
    doubted.run("reflect", "nightly")
    (pattern,) = doubted.data("patterns")["patterns"]
    assert re.search(rf"^{pattern['id'][:8]}  failure +3  0\.\d\d", doubted.says("patterns"), re.MULTILINE)
    card = doubted.says("show", pattern["id"][:8])
    assert re.match(
        r"Answers to questions like “Tell me the capital of Australia\?” were corrected three times since \d+ \w+\.\n",
        card,
    )
    assert card.count("Canberra") == 3
    assert {each["id"] for each in doubted.data("show", pattern["id"])["failures"]} == set(pattern["evidence"])
    assert f"of the pattern {pattern['id'][:8]}" in doubted.says("failures")


def test_a_pattern_that_faded_is_there_for_who_asks(doubted: Person) -> None:
    doubted.run("reflect", "nightly")
    connection = apsw.Connection(str(doubted.home / "memory.atlas"))
    connection.execute("UPDATE patterns SET active = 0")
    connection.close()
    assert doubted.data("patterns") == {"patterns": []}
    assert "(faded)" in doubted.says("patterns", "--all")
    assert [each["active"] for each in doubted.data("patterns", "--all")["patterns"]] == [False]


# --- suggestions


def test_a_suggestion_is_offered_decided_and_kept_on_record(doubted: Person) -> None:
    """J16."""
    doubted.run("reflect", "nightly")
    shown = doubted.says("suggestions")
    assert re.search(r"g_\w{6}  waiting  \d{4}-\d\d-\d\d  Coming up on ", shown)
    (suggestion,) = doubted.data("suggestions")["suggestions"]
    id = suggestion["id"]
    assert f"atlas learning accept {id[:8]}" in shown
    assert f"said           “{INTERVIEW}”" in doubted.says("show", id[:8])
    assert doubted.data("show", id)["said"] == [INTERVIEW]
    told = doubted.says("accept", id[:8])
    assert told.startswith(f"accepted  {id[:8]}  Coming up on ")
    assert "ATLAS does nothing by itself" in told
    assert "was accepted already" in doubted.run("decline", id, code=1).stderr
    assert doubted.data("suggestions") == {"suggestions": []}
    assert doubted.data("suggestions", "--state", "accepted")["suggestions"][0]["id"] == id
    assert "accepted" in doubted.says("suggestions", "--state", "all")


def test_a_declined_suggestion_is_not_made_again(doubted: Person) -> None:
    doubted.run("reflect", "nightly")
    id = doubted.data("suggestions")["suggestions"][0]["id"]
    assert doubted.data("decline", id)["state"] == "declined"
    doubted.tell(INTERVIEW)
    doubted.run("reflect", "nightly")
    assert "Nothing is suggested." in doubted.says("suggestions")


def test_what_a_model_wrote_cannot_command_a_terminal(doubted: Person) -> None:
    """What got into the file in any way is drawn."""
    doubted.run("reflect", "nightly")
    doubted.left("I like figs.")
    evil = "evil \x1b]0;title\x07 \u202e"
    connection = apsw.Connection(str(doubted.home / "memory.atlas"))
    connection.execute("UPDATE suggestions SET text = ?", (evil,))
    connection.execute("UPDATE patterns SET description = ?, type = ?", (evil, evil))
    connection.execute("UPDATE jobs SET problem = ?, trigger = ? WHERE state = 'queued'", (evil, evil))
    connection.execute(
        "UPDATE reflections SET problem = ?, thinker = ?, said = ?", (evil, evil, json.dumps({evil: evil}))
    )
    connection.close()
    thought = doubted.data("reflections", "--limit", "1")["reflections"][0]["id"]
    pattern = doubted.data("patterns")["patterns"][0]["id"]
    lists = ("suggestions", "patterns", "jobs", "reflections")
    for args in (
        *((name,) for name in lists),
        *((name, "--json") for name in lists),
        ("show", thought),
        ("show", pattern),
    ):
        shown = doubted.says(*args)
        assert "evil" in shown
        assert not [sign for sign in shown if sign in "\x1b\x07\u202e"], args


# --- the status


def test_the_status_tells_of_it_only_where_there_is_any(doubted: Person, ana: Person) -> None:
    doubted.run("reflect", "nightly")
    shown = doubted.says("status")
    assert re.search(r"^failures +3 replies: atlas learning failures$", shown, re.MULTILINE)
    assert re.search(r"^patterns +1 pattern: atlas learning patterns$", shown, re.MULTILINE)
    assert re.search(r"^suggested +1 suggestion: atlas learning suggestions$", shown, re.MULTILINE)
    assert "stuck" not in shown
    given = doubted.data("status")
    assert [given[name] for name in ("parked", "failures", "patterns", "suggestions")] == [0, 3, 1, 1]
    empty = ana.data("status", "--space", "empty")
    assert [empty[name] for name in ("parked", "failures", "patterns", "suggestions")] == [0, 0, 0, 0]
    assert not re.search(r"^(failures|patterns|suggested|stuck)", ana.says("status", "--space", "empty"), re.MULTILINE)


def test_the_status_tells_what_is_stuck(ana: Person) -> None:
    ana.left("I like figs.")
    connection = apsw.Connection(str(ana.home / "memory.atlas"))
    connection.execute("UPDATE jobs SET state = 'parked', problem = 'The model did not answer.'")
    connection.close()
    assert re.search(r"^stuck +1 job waits: atlas learning jobs$", ana.says("status"), re.MULTILINE)
    assert ana.data("status")["parked"] == 1
