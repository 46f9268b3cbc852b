"""A context is worth its tokens (C13): no old questions, no courtesies, no recital of what memory had told (X2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atlas.model.memory import Kind
from engine._fitted import Fitted
from engine.conftest import Life


def _lines(life: Life, question: str, **more: object) -> list[str]:
    return [item.memory.content for item in life.atlas.context(question, **more).served]  # type: ignore[arg-type]


# --- old questions


@pytest.mark.parametrize(
    "question", ["Where does my sister Ana live?", "where does my sister Ana live again", "Is my sister Ana in Lyon?"]
)
def test_an_old_question_of_the_user_is_not_served(life: Life, question: str) -> None:
    """C13, C3: nor is the courtesy with which it was answered, which made sense only beside it."""
    life.say("My sister Ana lives in Lyon.")
    life.say(question, "I will look.", conversation="c2")
    lines = _lines(life, "In which city does my sister Ana live?")
    assert question not in lines
    assert "I will look." not in lines
    assert any("Lyon" in line for line in lines)


def test_a_question_beside_a_statement_is_served(life: Life) -> None:
    """C13: it tells something."""
    told = "The blue kayak has a leak near the stern. Can you help me mend it?"
    life.say(told)
    assert told in _lines(life, "What is wrong with the blue kayak?")


@pytest.mark.parametrize(
    "asked",
    ["the regatta office wants to know which kayak leaks, what do i write", "My coach asked where the kayak leaks."],
)
def test_a_question_that_the_user_reports_is_not_served(life: Life, asked: str) -> None:
    """C13: that somebody else asks tells no more than asking."""
    life.say("The blue kayak has a leak near the stern.")
    life.say(asked, conversation="c2")
    lines = _lines(life, "Where does the kayak leak?")
    assert asked not in lines
    assert any("stern" in line for line in lines)


def test_a_reported_question_with_a_name_is_served(life: Life) -> None:
    """C13: it tells something on the way."""
    told = "The regatta office asked when our kayak Nautilus leaves."
    life.say(told)
    assert told in _lines(life, "What did the regatta office ask about the kayak?")


def test_who_asks_at_length_tells_of_their_affairs_on_the_way(life: Life) -> None:
    """C13: one long sentence that ends as a question is not a mere one."""
    told = (
        "I'm trying to plan the budget tracker so that the login, the income tracking and the basic analytics are done "
        "by April 15, which is when the committee meets in Leeds, can you help me make a schedule for it?"
    )
    life.say(told)
    assert told in life.atlas.context("What is the schedule of the budget tracker?").data


def test_a_question_stands_beside_a_reply_that_tells_something(life: Life) -> None:
    """C3, C13: what the assistant said at length may be asked for, and is served only beside the user's message."""
    asked = "Which kayak routes are there near Split?"
    reply = (
        "Around Split people paddle from Stobreč to Podstrana, round Marjan hill, or across to Čiovo; beginners prefer "
        "Marjan, where the western bays are sheltered from the afternoon wind."
    )
    life.say(asked, reply)
    lines = _lines(life, "What did you tell me about kayak routes near Split?")
    assert {asked, reply} <= set(lines)


# --- courtesies and recitals


@pytest.mark.parametrize("reply", ["Nice.", "Ok.", "Good to know.", "Thanks for telling me.", "Happy to help."])
def test_a_courtesy_takes_no_line(life: Life, reply: str) -> None:
    """C13: a reply without a telling word says nothing."""
    life.say("The blue kayak has a leak near the stern.", reply)
    lines = _lines(life, "What is wrong with the blue kayak?")
    assert reply not in lines
    assert any("leak" in line for line in lines)


def test_a_reply_that_recites_memory_is_not_served(life: Life) -> None:
    """X2: what a context had told comes back in a reply, and is no evidence."""
    life.say("The blue kayak has a leak near the stern.")
    asked = "The regatta is on Sunday and I have to report the kayak. What is wrong with it?"
    life.virtual.later(minutes=1)
    life.atlas.context(asked, conversation="c2")
    recital = "As you said: the blue kayak has a leak near the stern."
    life.say(asked, recital, conversation="c2")
    lines = _lines(life, "What about the kayak and the regatta on Sunday?")
    assert asked in lines
    assert recital not in lines


