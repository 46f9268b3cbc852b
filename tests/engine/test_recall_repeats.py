"""Of many messages that tell the same facts again and again, each fact takes one place among the results (C13)."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atlas.model.memory import Kind, Memory
from atlas.testing.virtual import virtual
from engine.conftest import Life

SEED = 20
PEOPLE = ("Ada", "Bruno", "Chloe", "Dmitri", "Elif")
THINGS = (
    "favourite dish", "first car", "home town", "locker code", "second verse", "old school", "best recipe",
    "morning drink", "lucky number", "middle verse",
)  # fmt: skip
ENDINGS = ("ado", "ito", "ora", "une", "eska", "ilo", "umi", "arta", "ond", "ivek")
WAYS = (
    "{name}'s {thing} is {value}.",
    "The {thing} of {name} is {value}.",
    "It is {value} that {name} has as {thing}.",
    "By the way, {name} said the {thing} is {value}.",
    "{value}: that is the {thing} {name} has.",
)


class Facts:
    """Fifty made-up facts, each with a value that nothing else has, told five ways in any order."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        values = [
            f"{a}{b}" for a in ("Mar", "Tol", "Bes", "Kin", "Vel", "Dor", "Pag", "Sut", "Ral", "Fen") for b in ENDINGS
        ]
        rng.shuffle(values)
        pairs = [(name, thing) for name in PEOPLE for thing in THINGS]
        self.values = dict(zip(pairs, values[: len(pairs)], strict=True))
        self.messages = [
            (value, way.format(name=name, thing=thing, value=value))
            for (name, thing), value in self.values.items()
            for way in WAYS
        ]
        rng.shuffle(self.messages)
        self.asked = rng.sample(pairs, 12)

    def told_in(self, memory: Memory) -> str:
        (value,) = [each for each in self.values.values() if each in memory.content]
        return value


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Facts(SEED)


@pytest.fixture(scope="module")
def told_store(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them told and thought about; made once, each test lives on in a copy."""
    place = tmp_path_factory.mktemp("repeats") / "told.atlas"
    life = Life(virtual(place))
    for at, (_, text) in enumerate(facts.messages):
        life.atlas.observe(user=text, assistant="", conversation=f"c{at % 25}")
        life.virtual.later(minutes=1)
    life.atlas.flush()
    life.atlas.close(think=False)
    return place


@pytest.fixture
def told(told_store: Path, facts: Facts, live_on: Callable[[Path, int], Life]) -> Life:
    return live_on(told_store, len(facts.messages))


def test_the_asked_fact_comes_first_and_once_before_ten_others(told: Any, facts: Facts) -> None:  # C13
    shares = []
    for name, thing in facts.asked:
        found = [item.memory for item in told.atlas.recall(f"What is {name}'s {thing}?", 10)]
        given = [facts.told_in(memory) for memory in found]
        assert given[0] == facts.values[name, thing]
        assert given.count(given[0]) == 1
        shares.append(len(set(given)) / len(given))
    distinct = 10 * sum(shares) / len(shares)
    assert distinct >= 9, f"distinct facts among ten places: {distinct:.2f}"


def test_where_there_is_room_the_others_come_behind(told: Any, facts: Facts) -> None:  # C13
    name, thing = facts.asked[0]
    found = told.atlas.recall(f"What is {name}'s {thing}?", 100)
    given = [facts.told_in(item.memory) for item in found]
    assert given.count(facts.values[name, thing]) == len(WAYS)
    firsts = [item.repeat for item in found]
    assert firsts == sorted(firsts)
    assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
    for item in found:
        assert item.score == pytest.approx(sum(value for _, value in item.components), abs=1e-4)


def test_a_context_has_one_wording_a_fact(told: Any, facts: Facts) -> None:  # C13
    for name, thing in facts.asked[:4]:
        served = [item.memory for item in told.atlas.context(f"What is {name}'s {thing}?").served]
        given = [facts.told_in(memory) for memory in served]
        assert given.count(facts.values[name, thing]) == 1


def test_a_message_that_says_more_than_its_fact_keeps_its_place(life: Any) -> None:  # C13
    life.say("I live in Porto.", conversation="a")
    life.say("I live in Porto, and the flat above the bakery costs 900 a month.", conversation="b")
    data = life.atlas.context("Where do I live?").data
    assert "flat above the bakery" in data
    assert '"The user lives in Porto"' in data
    assert '- "I live in Porto."' not in data
    found = life.atlas.recall("Where do I live?")
    assert "I live in Porto." in [item.memory.content for item in found if item.repeat]
    assert found[0].memory.kind is Kind.FACT


def test_what_was_learned_is_in_a_context_even_where_a_message_says_it_too(life: Any) -> None:  # C13
    life.say("I live in Porto, and my rent is 900 a month.")
    served = life.atlas.context("What is my rent?").served
    assert "The user's rent is 900 a month" in [item.memory.content for item in served]


def test_other_figures_and_other_names_are_other_facts(life: Any) -> None:  # C13
    for text in (
        "The gate weighs 4471 pounds.",
        "The gate weighs 9823 pounds.",
        "The gate was painted by Ana.",
        "The gate was painted by Leo.",
    ):
        life.say(text, conversation=text)
    first = {item.memory.content for item in life.atlas.recall("What about the gate?", 20) if not item.repeat}
    assert {"4471", "9823", "Ana", "Leo"} <= {word.strip(".") for text in first for word in text.split()}
