"""Thinking on demand, and what was thought: why, from what, by whom, at what cost, and what came of it."""

from __future__ import annotations

import json
import re

import pytest

from atlas.engine.thinking.driver import RULES as ENGINE_RULES
from atlas.model.task import TIERS
from atlas.surfaces.cli.thinking.reflection_text import RULES, said_rows
from atlas.surfaces.views.text import format_dollars
from surfaces.cli._mind import NAME, answer, down, minds
from surfaces.cli._person import Person


def newest(person: Person, tier: str) -> str:
    return str(person.data("reflections", "--tier", tier, "--limit", "1")["reflections"][0]["id"])


# --- without a model


@pytest.mark.parametrize("tier", TIERS)
def test_each_tier_runs_without_a_model_and_says_who_thought(doubted: Person, tier: str) -> None:
    """J14."""
    doubted.run("report", "thumbs_down", "--note", "I need more than luck.")
    doubted.left("I like figs.")
    shown = doubted.says("reflect", tier)
    assert f"{tier} thinking by the rules" in shown
    assert "cost nothing" in shown
    assert re.search(r"All about it: atlas show r_\w{6}", shown)


def test_a_night_tells_what_it_found(doubted: Person) -> None:
    """J9, H8: a lesson that waits, and beside it a suggestion."""
    shown = doubted.says("reflect", "nightly")
    assert re.search(r"interactions +7\n", shown)
    alike = "questions like “Tell me the capital of Australia\\?”"
    assert re.search(rf"patterns +Answers to {alike} were corrected three times since \d+ \w+\.\n", shown)
    learned = (
        r"When asked “Tell me the capital of Australia\?” or the like: go by what the user said on \d+ \w+: “No, that's"
    )
    assert re.search(rf"learned +{learned}", shown)
    assert re.search(rf"waiting +m_\w{{6}}  {learned}.*\n +held for a person: ", shown)
    assert re.search(r"tomorrow +Coming up on .* \d{4}: The user plans .*interview", shown)
    assert "It proposed nothing." not in shown
    assert "1 suggestion: atlas learning suggestions" in shown
    assert "It proposed nothing." in doubted.says("reflect", "nightly")  # what was suggested is not suggested again


def test_a_doubt_tells_what_was_proposed_and_what_became_of_it(ana: Person) -> None:
    """S7, C2: a lesson from a correction waits for a person."""
    ana.left("What is the capital of Australia?", "It is Sydney.")
    ana.left("No, that is wrong, it is Canberra.", "Sorry.")
    shown = ana.says("reflect", "adaptive")
    assert re.search(
        r"waiting   m_\w{6}  Asked “What is the capital of Australia\?”, the reply said “It is Sydney", shown
    )
    assert "held for a person: It would change behaviour" in shown
    (made,) = ana.data("reflections", "--tier", "adaptive")["reflections"]
    assert (made["proposed"], made["trigger"]) == (1, "correction")


def test_what_became_of_a_proposal_is_told_as_it_stands_now(doubted: Person) -> None:
    lesson = doubted.data("pending")["memories"][0]
    thought = lesson["reflection"]
    assert re.search(rf"^waiting +{lesson['id'][:8]}", doubted.says("show", thought), re.MULTILINE)
    doubted.run("approve", lesson["id"])
    assert re.search(rf"^approved +{lesson['id'][:8]}", doubted.says("show", thought), re.MULTILINE)


def test_a_dry_run_says_what_the_rules_would_do_and_changes_nothing(doubted: Person) -> None:
    before = doubted.data("log", "--limit", "100"), doubted.data("reflections", "--limit", "100")
    shown = doubted.says("reflect", "nightly", "--dry-run")
    assert re.search(r"read +10 messages, 3 memories", shown)  # also the three replies in doubt, and their lessons
    assert "nothing: the rules think alone" in shown
    assert "Nothing was asked, and nothing changed." in shown
    preview = doubted.data("reflect", "nightly", "--dry-run")
    assert (preview["thinker"], preview["messages"], preview["money"]) == ("rules", 10, 0)
    (proposed,) = preview["proposals"]
    assert f"propose  1 change\n    · {proposed['body']['content']}\n" in shown
    (suggested,) = preview["suggestions"]
    assert f"suggest  1 thing for tomorrow\n    · {suggested}\n" in shown
    assert (doubted.data("log", "--limit", "100"), doubted.data("reflections", "--limit", "100")) == before


def test_a_dry_run_lists_what_the_rules_would_propose(ana: Person) -> None:
    ana.left("I live in Porto.")
    shown = ana.says("reflect", "lightweight", "--dry-run")
    assert re.search(r"propose +1 change\n +· The user lives in Porto\n", shown)
    (proposal,) = ana.data("reflect", "lightweight", "--dry-run")["proposals"]
    assert (proposal["kind"], proposal["body"]["content"]) == ("remember", "The user lives in Porto")
    assert ana.data("reflections") == {"reflections": []}


