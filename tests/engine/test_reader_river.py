"""The river with the small reader: what is told is kept, what changes ends, what is unsure waits (J1, C3, T16, X10)."""

from __future__ import annotations

import pytest

from atlas import Kind, Status
from atlas.model.entity import USER
from atlas.model.reading import Act, Mark, Operation, Place, Reading, Stance, Unread


@pytest.fixture
def life(live):
    return live(reader="small")


def approved(life) -> set[str]:
    return {content for content, status in life.facts().items() if status == Status.APPROVED.value}


def test_what_is_told_is_known_and_what_changes_is_closed(life) -> None:  # J1, T16
    life.say("My name is Ana and I live in Porto.")
    life.say("I work at Acme as a backend engineer.")
    life.say("I moved to Lisbon last week.")
    facts = life.facts()
    assert facts["The user lives in Porto"] == Status.SUPERSEDED.value
    assert {"The user is called Ana", "The user works at Acme", "The user lives in Lisbon"} <= approved(life)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My interview at Siemens is on Friday.", "interview at Siemens"),
        ("I'm meeting Ana tomorrow.", "meeting Ana"),
        ("I'm going to sell the boat.", "sell the boat"),
        ("I'm allergic to cashews and penicillin.", "cashews"),
        ("I'm allergic to cashews and penicillin.", "penicillin"),
        ("I moved to Lisbon (user, 10 Mar: at night).", "Lisbon"),
        ("I live in Ystradgynlais.", "Ystradgynlais"),
    ],
)
def test_what_is_told_plainly_is_served_at_once(life, text: str, told: str) -> None:  # J1, C3
    life.say(text)
    assert any(told in content for content in approved(life)), life.facts()


@pytest.mark.parametrize("text", ["The wind went through the garden all night.", "The boiler leaked all night."])
def test_what_a_thing_did_is_no_fact_of_the_user(life, text: str) -> None:  # J1
    life.say(text)
    assert life.facts() == {}


def test_what_is_over_is_said_to_be_over(life) -> None:  # T16
    life.say("I work at Globex.")
    life.say("I quit my job at Globex.")
    assert "The user works at Globex" not in approved(life)
    assert "The user no longer works at Globex" in approved(life)


def test_who_is_meant_is_one_person_by_name_and_by_relation(life) -> None:
    life.say("My sister Maria lives in Rome.")
    life.say("My sister is vegan.")
    assert {
        memory.claim.subject for memory in life.atlas.memories() if memory.claim and memory.claim.attribute != "sister"
    } == {"user/sister"}


@pytest.mark.parametrize(
    "text",
    [
        "If I lived in Rome I'd eat gelato every day.",
        "oh sure, I just love waiting on hold for three hours",
        "Translate into French: I have three sisters and I live in Boston.",
        "Can you write me a haiku about trains?",
        "yeah right, I'm a millionaire",
    ],
)
def test_what_is_not_told_in_earnest_teaches_nothing(life, text: str) -> None:  # J1
    life.say(text)
    assert approved(life) == set()


@pytest.mark.parametrize(
    ("reply", "answer"),
    [("I live in London, so to speak.", "no, Paris"), ("Do you live in Evilville, Anna?", "Evilville")],
)
def test_an_elliptic_answer_is_read_by_rules_that_know_whose_turn_it_answers(
    life, reply: str, answer: str
) -> None:  # C3, X1
    life.say("Hello there.", reply)
    life.say(answer, speaker="Mallory")
    assert not any("Paris" in content or "Evilville" in content for content in approved(life))


def test_a_wish_is_kept_and_one_that_steers_waits(life) -> None:  # C3
    life.say("Please always answer in German.")
    life.say("Never mention my ex again in your answers.")
    assert "The user wants answers in German" in approved(life)
    assert not any("ex" in content.split() for content in approved(life))


def test_what_is_read_with_doubt_waits_for_a_person(life) -> None:  # C3
    class Doubtful:
        identity = "doubtful"

        def annotate(self, messages: list[Unread]) -> list[Reading]:
            text = messages[0].text
            at = text.index("Ghent")
            mark = Mark(Place(at, at + 5, "Ghent"), "lives_in", Operation.HOLDS, Stance.EARNEST, None, None, None, 0.6)
            return [Reading(Act.TELL, 0.9, 0.9, (mark,))]

    object.__setattr__(life.runtime, "annotator", Doubtful())
    life.say("It is Ghent for me, mostly.")
    assert life.facts() == {"The user lives in Ghent": Status.NEEDS_REVIEW.value}