def test_a_long_recital_set_as_a_list_is_not_served(life: Life) -> None:
    """X2: however long it is and however it is set, a reply that tells what it was told is no evidence."""
    told = [
        "The blue kayak has a leak near the stern.",
        "The green canoe lost its wooden paddle in the Douro rapids.",
        "The red dinghy was repainted with marine varnish by uncle Anselmo.",
        "The yellow raft is stored behind the bakery until October.",
        "The white sloop needs another mainsail, batten pockets and a halyard.",
        "The black trimaran was sold to a dentist from Braga for nine thousand.",
        "The orange catamaran waits for rudder bearings from a chandlery in Vigo.",
        "The purple skiff won the junior cup with Matilde and her cousin steering.",
    ]
    for each in told:
        life.say(each)
    asked = "The regatta is on Sunday: list every boat: kayak, canoe, dinghy, raft, sloop, trimaran, skiff."
    life.virtual.later(minutes=1)
    life.atlas.context(asked, conversation="c2")
    recital = "Here you go:\n" + "\n".join(f"* **{each.removesuffix('.')}**" for each in reversed(told))
    life.say(asked, recital, conversation="c2")
    assert recital not in _lines(life, "What about the regatta on Sunday, the kayak, the canoe and the trimaran?")


def test_a_reply_that_tells_more_than_it_was_told_is_served(life: Life) -> None:
    """X2: to have used memory is not to recite it."""
    life.say("The blue kayak has a leak near the stern.")
    asked = "The regatta is on Sunday and I have to mend the kayak."
    life.virtual.later(minutes=1)
    life.atlas.context(asked, conversation="c2")
    advice = (
        "The blue kayak leaks near the stern: sand the gelcoat, rinse with acetone, lay two patches of fibreglass with "
        "epoxy resin, and let it cure overnight before the regatta."
    )
    life.say(asked, advice, conversation="c2")
    assert advice in _lines(life, "How do I mend the kayak before the regatta on Sunday?")


def test_an_observation_of_a_question_is_not_served(life: Life) -> None:
    """C13: an old question is none the better for having been noted down."""
    life.say("which school is my daughter at now, the receptionist is asking")
    served = life.atlas.context("Which school does my daughter go to?").served
    asked = [item for item in served if item.memory.kind is not Kind.EPISODE]
    assert not [item.memory.content for item in asked if "receptionist" in item.memory.content]


# --- what was replaced


def test_asked_how_things_are_what_holds_stands_for_what_was_replaced(life: Life) -> None:
    """C13, C1, T16: the words of a replaced fact are left out, unless the past is asked for."""
    life.say("I live in Porto.", "Porto is lovely!")
    life.say("I moved to Lisbon.", "Lisbon is sunny.")
    assert not any("Porto" in line for line in life.atlas.context("Where do I live?").data.splitlines())
    assert "Lisbon" in life.atlas.context("Where do I live?").data
    assert '"I live in Porto."' in life.atlas.context("Where did I live before?").data


def test_what_else_a_message_tells_keeps_it_marked_as_past(life: Life) -> None:
    """T16, C13: only its words about what was replaced are past."""
    life.say("I live in Porto. The bike stays outside in the yard.")
    life.say("I moved to Lisbon.")
    (line,) = [each for each in life.atlas.context("Where does the bike stay?").data.splitlines() if "yard" in each]
    assert "no longer so since" in line


def test_a_fact_that_is_past_many_times_over_is_said_to_be_so_once(life: Life) -> None:
    """C13: who moves to and fro is not told of every move in one line."""
    for city in ("Porto", "Lisbon", "Porto", "Lisbon", "Porto", "Lisbon"):
        life.say(f"I live in {city} now. The bike stays outside in the yard.", conversation=f"in {city}")
        life.virtual.later(days=2)
    data = life.atlas.context("Where did the bike stay?").data
    assert all(line.count("no longer so") <= 1 for line in data.splitlines())


# --- a cut-off for single lines