@pytest.mark.parametrize(
    ("tier", "part"),
    [("lightweight", "Every interaction was thought about already."), ("adaptive", "No reply is in doubt")],
)
def test_nothing_to_think_about_is_said(ana: Person, tier: str, part: str) -> None:
    assert "Nothing to think about." in ana.says("reflect", tier)
    assert part in ana.says("reflect", tier)
    assert f"{tier.capitalize()} thinking would have nothing" in ana.says("reflect", tier, "--dry-run")
    assert ana.data("reflect", tier) == {"reflections": []}


def test_the_list_is_newest_first_and_by_tier(doubted: Person) -> None:
    assert "Nothing like that was thought yet." in doubted.says("reflections", "--tier", "weekly")
    doubted.run("reflect", "nightly")
    found = doubted.data("reflections")["reflections"]
    assert [each["at"] for each in found] == sorted((each["at"] for each in found), reverse=True)
    assert {each["task"] for each in doubted.data("reflections", "--tier", "adaptive")["reflections"]} == {"adaptive"}
    shown = doubted.says("reflections", "--limit", "1").splitlines()
    assert shown[0].split()[:4] == ["ID", "WHEN", "TIER", "BY"]
    assert re.match(r"r_\w{6}  \d{4}-\d\d-\d\d \d\d:\d\d  nightly  rules  1 proposed", shown[1])
    assert "7 interactions, 1 pattern, 1 suggestion" in shown[2]


def test_nothing_thought_yet_says_what_to_do(ana: Person) -> None:
    shown = ana.says("reflections")
    assert "Nothing was thought yet." in shown
    assert "atlas learning reflect nightly" in shown


def test_times_are_in_the_zone_of_the_space(doubted: Person) -> None:
    (thought,) = doubted.data("reflections", "--limit", "1")["reflections"]
    there = Person(doubted.home, ATLAS_ZONE="Asia/Kathmandu")  # 05:45 ahead of everybody else
    here = re.search(r"\d\d:(\d\d)  ", doubted.says("reflections", "--limit", "1"))
    far = re.search(r"\d\d:(\d\d)  ", there.says("reflections", "--limit", "1"))
    assert here
    assert far
    assert here[1] == thought["at"][14:16]
    assert int(far[1]) == (int(here[1]) + 45) % 60


def test_show_tells_all_about_a_reflection(doubted: Person) -> None:
    """What was thought, why, from which words, with which prompts, at what cost, and what came of it."""
    id = doubted.data("pending")["memories"][0]["reflection"]
    shown = doubted.says("show", id[:8])
    for part in (
        "adaptive thinking by the rules",
        id,
        "because of  a correction",
        "prompts     none: nothing was asked of a model",
        "cost        nothing",
        "“It is Sydney.”   — the assistant",
        "held for a person",
    ):
        assert part in shown
    given = doubted.data("show", id)
    assert set(given) == {"reflection", "job", "inputs", "proposals", "calls"}
    assert given["proposals"][0]["proposal"]["kind"] == "remember"
    assert doubted.says("why", id[:8]) == shown


def test_words_that_were_forgotten_are_not_told_again(doubted: Person) -> None:
    """X3: and the card says that they are gone."""
    waiting = sorted(doubted.data("pending")["memories"], key=lambda each: each["observed_at"])
    *others, last = (each["reflection"] for each in waiting)
    before = [doubted.says("show", id) for id in others]
    doubted.run("forget", "--conversation", "c2", "--yes")
    shown = doubted.says("show", last)
    assert "3 messages of it forgotten since" in shown
    assert "Canberra" not in shown
    assert [doubted.says("show", id) for id in others] == before  # said elsewhere, and nothing of it was asked to go


# --- with one


