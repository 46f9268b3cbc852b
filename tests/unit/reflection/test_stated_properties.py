"""What holds for every text: evidence is verbatim, nothing raises, nothing is slow, the same in gives the same out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflection_talk import alone
from stated_talk import SAID, claims, learned, material, message

from atlas.model.claim import MAX_VALUE_WORDS
from atlas.model.interaction import Role
from atlas.reflection.lightweight import reflect_by_rules
from atlas.testing.readings import find_facts

MAX_FACTS = 20
TALK = """
I i'm my name is Ana we live in Porto Rome not never and but or , . ! ? : ; - ( ) " ' > ``` if because that who
where when sister Maria has a the dog called was born on 3 March 1991 next week yesterday ago two don't can't no
yes love hate to be am are going gonna would have got been working as at for nurse vegan allergic feel think
said told me you your please always answer short it's 8443 'm 's n't — … /s 🙄 pretend let's play /* from now on
rather than nor neither so which what how like back hurts favourite colour green
"""
ASKED = "do am is are was where what who why how I my we live work name"
WORDS = st.sampled_from(TALK.split())
SPOKEN = st.lists(WORDS, max_size=40).map(" ".join)

NAUGHTY = [
    "",
    " ",
    "\x00\x01\x02",
    "\x01\x01\x01 is my name",
    "I'm",
    "my",
    "'s 's 's",
    "I " * 500,
    "my name is",
    "I am, I am not, I was",
    "…" * 300,
    "I live in",
    "٣٤٥ I am ٤ years old",
    "İstanbul'da yaşıyorum. I live in İstanbul.",
    "ﬁne, I'm from ﬂorence",
    "I was born on 31 June 1990 and on 99 March.",
    "in 9999 years I will be 10000",
    "\u202eI live in Rome\u202c",
    "👩‍👩‍👧‍👦 I have two kids 👩‍👩‍👧‍👦",
    "NULL undefined None; DROP TABLE memories; -- I live in Rome",
    "a" * 10_000 + " is my name",
    "I'm " + "very " * 3_000 + "tired",
]


def checked(text: str) -> None:
    for item in learned(text):
        assert item.claim is not None
        assert item.evidence
        for evidence in item.evidence:
            assert evidence.quote.strip()
            assert text[evidence.start : evidence.end] == evidence.quote
        assert 1 <= len(item.claim.value.split()) <= MAX_VALUE_WORDS
        assert item.content.strip()
        assert 0 <= item.confidence <= 1
        assert 0 <= item.emotion <= 1


@given(st.text(max_size=400))
def test_any_text_is_read_with_verbatim_evidence(text: str) -> None:
    checked(text)


@given(SPOKEN)
def test_any_jumble_of_talk_is_read_with_verbatim_evidence(text: str) -> None:
    checked(text)


@pytest.mark.parametrize("text", NAUGHTY)
def test_naughty_strings_are_survived(text: str) -> None:
    checked(text)


@given(SPOKEN)
def test_thinking_is_deterministic(text: str) -> None:
    said = material(message(text))
    assert find_facts(said) == find_facts(said)


@given(SPOKEN, st.sampled_from([Role.ASSISTANT, Role.TOOL, Role.SYSTEM]))
def test_only_the_user_states_facts(text: str, role: Role) -> None:  # J8
    assert find_facts(material(message(text, role))) == ()


@given(SPOKEN, SPOKEN, st.sampled_from(["user", "assistant"]))
def test_what_went_before_is_only_context(text: str, before: str, role: str) -> None:
    for item in learned(text, (role, before)):
        assert item.evidence[0].message == "u_1"


@given(st.lists(st.sampled_from(ASKED.split()), max_size=8))
def test_a_lone_question_states_nothing(words: list[str]) -> None:
    assert claims(" ".join(words) + "?") == []


HOSTILE = {
    "one long word": "a" * 1_000_000,
    "I am": "I am " * 200_000,
    "my name is": "my name is my " * 80_000,
    "commas": "I like a, " * 100_000,
    "double quotes": '"' * 500_000,
    "nested quotes": "“'\"" * 200_000,
    "open quotes": " 'a" * 200_000,
    "fences": "```\n" * 200_000,
    "rules": "---\n" * 200_000,
    "tags": "<a " * 300_000 + "<b>" * 20_000,
    "quoted lines": "> I am\n" * 100_000,
    "colons": "a: " * 300_000,
    "dots": "." * 1_000_000,
    "spaces": " " * 1_000_000,
    "line ends": "\n" * 1_000_000,
    "digits": "1" * 1_000_000,
    "numbers": "1,2:3/4." * 100_000,
    "hyphens": "a-" * 400_000,
    "apostrophes": "I'm'm'm " * 100_000,
    "and": "I work and " * 90_000,
    "if": "if I " * 200_000,
    "said": "she said I said " * 60_000,
    "dates": "in 2 days ago last next this " * 30_000,
    "from": "From: \n" * 100_000,
    "brackets": "(" * 500_000 + ")" * 500_000,
    "equals": "x = {" * 200_000,
    "functions": "f(" * 400_000,
    "defs": "def a " * 150_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_to_its_end_and_gives_little(name: str) -> None:
    assert len(learned(HOSTILE[name])) <= MAX_FACTS


def test_the_lightweight_tier_asks_nothing_and_returns_the_rules_proposals() -> None:  # J1, J14
    said = material(message("I live in Porto."))
    proposals = tuple(each.proposal for each in alone(reflect_by_rules(said)).proposals)
    assert proposals == find_facts(said)
    assert proposals[0].evidence[0].message == "u_0"
    assert SAID.tzinfo is not None