def test_what_is_far_from_the_question_is_left_out_beyond_the_best(live: Callable[..., Life]) -> None:
    """C13: forty results are no context; what was learned stays."""
    life = live(embedder=Fitted())
    life.say("My dentist is Dr Ferrari.")
    for thing in ("gutter", "violin", "lasagna", "tractor", "passport", "curtain", "bonfire", "spreadsheet") * 3:
        life.say(f"The {thing} surprised all of us, said aunt {life.virtual.clock.now():%H:%M}.")
    found = life.atlas.recall("Who is my dentist?", 30)
    served = life.atlas.context("Who is my dentist?").served
    assert 2 * len(served) <= len(found)
    assert any("Ferrari" in item.memory.content for item in served)


# --- texts that were brought along


PASTED = """Could you shorten this for me?

"Dear all,
the blue kayak is for sale, ask at the desk.
Kind regards,
The club"
"""


@pytest.mark.parametrize(
    ("question", "served"), [("Which kayak is for sale at the club?", True), ("Who could shorten my hair?", False)]
)
def test_a_message_about_a_text_is_served_where_the_text_bears_on_the_question(
    life: Life, question: str, served: bool
) -> None:
    """C13: who brings a text along speaks of that text."""
    life.say(PASTED)
    assert (PASTED in _lines(life, question)) is served


# --- what waits


def test_the_words_of_a_reading_that_waits_stand_beside_the_fact_that_it_may_replace(life: Life) -> None:
    """T16, C3: nobody has decided yet, and the newer words are the user's own."""
    said = "my bed is in Ghent these days, kind of"
    life.say("I live in Porto.")
    life.say(said, conversation="c2")
    assert [each.content for each in life.atlas.review.pending().memories] == ["The user lives in Ghent"]
    lines = _lines(life, "Which town do I put on the form?")
    assert {"The user lives in Porto", said} <= set(lines)
    assert "The user lives in Ghent" not in lines


def test_the_words_of_a_reading_that_was_rejected_stand_beside_nothing(life: Life) -> None:  # C1
    life.say("I live in Porto.")
    life.say("my bed is in Ghent these days, kind of", conversation="c2")
    life.atlas.reject(life.atlas.review.pending().memories[0].id)
    assert not [line for line in _lines(life, "Which town do I put on the form?") if "Ghent" in line]


# --- what a message says beside its fact


def test_a_fact_that_was_found_is_quoted_with_the_sentence_it_was_told_in(life: Life) -> None:
    """C13: a place of the search is given once, by its fact; what else the message says would be lost with it."""
    life.say("My wife Jean sends her regards. She is waiting for a new hip.")
    (fact,) = [each for each in life.atlas.memories() if each.content == "The user's wife is Jean"]
    assert "hip" not in fact.evidence[0].quote
    assert "waiting for a new hip" in life.atlas.context("What is wrong with Jean?").data


def test_a_fact_told_again_is_quoted_as_it_was_told_last(life: Life) -> None:
    """C13, C8: with the day on which it was told so, in a context and in an answer."""
    life.say("I take ramipril.")
    life.virtual.later(days=40)
    life.say("Since the check-up I take ramipril twice a day.", conversation="c2")
    day = life.runtime.now().strftime("%d %b").lstrip("0")
    context = life.atlas.context("What do I take?", conversation="c3").data
    assert f"({day}" in context
    assert "twice a day" in context
    found = life.atlas.assistant.answer("What do I take?", conversation="c4").answer.found
    assert [each.said_at.date() for each in found if "twice" in each.quote] == [life.runtime.now().date()]


def test_an_end_of_an_allergy_that_waits_keeps_the_answer_from_being_sure(life: Life) -> None:
    """C3, T16: whoever is asked for pancakes must hear both."""
    life.say("My son Leo is allergic to eggs.")
    life.say("Leo is no longer allergic to eggs, the doctor says we can do pancakes.", conversation="c2")
    answer = life.atlas.assistant.answer("Is Leo allergic to anything?", conversation="c3").answer
    assert not answer.sure
    assert any("no longer" in each.quote for each in answer.later)