def test_with_a_model_it_says_which_one_and_what_it_cost(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """J13."""
    model = minds(monkeypatch, answer)
    shown = doubted.says("reflect", "nightly")
    assert f"nightly thinking by {NAME}" in shown
    assert re.search(r"cost \$0\.00\d+ \(\d calls?, [\d,]+ tokens\)", shown)
    told = doubted.says("show", newest(doubted, "nightly"))
    assert re.search(r"prompts +[0-9a-f]{64}\n", told)
    assert told.count(f"{NAME} (medium)") == len(model.calls)


def test_a_dry_run_with_a_model_says_what_it_costs_at_the_most(
    doubted: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = minds(monkeypatch, answer)
    preview = doubted.data("reflect", "nightly", "--dry-run")
    shown = doubted.says("reflect", "nightly", "--dry-run")
    assert preview["questions"] > 0
    assert f"at the most {format_dollars(preview['money'])}, {preview['tokens']:,} tokens" in shown
    assert model.calls == ()
    assert doubted.data("costs")["ever"]["calls"] == 0
    doubted.run("reflect", "nightly")
    assert 0 < doubted.data("costs")["ever"]["money"] <= preview["money"]


def test_a_dry_run_with_a_model_that_has_no_price_says_so(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """J13: nothing is not the same as nobody knows."""
    minds(monkeypatch, answer)
    monkeypatch.setattr("atlas.compose.runtime.model_prices", lambda settings, chat, thinkers: {})
    shown = doubted.says("reflect", "nightly", "--dry-run")
    assert re.search(r"cost +price unknown, at the most [\d,]+ tokens for these", shown)
    assert "$" not in shown


def test_a_model_in_trouble_is_said_and_the_exit_code_is_1(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """R6: the record says what happened."""
    minds(monkeypatch, down)
    shown = doubted.says("reflect", "nightly", code=1)
    assert "The model does not work (status 500)." in shown
    assert "The model does not work (status 500)." in doubted.says("reflections", "--limit", "1")
    given = doubted.data("reflect", "nightly", code=1)
    assert given["reflections"][0]["reflection"]["problem"] == "The model does not work (status 500)."


# --- what it cost


def test_costs_say_plainly_that_nothing_was_ever_spent(ana: Person) -> None:
    shown = ana.says("costs")
    assert "Nothing was ever spent" in shown
    assert "Name one: see ATLAS_MODEL in docs/reference/settings.md" in shown
    assert re.search(r"today +\$0\.00 of \$2\.00, 0 of 2,000,000 tokens, 0 calls", shown)
    given = ana.data("costs")
    assert given["today"] == given["ever"] == {"calls": 0, "tokens": 0, "money": 0}
    assert given["budget"]["day"] == {"tokens": 2_000_000, "money": 2_000_000}
    assert given["calls"] == []


def test_costs_are_summed_by_day_tier_and_model(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """J13: a ledger shows every call."""
    model = minds(monkeypatch, answer)
    doubted.run("reflect", "nightly")
    minds(monkeypatch, down)
    doubted.run("reflect", "weekly", code=1)
    given, shown = doubted.data("costs"), doubted.says("costs")
    assert given["ever"]["calls"] == len(model.calls)
    assert given["failed"] > 0
    (day,) = given["by_day"]
    assert given["by_day"][day] == given["by_task"]["nightly"] == given["by_model"][NAME] == given["ever"]
    assert re.search(rf"^{day} +{len(model.calls)} +[\d,]+ +\$0\.00\d+$", shown, re.MULTILINE)
    assert f"{NAME} (medium, given back): The model does not work (status 500)." in shown
    assert "given back: nobody answered, and nothing was bought." in shown
    assert [each["day"] for each in given["calls"]] == [day] * len(given["calls"])


def test_a_spent_budget_is_beside_what_was_spent(doubted: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """J13: thinking stops and says so."""
    poor = Person(doubted.home, ATLAS_BUDGET_DAY_MONEY="0.0001")
    minds(monkeypatch, answer)
    assert "The budget of today is 0.0001" in poor.says("reflect", "nightly", code=1)
    assert "$0.00 of $0.0001" in poor.says("costs")


@pytest.mark.parametrize(
    ("millionths", "text"),
    [
        *((0, "$0.00"), (1, "under $0.0001"), (50, "$0.0001"), (1_200, "$0.0012"), (10_000, "$0.01")),
        *((123_000, "$0.123"), (500_000, "$0.50"), (2_000_000, "$2.00"), (1_234_567_890, "$1,234.5679")),
    ],
)
def test_money_has_as_many_decimals_as_it_needs(millionths: int, text: str) -> None:
    assert format_dollars(millionths) == text


# --- what a tier says


def test_whatever_a_tier_says_is_told_by_its_own_names() -> None:
    said = {
        "thinker": "model",
        "follow_up": False,
        "scores": [0.25, 1.0],
        "critique": [[{"says": "Wrong city.", "severity": 3}]],
        "consistency": {"answers": 3, "agreement": 2 / 3, "groups": [2, 1]},
        "revision": None,
        "topics": [],
    }
    assert said_rows(said) == [
        ("follow up", "no"),
        ("scores", "0.25\n1.00"),
        ("critique", "says Wrong city., severity 3"),
        ("consistency", "answers 3, agreement 0.67, groups 2; 1"),
    ]


def test_a_long_list_is_cut_and_hidden_characters_are_drawn() -> None:
    ((_, told),) = said_rows({"insights": ["evil \x1b[31m", *(f"item {number}" for number in range(30))]})
    assert told.splitlines()[0] == "evil ␛[31m"
    assert told.splitlines()[-1] == "and 19 more: --json has them"


def test_what_the_rules_are_called_is_what_the_engine_calls_them() -> None:
    assert RULES == ENGINE_RULES


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (
            ("reflect", "hourly"),
            "'hourly' is none of lightweight, adaptive, nightly, weekly, observations, evolution, snapshot.",
        ),
        (("reflect",), "Missing argument 'TIER'"),
        (("reflections", "--tier", "nonsense"), "is none of"),
        (("costs", "--days", "0"), "0 is not in the range"),
    ],
)
def test_bad_usage_of_thinking(ana: Person, args: tuple[str, ...], part: str) -> None:
    done = ana.run(*args, code=2)
    assert part in done.stderr
    assert part in json.loads(ana.run(*args, "--json", code=2).stderr)["error"]
