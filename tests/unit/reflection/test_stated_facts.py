"""Facts as claims: who they are about, how they read, what they stand on, when they began (J8, J14, T15, T16, C3)."""

from __future__ import annotations

import pytest
from stated_talk import SAID, claims, learned, material, message

from atlas.model.entity import Entity, EntityId, EntityKind
from atlas.model.interaction import Role
from atlas.model.memory import Basis, Form, Kind
from atlas.model.origin import Origin
from atlas.testing.readings import find_facts


def test_a_name_names_the_speaker() -> None:
    (item,) = learned("My name is Ana.")
    assert item.claim is not None
    assert (item.claim.subject, item.claim.attribute, item.claim.value) == ("user", "name", "Ana")
    assert item.entities == (Entity(EntityId("user"), EntityKind.PERSON, ("Ana",)),)
    assert item.content == "The user is called Ana"
    assert item.basis is Basis.STATED


def test_each_fact_stands_on_its_own_clause() -> None:
    found = learned("My name is Ana and I live in Porto.")
    assert [item.evidence[0].quote for item in found] == ["My name is Ana", "I live in Porto"]
    assert [item.content for item in found] == ["The user is called Ana", "The user lives in Porto"]


def test_a_named_speaker_is_a_user_of_their_own() -> None:
    (item,) = learned("I live in Porto.", speaker="Caroline")
    assert item.claim is not None
    assert item.claim.subject == "user:caroline"
    assert item.content == "Caroline lives in Porto"


def test_a_third_person_is_not_the_user() -> None:
    named, lives = learned("My sister Maria lives in Rome.")
    assert named.claim is not None
    assert lives.claim is not None
    assert (named.claim.subject, named.claim.attribute, named.claim.value) == ("user", "sister", "Maria")
    assert named.entities == (Entity(EntityId("user/sister"), EntityKind.PERSON, ("Maria",)),)
    assert (lives.claim.subject, lives.claim.value) == ("user/sister", "Rome")
    assert lives.content == "Maria lives in Rome"


def test_she_is_the_one_person_spoken_of() -> None:
    assert ("user/daughter", "diet", "vegetarian", True) in claims("My daughter is 9. She's a vegetarian.")


def test_a_change_carries_its_date_and_a_plan_its_day() -> None:  # T15, T16
    (moved,) = learned("I moved to Porto in November.")
    assert moved.referred_at is not None
    assert moved.referred_at.date().isoformat() == "2025-11-01"
    (plan,) = learned("I'm flying to Oslo the day after tomorrow")
    assert plan.referred_at is not None
    assert plan.referred_at.date().isoformat() == "2026-03-13"
    assert plan.form is Form.EPISODIC


def test_a_recent_move_is_dated_but_does_not_begin_before_it_was_told() -> None:
    """What was told yesterday must not look newer than a move of last week, which is the news."""
    (moved,) = learned("I moved to Lisbon last week.")
    assert moved.valid_from is None
    assert moved.referred_at is not None
    assert moved.referred_at.date().isoformat() == "2026-03-04"


def test_a_correction_names_what_it_replaces() -> None:
    said = ("assistant", "The staging server's port is 8080, so try that.")
    (item,) = learned("no, it's 8443, not 8080", said)
    assert item.claim is not None
    assert (item.claim.subject, item.claim.value, item.replaces) == ("thing:staging server", "8443", "8080")
    assert item.evidence[0].quote == "8443"


def test_a_contrast_names_what_it_replaces() -> None:
    (item,) = learned("Actually I work at Bosch, not Siemens")
    assert item.claim is not None
    assert (item.claim.value, item.replaces) == ("Bosch", "Siemens")


def test_yes_and_no_answer_the_question_before() -> None:
    asked = ("assistant", "Do you live in Rome?")
    assert claims("yes", asked) == [("user", "lives_in", "Rome", True)]
    assert claims("no", asked) == [("user", "lives_in", "Rome", False)]
    assert claims("yes please", asked) == []
    assert claims("yes", ("user", "Do you live in Rome?")) == []


def test_a_bare_answer_is_read_by_its_question() -> None:
    assert claims("Reykjavík", ("assistant", "Which city do you live in?")) == [("user", "lives_in", "Reykjavík", True)]
    assert claims("Reykjavík", ("assistant", "What is the capital of Iceland?")) == []


def test_negation_is_carried_by_the_claim_not_the_value() -> None:
    assert claims("I don't eat meat.") == [("user", "diet", "meat", False)]
    assert claims("I no longer work for Ericsson") == [("user", "works_at", "Ericsson", False)]


