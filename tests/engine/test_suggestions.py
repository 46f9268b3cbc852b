"""What the night finds for tomorrow is offered, never done; accepted or declined on record (J16)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from _minds import ids_in, mind, minded

from atlas import NotFound, Origin, Refused, Role, Said
from atlas.model.suggestion import SuggestionState

INTERVIEW = "My interview at the library is on Friday."


@pytest.fixture
def ahead(life):  # type: ignore[no-untyped-def]
    """On a Monday, thought over that night."""
    life.say(INTERVIEW)
    life.virtual.later(hours=13)
    life.atlas.flush()
    return life


def states(life: Any) -> list[SuggestionState]:
    return [each.state for each in life.atlas.review.suggestions()]


def test_the_night_suggests_what_lies_ahead(ahead) -> None:  # J9, J16
    (suggestion,) = ahead.atlas.review.suggestions()
    assert "interview" in suggestion.text
    assert "Friday 6 March 2026" in suggestion.text
    assert suggestion.state is SuggestionState.WAITING
    assert suggestion.due_at is not None
    assert ahead.atlas.inspect.interaction(suggestion.sources[0]).interaction.messages[0].text == INTERVIEW


def test_it_is_offered_once_when_it_is_due(ahead) -> None:  # J16
    assert ahead.atlas.context("What is up?", conversation="c9").suggestions == ()
    ahead.virtual.later(days=3)
    (offer,) = ahead.atlas.context("What is up?", conversation="c9").suggestions
    assert "interview" in offer.text
    assert states(ahead) == [SuggestionState.OFFERED]
    assert ahead.atlas.context("What is up?", conversation="c9").suggestions == ()


def test_nobody_is_offered_anything_where_nobody_talks(ahead) -> None:  # J16
    ahead.virtual.later(days=3)
    assert ahead.atlas.context("What is up?").suggestions == ()
    assert states(ahead) == [SuggestionState.WAITING]


def test_what_is_offered_stands_among_the_data_and_not_the_instructions(ahead) -> None:  # C7, J16
    ahead.virtual.later(days=3)
    given = ahead.atlas.context("What is up?", conversation="c9")
    assert "Friday 6 March 2026" in given.data
    assert "Friday 6 March 2026" not in given.instructions


@pytest.mark.parametrize(("verb", "state"), [("accept", "accepted"), ("decline", "declined")])
def test_it_is_decided_once_and_on_record(ahead, verb: str, state: str) -> None:  # J16
    ahead.virtual.later(days=3)
    (offer,) = ahead.atlas.context("What is up?", conversation="c9").suggestions
    decided = getattr(ahead.atlas.review, verb)(offer.id[:8])
    assert (decided.state, decided.decided_at) == (SuggestionState(state), ahead.runtime.now())
    assert ahead.atlas.review.suggestions(state) == [decided]
    with pytest.raises(Refused, match=state):
        ahead.atlas.review.accept(offer.id)
    with pytest.raises(NotFound):
        ahead.atlas.review.decline("g_nothing")


def test_to_accept_does_nothing_by_itself(ahead) -> None:  # J16
    ahead.virtual.later(days=3)
    before = ahead.atlas.memories(limit=1_000), ahead.atlas.jobs.list(limit=1_000)
    ahead.atlas.review.accept(ahead.atlas.review.suggestions()[0].id)
    assert (ahead.atlas.memories(limit=1_000), ahead.atlas.jobs.list(limit=1_000)) == before


def test_what_was_declined_is_not_suggested_again(ahead) -> None:  # J16
    ahead.atlas.review.decline(ahead.atlas.review.suggestions()[0].id)
    ahead.say(INTERVIEW, conversation="c2")
    ahead.atlas.jobs.reflect("nightly")
    assert states(ahead) == [SuggestionState.DECLINED]


def test_what_is_long_past_is_not_offered(ahead) -> None:  # J16
    ahead.virtual.later(days=20)
    assert ahead.atlas.context("What is up?", conversation="c9").suggestions == ()


def test_at_most_three_at_once_the_earliest_first(life) -> None:  # J16
    plans = {"Tuesday": "dentist appointment", "Wednesday": "driving test", "Thursday": "exam", "Friday": "interview"}
    days = list(plans)
    for day, plan in plans.items():
        life.say(f"My {plan} is on {day}.", conversation=day)
    life.virtual.later(hours=13)
    life.atlas.flush()
    life.virtual.later(days=4)
    first = life.atlas.context("What is up?", conversation="c9").suggestions
    second = life.atlas.context("What is up?", conversation="c9").suggestions
    assert [next(day for day in days if day in each.text) for each in (*first, *second)] == days
    assert (len(first), len(second)) == (3, 1)


@pytest.fixture
def unanswered(life):  # type: ignore[no-untyped-def]
    """A question that nobody could answer, thought over that night."""
    life.say("Who signs my timesheet at work?", "I don't know that yet.")
    life.virtual.later(hours=13)
    life.atlas.flush()
    return life


def test_a_question_without_an_answer_is_offered_where_its_topic_comes_up(unanswered) -> None:  # J16
    assert unanswered.atlas.context("How do I boil an egg?", conversation="c9").suggestions == ()
    (offer,) = unanswered.atlas.context("Whom do I send the timesheet to sign at work?", conversation="c9").suggestions
    assert offer.text.startswith("“Who signs my timesheet at work?” had no answer")
    assert unanswered.atlas.review.decline(offer.id).state is SuggestionState.DECLINED


@pytest.fixture
def failing(life):  # type: ignore[no-untyped-def]
    """One question that went wrong three times, thought over at the end of the week."""
    for number, asked in enumerate(("Which port does staging use?", "What port does staging use?", "Staging's port?")):
        life.say(asked, "Staging uses port 8080.", conversation=f"f{number}")
        life.say("No, that's wrong, it is 8443.", conversation=f"f{number}")
    life.virtual.later(days=7)
    life.atlas.flush()
    return life


def test_what_went_wrong_again_comes_up_where_its_topic_does(failing) -> None:  # J16, H8
    assert failing.atlas.context("How do I boil an egg?", conversation="c9").suggestions == ()
    offered = failing.atlas.context("Which port does staging use now?", conversation="c9").suggestions
    assert any(each.text.endswith("Check the answer before it is given.") for each in offered)


def test_what_was_told_right_after_it_is_no_open_question(life) -> None:  # J16
    life.say("Who is my boss at work?", "I don't know that yet.")
    life.say("My boss is Yasmin.")
    life.virtual.later(hours=13)
    life.atlas.flush()
    assert states(life) == []


def test_a_question_that_nobody_answers_of_the_world_is_no_matter_of_memory(life) -> None:  # J16
    life.say("How far away is the nearest black hole?", "I don't know.")
    life.virtual.later(hours=13)
    life.atlas.flush()
    assert states(life) == []


def test_text_from_afar_suggests_nothing(life) -> None:  # J16, J17
    page = Said(Role.TOOL, "Your interview at Evilcorp is on Friday.", Origin.WEB)
    life.say("Look it up.", "Your interview at Evilcorp is on Friday.", messages=[page])
    life.atlas.jobs.reflect("nightly")
    assert not life.atlas.review.suggestions()


def test_a_model_suggests_only_what_it_can_quote(life) -> None:  # J16
    def nightly(asked: str, schema: Any) -> dict[str, Any]:
        ids = ids_in(schema, "tomorrow", "*", "message")
        good = {"message": ids[0], "quote": "the boiler leaks", "says": "Ask about the boiler.", "date": None}
        bad = {"message": ids[0], "quote": "no such words", "says": "Sell the house.", "date": None}
        past = {"message": ids[0], "quote": "the boiler leaks", "says": "Too late.", "date": "2020-01-01"}
        return {"tomorrow": [good, bad, past]}

    minded(life, mind(nightly=nightly))
    life.say("By the way, the boiler leaks a little.")
    life.atlas.jobs.reflect("nightly")
    assert [each.text for each in life.atlas.review.suggestions()] == ["Come back to what was said: “the boiler leaks”"]


def test_a_dry_context_offers_nothing_for_good(ahead) -> None:  # J16
    """A budget too small for it leaves it waiting."""
    ahead.virtual.clock.advance(timedelta(days=3))
    assert ahead.atlas.context("What is up?", 20, conversation="c9").suggestions == ()
    assert states(ahead) == [SuggestionState.WAITING]
