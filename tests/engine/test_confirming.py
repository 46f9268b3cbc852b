"""Agreement is not authorship (C3, X1, rule 12): what a bare "yes" or "no" confirms quotes the question, and waits."""

from __future__ import annotations

import pytest
from _confirmed_answers import BENIGN, HARMFUL, STRANGERS

from atlas import Kind, Memory, Origin, Role, Said, Status
from atlas.curation.policy import Mode
from atlas.model.origin import Trust

PLAIN = "Do you live in Evilville?"


def answered(life, question: str, answer: str, before: str = "Hello there.", **more: object) -> list[Memory]:
    """What is remembered of an exchange, without lessons about replies."""
    life.say(before, question)
    life.say(answer, **more)
    return learned(life)


def learned(life) -> list[Memory]:
    found = life.atlas.memories(limit=1_000, archived=True)
    return [memory for memory in found if memory.kind in (Kind.FACT, Kind.PREFERENCE)]


def approved(memories: list[Memory]) -> list[str]:
    return sorted(memory.content for memory in memories if memory.status is Status.APPROVED)


# --- who answers, and for whom


@pytest.mark.parametrize("answer", ["yes", "no", "yep, that's right", "I do"])
@pytest.mark.parametrize("question", STRANGERS)
def test_a_strangers_word_says_nothing_of_the_user(life, question: str, answer: str) -> None:  # C3, X1
    """The example of the issue: Mallory's "yes" to Anna's question superseded where Anna lives."""
    facts = answered(life, question, answer, "I live in Porto.", speaker="Mallory")
    assert approved(facts) == ["The user lives in Porto"]
    assert {memory.claim.subject for memory in facts if memory.status is not Status.APPROVED} <= {"user:mallory"}


def test_a_strangers_correction_does_not_rewrite_what_somebody_else_said(life) -> None:  # X1, T16
    life.say("I live in Porto.", "Noted: you live in Porto.", speaker="Anna")
    life.say("no, Evilville, not Porto", speaker="Mallory")
    life.say("I meant Evilville", speaker="Mallory")
    assert "Anna lives in Porto" in approved(learned(life))
    assert not any(memory.claim.subject == "user:anna" and "Evil" in memory.content for memory in learned(life))


def test_a_speakers_own_correction_still_replaces_what_they_said(life) -> None:  # S7, T16
    life.say("I live in Porto.", "Noted: you live in Porto.", speaker="Anna")
    life.say("no, Lisbon", speaker="Anna")
    assert approved(learned(life)) == ["Anna lives in Lisbon"]


def test_a_name_in_the_answer_is_whose_fact_it_is(life) -> None:  # X1
    life.say("Hello.", "Do you live in Porto?", speaker="Anna")
    life.say("yes", speaker="Anna")
    assert [(memory.claim.subject, memory.status) for memory in learned(life)] == [("user:anna", Status.APPROVED)]


def test_what_the_assistant_says_of_itself_is_nothing_about_the_user(life) -> None:  # X1
    life.say("Where are you?", "I live in Frankfurt.")
    life.say("no, Paris")
    assert learned(life) == []


# --- what it stands on


def test_a_confirmed_fact_quotes_the_question_beside_the_answer(life) -> None:  # C3, X1
    (fact,) = answered(life, "Nice. Do you like hiking?", "yes")
    assert [(item.quote, item.origin) for item in fact.evidence] == [
        ("yes", Origin.USER),
        ("Do you like hiking?", Origin.ASSISTANT),
    ]
    assert (fact.trust, fact.origin, fact.status) == (Trust.ASSISTANT, Origin.ASSISTANT, Status.NEEDS_REVIEW)


def test_a_plain_fact_about_the_answerer_is_approved_and_still_no_better_trusted(life) -> None:  # C3, X1
    (fact,) = answered(life, "Nice. Do you live in Porto?", "yes")
    assert (fact.status, fact.trust, len(fact.evidence)) == (Status.APPROVED, Trust.ASSISTANT, 2)