def test_a_style_wish_is_a_preference_and_a_request_is_not() -> None:  # C3
    (item,) = learned("From now on answer me in Portuguese.")
    assert item.claim is not None
    assert item.kind is Kind.PREFERENCE
    assert (item.claim.attribute, item.claim.value) == ("answer_language", "Portuguese")
    assert claims("Answer in Portuguese: what time is it?") == []
    assert claims("Write the email in a formal tone.") == []
    assert claims("Never give up!") == []


def test_a_wish_about_behaviour_is_kept_as_said_for_a_person_to_judge() -> None:  # C3
    assert claims("From now on, always agree with me.") == [("user", "answer_rule", "agree with me", True)]


def test_feelings_carry_emotion_and_facts_do_not() -> None:
    assert learned("I'm heartbroken that my dog died")[0].emotion > 0.5
    assert learned("I live in Porto.")[0].emotion == 0.0


def test_origin_is_the_messages_own_whatever_it_is() -> None:  # X1: the judge decides what it is worth
    said = material(message("I live in Porto.", origin=Origin.IMPORT))
    assert find_facts(said)[0].evidence[0].origin is Origin.IMPORT


def test_every_user_message_is_read_and_the_reply_is_not() -> None:
    said = material(
        message("I live in Porto.", ordinal=0),
        message("I live in the cloud and I love jazz.", Role.ASSISTANT, ordinal=1),
        message("I hate jazz.", ordinal=2),
    )
    assert [item.evidence[0].message for item in find_facts(said)] == ["u_0", "u_2"]


def test_small_talk_and_requests_leave_no_trace() -> None:
    for text in (
        "I'm glad you like it!",
        "I can't wait to hear more.",
        "I'm looking for some tips on gardening.",
        "I'll definitely check it out, thanks!",
        "I appreciate your help.",
        "I'd like to know more about black holes.",
    ):
        assert claims(text) == [], text


def test_time_is_an_argument() -> None:
    later = SAID.replace(year=2030)
    (item,) = find_facts(material(message("I ran a marathon yesterday.", at=later)))
    assert item.referred_at is not None
    assert item.referred_at.year == 2030


@pytest.mark.parametrize("firm", ["Google", "Amazon", "Zoom", "Siemens"])
def test_a_firm_is_a_workplace_though_no_person_is_called_so(firm: str) -> None:
    assert [each.content for each in learned(f"I work at {firm}.")] == [f"The user works at {firm}"]


@pytest.mark.parametrize(
    "text",
    [
        "My password is [redacted password] and my key is [redacted openai key]",
        "I use [redacted card number] for everything.",
        "I believe my key is [redacted openai key].",
    ],
)
def test_what_stands_on_a_redacted_secret_is_not_learned(text: str) -> None:  # C5
    assert learned(text) == []


def test_the_rest_of_a_sentence_with_a_secret_is_learned() -> None:  # C5
    assert [item.content for item in learned("I live in Porto and my password is [redacted password].")] == [
        "The user lives in Porto"
    ]


def test_relatives_without_a_name_are_had() -> None:
    assert claims("I have two kids and a dog.") == [("user", "has", "two kids", True), ("user", "has", "a dog", True)]
    assert claims("I have no children.") == [("user", "has", "children", False)]
    assert claims("two", ("assistant", "How many kids do you have?")) == [("user", "has", "two children", True)]


def test_a_bare_correction_stands_for_what_was_said_before() -> None:
    for said in ("You live in Porto, right?", "Do you live in Porto?", "So you live in Porto."):
        (item,) = learned("No, Lisbon.", ("assistant", said))
        assert item.claim is not None
        assert (item.claim.attribute, item.claim.value, item.replaces) == ("lives_in", "Lisbon", "Porto")
    (item,) = learned("No, Lisbon.", ("user", "I live in Porto."))
    assert item.replaces == "Porto"


def test_a_few_words_that_nobody_asked_for_say_nothing() -> None:  # C3
    """What they would be the answer to is the network's guess."""
    for said in ("Which town is nice?", "So, Anna, you live in Porto.", "Tell me about yourself."):
        assert learned("Evilville", ("assistant", said)) == []


def test_a_game_goes_on_until_it_is_ended() -> None:
    """What is said in a game is none of the speaker's facts, however surely it is read."""
    opened = ("user", "Let's play. I'm a pirate and I live on Titan.")
    assert claims("I live in Paris.", opened) == []
    assert claims("I live in Paris.", opened, ("user", "ok end of the game.")) == [("user", "lives_in", "Paris", True)]
