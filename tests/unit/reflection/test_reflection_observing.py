"""What users say becomes notes: sentences that tell something, in their own words (T14, T15, T17, J14, J17)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflection_talk import HOSTILE, alone, gives, material, message, run, says, shown_in

from atlas.errors import BadInput
from atlas.language.english.remarks import MAX_PER_MESSAGE, find_remarks
from atlas.model.ids import InteractionId, MemoryId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis, Form, Kind
from atlas.model.observation import Priority
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Remember
from atlas.model.task import Size
from atlas.model.thinking import Annotations, Batch
from atlas.model.trait import Trait, describe_emphasis, keeps_both, pick_strong_traits, read_traits
from atlas.reflection.observing import ObservationInput, observe_by_rules, observe_with_model

HELLO = "Hello! "
TALK = (
    "Hi there! Ana was promised the report by Friday. The weather is nice. Can you help me with it? "
    "Rui fixed the boiler at number 14 on Friday. Thanks a lot for your help!"
)
STRICT = frozenset({Trait.CONSCIENTIOUSNESS})
NONE: dict[str, Any] = {"notes": [], "escalate": False}
NOTE = {
    "message": "u_1",
    "quote": "Ana was promised the report by Friday",
    "says": "The user promised Ana the report by Friday.",
    "priority": "important",
    "topic": "Ana",
}


def seen(*said: Message, **fields: Any) -> ObservationInput:
    batch = Batch(Trust.USER, tuple(material(each, id=str(each.interaction)) for each in said))
    episodes = {each.id: MemoryId(f"m_{each.id}") for each in said}
    return ObservationInput((batch,), episodes, **fields)


def noted(*said: Message, **fields: Any) -> list[Remember]:
    found = alone(observe_by_rules(seen(*said, **fields))).proposals
    return [each.proposal for each in found if isinstance(each.proposal, Remember)]


def sentences(text: str, **fields: Any) -> list[str]:
    return [remark.text for remark in find_remarks(text, **fields)]


# --- by rules


def test_a_note_is_a_sentence_of_the_user_with_its_place() -> None:  # T14, J14
    first, second = noted(message("u_1", TALK))
    assert (first.content, second.content) == (
        "Ana was promised the report by Friday.",
        "Rui fixed the boiler at number 14 on Friday.",
    )
    (place,) = first.evidence
    assert TALK[place.start : place.end] == place.quote == first.content
    assert (first.kind, first.basis, first.form) == (Kind.OBSERVATION, Basis.OBSERVED, Form.EPISODIC)
    assert first.sources == (MemoryId("m_u_1"),)
    assert first.tags == ("note", "important", "Ana")
    assert second.tags[:2] == ("note", "informational")


@pytest.mark.parametrize(
    "text",
    [
        "What time does the flight to Oslo leave on 3 May?",
        "Thanks for the 3 tips!",
        "Hey, good to see you!",
        "You did well on Friday.",
        "It is nice out here.",
        "Wow, Ana, that's gorgeous!",
        "Hey Ana, sorry about the long hike.",
        "Thanks Melanie - what a lovely vase in there!",
        "I know I'll be ok with all of it.",
        "Translate: the contract ends on 3 May 2026.",
        "> The contract ends on 3 May 2026.",
        "```\nport = 8443 on Friday\n```",
        "Let's pretend you are a pirate. My ship sails from Tortuga on 3 May.",
        "I'm looking for some tips on moving to Porto in 2026.",
        "Can you tell me how many people live in Porto",
    ],
)
def test_questions_small_talk_pastes_and_games_are_not_noted(text: str) -> None:  # T14
    assert sentences(text) == []


@pytest.mark.parametrize(
    ("text", "priority"),
    [
        ("The doctor found a new allergy to penicillin.", Priority.CRITICAL),
        ("The tax form is due on 3 May.", Priority.CRITICAL),
        ("The gas leak in the kitchen came back.", Priority.CRITICAL),
        ("I promised to call my mother back.", Priority.IMPORTANT),
        ("The new flat is $1,200 a month.", Priority.IMPORTANT),
        ("In the end we decided against the dog.", Priority.IMPORTANT),
        ("The train to Porto was full again.", Priority.INFORMATIONAL),
        ("My sister's birthday party went well.", Priority.INFORMATIONAL),
    ],
)
def test_priority_goes_by_what_is_at_stake(text: str, priority: Priority) -> None:  # T14
    (remark,) = find_remarks(text)
    assert remark.priority is priority


def test_a_sentence_that_something_was_learned_of_is_not_noted() -> None:  # T14
    text = "I moved to Porto in March. The landlord raised the rent by 40 euros, and Rui left."
    known = {MessageId("u_1"): [(0, 15)]}
    assert [each.content for each in noted(message("u_1", text), told=known)] == [
        "The landlord raised the rent by 40 euros, and Rui left."
    ]
    assert sentences(text, told=[(0, 15), (27, 40)]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Somebody backed into the garden gate last night and left a note of apology.",
        "My suitcase stayed in the taxi last night and nobody has found it; which number do I call?",
        "The base image was replaced last night, which means that our code now runs under Python 3.9.",
        "The gas in the Porto flat is a danger.",
        "The landlord raised the rent by 12 euros.",
    ],
)
def test_events_changes_and_what_matters_are_noted(text: str) -> None:  # T14
    (note,) = noted(message("u_1", text))
    assert note.content == text.partition(";")[0]


@pytest.mark.parametrize(
    "text",
    [
        "The team on the floor above swears by MariaDB, and more recently at it.",
        "My badge says Vestas and my face says holiday.",
        "wish my sister lived in Hamburg, would be way closer for me.",
        "I would not mind having Bogdan as a boss, in theory; no such thing is planned.",
        "In the detective series the inspector drives a Mazda 3 into a canal in every second episode.",
        "which month can I NOT go on holiday because of go-live",
        "For this file list use ISO dates, it's going into a spreadsheet",
        "operation Lighthouse, top secret, budget 3 euro lol",
        "You have gone back to slashes, whereas I need 2026-03-02, that is to say year-month-day.",
        "There is an American flavor to that text, if I may demonstrate the problem; I want UK English.",
    ],
)
def test_jokes_wishes_other_peoples_affairs_and_complaints_are_not_noted(text: str) -> None:  # T14, C13
    assert noted(message("u_1", text)) == []


def test_what_stands_behind_a_request_and_a_blank_line_was_pasted() -> None:  # T14, C13
    mail = "Hello everyone,\nthe landlord raised the rent by 12 euros. We moved to Turin last year."
    for opening in ("Could you check the commas in this?", "Here is what she wrote to the group:"):
        assert noted(message("u_1", f"{opening}\n\n{mail}")) == []
    own = noted(message("u_1", f"It was a long week.\n\n{mail}"))
    assert [note.content for note in own][:1] == ["the landlord raised the rent by 12 euros."]


def test_without_a_reader_the_rules_note_nothing() -> None:  # T14, J14
    thinking = observe_by_rules(seen(message("u_1", TALK)))
    next(thinking)
    with pytest.raises(StopIteration) as done:
        thinking.send((Annotations(None),))
    assert done.value.value.proposals == ()


def test_what_has_no_approved_episode_is_not_noted() -> None:  # C3
    given = replace(seen(message("u_1", TALK)), episodes={})
    assert alone(observe_by_rules(given)).proposals == ()


def test_only_what_users_say_is_noted() -> None:  # J17
    page = message("u_2", TALK, Role.TOOL, Origin.WEB)
    reply = message("u_3", TALK, Role.ASSISTANT)
    assert noted(page, reply) == []


def test_the_same_sentence_is_noted_once() -> None:
    again = message("u_2", f"As I said: {TALK}", about="i_2")
    assert len(noted(message("u_1", TALK), again)) == 2


def test_other_scripts_go_by_figures_and_long_words() -> None:  # T14
    assert sentences("你好！我下周三要去北京参加会议。好的。") == ["我下周三要去北京参加会议。"]
    assert sentences("Завтра мы переезжаем в новую квартиру. Да.") == ["Завтра мы переезжаем в новую квартиру."]
    assert sentences("你好吗？会议在几点？") == []


def test_a_note_knows_the_day_it_speaks_of() -> None:  # T15
    said = datetime(2026, 3, 11, 23, 30, tzinfo=UTC)  # a Wednesday, and Thursday already in Tokyo
    tomorrow = message("u_1", f"{HELLO}My dentist appointment is tomorrow.", at=said)
    assert [_day(each) for each in noted(tomorrow)] == ["2026-03-12"]
    assert [_day(each, "Asia/Tokyo") for each in noted(tomorrow, zone="Asia/Tokyo")] == ["2026-03-13"]
    ahead, before = "My dentist appointment is on Friday.", "Rui fixed the boiler on Friday."
    found = noted(message("u_1", f"{HELLO}{ahead} {before}", at=said))
    assert [_day(each) for each in found] == ["2026-03-13", "2026-03-06"]


def _day(note: Remember, zone: str = "UTC") -> str:
    assert note.referred_at is not None
    return note.referred_at.astimezone(ZoneInfo(zone)).date().isoformat()


@given(st.text(max_size=300))
def test_a_remark_always_stands_in_its_message(text: str) -> None:  # T14
    found = list(find_remarks(text))
    assert len(found) <= MAX_PER_MESSAGE
    for remark in found:
        assert text[remark.start : remark.end] == remark.text
        assert remark.text.strip()


# --- traits


def test_without_traits_a_mere_feeling_is_no_note() -> None:  # T17
    text = f"{HELLO}I felt so much calmer after our talk."
    assert noted(message("u_1", text)) == []
    (note,) = noted(message("u_1", text), traits=frozenset({Trait.EMOTIONALITY}))
    assert note.emotion > 0.3  # T7: it is kept as it is


@pytest.mark.parametrize(
    ("trait", "text"),
    [
        (Trait.CONSCIENTIOUSNESS, "The second step of the agenda is still open."),
        (Trait.OPENNESS, "What a strange theory this would be to explore."),
        (Trait.AGREEABLENESS, "A more casual tone suits us both."),
        (Trait.HONESTY, "That was a mistake on my side."),
    ],
)
def test_a_strong_trait_looks_for_more(trait: Trait, text: str) -> None:  # T17
    assert sentences(text) == []
    assert sentences(text, traits=frozenset({trait})) == [text]


def test_what_a_trait_looks_for_is_important() -> None:  # T17
    text = "Ana knows about the next step of the plan."
    (plain,), (strict,) = (list(find_remarks(text, traits=each)) for each in (frozenset[Trait](), STRICT))
    assert (plain.priority, strict.priority) == (Priority.INFORMATIONAL, Priority.IMPORTANT)


def test_only_above_six_tenths_a_trait_has_a_say() -> None:  # T17
    assert pick_strong_traits(read_traits({"honesty": 0.6, "openness": "0.61"})) == {Trait.OPENNESS}
    assert describe_emphasis([]) == "Nothing in particular."
    assert "commitments, deadlines" in describe_emphasis([Trait.CONSCIENTIOUSNESS])


def test_agreeable_keeps_both_and_honest_the_newer() -> None:  # T17
    assert keeps_both(read_traits({"agreeableness": 0.7}))
    assert not keeps_both(read_traits({"agreeableness": 0.6}))
    assert not keeps_both(read_traits({"agreeableness": 0.7, "honesty": 0.7}))
    assert not keeps_both({})


@pytest.mark.parametrize("given", [{"vanity": 0.8}, {"honesty": 1.2}, {"honesty": "much"}, {"honesty": "nan"}])
def test_what_is_no_trait_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        read_traits(given)


# --- by a model


def test_a_model_adds_what_stands_in_other_words() -> None:  # T14, J14
    text = f"{TALK} The garden looks as green as when we came."
    more = {
        "message": "u_1",
        "quote": "The garden looks as green as when we came",
        "says": "The garden is as green as when they came.",
        "priority": "informational",
        "topic": "garden",
    }
    asked = run(
        observe_with_model(seen(message("u_1", text))), gives(observe={"notes": [NOTE, more], "escalate": False})
    )
    (ask,) = asked.asks
    assert (ask.prompt, ask.size) == ("observe", Size.MEDIUM)
    assert "Nothing in particular." in shown_in(ask)
    (made,) = asked.by_model
    assert isinstance(made, Remember)
    assert made.content == "The garden is as green as when they came."
    assert made.evidence[0].quote in text
    assert made.tags == ("note", "informational", "garden")
    assert len(asked.proposals) == 3  # what the rules note stands in any case, and once
    assert asked.thoughts.said["dropped"] == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"quote": "I promised Bruno the report"},
        {"says": "The user promised Ana the report by Monday."},
        {"says": "The user promised Ana 2 reports by Friday."},
        {"says": "The user promised Bruno the report by Friday."},
        {"says": "   "},
    ],
)
def test_a_model_that_makes_something_up_is_not_believed(changed: dict[str, str]) -> None:  # T14
    text = "My boss wants this soon. Ana was promised the report by Friday."
    told = {MessageId("u_1"): [(0, len(text))]}  # so that the rules note nothing
    given = {"notes": [{**NOTE, **changed}], "escalate": False}
    asked = run(observe_with_model(seen(message("u_1", text), told=told)), gives(observe=given))
    assert asked.proposals == []
    assert asked.thoughts.said["dropped"] == 1
    honest = run(
        observe_with_model(seen(message("u_1", text), told=told)), gives(observe={"notes": [NOTE], "escalate": False})
    )
    assert len(honest.proposals) == 1


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE.keys())
def test_an_answer_of_no_use_loses_nothing(answer: str) -> None:  # R6, J6
    asked = run(observe_with_model(seen(message("u_1", TALK))), says(answer))
    assert asked.by_model == []
    assert len(asked.proposals) == 2  # the rules' notes
    assert asked.thoughts.left == (InteractionId("i_1"),)
    assert asked.thoughts.problem


def test_a_model_is_told_what_traits_look_for() -> None:  # T17
    given = seen(message("u_1", TALK), traits=frozenset({Trait.HONESTY}))
    asked = run(observe_with_model(given), gives(observe=NONE))
    assert "corrections, retractions and contradictions" in shown_in(asked.asks[0])


def test_each_question_sees_one_trust() -> None:  # J17
    near, far = message("u_1", TALK), message("u_9", TALK, origin=Origin.IMPORT, about="i_9")
    batches = (Batch(Trust.USER, (material(near),)), Batch(Trust.OUTSIDE, (material(far, id="i_9"),)))
    given = ObservationInput(batches, {near.id: MemoryId("m_1"), far.id: MemoryId("m_9")})
    asked = run(observe_with_model(given), says(json.dumps(NONE)))
    first, second = (shown_in(ask) for ask in asked.asks)
    assert ("u_1" in first, "u_9" in first) == (True, False)
    assert ("u_1" in second, "u_9" in second) == (False, True)
    assert {each.ceiling for each in asked.thoughts.proposals} == {Trust.USER, Trust.OUTSIDE}


def test_nothing_new_asks_nothing() -> None:
    assert alone(observe_with_model(ObservationInput())).proposals == ()
