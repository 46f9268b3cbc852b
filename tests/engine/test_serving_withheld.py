"""The words of a fact that was rejected, marked sensitive or replaced are not served as if they held (C1, C5, T16)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from _aged import remember

from atlas.engine.core.text_masks import LEFT_OUT
from atlas.engine.curate.proposals import approve_redacted_copy
from atlas.engine.intake.observe import Said
from atlas.model.interaction import Role
from atlas.model.memory import Evidence, Kind, Link, Relation, Status
from atlas.model.origin import Origin

SALARY = "My yearly salary is 90,000 euros."
ASKED = "What is my salary, and what is my cat called?"


def texts(life: Any, question: str, **more: Any) -> list[str]:
    return [item.memory.content for item in life.atlas.recall(question, 20, **more)]


def everything(life: Any, question: str) -> str:
    """All that any path hands out for a question."""
    recalled = life.atlas.recall(question, 20)
    quotes = [each.quote for item in recalled for each in item.memory.evidence]
    answer = life.atlas.assistant.answer(question).answer
    said = [part for found in answer.found for part in (found.sentence, found.quote)]
    return "\n".join([life.atlas.context(question).text, *(item.memory.content for item in recalled), *quotes, *said])


@pytest.fixture
def paid(life: Any) -> Any:
    life.say(f"{SALARY} My cat is called Tom.", "With 90,000 euros you can save a lot. Tom is a fine name.")
    life.say("I went hiking on Sunday.")
    assert "90,000" in everything(life, ASKED)
    return life


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_words_of_a_sensitive_or_rejected_fact_are_served_nowhere(paid: Any, status: Status) -> None:  # C1, C5
    paid.atlas.review.decide(status, paid.fact("salary is").id)
    assert "90,000" not in everything(paid, ASKED)
    assert "yearly salary" not in everything(paid, ASKED)


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_the_other_sentences_of_the_message_and_its_reply_stay(paid: Any, status: Status) -> None:  # C1
    paid.atlas.review.decide(status, paid.fact("salary is").id)
    found = texts(paid, ASKED)
    assert f"{LEFT_OUT}. My cat is called Tom." in found
    assert f"With {LEFT_OUT} you can save a lot. Tom is a fine name." in found


def test_a_message_of_which_nothing_would_be_left_is_not_served(life: Any) -> None:  # C5
    life.say(SALARY, "I see.")
    life.atlas.review.decide(Status.SENSITIVE, life.fact("salary is").id)
    assert texts(life, ASKED) == []


def test_a_sensitive_value_is_masked_where_the_conversation_says_it_again(paid: Any) -> None:  # C5
    paid.say("So with 90,000 euros a year I want to save for a house.", conversation="c1")
    paid.atlas.review.decide(Status.SENSITIVE, paid.fact("salary is").id)
    assert f"So with {LEFT_OUT} a year I want to save for a house." in texts(paid, "What do I want to save for?")


def test_the_very_words_of_a_rejected_fact_are_masked_in_other_messages(life: Any) -> None:  # C1
    life.say("My brother works at Initech. I like tea.")
    life.say("As I said: my brother works at Initech. We met on Sunday.")
    life.atlas.review.decide(
        Status.REJECTED,
        *(each.id for each in life.atlas.memories() if "works at Initech" in each.content and each.kind is Kind.FACT),
    )
    assert "Initech" not in everything(life, "Where does my brother work?")
    assert "We met on Sunday." in everything(life, "Where does my brother work?")


def test_a_fact_from_the_same_sentence_keeps_its_place_and_loses_that_quote(life: Any) -> None:  # C5
    life.say(SALARY)
    (episode,) = [each for each in life.atlas.memories() if each.content == SALARY]
    quote = Evidence(episode.transcribes, 0, 32, SALARY[:32], Origin.USER)
    works = remember(life.runtime, "The user works at Acme.", evidence=(quote,))
    life.atlas.flush()
    life.atlas.review.decide(Status.SENSITIVE, life.fact("salary is").id)
    (found,) = [item.memory for item in life.atlas.recall("Where do I work?") if item.memory.id == works]
    assert [each.quote for each in found.evidence] == [LEFT_OUT]
    assert "90,000" not in everything(life, "Where do I work at Acme?")


def test_what_an_approved_fact_stands_on_stays_when_another_reading_of_it_was_rejected(life: Any) -> None:  # C1
    life.say("I live in Porto.")
    (episode,) = [each for each in life.atlas.memories() if each.content == "I live in Porto."]
    quote = Evidence(episode.transcribes, 0, 15, "I live in Porto", Origin.USER)
    wrong = remember(life.runtime, "The user is a live act in Porto.", evidence=(quote,))
    life.atlas.flush()
    life.atlas.review.decide(Status.REJECTED, wrong)
    assert "I live in Porto." in texts(life, "Where do I live?")


def test_what_was_derived_from_a_sensitive_fact_is_not_served(paid: Any) -> None:  # C5
    fact = paid.fact("salary is")
    links = (Link(Relation.DERIVED_FROM, fact.id),)
    remember(
        paid.runtime, "The user can save 20,000 a year of a salary of ninety thousand.", kind=Kind.LESSON, links=links
    )
    paid.atlas.flush()
    assert "ninety thousand" in everything(paid, ASKED)
    paid.atlas.review.decide(Status.SENSITIVE, fact.id)
    assert "ninety thousand" not in everything(paid, ASKED)


def test_of_a_sensitive_fact_with_a_redacted_copy_only_the_copy_is_served(life: Any) -> None:  # C2, C5
    life.say("My phone number is 555 0199 123 and I like tea.")
    (number,) = [each for each in life.atlas.memories() if each.kind is Kind.FACT and "555 0199" in each.content]
    life.atlas.review.decide(Status.SENSITIVE, number.id)
    copy = approve_redacted_copy(life.runtime, number.id).id
    life.atlas.flush()
    found = life.atlas.recall("What is my phone number?")
    assert copy in {item.memory.id for item in found}
    assert not any("555 0199" in item.memory.content for item in found if item.memory.id != copy)


def test_a_message_marked_sensitive_is_quoted_by_nothing(paid: Any) -> None:  # C5
    (episode,) = [each for each in paid.atlas.memories() if each.content.startswith(SALARY)]
    paid.atlas.review.decide(Status.SENSITIVE, episode.id)
    assert "90,000 euros" not in everything(paid, ASKED)


# --- what was replaced


@pytest.fixture
def moved(life: Any) -> Any:
    life.say("I live in Porto.", "Porto is lovely! How long have you lived in Porto?")
    life.say("I moved to Berlin.", "Berlin, great.")
    life.say("I moved to Lisbon.", "Lisbon is sunny.")
    return life


def test_asked_how_things_are_what_held_is_left_out(moved: Any) -> None:  # C1, C13, T16
    data = moved.atlas.context("Where do I live?").data
    assert "Lisbon" in data
    assert "Porto" not in data
    assert "Berlin" not in data


def test_after_moving_what_held_is_marked_as_past_where_the_past_is_asked_for(moved: Any) -> None:  # C1, T16
    lines = moved.atlas.context("Where did I live before?").data.splitlines()
    for city in ("Porto", "Berlin"):
        told = [line for line in lines if city in line]
        assert told
        for line in told:
            assert line.endswith(
                f'; no longer so since 2 Mar: "The user lives in {city}", now "The user lives in Lisbon")'
            )
    assert not any("no longer so" in line for line in lines if "Porto" not in line and "Berlin" not in line)


def test_what_held_never_stands_above_what_holds(moved: Any) -> None:  # T16
    for limit in (1, 2, 3, 5, 10):
        found = moved.atlas.recall("In which city do I live, Porto or Berlin?", limit)
        assert "Lisbon" in found[0].memory.content
        past = [item for item in found if item.past]
        assert all("Lisbon" in each.now for item in past for each in item.past)
        assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
        for item in found:
            assert item.score == pytest.approx(sum(value for _, value in item.components), abs=1e-4)


def test_the_reply_that_repeats_it_is_marked_too(moved: Any) -> None:  # T16
    marked = {item.memory.content: [each.content for each in item.past] for item in moved.atlas.recall("Porto", 20)}
    assert marked["Porto is lovely! How long have you lived in Porto?"] == ["The user lives in Porto"]
    assert marked["Lisbon is sunny."] == []


def test_what_ended_without_a_successor_says_so(life: Any) -> None:  # T16
    life.say("I work at Acme.")
    life.say("I quit my job at Acme.")
    (told,) = [item for item in life.atlas.recall("Where do I work?", 20) if item.memory.content == "I work at Acme."]
    assert [each.content for each in told.past] == ["The user works at Acme"]
    assert [each.now for each in told.past] == ["The user no longer works at Acme"]


def test_what_came_to_its_own_end_is_past_with_nothing_in_its_place(life: Any) -> None:  # T16
    life.say("Office key till tomorrow: Bea.")
    (episode,) = [each for each in life.atlas.memories() if each.content == "Office key till tomorrow: Bea."]
    quote = Evidence(episode.transcribes, 0, 29, "Office key till tomorrow: Bea", Origin.USER)
    ends = life.runtime.now() + timedelta(days=1)
    remember(life.runtime, "Bea has the office key.", evidence=(quote,), valid_until=ends)
    life.atlas.flush()
    asked = "Who has the office key?"
    assert not any(item.past for item in life.atlas.recall(asked))
    life.virtual.later(days=2)
    (told,) = [item for item in life.atlas.recall(asked) if item.memory.id == episode.id]
    assert [(each.content, each.until, each.now) for each in told.past] == [("Bea has the office key.", ends, "")]
    assert '; no longer so since 3 Mar: "Bea has the office key.")' in life.atlas.context(asked).data


def test_who_moves_back_lives_there_again(moved: Any) -> None:  # T16
    moved.virtual.later(days=3)
    moved.say("I live in Porto again.")
    marked = {item.memory.content: [each.content for each in item.past] for item in moved.atlas.recall("Porto", 30)}
    assert marked["I live in Porto."] == []
    assert "The user lives in Lisbon" in {past for told in marked.values() for past in told}


def test_rejecting_the_successor_takes_the_mark_away(moved: Any) -> None:  # T16, C2
    moved.atlas.review.decide(Status.REJECTED, moved.fact("lives in Lisbon").id)
    marked = {item.memory.content: item.past for item in moved.atlas.recall("Where do I live?", 20)}
    assert marked["I moved to Berlin."] == ()
    assert "Lisbon" not in everything(moved, "Where do I live?")


@pytest.mark.parametrize("copied", [False, True])
def test_what_something_sensitive_replaced_is_past_all_the_same(moved: Any, copied: bool) -> None:  # C1, C5, T16
    lisbon = moved.fact("lives in Lisbon").id
    moved.atlas.review.decide(Status.SENSITIVE, lisbon)
    if copied:
        approve_redacted_copy(moved.runtime, lisbon)
    for question in ("Where do I live?", "Where did I live before?", "Porto or Berlin?"):
        found = moved.atlas.recall(question, 20)
        told = [item for item in found if "Porto" in item.memory.content or "Berlin" in item.memory.content]
        assert told
        assert all(item.past for item in told)
        lines = moved.atlas.context(question).data.splitlines()
        assert all("no longer so since" in line for line in lines if "Porto" in line or "Berlin" in line)
        assert "Lisbon" not in f"{found} {everything(moved, question)}"
    answer = moved.atlas.assistant.answer("Where do I live?").answer
    assert [each.sentence for each in answer.found if "Porto" in each.sentence or "Berlin" in each.sentence] == []


def test_as_of_a_time_when_it_held_nothing_is_marked(life: Any) -> None:  # X4
    life.say("I live in Porto.")
    then = life.runtime.now()
    life.virtual.later(days=30)
    life.say("I moved to Lisbon.")
    found = life.atlas.recall("Where do I live?", as_of=then)
    assert found
    assert not any(item.past for item in found)
    assert any(item.past for item in life.atlas.recall("Where do I live?"))


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_as_of_then_what_is_sensitive_or_rejected_by_now_stays_out(paid: Any, status: Status) -> None:  # X4, C5
    then = paid.runtime.now()
    paid.virtual.later(days=2)
    paid.atlas.review.decide(status, paid.fact("salary is").id)
    assert not any("90,000" in text for text in texts(paid, ASKED, as_of=then))
    assert any("called Tom" in text for text in texts(paid, ASKED, as_of=then))


def test_an_answer_from_memory_does_not_offer_what_held_once(life: Any) -> None:  # T16
    life.say("I work at Acme.")
    life.say("I quit my job at Acme.")
    offered = life.atlas.assistant.answer("Where do I work?").answer
    assert [found.quote for found in offered.found if found.quote.startswith("I work at Acme")] == []


# --- explained


def test_why_says_what_was_left_out_and_what_is_past(moved: Any) -> None:  # C8
    moved.say(f"{SALARY} My cat is called Tom.")
    moved.atlas.review.decide(Status.SENSITIVE, moved.fact("salary is").id)
    served = moved.atlas.context("Where did I live before, and what is my cat called?")
    story = moved.atlas.why(served.serving)
    by_text = {memory.content: memory.id for memory in story.memories}
    assert f"{LEFT_OUT}. My cat is called Tom." in by_text
    assert by_text[f"{LEFT_OUT}. My cat is called Tom."] in story.masked
    assert [each.content for each in story.past[by_text["I live in Porto."]]] == ["The user lives in Porto"]
    assert "90,000" not in str(story.messages)


def test_a_message_explained_says_it_too(moved: Any) -> None:  # C8
    (episode,) = [each for each in moved.atlas.memories(limit=50) if each.content == "I live in Porto."]
    assert [each.content for each in moved.atlas.inspect.memory(episode.id).past] == ["The user lives in Porto"]


def test_a_gist_that_stands_for_a_message_is_left_out_with_it(life: Any) -> None:  # T12, C5
    life.say(f"{SALARY} My cat is called Tom.")
    (episode,) = [each for each in life.atlas.memories() if each.content.startswith(SALARY)]
    fact = life.fact("salary is")
    life.atlas.review.decide(Status.SENSITIVE, fact.id)
    from atlas.engine.serve.redaction_reading import read_redaction
    from atlas.model.recall import Recalled

    with life.runtime.store.reading(life.runtime.space) as reader:
        redaction = read_redaction(reader, [episode], life.runtime.now())
    gist = replace(episode, content="Talked about pay and a cat.")
    assert redaction.redact_item(Recalled(gist, 1.0, ())) is None


def test_several_speakers_each_keep_their_own(life: Any) -> None:  # C1
    for name, city in (("Ana", "Porto"), ("Ben", "Oslo")):
        life.virtual.later(minutes=1)
        life.atlas.observe(conversation="team", messages=[Said(Role.USER, f"I live in {city}.", speaker=name)])
    life.atlas.flush()
    life.virtual.later(minutes=1)
    life.atlas.observe(conversation="team", messages=[Said(Role.USER, "I moved to Rome.", speaker="Ana")])
    life.atlas.flush()
    marked = {
        item.memory.content: [each.now for each in item.past] for item in life.atlas.recall("Who lives where?", 20)
    }
    assert marked["I live in Oslo."] == []
    assert len(marked["I live in Porto."]) == 1
