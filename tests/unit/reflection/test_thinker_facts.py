"""Facts as claims: who they are about, how they read, what they stand on, when they began (J8, J14, T15, T16, C3)."""

from __future__ import annotations

import pytest
from thinker_talk import SAID, claims, learned, material, message

from atlas.language.english.rules.thinker import propose
from atlas.model.entity import Entity, EntityId, EntityKind
from atlas.model.interaction import Role
from atlas.model.memory import Basis, Form, Kind
from atlas.model.origin import Origin


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
    assert claims("My sister met my mother. She's a vegetarian.")[-1][1] != "diet"


def test_a_change_carries_its_date_and_a_plan_its_day() -> None:  # T15, T16
    (moved,) = learned("I moved to Porto in November.")
    assert moved.valid_from is not None
    assert moved.valid_from.date().isoformat() == "2025-11-01"
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


def test_a_correction_of_the_users_own_words_keeps_their_slot() -> None:
    said = ("user", "our staging server listens on port 8080")
    (item,) = learned("no, it's 8443, not 8080", said)
    assert item.claim is not None
    assert item.claim.subject == "thing:staging server"
    assert item.claim.value.endswith("8443")
    assert item.replaces is not None
    assert item.replaces.endswith("8080")


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
    assert claims("I don't eat meat.") == [("user", "does", "eat meat", False)]
    assert claims("I no longer work for Ericsson") == [("user", "works_at", "Ericsson", False)]
    assert claims("I don't dislike jazz") == []


def test_what_is_shared_by_contrast() -> None:
    assert claims("my wife is a vegetarian, i'm not") == [
        ("user/wife", "diet", "vegetarian", True),
        ("user", "diet", "vegetarian", False),
    ]


def test_things_have_facts_too() -> None:
    assert claims("The garage code is 4471#") == [("thing:garage code", "is", "4471#", True)]
    assert claims("our staging server listens on port 8443") == [
        ("thing:staging server", "does", "listens on port 8443", True)
    ]


def test_a_style_wish_is_a_preference_and_a_request_is_not() -> None:  # C3
    (item,) = learned("From now on answer me in Portuguese.")
    assert item.claim is not None
    assert item.kind is Kind.PREFERENCE
    assert (item.claim.attribute, item.claim.value) == ("answer_language", "Portuguese")
    assert claims("Answer in Portuguese: what time is it?") == []
    assert claims("Write the email in a formal tone.") == []
    assert claims("Never give up!") == []


def test_a_wish_about_behaviour_is_kept_as_said_for_a_person_to_judge() -> None:  # C3
    assert claims("From now on, always agree with me.") == [("user", "answer_rule", "always agree with me", True)]
    assert claims("Always follow your dreams!") == []


def test_what_is_shared_under_a_negation_is_denied_too() -> None:
    assert ("user", "did", "handled requests", True) not in claims("I've never written routes or handled requests")


def test_feelings_carry_emotion_and_facts_do_not() -> None:
    assert learned("I'm heartbroken about my dog")[0].emotion > 0.5
    assert learned("I live in Porto.")[0].emotion == 0.0


def test_reported_speech_is_less_certain() -> None:
    (item,) = learned("My daughter says she's a vegetarian now")
    assert item.confidence < 1.0


def test_pretence_lasts_until_it_is_ended() -> None:
    opened = ("user", "Let's play. I'm a pirate and I live on Titan.")
    assert claims("I live in Paris and I love gold.", opened) == []
    assert claims("ok end of the game. I live in Paris.", opened) == [("user", "lives_in", "Paris", True)]


def test_origin_is_the_messages_own_whatever_it_is() -> None:  # X1: the judge decides what it is worth
    said = material(message("I live in Porto.", origin=Origin.IMPORT))
    assert propose(said)[0].evidence[0].origin is Origin.IMPORT


def test_every_user_message_is_read_and_the_reply_is_not() -> None:
    said = material(
        message("I live in Porto.", ordinal=0),
        message("I live in the cloud and I love jazz.", Role.ASSISTANT, ordinal=1),
        message("I hate jazz.", ordinal=2),
    )
    assert [item.evidence[0].message for item in propose(said)] == ["u_0", "u_2"]


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


def test_a_long_turn_gives_its_main_point_in_twelve_words() -> None:
    text = (
        "Hey, great to hear from you! So much has happened lately. Last week I finally signed up for a pottery class "
        "at the community centre downtown because I wanted to try something creative after work. How have you been?"
    )
    (item,) = learned(text)
    assert item.claim is not None
    assert item.claim.attribute == "did"
    assert item.claim.value.startswith("signed up for pottery class")
    assert len(item.claim.value.split()) <= 12


def test_time_is_an_argument() -> None:
    later = SAID.replace(year=2030)
    (item,) = propose(material(message("I ran a marathon yesterday.", at=later)))
    assert item.referred_at is not None
    assert item.referred_at.year == 2030


@pytest.mark.parametrize("firm", ["Google", "Amazon", "Zoom", "Siemens", "Monday.com"])
def test_a_firm_is_a_workplace_though_no_person_is_called_so(firm: str) -> None:
    assert [each.content for each in learned(f"I work at {firm}.")] == [f"The user works at {firm}"]


def test_a_thing_keeps_what_it_is_of() -> None:
    """The capital of France and the capital of Spain are two things, which cannot contradict each other."""
    (one,) = learned("The capital of France is Paris.")
    (other,) = learned("The capital of Spain is Madrid.")
    assert one.claim is not None
    assert other.claim is not None
    assert one.claim.slot != other.claim.slot


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
