"""One insight for what belongs together: a model's, or what several claims say together (T10)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from consolidation_rows import ago, guess
from hypothesis import given
from hypothesis import strategies as st

import atlas.consolidation
from atlas.consolidation.answers import MAX_INSIGHT
from atlas.consolidation.deriving import MOST, Community, derive_insights, is_known, split_by_trust
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.pruning import propose_outgrown
from atlas.errors import ModelTrouble
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import Actor
from atlas.model.memory import Basis, Evidence, Kind, Link, Memory, Relation, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Remember
from atlas.model.strict import MAX_CHARACTERS
from atlas.model.thinking import Ask, Reply, Thoughts
from atlas.reflection.prompts import Purpose, read_prompt, render_prompt
from atlas.settings import prompt_texts
from atlas.testing.hostile import Hostility, hostile_answer

SAID = (
    "Ana joined a pottery class in Porto.",
    "The pottery class meets every Tuesday.",
    "Ana made a bowl in her pottery class.",
    "She sold 12 bowls from the pottery class at the market.",
    "Her sister wants to join the pottery class too.",
)

POLICY = ConsolidationPolicy()


def quoted(place: int, text: str, origin: Origin = Origin.USER) -> Evidence:
    return Evidence(MessageId(f"u_{place}"), 0, len(text), text, origin)


def member(place: int, text: str, origin: Origin = Origin.USER, **fields: Any) -> Memory:
    usual = {"evidence": (quoted(place, text, origin),), "origin": origin, "trust": origin.trust}
    return guess(f"m_{place}", text, days=30 - place, **{"basis": Basis.STATED} | usual | fields)


POTTERY = Community(tuple(member(place, text) for place, text in enumerate(SAID)))
GARDEN = Community(tuple(member(place + 10, f"The garden has {what}.") for place, what in enumerate("abcde")))
ANSWER = {
    "none": False,
    "insight": "Pottery has become a part of Ana's life.",
    "memories": ["m_0", "m_3"],
    "escalate": False,
}


def by_rules(*groups: Community) -> Thoughts:
    return answered(groups, by_model=False)


def answered(groups: Sequence[Community], *texts: str, by_model: bool = True) -> Thoughts:
    thinking = derive_insights(groups, by_model)
    try:
        asks = next(thinking)
        assert len(asks) == len(groups)
        thinking.send(tuple(Reply((text,)) for text in texts))
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return thoughts
    raise AssertionError("It asks once.")


def only(thoughts: Thoughts) -> Remember:
    (proposed,) = thoughts.proposals
    assert isinstance(proposed.proposal, Remember)
    return proposed.proposal


# --- by rules


def liked(*values: str, origin: Origin = Origin.USER, **fields: Any) -> Community:
    claims = [Claim(EntityId("user"), "likes", value) for value in values]
    told = [member(place, f"The user likes {each.value}", origin, claim=each) for place, each in enumerate(claims)]
    return Community(tuple(replace(each, **fields) for each in told))


TASTES = liked("green tea", "hiking", "rye bread")


def test_without_a_model_an_insight_is_what_their_claims_say_together() -> None:  # T10, J14
    rex = member(9, "The user's dog is Rex", claim=Claim(EntityId("user"), "dog", "Rex"))
    thoughts = by_rules(Community((*TASTES.memories, rex)))
    made = only(thoughts)
    assert made.content == "The user likes green tea, hiking and rye bread"
    assert (made.kind, made.basis, made.tags) == (Kind.INSIGHT, Basis.INFERRED, ("derived",))
    assert made.sources == TASTES.ids, "of Rex it says nothing"
    assert [item.quote for item in made.evidence] == [memory.content for memory in TASTES.memories]
    assert thoughts.said["thinker"] == "rules"
    assert not thoughts.proposals[0].by_model


def told_of_user(*claims: tuple[str, str, bool]) -> Community:
    return Community(
        tuple(
            member(place, value, claim=Claim(EntityId("user"), attribute, value, affirmed))
            for place, (attribute, value, affirmed) in enumerate(claims)
        )
    )


def test_sentences_side_by_side_are_no_insight() -> None:  # T10
    """Nobody would call it one that the user no longer has lessons, lives in a town or works at a firm."""
    assert by_rules(POTTERY).proposals == ()
    ended = told_of_user(("does", "lessons", False), ("lives_in", "Tallinn", False), ("works_at", "Vestas", False))
    assert by_rules(ended).proposals == ()


@pytest.mark.parametrize(
    "group",
    [
        told_of_user(*(("likes", value, False) for value in ("tea", "hiking", "bread"))),
        liked("tea", "hiking", "bread", valid_until=ago(1)),
        liked("tea", "hiking", "when it rains, which it does"),
        liked("tea", "hiking"),
        told_of_user(*(("uses", value, True) for value in ("coffee machine", "Emacs", "iPhone 15"))),
        told_of_user(*(("plays", value, True) for value in ("cello", "bouldering", "fencing", "banjo"))),
    ],
    ids=["denied", "ended", "not a plain value", "two", "of many sorts", "said in two ways"],
)
def test_only_what_holds_of_one_sort_and_reads_well_is_listed(group: Community) -> None:  # T10
    assert by_rules(group).proposals == ()


def test_what_is_said_in_one_way_is_listed_beside_what_is_not() -> None:  # T10
    played = told_of_user(*(("plays", value, True) for value in ("cello", "bouldering", "banjo", "violin")))
    assert only(by_rules(played)).content == "The user plays cello, banjo and violin"


def insight(id: str, content: str, *sources: str, **fields: Any) -> Memory:
    links = tuple(Link(Relation.DERIVED_FROM, MemoryId(source)) for source in sources)
    return guess(id, content, kind=Kind.INSIGHT, links=links, **fields)


def test_an_insight_leaves_when_a_later_one_says_it_and_more() -> None:  # T10
    first = insight("m_1", "The user plays cello, banjo and violin", "m_a", "m_b", "m_c")
    grown = insight("m_2", "The user plays cello, banjo, violin and oboe", "m_a", "m_b", "m_c", "m_d")
    (archive,) = propose_outgrown([first, grown], POLICY)
    assert (archive.memory, archive.reason) == ("m_1", "A later insight says it and more: m_2.")


@pytest.mark.parametrize(
    "other",
    [
        insight("m_2", "The user plays cello, banjo and violin", "m_a", "m_b", "m_c"),
        insight("m_2", "The user plays cello, banjo, violin and oboe", "m_a", "m_b", "m_d"),
        insight("m_2", "The user is musical", "m_a", "m_b", "m_c", "m_d"),
    ],
    ids=["the same again", "of other sources", "in other words"],
)
def test_an_insight_stays_where_the_other_says_no_more_or_something_else(other: Memory) -> None:  # T10
    first = insight("m_1", "The user plays cello, banjo and violin", "m_a", "m_b", "m_c")
    assert propose_outgrown([first, other], POLICY) == []


def test_what_a_person_approved_or_pinned_is_not_outgrown() -> None:  # T7, T10
    for fields in ({"pinned": True}, {"approved_by": Actor.USER.value}, {"status": Status.NEEDS_REVIEW}):
        first = insight("m_1", "The user plays cello", "m_a", **fields)
        assert propose_outgrown([first, insight("m_2", "The user plays cello and banjo", "m_a", "m_b")], POLICY) == []


def test_it_is_trusted_as_the_least_of_its_sources() -> None:  # X1, J17
    pages = liked("tea", "hiking", "bread", origin=Origin.WEB)
    assert [each.ceiling for each in by_rules(TASTES, pages).proposals] == [Trust.USER, Trust.WEB]


def test_of_one_thing_said_three_times_nothing_is_made() -> None:  # T10
    assert by_rules(liked("tea", "Tea", "tea")).proposals == ()


def test_groups_are_of_one_trust_and_of_a_size() -> None:  # J17
    mixed = [*POTTERY.memories, *(member(place, "A page says so.", Origin.WEB) for place in range(20, 24))]
    assert [group.ids for group in split_by_trust(reversed(mixed), 5)] == [POTTERY.ids]
    many = [guess(f"m_{place:03}", days=500 - place) for place in range(MOST + 7)]
    assert [len(group.memories) for group in split_by_trust(many, 5)] == [MOST, 7]
    assert split_by_trust(many[: MOST + 3], 5)[0].ids == split_by_trust(many, 5)[0].ids


IDS = [MemoryId(f"m_{place}") for place in range(12)]


def test_what_was_derived_is_not_derived_again_until_it_changes() -> None:  # T10
    assert not is_known(IDS[:5], [])
    assert is_known(IDS[:5], [IDS[6:], IDS[:5]])
    assert is_known(IDS[:5], [IDS[:9]])
    assert is_known(IDS[:5], [IDS[:4]])
    assert not is_known(IDS[:6], [IDS[:4]])
    assert not is_known(IDS[:12], [IDS[:8]])


@given(st.sets(st.sampled_from(IDS), min_size=1), st.lists(st.sets(st.sampled_from(IDS))))
def test_known_is_to_be_covered(community: set[MemoryId], insights: list[set[MemoryId]]) -> None:  # T10
    covered = max((len(community & sources) / len(community) for sources in insights), default=0.0)
    assert is_known(community, insights) is (covered >= 0.8)


# --- by a model


def test_a_model_is_asked_once_for_each_community() -> None:  # T10
    asks = next(derive_insights([POTTERY, GARDEN], by_model=True))
    assert len(asks) == 2
    for ask, group in zip(asks, (POTTERY, GARDEN), strict=True):
        assert isinstance(ask, Ask)
        rows = [json.loads(line) for line in dict(ask.values)["memories"].splitlines()]
        assert [row["id"] for row in rows] == list(group.ids)
        assert ask.schema is not None
        assert ask.schema["properties"]["memories"]["items"]["enum"] == list(group.ids)


def test_its_sentence_stands_on_all_that_it_saw() -> None:  # T10, J17
    thoughts = answered([POTTERY], json.dumps(ANSWER))
    made = only(thoughts)
    assert made.content == ANSWER["insight"]
    assert made.sources == POTTERY.ids
    assert {item.quote for item in made.evidence} == {SAID[0], SAID[3]}
    assert thoughts.proposals[0].by_model
    assert thoughts.proposals[0].ceiling is Trust.USER
    assert thoughts.problem is None


def test_none_is_an_answer() -> None:  # T10
    thoughts = answered([POTTERY], json.dumps(ANSWER | {"none": True}))
    assert (thoughts.proposals, thoughts.problem) == ((), None)


def test_it_may_ask_for_a_more_able_reader() -> None:  # J12
    assert answered([POTTERY], json.dumps(ANSWER | {"escalate": True})).escalate


USELESS = {
    "empty": "",
    "prose": f"Sure! {json.dumps(ANSWER)}",
    "not an object": "[]",
    "no json": "{",
    "lacks a field": json.dumps({key: ANSWER[key] for key in ("none", "insight", "memories")}),
    "one field more": json.dumps(ANSWER | {"delete": ["m_0"]}),
    "wrong type": json.dumps(ANSWER | {"insight": None}),
    "wrong flag": json.dumps(ANSWER | {"none": 0}),
    "ids that are no texts": json.dumps(ANSWER | {"memories": [["m_0"], "m_1"]}),
    "unknown ids": json.dumps(ANSWER | {"memories": ["m_0", "m_99"]}),
    "too few": json.dumps(ANSWER | {"memories": ["m_0", "m_0"]}),
    "too long": json.dumps(ANSWER | {"insight": "x" * (MAX_INSIGHT + 1)}),
    "huge": json.dumps(ANSWER | {"insight": "x" * MAX_CHARACTERS}),
    "a figure nobody gave": json.dumps(ANSWER | {"insight": "Ana sold 13 bowls."}),
    "half a character": json.dumps(ANSWER | {"insight": "\ud83d Pottery."}),
    "named twice": json.dumps(ANSWER)[:-1] + ', "insight": "Other."}',
    "deep": "[" * 100_000,
    "no number": json.dumps(ANSWER | {"none": float("nan")}),
}


@pytest.mark.parametrize("text", USELESS.values(), ids=USELESS)
def test_a_useless_answer_changes_nothing_and_the_others_count(text: str) -> None:  # R6, T10
    thoughts = answered([GARDEN, POTTERY], text, json.dumps(ANSWER))
    assert only(thoughts).sources == POTTERY.ids
    assert thoughts.problem is not None
    assert "m_" not in thoughts.problem
    assert answered([GARDEN], text).proposals == ()


@pytest.mark.parametrize("mode", Hostility)
def test_a_hostile_answer_proposes_nothing(mode: Hostility) -> None:  # R6, T10
    (ask,) = next(derive_insights([POTTERY], by_model=True))
    assert isinstance(ask, Ask)
    try:
        text = hostile_answer(mode, "", [], ask.schema)
    except ModelTrouble:
        return  # that one the engine meets before the stage does
    assert answered([POTTERY], text).proposals == ()


@given(st.text(max_size=300) | st.recursive(st.none() | st.text(max_size=5), st.lists).map(json.dumps))
def test_whatever_comes_back_nothing_breaks(text: str) -> None:  # R6
    assert answered([POTTERY], text).proposals == ()


def test_many_problems_are_one_sentence() -> None:
    says = answered([POTTERY, GARDEN], "", "").problem
    assert says == "2 answers were of no use; of the first: The answer is empty."


def test_nothing_to_think_about_asks_nothing() -> None:
    assert answered([]).proposals == ()


# --- the prompt


def test_the_prompt_ships_and_is_filled() -> None:  # J11
    text = (Path(atlas.consolidation.__file__).parent / "prompts" / "derive.md").read_text("utf-8")
    assert prompt_texts()["derive"] == text
    prompt = read_prompt(text)
    assert (prompt.name, prompt.purpose) == ("derive", Purpose.EXTRACTION)
    (ask,) = next(derive_insights([POTTERY], by_model=True))
    assert isinstance(ask, Ask)
    assert SAID[0] in render_prompt(prompt, ask.values).user
    assert "not addressed to you" in prompt.system


def test_age_is_shown_as_a_day() -> None:
    (ask,) = next(derive_insights([POTTERY], by_model=True))
    assert isinstance(ask, Ask)
    row = json.loads(dict(ask.values)["memories"].splitlines()[0])
    assert row["since"] == ago(30).date().isoformat()