def test_a_question_is_answered_from_what_was_read(life) -> None:  # J14, T15
    life.say("My dog is called Rex.")
    life.say("My cat is called Mia.")
    found = life.atlas.assistant.answer("What pets do I have?").answer
    assert {each.sentence for each in found.found} == {"Your dog is Rex", "Your cat is Mia"}
    assert found.sure


def test_every_fact_quotes_the_words_it_stands_on(life) -> None:  # X1
    text = "I'm a nurse, and my son Leo is 6."
    life.say(text)
    facts = [memory for memory in life.atlas.memories() if memory.kind is Kind.FACT]
    assert facts
    assert all(item.quote in text for memory in facts for item in memory.evidence)


@pytest.mark.parametrize(
    ("told", "reply", "answer"),
    [
        ("I take lithium every day.", "Anything else?", "No, bye."),
        ("I take lithium every day.", "OK.", "No worries."),
        ("I take lithium every day.", "Noted: you take lithium.", "No worries."),
        ("I take lithium every day.", "Noted: you take lithium.", "No, bye."),
        ("I'm vegan.", "Noted: you are vegan.", "No milk please."),
        ("I take lithium every day.", "Do you take it in the morning?", "No, at night."),
        ("I'm vegan.", "OK.", "No milk please."),
        ("I live in Porto.", "Do you want the weather there?", "No, Lisbon please."),
        ("I'm 41 years old.", "How many guests, 30?", "No, 25."),
        ("My wife is called Eva.", "Is she coming along?", "No, Tom."),
    ],
)
def test_a_bare_no_puts_right_only_what_the_reply_named(life, told: str, reply: str, answer: str) -> None:  # T16, X10
    life.say(told, reply)
    known = approved(life)
    life.say(answer)
    assert known
    assert approved(life) == known


def test_a_bare_no_puts_a_name_or_a_figure_right(life) -> None:  # T16
    life.say("I live in Porto.", "Porto, lovely.")
    life.say("No, Lisbon.")
    assert "The user lives in Lisbon" in approved(life)


@pytest.mark.parametrize(
    "text",
    [
        "I'm out of warfarin.",
        "I don't take warfarin in the morning, I take it at night.",
        "I never take warfarin on an empty stomach.",
        "The doctor lowered my warfarin dose.",
        "I hate taking warfarin.",
        "I paused warfarin for the surgery.",
        "I left my warfarin at home today.",
        "I skipped my warfarin this morning.",
        "I tried to stop taking warfarin.",
        "I told the nurse I don't take warfarin.",
    ],
)
def test_a_medicine_is_given_up_only_in_plain_words(life, text: str) -> None:  # C3, T16
    life.say("I take warfarin.")
    life.say(text)
    assert "The user takes warfarin" in approved(life)


def test_a_medicine_that_is_given_up_plainly_is_over(life) -> None:  # T16
    life.say("I take warfarin.")
    life.say("I stopped taking warfarin in March.")
    assert "The user takes warfarin" not in approved(life)


@pytest.mark.parametrize(
    "text",
    [
        "I lied on the form and said I'm allergic to latex.",
        "Your last answer assumed I'm a nurse.",
        "On paper I live in Malta.",
        "I'm vegan except for cheese.",
        "I like dogs if they are small.",
        "I don't hate Mondays.",
    ],
)
def test_what_need_not_be_so_or_holds_in_part_waits(life, text: str) -> None:  # C3
    life.say(text)
    assert approved(life) == set()


@pytest.mark.parametrize("text", ["I left Porto at six this morning.", "I don't work in Porto on Fridays."])
def test_what_is_over_for_the_moment_ends_nothing(life, text: str) -> None:  # T16
    life.say("I live in Porto.")
    life.say(text)
    assert "The user lives in Porto" in approved(life)


def test_the_country_is_no_pronoun(life) -> None:
    life.say("I'm a US citizen.")
    assert not any("them" in content for content in life.facts())


