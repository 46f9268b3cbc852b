"""What is owed and what got stuck; the worker; what makes thinking owed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from _patience import LIMIT_S
from atlas.engine.jobs.runner import TOLD_TOGETHER
from atlas.errors import StoreCorrupt, StoreTrouble
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.model.trigger import Trigger, TriggerKind
from atlas.settings import load_settings
from atlas.surfaces.cli.thinking import worker
from atlas.surfaces.cli.thinking.jobs import STATE_WORDS
from atlas.surfaces.library import Atlas
from atlas.surfaces.views.trigger_times import describe_cron, describe_trigger
from surfaces.cli._mind import answer, down, leaking, minds
from surfaces.cli._person import Person, command

# --- the list


def test_nothing_owed_says_when_the_next_thing_is_due(ana: Person) -> None:
    assert ana.says("jobs") == "Nothing is owed, and nothing is stuck.\n"
    ana.run("work", "--once")
    told = [due for each in ana.data("triggers")["triggers"] if (due := each.get("next_due"))]
    soonest = min(told)[:16].replace("T", " ")
    assert f"Next by the clock: {soonest}." in ana.says("jobs")
    assert ana.data("jobs") == {"jobs": []}
    assert ana.says("jobs", "--state", "parked").startswith("There is no such job.\n")


def test_what_is_owed_is_listed_with_its_cause(ana: Person) -> None:
    ana.left("I like figs.")
    shown = ana.says("jobs")
    assert re.search(r"^j_\w{6}  owed   lightweight  now  every interaction, about i_\w{6}$", shown, re.MULTILINE)
    assert "1 job: 1 owed. Do what is owed: atlas work --once" in shown
    (job,) = ana.data("jobs")["jobs"]
    assert (job["task"], job["state"], job["trigger"]) == ("lightweight", "queued", "every interaction")


def test_what_is_done_is_there_for_who_asks(ana: Person) -> None:
    ana.run("observe", "I like figs.")
    ana.left("I like plums.")
    assert [each["state"] for each in ana.data("jobs")["jobs"]] == ["queued"]
    assert [each["state"] for each in ana.data("jobs", "--state", "done")["jobs"]] == ["done"]
    assert len(ana.data("jobs", "--state", "all")["jobs"]) == 2
    assert len(ana.data("jobs", "--state", "all", "--limit", "1")["jobs"]) == 1
    assert "1 job: 1 done." in ana.says("jobs", "--state", "done")


def test_a_parked_job_is_shown_with_its_problem_and_taken_up_again(
    doubted: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """J6."""
    minds(monkeypatch, down)
    doubted.run("reflect", "nightly", code=1)
    shown = doubted.says("jobs")
    assert re.search(r"^j_\w{6}  parked  nightly  –    by hand$", shown, re.MULTILINE)
    assert "did not work 1 time" in shown
    assert "The model does not work (status 500)." in shown
    (job,) = doubted.data("jobs", "--state", "parked")["jobs"]
    assert f"atlas learning jobs retry {job['id'][:8]}" in shown
    card = doubted.says("show", job["id"][:8])
    assert "problem     The model does not work (status 500)." in card
    assert re.search(r"came of it  r_\w{13} \(atlas show r_\w{6}\)", card)
    minds(monkeypatch, answer)
    told = doubted.says("jobs", "retry", job["id"][:8])
    assert told.startswith(f"owed  {job['id'][:8]}  nightly, by hand\n")
    assert "1 nightly" in doubted.says("work", "--once")
    assert doubted.data("jobs") == {"jobs": []}


def test_a_secret_in_an_answer_is_given_up_at_once_and_can_be_let_go(
    doubted: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """J6: and the secret is nowhere in what is shown. The night that such a doubt owes (S5) is tried in halves."""
    doubted.run("report", "wrong", "--conversation", "c0")
    assert [each["task"] for each in doubted.data("jobs")["jobs"]] == ["adaptive", "nightly"]
    minds(monkeypatch, leaking)
    assert "The model's reply held a secret." in doubted.says("work", "--once")
    shown = doubted.says("jobs")
    assert re.search(r"^j_\w{6}  given up  adaptive", shown, re.MULTILINE)
    assert "sk-ant" not in shown
    (job,) = doubted.data("jobs", "--state", "given-up")["jobs"]
    assert job["state"] == "poison"
    assert (job["task"], job["trigger"]) == ("adaptive", "doubted")
    assert doubted.data("jobs", "drop", job["id"])["jobs"][0]["state"] == "dropped"
    halves = doubted.data("jobs")["jobs"]
    of_night = ("nightly", "queued", "deeply doubted (a part that was of no use)")
    assert [(each["task"], each["state"], each["trigger"]) for each in halves] == [of_night] * 2
    assert [len(each["pinned"]) for each in halves] == [4, 3]  # of the seven interactions
    doubted.run("jobs", "drop", *(each["id"] for each in halves))
    assert doubted.data("jobs") == {"jobs": []}
    assert "it cannot be changed now" in doubted.run("jobs", "drop", job["id"], code=1).stderr


def test_several_are_changed_together_or_none(ana: Person) -> None:
    ana.left("I like figs.")
    ana.left("I like plums.")
    ids = [each["id"] for each in ana.data("jobs")["jobs"]]
    assert "There is no job 'j_zzzz' here." in ana.run("jobs", "drop", *ids, "j_zzzz", code=1).stderr
    assert len(ana.data("jobs")["jobs"]) == 2
    assert ana.says("jobs", "drop", *ids).count("dropped  j_") == 2
    assert ana.data("jobs") == {"jobs": []}


@pytest.mark.parametrize(
    ("args", "part", "code"),
    [
        (("jobs", "retry", "j_zzzz"), "There is no job 'j_zzzz' here.", 1),
        (("jobs", "drop", ""), "'' is too short for an id", 1),
        (("show", "j_zzzz"), "There is no job 'j_zzzz' here.", 1),
        (("show", "r_zzzz"), "There is no reflection r_zzzz here.", 1),
        (("show", "r_"), "'r_' is too short for an id", 1),
        (("why", "k_zzzz"), "There is no pattern 'k_zzzz' here.", 1),
        (("jobs", "retry"), "Missing argument 'ID...'", 2),
        (
            ("jobs", "--state", "nonsense"),
            "'nonsense' is none of open, all, owed, running, done, parked, given up, dropped.",
            2,
        ),
        (("jobs", "retry", "m_zzzz"), "m_zzzz is a memory: atlas show m_zzzz", 1),
        (("jobs", "nonsense"), "No such command 'nonsense'", 2),
        (("work", "--for", "0"), "0 is not in the range", 2),
        (("work", "--for", "3", "--once"), "Give --once or --for, not both.", 2),
    ],
)
def test_bad_ids_and_bad_usage(ana: Person, args: tuple[str, ...], part: str, code: int) -> None:
    done = ana.run(*args, code=code)
    assert done.stdout == ""
    assert part in done.stderr
    assert part in json.loads(ana.run(*args, "--json", code=code).stderr)["error"]


def test_a_beginning_of_several_ids_names_them(ana: Person) -> None:
    for number in range(33):  # ids have 32 letters: two of these begin alike
        ana.left(f"Number {number}.")
    ids = [each["id"] for each in ana.data("jobs")["jobs"]]
    prefix = next(id[:3] for id in ids if sum(other.startswith(id[:3]) for other in ids) > 1)
    done = ana.run("jobs", "drop", prefix, code=1)
    assert f"{prefix!r} is not unique: it could be" in done.stderr
    assert sum(id in done.stderr for id in ids) >= 2


def test_every_state_has_a_word() -> None:
    assert set(STATE_WORDS) == set(JobState)
    assert len(set(STATE_WORDS.values())) == len(JobState)


# --- the worker


def test_work_once_does_what_is_owed_and_ends(ana: Person) -> None:
    ana.left("What is the capital of Australia?", "It is Sydney.")
    ana.left("No, that is wrong, it is Canberra.", "Sorry.")
    shown = ana.says("work", "--once")
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d  \d jobs?: \d \w+.*\.$", line) for line in shown.splitlines())
    assert "2 lightweight" in shown
    assert re.search(r"1 adaptive; 1 proposed\.$", shown, re.MULTILINE)
    assert ana.data("status")["owed"] == 0
    assert ana.says("work", "--once").startswith("Nothing is due now.\nNext: ")


def test_work_as_lines_of_json_is_silent_while_nothing_is_done(ana: Person) -> None:
    ana.left("I like figs.")
    (told,) = [json.loads(each) for each in ana.says("work", "--once", "--json").splitlines()]
    assert told["done"] == 1
    assert [(each["task"], each["thinker"]) for each in told["reflections"]] == [("lightweight", "rules")]
    assert ana.says("work", "--once", "--json") == ""


def test_work_with_a_model_says_what_went_wrong(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    doubted.run("report", "wrong", "--conversation", "c0")
    minds(monkeypatch, down)
    shown = doubted.says("work", "--once")
    told = r"^  adaptive thinking did not work: The model does not work \(status 500\)\. \(atlas show r_\w{6}\)$"
    assert re.search(told, shown, re.MULTILINE)


def test_work_for_a_while_ends_by_itself(ana: Person) -> None:
    ana.left("I like figs.")
    lines = ana.says("work", "--for", "1").splitlines()
    assert lines[0] == "Thinking with the rules alone; Ctrl-C ends it."
    assert lines[-1] == "Ended after 1 job. What is not done stays owed."
    assert ana.learned("figs")


def _heeding() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background has it ignored


@contextmanager
def at_work(person: Person) -> Iterator[subprocess.Popen[str]]:
    """A worker, once it has said that it is there."""
    given = {**os.environ, **person.env}
    with subprocess.Popen(
        command("work"), stdout=subprocess.PIPE, text=True, env=given, preexec_fn=_heeding
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline().startswith("Thinking with")
            yield process
        finally:
            process.kill()


def test_a_worker_does_what_another_process_leaves_and_ends_when_told_to(ana: Person) -> None:
    """J4, J15."""
    with at_work(ana) as process:
        assert process.stdout
        ana.left("I like figs.")
        told = next(line for line in process.stdout if "lightweight" in line)
        assert re.search(r"1 job: 1 lightweight; 1 proposed\.$", told.strip())
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == "Ended after 1 job. What is not done stays owed.\n"
        assert process.wait(timeout=LIMIT_S) == 0
    assert ana.learned("figs")


def _spoken_in(person: Person, *spaces: str) -> None:
    """Said in each of these spaces, and not thought about."""
    person.home.mkdir(exist_ok=True)
    settings = load_settings(person.home, person.env)
    atlas = Atlas.open(settings.store, settings=settings, background=False)
    for space in spaces:
        assert atlas.in_space(space).observe("I like figs.", "Noted.").acknowledged
    atlas.close(think=False)


def test_work_serves_all_spaces_of_the_store(ana: Person) -> None:  # J3, J15
    """It served the default one alone: users of a server were never thought about at night."""
    _spoken_in(ana, "default", "ben", "cara")
    told = [json.loads(each) for each in ana.says("work", "--once", "--json").splitlines()]
    assert {each["space"]: each["done"] for each in told} == {"default": 1, "ben": 1, "cara": 1}
    for space in ("default", "ben", "cara"):
        assert ana.data("status", "--space", space)["owed"] == 0
        due = [each for each in ana.data("triggers", "--space", space)["triggers"] if each["name"] == "nightly"]
        assert due[0]["next_due"]  # the clock runs there
    assert ana.says("work", "--once").startswith("Nothing is due now.")


def test_work_serves_one_space_where_one_is_named(ana: Person) -> None:
    _spoken_in(ana, "default", "ben", "cara")
    told = [json.loads(each) for each in ana.says("work", "--once", "--space", "ben", "--json").splitlines()]
    assert [(each["space"], each["done"]) for each in told] == [("ben", 1)]
    assert ana.data("status", "--space", "cara")["owed"] == 1


def test_with_several_spaces_each_line_says_which(ana: Person) -> None:
    _spoken_in(ana, "ben", "cara")
    lines = ana.says("work", "--once").splitlines()
    assert [re.search(r"  (\w+): 1 job: 1 lightweight", each)[1] for each in lines] == ["ben", "cara"]  # type: ignore[index]


def test_a_worker_finds_a_space_that_comes_later(ana: Person) -> None:
    with at_work(ana) as process:
        assert process.stdout
        _spoken_in(ana, "ben")
        told = next(line for line in process.stdout if "lightweight" in line)
        assert "ben: 1 job" in told
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0


def test_ctrl_c_ends_a_worker_cleanly(ana: Person) -> None:
    with at_work(ana) as process:
        assert process.stdout
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().endswith("Ended after 0 jobs. What is not done stays owed.\n")
        assert process.wait(timeout=LIMIT_S) == 0


def test_told_to_end_it_finishes_the_batch_in_hand_and_the_rest_stays_owed(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """J7: what is told of is stored, what is not done is not lost."""

    @contextmanager
    def at_once(stopping: threading.Event) -> Iterator[None]:
        stopping.set()
        yield

    monkeypatch.setattr(worker, "_stop_on_signals", at_once)
    for number in range(TOLD_TOGETHER + 1):
        ana.left(f"Number {number}.")
    (told,) = [json.loads(each) for each in ana.says("work", "--once", "--json").splitlines()]
    assert told["done"] == len(told["reflections"]) == TOLD_TOGETHER
    assert ana.data("status")["owed"] == 1


def test_a_store_that_is_busy_is_said_and_waited_for(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> int:
        raise StoreTrouble("The store is being written by another process: try again in a moment.")

    monkeypatch.setattr(Atlas, "flush", busy)
    done = ana.run("work", "--for", "1")
    assert done.stderr == "atlas: The store is being written by another process: try again in a moment.\n"
    assert "Ended after 0 jobs." in done.stdout


def test_a_store_that_is_damaged_is_not_waited_for(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> int:
        raise StoreCorrupt("The store is damaged.")

    monkeypatch.setattr(Atlas, "flush", damaged)
    assert (
        ana.run("work", "--for", "60", code=1).stderr
        == "atlas: The store is damaged. See what is wrong: atlas doctor.\n"
    )


def test_it_says_with_whom_it_thinks(ana: Person) -> None:
    named = {"ATLAS_BASE_URL": "http://127.0.0.1:9/v1", "ATLAS_MODEL": "nobody"}
    assert Person(ana.home, **named).says("work", "--for", "1").startswith("Thinking with nobody;")
    without = Person(ana.home, **named, ATLAS_THINK_WITH_MODEL="0")
    assert without.says("work", "--for", "1").startswith("Thinking with the rules alone;")


# --- what makes thinking owed


def test_triggers_are_one_table_in_words_with_what_is_due(ana: Person) -> None:
    """J2: what is not built is left out, and counted."""
    daily = r"^nightly +nightly +every day at 22:00 \(UTC\) +"
    assert re.search(rf"{daily}set by atlas work$", ana.says("triggers"), re.MULTILINE)
    ana.run("work", "--once")
    shown = ana.says("triggers")
    assert re.search(rf"{daily}\d{{4}}-\d\d-\d\d 22:00 +0$", shown, re.MULTILINE)
    assert "on: a question asked again, a correction, a reply taken back" in shown
    assert "when 3 failures are alike; then rests 6 hours" in shown
    assert "not built yet\n" not in shown
    assert sum(not each["armed"] for each in ana.data("triggers")["triggers"]) == 1
    assert shown.endswith(
        "1 more waits for a model, or for work that is not built yet: atlas learning triggers --all\n"
    )


def test_all_triggers_are_there_for_who_asks(ana: Person) -> None:
    """J2: all seven kinds."""
    ana.run("work", "--once")
    shown = ana.says("triggers", "--all")
    assert re.search(r"^probes +probes +Sundays at 19:30 \(UTC\)", shown, re.MULTILINE)
    assert re.search(r"^exam +exam +every 4 hours", shown, re.MULTILINE)
    assert re.search(r"^uncertainty +adaptive +on: .* +needs a model$", shown, re.MULTILINE)
    assert "atlas learning triggers --all" not in shown
    given = ana.data("triggers")["triggers"]
    assert given == ana.data("triggers", "--all")["triggers"]
    assert {each["kind"] for each in given} == {kind.value for kind in TriggerKind}
    by_clock = {"nightly", "weekly", "light pruning", "deep consolidation", "evolution", "replay", "exam", "probes"}
    by_clock |= {"watched folders", "wiki log", "wiki pages"}
    assert {each["name"] for each in given if each.get("next_due")} == by_clock
    assert next(each["armed"] for each in given if each["name"] == "exam") is True
    assert next(each["every"] for each in given if each["name"] == "exam") == 4 * 3600


def test_another_table_of_triggers_is_a_setting(ana: Person) -> None:
    hourly = Person(ana.home, ATLAS_TRIGGERS="hourly")
    assert "every hour" in hourly.says("triggers", "--all")
    assert (
        "There are no triggers 'nonsense'" in Person(ana.home, ATLAS_TRIGGERS="nonsense").run("triggers", code=1).stderr
    )


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("0 22 * * *", "every day at 22:00 (Europe/Lisbon)"),
        ("5 7  * * *", "every day at 07:05 (Europe/Lisbon)"),
        ("0 20 * * 0", "Sundays at 20:00 (Europe/Lisbon)"),
        ("30 6 * * 7", "Sundays at 06:30 (Europe/Lisbon)"),
        ("30 6 * * 6", "Saturdays at 06:30 (Europe/Lisbon)"),
        ("*/5 * * * *", "cron */5 * * * * (Europe/Lisbon)"),
        ("0 22 1 * *", "cron 0 22 1 * * (Europe/Lisbon)"),
        ("0 9 * * 1-5", "cron 0 9 * * 1-5 (Europe/Lisbon)"),
    ],
)
def test_a_time_is_said_in_words_where_there_are_some(cron: str, words: str) -> None:
    assert describe_cron(cron, ZoneInfo("Europe/Lisbon")) == words


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        (Trigger("a", TriggerKind.INTERVAL, Task.EXAM, every=timedelta(minutes=90)), "every 90 minutes"),
        (
            Trigger("a", TriggerKind.TURNS, Task.SNAPSHOT, turns=20, cooldown_turns=1),
            "every 20 turns; then rests 1 turn",
        ),
        (Trigger("a", TriggerKind.DEPTH, Task.OBSERVATIONS, what="notes", depth=5_000), "when 5,000 notes wait"),
        (Trigger("a", TriggerKind.SHIFT, Task.SNAPSHOT, shift=0.1), "when more than 0.1 has shifted"),
        (Trigger("a", TriggerKind.MANUAL, Task.NIGHTLY), "when you say so"),
        (Trigger("a", TriggerKind.EVENT, Task.NIGHTLY, on=("interaction", "evil\x1b")), "on: every interaction, evil␛"),
    ],
)
def test_what_a_trigger_goes_by_is_said_in_words(trigger: Trigger, words: str) -> None:
    assert describe_trigger(trigger, ZoneInfo("UTC")) == words