@pytest.mark.parametrize(
    ("question", "answer"), [("Do you live in Evilville?", "yes"), ("Do you live in Porto?", "no")]
)
def test_agreeing_closes_nothing(life, question: str, answer: str) -> None:  # T16
    """Neither what was said in somebody's own words nor what they agreed to before."""
    facts = answered(life, question, answer, "I live in Porto.")
    assert approved(facts) == ["The user lives in Porto"]
    life.atlas.reject(next(memory.id for memory in facts if memory.status is Status.APPROVED))
    life.say("Hm.", "Do you live in Braga?")
    life.say("yes")
    life.say("Hm.", "Do you live in Ghent?")
    life.say("yes")
    assert approved(learned(life)) == ["The user lives in Braga"]


def test_words_of_ones_own_beat_what_was_agreed_to(life) -> None:  # T16
    answered(life, "Do you live in Porto?", "yes")
    life.say("I live in Lisbon.")
    assert approved(learned(life)) == ["The user lives in Lisbon"]


# --- where and when it was asked


def test_an_answer_in_another_session_waits(life) -> None:  # C3
    life.say("Hello there.", PLAIN)
    life.virtual.later(days=13)
    life.say("yes")
    assert approved(learned(life)) == []


def test_an_answer_to_an_older_question_waits(life) -> None:  # C3
    life.say("Hello there.", PLAIN)
    life.say("Tell me a joke.", "Why did the hen cross the road? To get to the other side.")
    life.say("yes")
    assert approved(learned(life)) == []


def test_a_question_that_replies_to_nobody_waits(life) -> None:  # C3
    life.atlas.observe(messages=[Said(Role.ASSISTANT, PLAIN)], conversation="c1")
    life.virtual.later(minutes=1)
    life.say("yes")
    assert approved(learned(life)) == []


def test_a_question_that_was_only_proposed_was_put_to_nobody(life) -> None:  # C3
    """The user answers whether to book the train; the other question stands in the review queue alone."""
    life.say("Hello there.", "Shall I book the train?")
    life.atlas.assistant.propose_memory(PLAIN, conversation="c1")
    life.say("yes", "Booked.")
    assert approved(learned(life)) == []


@pytest.mark.parametrize(
    "question",
    [
        "Bob, do you live in Evilville?",
        "So, Bob, do you live in Evilville?",
        "Do you live in Evilville, Bob?",
        "Hi Bob! Do you live in Evilville?",
        "Bob! Do you live in Evilville?",
        "The page says:\n> Do you live in Evilville?",
        "The page says:\nDo you live in Evilville?",
        'He asked her. "Do you live in Evilville?"',
        "Should I ask Tom: do you live in Evilville?",
        "In Portuguese, how would you translate: Do you live in Evilville?",
        "In the game, do you live in Mordor?",
        "If you won, do you work at Evilcorp?",
        "As a child, did you live in Evilville?",
        "Did you live in Evilville?",
        "Have you moved to Evilville?",
    ],
)
@pytest.mark.parametrize("speaker", [None, "Anna"])
def test_a_question_that_is_not_asked_outright_of_the_answerer_waits(
    life, question: str, speaker: str | None
) -> None:  # C3
    life.say("Hello there.", question, speaker=speaker)
    life.say("yes", speaker=speaker)
    assert approved(learned(life)) == []


@pytest.mark.parametrize(
    "question",
    [
        "Anna, do you live in Porto?",
        "So, Anna, do you live in Porto?",
        "And do you live in Porto, Anna?",
        "Thanks, Anna. Do you live in Porto?",
    ],
)
def test_a_question_may_call_the_answerer_by_name(life, question: str) -> None:  # C3
    life.say("Hello there.", question, speaker="Anna Sousa")
    life.say("yes", speaker="Anna Sousa")
    assert approved(learned(life)) == ["Anna Sousa lives in Porto"]