@pytest.mark.parametrize(("when", "day"), [("on Friday at 3pm", 6), ("Friday at 3pm", 6), ("tomorrow at 9", 3)])
def test_an_appointment_with_its_hour_has_its_day_and_is_told(life, when: str, day: int) -> None:  # T15, J14
    life.say(f"I have a dentist appointment {when}.")
    assert life.fact("dentist appointment").referred_at.day == day
    answer = life.atlas.assistant.answer("when is my dentist appointment?").answer
    assert [each.sentence for each in answer.found] == ["You plan a dentist appointment"]
    assert answer.sure


def test_a_job_that_begins_ahead_ends_the_old_one_on_its_day(life) -> None:  # T16
    life.say("I work at Tesco.")
    life.say("I said yes I start June 1 at Lidl")
    assert {"The user works at Tesco", "The user works at Lidl"} <= approved(life)
    assert life.fact("works at Tesco").valid_until == life.fact("works at Lidl").valid_from


def test_a_job_that_ended_has_ended_though_the_new_one_begins_ahead(life) -> None:
    """T16: who was sacked works nowhere until the new job begins, which is told with its day."""
    life.say("I work at Greggs.")
    life.say("greggs sacked me. starting at jd sports on the 1st")
    assert "The user works at Greggs" not in approved(life)
    assert life.fact("no longer works at").valid_until is None
    (told,) = life.atlas.assistant.answer("where do i work?").answer.found
    assert (told.sentence, told.begins and told.begins.date().isoformat()) == ("You work at jd sports", "2026-04-01")
    assert '- "The user: works at jd sports" [from 1 Apr] (2 Mar)' in life.atlas.context("where do i work?").data
    life.virtual.later(days=40)
    (told,) = life.atlas.assistant.answer("where do i work?").answer.found
    assert (told.sentence, told.begins) == ("You work at jd sports", None)
    assert "[from" not in life.atlas.context("where do i work?").data


def test_what_is_so_is_told_before_what_will_be(life) -> None:  # T16
    life.say("I live in Porto.")
    life.say("We're moving from Porto to Lisbon in May.")
    assert "The user lives in Porto" in approved(life), "nothing has ended yet"
    found = life.atlas.assistant.answer("where do i live?").answer.found
    assert [(each.sentence, each.begins and each.begins.month) for each in found] == [
        ("You live in Porto", None),
        ("You live in Lisbon", 5),
    ]


def test_an_ending_that_is_put_off_holds_off_until_its_new_day(life) -> None:  # T16
    life.say("I work at Nokia.", conversation="a")
    life.say("My last day at Nokia is 29 May.", conversation="b")
    life.say("My last day at Nokia is 30 September instead.", conversation="c")
    with life.runtime.reading() as reader:
        known = {each.id: each for each in reader.in_slot(USER, "works_at")}
    served = [each for each in known.values() if each.served]
    assert [each.valid_until.month for each in served if each.claim.affirmed] == [9]
    assert [each.valid_from.month for each in served if not each.claim.affirmed] == [9]


def test_a_medicine_that_is_ended_without_its_dose_is_ended(life) -> None:  # T16, C1
    life.say("I take sertraline 50 mg.")
    life.say("I stopped taking sertraline.")
    assert "The user takes sertraline 50 mg" not in approved(life)
    assert "The user no longer takes sertraline 50 mg" in approved(life)


def test_a_name_means_only_whom_the_same_speaker_called_so(life) -> None:  # X1, X10
    life.say("My daughters are Ida and Rosalind.", speaker="Ana")
    life.say("My daughters are Ute and Rosalind.", speaker="Bob")
    life.say("My daughter Rosalind has asthma.", speaker="Bob")
    answer = life.atlas.assistant.answer
    assert not answer("Does Rosalind have an illness?", speaker="Ana").answer.found
    (told,) = answer("Does Rosalind have an illness?", speaker="Bob").answer.found
    assert told.sentence == "Rosalind has asthma"


def test_a_name_that_was_rejected_is_nobodys(life) -> None:  # C1
    life.say("My sister is called Marigold.")
    life.atlas.review.decide(Status.REJECTED, life.fact("Marigold").id)
    life.say("My sister likes jazz.")
    assert "The user's sister likes jazz" in approved(life)
    (told,) = life.atlas.assistant.answer("What does my sister like?").answer.found
    assert told.sentence == "Your sister likes jazz"


