"""Words of a withheld or replaced fact are not served from other conversations either (C1, C5, T16)."""

from __future__ import annotations

from typing import Any

import pytest
from _aged import remember

from atlas.engine.core.text_masks import LEFT_OUT
from atlas.engine.serve.mentions import find_value
from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.memory import Kind, Status

SALARY = "My salary at Acme is 90,000 euros."
WITHHELD = [Status.SENSITIVE, Status.REJECTED]


def say(life: Any, user: str, assistant: str, conversation: str) -> None:
    life.say(user, assistant, conversation=conversation)


def decide(life: Any, status: Status, words: str) -> None:
    found = [each.id for each in life.atlas.memories() if words in each.content and each.kind is Kind.FACT]
    assert found
    life.atlas.review.decide(status, *found)


def served(life: Any, question: str) -> str:
    """All that contexts and recall hand out for a question, now and as of now."""
    recalled = [*life.atlas.recall(question, 20), *life.atlas.recall(question, 20, as_of=life.runtime.now())]
    quotes = [each.quote for item in recalled for each in item.memory.evidence]
    return "\n".join([life.atlas.context(question).text, *(item.memory.content for item in recalled), *quotes])


@pytest.mark.parametrize("status", WITHHELD)
def test_a_reply_of_another_conversation_that_used_the_fact_tells_it_no_more(life: Any, status: Status) -> None:
    """C1, C5"""
    say(life, SALARY, "Noted.", "c1")
    life.atlas.context("What is my salary?", conversation="c2")
    say(life, "What is my salary?", "Your salary at Acme is 90,000 euros a year. Spend it well.", "c2")
    say(life, "How much do I earn?", "You earn 90,000 euros at Acme.", "c3")
    decide(life, status, "salary is")
    for question in ("salary at Acme", "How much do I earn?"):
        told = served(life, question)
        assert "90,000" not in told
    assert f"Your salary at Acme is {LEFT_OUT} a year. Spend it well." in served(life, "salary at Acme")


@pytest.mark.parametrize("status", WITHHELD)
def test_the_users_own_words_elsewhere_tell_it_no_more(life: Any, status: Status) -> None:  # C1, C5
    say(life, "I live in Evilville.", "Nice.", "c1")
    say(life, "Any tips, since I live in Evilville? I need a bike.", "Hm.", "c2")
    say(life, "What will the weather be?", "In Evilville, where you live, it rains.", "c3")
    decide(life, status, "lives in Evilville")
    told = served(life, "Where do I live? Any tips for the weather and a bike?")
    assert "Evilville" not in told
    assert f"{LEFT_OUT}? I need a bike." in told
    assert f"In {LEFT_OUT}, where you live, it rains." in told


def test_later_turns_of_the_same_conversation_do_not_tell_a_rejected_fact(life: Any) -> None:  # C1
    say(life, "I live in Evilville.", "Nice.", "c1")
    say(life, "Is it a town?", "Evilville is a town where you live.", "c1")
    decide(life, Status.REJECTED, "lives in Evilville")
    assert "Evilville is a town" not in served(life, "Is it a town where I live?")


def test_a_sensitive_value_is_known_in_the_singular_and_the_plural(life: Any) -> None:  # C5
    say(life, "I'm allergic to peanuts.", "Ok, peanut allergy noted.", "c1")
    say(life, "So my PEANUT allergy: any advice?", "Avoid peanut butter.", "c1")
    say(life, "Can I eat this, given my Peanut thing?", "No: a peanut's oil is dangerous.", "c2")
    decide(life, Status.SENSITIVE, "peanuts")
    told = served(life, "Which allergy do I have, what can I eat, peanuts, butter, oil?")
    assert "peanut" not in told.lower()
    assert f"Avoid {LEFT_OUT} butter." in told


def test_a_sensitive_number_is_known_however_it_is_written(life: Any) -> None:  # C5
    say(life, SALARY, "Noted.", "c1")
    say(life, "What did I say about money?", "90,000 was noted. Or 90000, or 90.000 by another hand.", "c2")
    decide(life, Status.SENSITIVE, "salary is")
    told = served(life, "What was noted about money by another hand?")
    assert "was noted" in told
    assert not any(number in told for number in ("90,000", "90000", "90.000"))