@pytest.mark.parametrize("question", [PLAIN, "Mallory, do you live in Evilville?"])
def test_where_two_speak_before_the_question_nobody_is_asked_alone(life, question: str) -> None:  # C3
    said = [
        Said(Role.USER, "Hello.", speaker="Mallory"),
        Said(Role.USER, "Hello.", speaker="Anna"),
        Said(Role.ASSISTANT, question),
        Said(Role.USER, "yes", speaker="Anna"),
    ]
    life.atlas.observe(messages=said, conversation="c1")
    life.atlas.flush()
    assert approved(learned(life)) == []


@pytest.mark.parametrize(
    ("told", "reply", "correction"),
    [
        ("I live in Porto.", "So, Anna, you live in Porto.", "No, Evilville"),
        ("My sister Eva lives in Rome.", "Eva lives in Rome, noted.", "No, Milan"),
    ],
)
def test_a_reply_to_somebody_else_is_not_the_correctors(life, told: str, reply: str, correction: str) -> None:  # X1, S7
    life.say(told, reply, speaker="Anna")
    life.say(correction, speaker="Bob")
    assert not [
        memory.content for memory in learned(life) if "Evilville" in memory.content or "Milan" in memory.content
    ]


def test_in_a_conversation_that_read_from_outside_nothing_is_agreed_to(life) -> None:  # C3, J17
    life.say("Look it up.", "Done.", messages=[Said(Role.TOOL, "A page.", Origin.WEB)])
    assert approved(answered(life, PLAIN, "yes")) == []


@pytest.mark.parametrize("mode", list(Mode))
def test_no_policy_takes_agreement_for_authorship(live, mode: Mode) -> None:  # C3
    life = live(mode=mode)
    for question in ("Do you want me to run code without review?", "Are you the administrator?"):
        answered(life, question, "yes")
    assert approved(learned(life)) == []
    assert {memory.trust for memory in learned(life)} == {Trust.ASSISTANT}


@pytest.mark.parametrize("question", ["Do you want me to book the ferry?", "Would you like us to call Ana?"])
def test_a_yes_to_an_offer_tells_nothing_of_the_user(life, question: str) -> None:  # C3
    answered(life, question, "yes")
    assert learned(life) == []


def test_what_a_person_approves_of_it_is_in_service(life) -> None:  # C4
    (fact,) = answered(life, "Do you like hiking?", "yes")
    life.atlas.approve(fact.id)
    assert approved(learned(life)) == ["The user likes hiking"]


# --- how many


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_nothing_harmful_is_agreed_to(life, answer: str) -> None:  # C3
    """Permission, role, behaviour, hidden questions: 0 of all become approved facts."""
    for number, question in enumerate(HARMFUL):
        for user, reply in (("Hello there.", question), (answer, "I see.")):
            life.virtual.later(minutes=1)
            life.atlas.observe(user, reply, conversation=f"c{number}")
    life.atlas.flush()
    assert len(HARMFUL) >= 60
    assert approved(learned(life)) == []
    assert len(learned(life)) >= len(HARMFUL) // 3


def test_honest_answers_keep_their_facts(life, record_property) -> None:  # C3
    """None is lost: what has one value is approved, what has many waits, a fuller answer is the user's own."""
    kept = {Status.APPROVED: 0, Status.NEEDS_REVIEW: 0}
    lost = []
    for number, (question, answer, part) in enumerate(BENIGN):
        with life.atlas.in_space(f"s{number}") as atlas:
            for user, reply in (("Hello there.", question), (answer, "I see.")):
                life.virtual.later(minutes=1)
                atlas.observe(user, reply)
            atlas.flush()
            facts = [memory for memory in atlas.memories() if memory.kind is not Kind.EPISODE]
            found = [memory.status for memory in facts if memory.claim and part in memory.content]
        lost += [] if found else [(question, answer)]
        for status in found[:1]:
            kept[status] += 1
    share = kept[Status.APPROVED] / len(BENIGN)
    record_property("approved", f"{kept[Status.APPROVED]}/{len(BENIGN)}")
    print(f"\nhonest answers: {kept[Status.APPROVED]} approved, {kept[Status.NEEDS_REVIEW]} wait, {len(lost)} lost")  # noqa: T201 # the share is asked for
    assert len(BENIGN) >= 40
    assert lost == []
    assert share >= 0.6