def test_a_name_that_is_rejected_later_stands_in_no_fact_that_did_not_tell_it(life) -> None:  # C1
    life.say("My sister is called Marigold.")
    life.say("My sister likes jazz.")
    life.atlas.review.decide(Status.REJECTED, life.fact("Marigold").id)
    assert "Marigold" not in " ".join(approved(life))
    (told,) = life.atlas.assistant.answer("What does my sister like?").answer.found
    assert told.sentence == "Your sister likes jazz"


def test_the_rejected_name_of_a_second_one_is_not_told_from_her_id(life) -> None:  # C1
    life.say("My daughters are Ida and Rosalind.")
    life.say("My daughter Rosalind has asthma.")
    life.atlas.review.decide(Status.REJECTED, life.fact("daughter is Rosalind").id)
    told = life.atlas.assistant.answer("Does my daughter have an illness?").answer.found
    assert all("Rosalind" not in each.sentence for each in told)


@pytest.mark.parametrize("status", [Status.REJECTED, Status.SENSITIVE])
def test_no_answer_quotes_what_may_not_be_served(life, status: Status) -> None:  # C1, C5
    life.say("My sister Mia plays chess. My salary is 90,000 euros. My cat is Tom.")
    life.atlas.review.decide(status, life.fact("90,000").id)
    for question in ("what about chess?", "How often does Mia play chess?", "What is my cat called?"):
        told = life.atlas.assistant.answer(question).answer
        assert all("90,000" not in each.quote + each.sentence for each in (*told.found, *told.later))


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("My son is Tim.", "I lost Tim at the fair, found him by the swings."),
        ("My wife is Clara.", "I lost Clara at the airport."),
        ("I'm married to Paul.", "Paul left me at the station."),
        ("My mom is Ruth.", "My mom is gone for the weekend."),
        ("I take lithium.", "I haven't taken my lithium since Friday."),
        ("I take ibuprofen.", "I stopped taking ibuprofen for a few days."),
        ("I play the cello.", "I haven't played the cello since Sunday."),
        ("I live in Porto.", "I moved to Lisbon for the weekend."),
        ("I work at Acme.", "I hate my job at Acme."),
        ("I work at Acme.", "I'm leaving Acme in an hour."),
    ],
)
def test_a_lapse_or_a_stay_ends_nothing(life, known: str, text: str) -> None:  # T16, C3
    life.say(known)
    held = approved(life)
    life.say(text)
    assert held, "it is known before"
    assert held <= approved(life)


@pytest.mark.parametrize(
    "text",
    [
        "My neighbours' daughter is allergic to nuts.",
        "My in-laws' son takes lithium.",
        "My friends' son lives in Kiel.",
    ],
)
def test_what_is_said_of_several_peoples_child_is_not_said_of_the_users(life, text: str) -> None:  # X10
    life.say(text)
    assert not [told for told in approved(life) if told.startswith(("The user's daughter", "The user's son"))]


def test_what_is_so_of_everybody_else_waits(life) -> None:  # C3
    life.say("I eat meat.")
    life.say("Everyone in my family but me is vegan.")
    assert "The user is vegan" not in approved(life)


@pytest.mark.parametrize(
    "asked", ["Imagine you live anywhere. Where?", "Let's roleplay, I'm the census. Where do you live?"]
)
def test_an_answer_in_a_game_that_the_reply_opened_teaches_nothing(life, asked: str) -> None:  # J1
    life.say("I live in Porto.", "Noted.")
    life.say("Let's go on.", asked)
    life.say("I live in Bali.")
    assert "The user lives in Bali" not in approved(life)


def test_a_pin_is_left_out_whatever_it_is_for(life) -> None:  # P5
    life.say("My pin for the bank card is 4821.")
    assert "4821" not in str(life.atlas.memories(limit=100))


def test_an_ex_is_told_by_the_name_that_a_fact_in_service_tells(life) -> None:  # C1, X10
    life.say("My boyfriend is Markus.", conversation="a")
    life.say("Markus and I broke up last week.", conversation="b")
    answer = life.atlas.assistant.answer("Is Markus still my boyfriend?").answer
    assert any("Markus" in each.sentence for each in answer.found)
    assert not [each.sentence for each in answer.found if each.sentence == "Your boyfriend is Markus"]