@pytest.mark.parametrize("conversation", ["c1", "c2"])
def test_a_sensitive_phone_is_known_whatever_stands_between_its_digits(life: Any, conversation: str) -> None:  # C5
    say(life, "My phone number is 0151 2345678.", "I see.", "c1")
    say(life, "The list by the door has 0151-2345678, (0151)2345678 and 01512345678.", "I see.", conversation)
    decide(life, Status.SENSITIVE, "0151 2345678")
    told = served(life, "What does the list by the door have?")
    assert "The list by the door has" in told
    assert not any(digits in told for digits in ("0151", "2345678"))


@pytest.mark.parametrize("status", WITHHELD)
def test_a_reply_that_says_less_than_the_whole_value_tells_it_no_more(life: Any, status: Status) -> None:  # C1, C5
    say(life, "I earn 93,400 euros a year at Acme.", "Great, 93,400 euros is a good salary.", "c1")
    assert "93,400 euros is" in served(life, "What is my salary at Acme?")
    decide(life, status, "93,400")
    told = served(life, "What is my salary at Acme?")
    assert f"Great, {LEFT_OUT}" in told
    assert "is a good salary." in told
    assert "93,400" not in told


def test_a_number_that_something_else_says_and_holds_stays_when_a_fact_is_rejected(life: Any) -> None:  # C1
    say(life, "My salary is 93,400 euros.", "So you have 93,400 now.", "c1")
    say(life, "My budget is 93,400 euros.", "I see.", "c2")
    decide(life, Status.REJECTED, "salary is")
    assert "My budget is 93,400 euros" in served(life, "What is my budget?")


def test_a_reply_that_says_one_word_of_a_sensitive_value_tells_it_no_more(life: Any) -> None:  # C5
    reply = "Bipolar disorders are hard. How about a bipolar diary on paper, with Tom?"
    say(life, "I have bipolar disorder. My cat is called Tom.", reply, "c1")
    decide(life, Status.SENSITIVE, "bipolar")
    told = served(life, "What is my cat called? Tom, a diary on paper?")
    assert "diary on paper, with Tom?" in told
    assert "ipolar" not in told


def test_a_learned_memory_elsewhere_does_not_tell_a_sensitive_value(life: Any) -> None:  # C5
    say(life, SALARY, "Noted.", "c1")
    say(life, "I want to save 90,000 euros for a boat.", "A boat!", "c2")
    decide(life, Status.SENSITIVE, "salary is")
    told = served(life, "What do I want to save for, a boat?")
    assert "boat" in told
    assert "90,000" not in told


def answered(life: Any, question: str) -> str:
    """All that an answer from memory alone tells: sentences are made of claims, and quotes of whole messages."""
    found = life.atlas.assistant.answer(question).answer
    told = [*found.found, *found.later]
    return "\n".join(f"{each.sentence} {each.quote} {each.memory.content} {each.memory.claim}" for each in told)


def test_no_answer_is_made_of_a_claim_with_a_sensitive_value(life: Any) -> None:  # C5
    say(life, "I have HIV.", "I see.", "c1")
    say(life, "I take HIV meds.", "I see.", "c2")
    assert "You take HIV meds" in answered(life, "What do I take?")
    decide(life, Status.SENSITIVE, "has HIV")
    assert f"You take {LEFT_OUT} meds" in answered(life, "What do I take?")
    assert "HIV" not in answered(life, "What do I take?")


def test_no_answer_quotes_a_sensitive_value_beside_the_words_of_its_fact(life: Any) -> None:  # C5
    say(life, "My salary is 93,400 euros.", "I see.", "c1")
    say(life, "At Acme I work, and 93,400 is my favourite number.", "I see.", "c2")
    assert "93,400" in answered(life, "Where do I work?")
    decide(life, Status.SENSITIVE, "salary is")
    assert "At Acme I work" in answered(life, "Where do I work?")
    assert "93,400" not in answered(life, "Where do I work?")
    assert "93,400" not in str(life.atlas.why().messages)


def test_of_somebody_whose_name_is_sensitive_nothing_names_them(life: Any) -> None:  # C5
    say(life, "My name is Ottilie.", "I see.", "c1")
    told = Claim(EntityId("person:ottilie"), "likes", "Ottilie's tea")
    remember(life.runtime, "Ottilie likes Ottilie's tea", claim=told)
    life.atlas.flush()
    decide(life, Status.SENSITIVE, "called Ottilie")
    items = life.atlas.recall("tea", 20)
    assert [item.memory.content for item in items] == [f"{LEFT_OUT} likes {LEFT_OUT} tea"]
    assert [item.memory.claim for item in items] == [None]


def test_what_held_once_is_told_without_a_sensitive_value(life: Any) -> None:  # C5, T16
    say(life, "I live in Sanktanna ward.", "I see.", "c1")
    say(life, "I moved to Lisbon.", "I see.", "c2")
    say(life, "My sister is called Sanktanna.", "I see.", "c3")
    decide(life, Status.SENSITIVE, "sister is Sanktanna")
    past = [each for item in life.atlas.recall("Where did I live before?", 20) for each in item.past]
    assert past
    assert "Sanktanna" not in str(past)


def test_an_ordinary_short_word_is_masked_only_where_its_fact_is_told(life: Any) -> None:  # C5
    say(life, "I'm allergic to nuts.", "Noted.", "c1")
    say(life, "My boss drives me nuts.", "Oh no.", "c2")
    say(life, "What may I cook?", "With your allergy to nuts: soup.", "c3")
    decide(life, Status.SENSITIVE, "allergic to nuts")
    told = served(life, "Who drives me mad, my boss? What may I cook, soup?")
    assert "My boss drives me nuts." in told
    assert f"With your allergy to {LEFT_OUT}: soup." in told


def test_the_word_of_a_rejected_fact_stays_where_it_is_not_told(life: Any) -> None:  # C1
    say(life, "I live in Porto.", "Nice.", "c1")
    say(life, "The train to Porto was late on Friday.", "A pity.", "c2")
    decide(life, Status.REJECTED, "lives in Porto")
    assert "The train to Porto was late on Friday." in served(life, "Which train was late?")


def test_what_was_said_again_and_holds_is_served(life: Any) -> None:  # C1
    say(life, "I live in Porto.", "Nice.", "c1")
    decide(life, Status.REJECTED, "lives in Porto")
    say(life, "Where is my home?", "So you live in Porto after all, on the coast.", "c2")
    assert "So you live in Porto" not in served(life, "Where do I live, on the coast?")
    remember(life.runtime, "The user lives in Porto", claim=Claim(USER, "lives_in", "Porto"))
    life.atlas.flush()
    assert "So you live in Porto after all" in served(life, "Where do I live, on the coast?")


# --- what was replaced


def test_a_reply_elsewhere_that_tells_what_held_is_marked_as_past_and_stands_behind(life: Any) -> None:  # T16
    say(life, "I live in Porto.", "Porto is nice.", "c1")
    say(life, "What is the weather at home?", "In Porto, where you live, it rains.", "c7")
    say(life, "I moved to Lisbon.", "Ok.", "c2")
    say(life, "I moved to Faro.", "Ok.", "c3")
    found = life.atlas.recall("Where do I live?", 20)
    (told,) = [item for item in found if item.memory.content == "In Porto, where you live, it rains."]
    assert [(each.content, each.now) for each in told.past] == [("The user lives in Porto", "The user lives in Faro")]
    order = [item.memory.content for item in found]
    assert order.index("The user lives in Faro") < order.index(told.memory.content)


def test_other_words_about_the_same_thing_are_not_marked(life: Any) -> None:  # T16
    say(life, "I live in Porto.", "Nice.", "c1")
    say(life, "The train to Porto was late on Friday.", "A pity.", "c2")
    say(life, "I moved to Lisbon.", "Ok.", "c3")
    marked = {item.memory.content: item.past for item in life.atlas.recall("Which train to Porto was late?", 20)}
    assert marked["The train to Porto was late on Friday."] == ()


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("She moved to OSLO.", "Oslo", ["OSLO"]),
        ("Three dogs bark.", "the dog", ["dogs"]),
        ("The dog's bowl is full.", "dogs", ["dog's"]),
        ("A cat purrs.", "the dog", []),
        ("She earns 90,000 euros a year there.", "90,000 euros a year", ["90,000 euros a year"]),
        ("He studies Data Science.", "data science", ["Data Science"]),
        ("It is \N{KELVIN SIGN}iel, not Bonn.", "kiel", ["\N{KELVIN SIGN}iel"]),
        ("It is kiel.", "\N{KELVIN SIGN}iel", ["kiel"]),
    ],
)
def test_a_value_is_found_in_any_case_number_and_article(text: str, value: str, said: list[str]) -> None:
    """C1."""
    assert [text[start:end] for start, end in find_value(text, value)] == said
