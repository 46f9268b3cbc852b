"""The tier that thinks the day over: every batch, the memories that are due, the failures (J9, J14, J16, J17, H8)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from reflection_talk import HOSTILE, SAID, alone, gives, later, material, memory, message, run, says, shown_in

from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, InteractionId, MessageId, PatternId
from atlas.model.interaction import Role
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Merge, Promote, Remember, Revise
from atlas.model.signal import Signal, SignalKind
from atlas.model.task import Size
from atlas.model.thinking import Ask, Batch, Cluster, Day, Doubt, Given, Reply, Request, Review, Thoughts
from atlas.reflection.nightly import reflect_by_rules, reflect_with_model

INTERVIEW = "I have an interview on Friday."
MOAN = "You keep giving me far too many words, and that annoys me."
OURS = Batch(
    Trust.ASSISTANT,
    (
        material(message("u_1", INTERVIEW), message("u_2", "Good luck!", Role.ASSISTANT)),
        material(message("u_3", MOAN, about="i_2"), id="i_2"),
    ),
)
THEIRS = Batch(
    Trust.WEB, (material(message("u_9", "A page says: buy gold", origin=Origin.WEB, about="i_9"), id="i_9"),)
)
EVENING = datetime(2026, 3, 11, 22, 0, tzinfo=UTC)
DAY = Day(datetime(2026, 3, 10, 22, 0, tzinfo=UTC), EVENING)
NONE: dict[str, Any] = {
    "facts": [],
    "behaviour_changes": [],
    "patterns": [],
    "tomorrow": [],
    "insight": None,
    "escalate": False,
}
KEPT = {"decisions": [], "escalate": False}
CHANGE = {"message": "u_3", "quote": "far too many words", "kind": "rule", "says": "Answer this user in few words."}


def day(*batches: Batch, **fields: Any) -> Day:
    return replace(DAY, batches=batches, **fields)


def by_text(**answers: dict[str, Any] | str) -> Callable[[Request], Given]:
    """An answer to whichever question shows the message of this id."""

    def answer(request: Request) -> Given:
        assert isinstance(request, Ask)
        shown = shown_in(request)
        found = next(text for id, text in answers.items() if f'"{id}"' in shown)
        return Reply((found if isinstance(found, str) else json.dumps(found),))

    return answer


# --- tomorrow


def test_what_lies_ahead_becomes_an_offer() -> None:  # J9, J16
    (item,) = alone(reflect_by_rules(day(OURS))).tomorrow
    assert item.text == "Coming up on Friday 13 March 2026: The user plans an interview."
    assert (item.sources, item.trust) == (("u_1",), Trust.USER)
    assert item.due_at == datetime(2026, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("My interview is on Friday.", True),
        ("I have an exam on Monday.", True),
        ("I'm meeting Ana tomorrow for lunch.", True),
        ("We're going to see the Alps in June.", False),
        ("I moved to Lisbon last week.", False),
        ("I don't have an interview on Friday.", False),
        ("What should I wear on Friday?", False),
        ("Nice weather.", False),
    ],
)
def test_only_plans_with_a_day_soon_are_offered(text: str, offered: bool) -> None:  # J9
    said = Batch(Trust.USER, (material(message("u_1", text)),))
    assert bool(alone(reflect_by_rules(day(said))).tomorrow) is offered


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Remind me to call Maria on 2026-12-24.", "Coming up on Thursday 24 December 2026"),
        ("Can you remind me on Friday to send the report?", "Coming up on Friday 13 March 2026"),
        ("Remind me to call Maria.", None),
        ("Remind me what I did on 2026-01-02.", None),
        ("He never remembers to remind me on Friday.", None),
    ],
)
def test_who_wants_to_be_reminded_is_offered_it_however_far_ahead(text: str, said: str | None) -> None:  # J9, J16
    batch = Batch(Trust.USER, (material(message("u_1", text)),))
    found = alone(reflect_by_rules(day(batch))).tomorrow
    assert [item.text for item in found] == ([f"{said}: “{text}”"] if said else [])
    if found:
        assert found[0].sources == ("u_1",)
        assert found[0].due_at is not None
        assert found[0].due_at.date() < date(2026, 12, 24)


def test_a_day_is_counted_where_the_user_lives() -> None:
    """Late on Wednesday in UTC it is Thursday in Tokyo: "tomorrow" is the Friday there."""
    late = datetime(2026, 3, 11, 20, 0, tzinfo=UTC)
    said = Batch(Trust.USER, (material(message("u_1", "I'm having lunch with Ana tomorrow.", at=late)),))
    (utc,) = alone(reflect_by_rules(day(said))).tomorrow
    (tokyo,) = alone(reflect_by_rules(day(said, zone="Asia/Tokyo"))).tomorrow
    assert "Thursday 12 March" in utc.text
    assert "Friday 13 March" in tokyo.text


def test_an_offer_is_due_from_the_midnight_before_where_the_user_lives() -> None:
    said = Batch(Trust.USER, (material(message("u_1", "My interview is on Monday.")),))
    (item,) = alone(reflect_by_rules(day(said, zone="Asia/Tokyo"))).tomorrow
    assert item.due_at == datetime(2026, 3, 15, tzinfo=ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize("text", ["I'm going to Lisbon today.", "The plan for this year's leave is Split."])
def test_what_was_for_the_day_it_was_said_is_not_offered_in_its_night(text: str) -> None:  # J16
    said = Batch(Trust.USER, (material(message("u_1", text)),))
    assert alone(reflect_by_rules(day(said))).tomorrow == ()


def test_nothing_is_due_before_the_night_is_over() -> None:
    said = Batch(Trust.USER, (material(message("u_1", "I'm having lunch with Ana tomorrow.")),))
    assert [item.due_at for item in alone(reflect_by_rules(day(said))).tomorrow] == [EVENING]


def test_by_rules_facts_are_not_proposed_a_second_time() -> None:  # J9, J14
    thoughts = alone(reflect_by_rules(day(OURS)))
    assert thoughts.proposals == ()
    assert (thoughts.said["thinker"], thoughts.said["interactions"]) == ("rules", 2)


# --- the questions


def test_one_question_for_each_batch_and_no_text_of_two_trusts_in_one() -> None:  # J9, J17
    found = run(reflect_with_model(day(OURS, THEIRS)), gives(nightly=NONE))
    assert len(found.rounds) == 1
    ours, theirs = found.asks
    assert {(ask.prompt, ask.max_tokens, ask.size) for ask in found.asks} == {("nightly", 4_000, Size.MEDIUM)}
    assert "interview" in shown_in(ours)
    assert "gold" not in shown_in(ours)
    assert "gold" in shown_in(theirs)
    assert "interview" not in shown_in(theirs)


def test_the_whole_day_is_seen() -> None:  # J9
    many = tuple(material(message(f"u_{n}", f"word{n}", about=f"i_{n}"), id=f"i_{n}") for n in range(60))
    (ask,) = run(reflect_with_model(day(Batch(Trust.USER, many))), gives(nightly=NONE)).asks
    assert all(f'"word{n}"' in shown_in(ask) for n in range(60))


def test_an_empty_day_asks_nothing() -> None:
    assert alone(reflect_with_model(DAY)).proposals == ()


# --- good answers


def test_what_to_do_differently_is_proposed_on_the_users_words() -> None:  # J9
    found = run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"behaviour_changes": [CHANGE]}))
    (proposed,) = found.thoughts.proposals
    rule = proposed.proposal
    assert isinstance(rule, Remember)
    assert (rule.content, rule.kind, rule.basis) == (CHANGE["says"], Kind.RULE, Basis.INFERRED)
    assert [(item.message, item.quote) for item in rule.evidence] == [("u_3", "far too many words")]
    assert (proposed.ceiling, proposed.by_model) == (Trust.ASSISTANT, True)


def test_facts_that_the_rules_missed_are_proposed_and_others_not() -> None:  # J9
    missed = {"message": "u_3", "quote": MOAN, "attribute": "prefers", "value": "few words", "affirmed": True}
    known = {"message": "u_1", "quote": INTERVIEW, "attribute": "plans", "value": "an interview", "affirmed": True}
    found = run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"facts": [missed, known]}))
    assert [each.content for each in found.proposals if isinstance(each, Remember)] == ["The user prefers few words"]


def test_a_pattern_is_seen_in_two_messages_or_more() -> None:  # H8
    twice = {"type": "topic", "description": "Work comes up.", "messages": ["u_1", "u_3"]}
    once = {"type": "topic", "description": "Once.", "messages": ["u_1", "u_1"]}
    (seen,) = run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"patterns": [twice, once]})).thoughts.patterns
    assert (seen.type, seen.description, seen.sources, seen.confidence) == (
        "topic",
        "Work comes up.",
        ("u_1", "u_2", "u_3"),
        0.5,
    )


def test_the_model_adds_offers_with_a_day_that_can_be() -> None:  # J16
    def offer(**changed: Any) -> dict[str, Any]:
        usual = {"message": "u_3", "quote": "far too many words", "says": "Offer a summary.", "date": "2026-03-13"}
        return usual | changed

    rows = [
        offer(),
        offer(date=None),
        offer(date="2026-02-30"),
        offer(date="tomorrow"),
        offer(date="2024-01-01"),
        offer(date="2036-01-01"),
        offer(quote="never said"),
        offer(message="u_1", quote=INTERVIEW, says="The rules had this one."),
    ]
    found = run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"tomorrow": rows})).thoughts.tomorrow
    assert [(item.text, item.due_at) for item in found[1:]] == [
        ("Come back to what was said: “far too many words”", datetime(2026, 3, 12, tzinfo=UTC)),
        ("Come back to what was said: “far too many words”", None),
    ]
    assert {item.trust for item in found[1:]} == {Trust.ASSISTANT}
    assert found[0].sources == ("u_1",)


def test_escalation_is_passed_on() -> None:  # J12
    assert run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"escalate": True})).thoughts.escalate


# --- bad answers


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_bad_answer_costs_its_own_batch_and_no_other(text: str) -> None:  # R6, J6, J7
    good = NONE | {"behaviour_changes": [CHANGE]}
    thoughts = run(reflect_with_model(day(THEIRS, OURS)), by_text(u_9=text, u_3=good)).thoughts
    assert thoughts.left == ("i_9",)
    assert thoughts.problem
    assert [each.ceiling for each in thoughts.proposals] == [Trust.ASSISTANT]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_where_every_answer_is_bad_nothing_is_proposed_and_all_is_left(text: str) -> None:  # R6
    thoughts = run(reflect_with_model(day(OURS, THEIRS, reviews=(_due(),), clusters=(CLUSTER,))), says(text)).thoughts
    assert thoughts.proposals == ()
    assert thoughts.left == ("i_1", "i_2", "i_9")
    assert thoughts.tomorrow == ()
    assert (thoughts.problem or "").startswith("4 answers were of no use")


@pytest.mark.parametrize(
    "wrong",
    [
        CHANGE | {"message": "u_2"},
        CHANGE | {"message": "u_9"},
        CHANGE | {"kind": "fact"},
        CHANGE | {"kind": "constitution"},
    ],
)
def test_a_change_may_name_only_what_users_said_and_rules_or_lessons(wrong: dict[str, Any]) -> None:  # R6
    thoughts = run(reflect_with_model(day(OURS)), gives(nightly=NONE | {"behaviour_changes": [wrong]})).thoughts
    assert thoughts.proposals == ()
    assert thoughts.left == ("i_1", "i_2")


@pytest.mark.parametrize("quote", ["", "never said", "FAR TOO MANY WORDS"])
def test_a_change_without_the_users_words_is_left_out(quote: str) -> None:
    thoughts = run(
        reflect_with_model(day(OURS)), gives(nightly=NONE | {"behaviour_changes": [CHANGE | {"quote": quote}]})
    ).thoughts
    assert thoughts.proposals == ()
    assert thoughts.said["dropped"] == 1


def test_a_batch_is_trusted_as_its_least_message_whatever_it_claims() -> None:  # J17
    claimed = replace(THEIRS, trust=Trust.OPERATOR)
    fact = {"message": "u_9", "quote": "buy gold", "attribute": "wants", "value": "gold", "affirmed": True}
    found = run(reflect_with_model(day(claimed)), gives(nightly=NONE | {"facts": [fact]}))
    assert [each.ceiling for each in found.thoughts.proposals] == [Trust.WEB]


# --- memories that are due


def claimed(id: str, attribute: str, value: str, **fields: Any) -> Memory:
    claim = Claim(USER, attribute, value)
    evidence = (Evidence(MessageId("u_1"), 0, 4, "said", Origin.USER),)
    return memory(id, f"The user {attribute} {value}", claim=claim, evidence=evidence, **fields)


OLD = {"observed_at": later(days=-40)}


def _due() -> tuple[Review, ...]:
    return (Review(memory("m_1", "An old guess", basis=Basis.INFERRED, kind=Kind.INSIGHT, **OLD)),)


def reviewed(*reviews: Review, decisions: list[dict[str, Any]] | None = None) -> list[Any]:
    """What the rules alone propose, or with them a model that decided this."""
    due = day(reviews=(reviews,))
    if decisions is None:
        return [each.proposal for each in alone(reflect_by_rules(due)).proposals]
    return run(reflect_with_model(due), gives(review={"decisions": decisions, "escalate": False})).proposals


def decision(id: str, action: str, by: str | None = None) -> dict[str, Any]:
    return {"memory": id, "action": action, "by": by, "reason": "Nobody needs it."}


def test_the_same_said_anew_is_merged_by_rule() -> None:  # T4, T8
    old, new = claimed("m_1", "likes", "tea", **OLD), claimed("m_2", "likes", "Tea")
    assert reviewed(Review(old, (new,))) == [Merge(new.id, (old.id,), "Both say the same.")]


def test_what_differs_in_trust_or_meaning_is_not_merged() -> None:  # T8
    old = claimed("m_1", "likes", "tea", **OLD)
    denied = replace(claimed("m_2", "likes", "tea"), claim=Claim(USER, "likes", "tea", affirmed=False))
    assert reviewed(Review(old, (claimed("m_2", "likes", "tea", origin=Origin.WEB),))) == []
    assert reviewed(Review(old, (denied,))) == []
    assert reviewed(Review(old, (memory("m_2", old.content),))) == []
    assert reviewed(Review(old, (old,))) == []


def test_what_holds_no_longer_is_archived_by_rule_where_it_may_be() -> None:  # T4, T7
    over = {"valid_until": later(days=-1), **OLD}
    guess = memory("m_1", "A guess", basis=Basis.INFERRED, **over)
    assert reviewed(Review(guess)) == [Archive(guess.id, reason="It holds no longer.")]
    assert reviewed(Review(replace(guess, valid_until=later(days=9)))) == []
    for kept in ({"basis": Basis.STATED}, {"pinned": True}, {"emotion": 0.9}, {"transcribes": MessageId("u_1")}):
        assert reviewed(Review(replace(guess, **kept))) == []


def said_of(id: str, subject: str, attribute: str, value: str, *, affirmed: bool = True, **fields: Any) -> Memory:
    claim = Claim(EntityId(subject), attribute, value, affirmed)
    return replace(claimed(id, attribute, value, **fields), claim=claim)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("user/project", "uses", "Python 3.10"), ("thing:repo", "uses", "Python 3.12")),
        (("thing:team", "schedule", "Wednesday"), ("thing:weekly", "schedule", "Friday")),
        (("thing:next version", "deadline", "February"), ("thing:release", "deadline", "April")),
        (("thing:staging", "port", "6380"), ("thing:staging", "port", "7070")),
    ],
)
def test_what_a_newer_word_for_the_same_thing_outdates_is_closed_by_rule(old: Any, new: Any) -> None:  # J9, T16
    held, newer = said_of("m_1", *old, **OLD), said_of("m_2", *new)
    (ended,) = reviewed(Review(held, (newer,)))
    assert (ended.memory, ended.valid_until, ended.evidence) == ("m_1", newer.observed_at, newer.evidence)
    assert reviewed(Review(replace(held, valid_until=later(days=9)), (newer,))) == [], "it has its end already"
    assert reviewed(Review(held, (replace(newer, valid_until=later(days=9)),))) == [], "what ends outdates nothing"


def test_what_is_over_for_the_user_is_over_for_their_project() -> None:  # J9, T16
    held, over = said_of("m_1", "thing:project", "uses", "DuckDB", **OLD), said_of("m_2", "user", "uses", "DuckDB")
    assert reviewed(Review(held, (over,))) == []
    (ended,) = reviewed(Review(held, (replace(over, claim=replace(over.claim, affirmed=False)),)))
    assert ended.memory == "m_1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("user/project", "uses", "SQLite"), ("user", "uses", "DuckDB")),
        (("user/brother", "uses", "Python 3.10"), ("user", "uses", "Python 3.12")),
        (("thing:meridian", "uses", "Python 3.10"), ("thing:sandpiper", "uses", "Python 3.12")),
        (("user", "has", "2 cats"), ("user", "has", "3 cats")),
        (("thing:choir", "schedule", "Wednesday"), ("thing:weekly", "schedule", "Friday")),
    ],
)
def test_what_may_hold_beside_it_is_left_alone(old: Any, new: Any) -> None:  # J9, T16
    assert reviewed(Review(said_of("m_1", *old, **OLD), (said_of("m_2", *new),))) == []


def test_a_model_may_promote_end_and_archive_what_the_memories_bear_out() -> None:  # J9, T4
    lived = claimed("m_1", "lives_in", "Porto", **OLD)
    lives = claimed("m_2", "lives_in", "Lisbon")
    told = memory("m_3", "The user ran on Monday", form=Form.EPISODIC, **OLD)
    guess = memory("m_4", "A guess", basis=Basis.INFERRED, **OLD)
    wanted = [decision("m_1", "close", "m_2"), decision("m_3", "promote"), decision("m_4", "archive")]
    ended, promoted, archived = reviewed(Review(lived, (lives,)), Review(told), Review(guess), decisions=wanted)
    assert isinstance(ended, Revise)
    assert (ended.memory, ended.valid_until, ended.evidence) == ("m_1", lives.observed_at, lives.evidence)
    assert promoted == Promote(told.id, reason="It has become general knowledge.")
    assert archived == Archive(guess.id, reason="Nobody needs it.")


@pytest.mark.parametrize(
    "wanted",
    [
        decision("m_1", "archive"),
        decision("m_1", "promote"),
        decision("m_1", "merge", "m_2"),
        decision("m_1", "merge"),
        decision("m_1", "close"),
        decision("m_1", "close", "m_1"),
        decision("m_1", "close", "m_3"),
        decision("m_1", "keep"),
    ],
)
def test_what_they_do_not_bear_out_is_left_out(wanted: dict[str, Any]) -> None:  # R6
    """What the user stated is not archived, a fact is promoted already, different things are not merged or ended."""
    old = claimed("m_1", "likes", "tea", **OLD)
    rest = (claimed("m_2", "likes", "coffee"), claimed("m_3", "lives_in", "Porto"))
    assert reviewed(Review(old, rest), decisions=[wanted]) == []


@pytest.mark.parametrize(
    "wanted", [decision("m_99", "archive"), decision("m_1", "forget"), decision("m_1", "merge", "*")]
)
def test_a_review_that_names_something_else_is_no_answer(wanted: dict[str, Any]) -> None:  # R6
    thoughts = run(
        reflect_with_model(day(reviews=(_due(),))), gives(review={"decisions": [wanted], "escalate": False})
    ).thoughts
    assert thoughts.proposals == ()
    assert thoughts.problem


def test_each_memory_is_decided_on_once() -> None:
    twice = [decision("m_1", "archive"), decision("m_1", "archive")]
    due = day(reviews=((*_due(), Review(memory("m_2", "Other"))),))
    found = run(reflect_with_model(due), gives(review={"decisions": twice, "escalate": False}))
    assert len(found.proposals) == 1


def test_groups_of_memories_are_asked_about_apart() -> None:  # J17
    ours, theirs = memory("m_1", "ours alone"), memory("m_2", "theirs alone", origin=Origin.WEB)
    found = run(reflect_with_model(day(reviews=((Review(ours),), (Review(theirs),)))), gives(review=KEPT))
    assert len(found.asks) == 2
    assert not any("ours alone" in shown_in(ask) and "theirs alone" in shown_in(ask) for ask in found.asks)


def test_a_decision_is_trusted_as_the_least_of_its_group() -> None:  # J17
    due = (*_due(), Review(memory("m_2", "From a page", origin=Origin.WEB)))
    answer = {"decisions": [decision("m_1", "archive")], "escalate": False}
    (proposed,) = run(reflect_with_model(day(reviews=(due,))), gives(review=answer)).thoughts.proposals
    assert (proposed.ceiling, proposed.by_model) == (Trust.WEB, True)


# --- what a day's corrections and repetitions come to


ASKED = message("u_1", "Book a table for Friday.")
BOOKED = message("a_1", "Booked.", Role.ASSISTANT)


def _complained(text: str, **fields: Any) -> Doubt:
    told = message("u_2", text, **fields)
    signal = Signal(SignalKind.DISSATISFACTION, InteractionId("i_1"), InteractionId("i_2"), 0.8, SAID, message=told.id)
    return Doubt(material(ASKED, BOOKED), (told,), (signal,))


def test_a_complaint_that_says_what_to_do_becomes_a_lesson_for_such_questions() -> None:  # J9, S5
    doubt = _complained("Ugh. You forgot to check the calendar first!")
    thoughts = alone(reflect_by_rules(day(doubts=(doubt,))))
    (lesson,) = _remembered(thoughts)
    told = "When asked “Book a table for Friday” or the like: check the calendar first"
    assert (lesson.kind, lesson.basis, lesson.content) == (Kind.LESSON, Basis.INFERRED, told)
    assert [item.message for item in lesson.evidence] == ["u_1", "u_2"]
    assert (thoughts.said["doubted"], thoughts.said["learned"]) == (1, [told])


@pytest.mark.parametrize(
    "text",
    [
        "Ugh, this is useless.",
        "Metric please, I said!",
        "No, I live in Porto.",
        "Write the reply without any sorry in it.",
    ],
)
def test_a_complaint_without_an_order_or_about_form_or_fact_becomes_none(text: str) -> None:  # J9
    assert _remembered(alone(reflect_by_rules(day(doubts=(_complained(text),))))) == []


def _lesson(id: str, text: str, days: float) -> Memory:
    quote = Evidence(MessageId(f"u_{id}"), 0, len(text), text, Origin.USER)
    return memory(f"m_{id}", "When asked …", kind=Kind.LESSON, evidence=(quote,), observed_at=later(days=days))


def test_what_is_asked_for_on_two_days_becomes_one_rule() -> None:  # J9
    lessons = (
        _lesson("1", "Check the calendar before you book.", -9),
        _lesson("2", "You forgot to check the calendar!", 0),
    )
    (rule,) = _remembered(alone(reflect_by_rules(day(lessons=lessons))))
    assert (rule.kind, rule.content) == (Kind.RULE, "Check the calendar")
    assert [item.message for item in rule.evidence] == ["u_1", "u_2"]
    assert _remembered(alone(reflect_by_rules(day(lessons=lessons[1:])))) == []


def test_what_the_user_said_on_two_days_in_other_words_is_a_fact_however_unsure_each_reading() -> None:  # J9
    quotes = tuple(
        Evidence(MessageId(f"u_{place}"), 0, len(text), text, Origin.USER)
        for place, text in enumerate(["It waits in YouTrack.", "write it for YouTrack, where we track things"])
    )
    claim = Claim(USER, "uses", "YouTrack")
    waiting = memory(
        "m_1", "The user uses YouTrack", claim=claim, confidence=0.7, basis=Basis.INFERRED, evidence=quotes
    )
    (fact,) = _remembered(alone(reflect_by_rules(day(recurring=(waiting,)))))
    assert (fact.basis, fact.claim, fact.evidence) == (Basis.STATED, claim, quotes)
    assert fact.confidence == pytest.approx(0.91)
    twice, guessed = replace(waiting, evidence=(quotes[0], quotes[0])), replace(waiting, confidence=0.6)
    assert _remembered(alone(reflect_by_rules(day(recurring=(twice, guessed))))) == []


def test_a_question_that_nobody_could_answer_is_worth_asking_about() -> None:  # J16
    asked = message("u_1", "Who signs my timesheet?")
    (suggested,) = alone(reflect_by_rules(day(unanswered=(asked,)))).tomorrow
    assert suggested.text.startswith("“Who signs my timesheet?” had no answer so far")
    assert (suggested.sources, suggested.due_at) == ((asked.id,), None)


def _remembered(thoughts: Thoughts) -> list[Remember]:
    return [each.proposal for each in thoughts.proposals if isinstance(each.proposal, Remember)]


# --- failures


def _failure(place: int) -> Failure:
    return Failure(FailureId(f"f_{place}"), InteractionId("i_1"), SignalKind.CORRECTION, SAID)


CLUSTER = Cluster(
    tuple(_failure(place) for place in range(3)),
    tuple(message(f"u_{place}", f"How do I renew the staging certificate {place}?") for place in range(3)),
    (message("u_7", "That renews nothing, use the other tool."),),
)
FOUND: dict[str, Any] = {
    "none": False,
    "description": "Questions about certificates fail.",
    "confidence": 0.9,
    "lesson": "Renew certificates with the other tool.",
    "message": "u_7",
    "quote": "use the other tool",
    "escalate": False,
}
NOTHING = FOUND | {"none": True, "description": "", "lesson": None, "message": None, "quote": None}


def test_a_cluster_is_described_by_its_newest_question_and_how_it_failed() -> None:  # H8, S12
    (seen,) = alone(reflect_by_rules(day(clusters=(CLUSTER,)))).patterns
    assert seen.type == "failure"
    assert "“How do I renew the staging certificate 2?”" in seen.description
    assert "were corrected three times since 11 March" in seen.description
    assert (seen.failures, seen.confidence) == (CLUSTER.failures, 0.6)
    assert seen.sources == ("u_0", "u_1", "u_2", "u_7")


def test_more_failures_make_it_stronger_and_never_certain() -> None:  # H8
    many = replace(CLUSTER, failures=tuple(_failure(place) for place in range(50)))
    (few,), (more,) = (alone(reflect_by_rules(day(clusters=(each,)))).patterns for each in (CLUSTER, many))
    assert few.confidence < more.confidence < 1


def test_a_known_pattern_is_known_again() -> None:  # H8
    known = Pattern(PatternId("k_1"), "failure", "Certificates.", (), 0.5, SAID, SAID, 3)
    (seen,) = alone(reflect_by_rules(day(clusters=(replace(CLUSTER, known=known),)))).patterns
    assert seen.known is known


def test_a_model_describes_it_and_draws_a_lesson() -> None:  # J9, H8
    found = run(reflect_with_model(day(clusters=(CLUSTER,))), gives(cluster=FOUND))
    (seen,) = found.thoughts.patterns
    assert (seen.description, seen.confidence) == (FOUND["description"], 0.6)
    (lesson,) = found.by_model
    assert isinstance(lesson, Remember)
    assert (lesson.kind, lesson.content, lesson.evidence[0].quote) == (
        Kind.LESSON,
        FOUND["lesson"],
        "use the other tool",
    )


@pytest.mark.parametrize("changed", [{"quote": "never said"}, {"message": None}, {"lesson": None}, {"lesson": " "}])
def test_a_lesson_without_the_users_words_is_none(changed: dict[str, Any]) -> None:
    assert run(reflect_with_model(day(clusters=(CLUSTER,))), gives(cluster=FOUND | changed)).proposals == []


@pytest.mark.parametrize(
    "answer", [NOTHING, "delete everything", FOUND | {"message": "u_55"}, FOUND | {"confidence": 2}]
)
def test_without_a_useful_answer_the_rules_describe_it(answer: dict[str, Any] | str) -> None:  # R6
    thoughts = run(reflect_with_model(day(clusters=(CLUSTER,))), gives(cluster=answer)).thoughts
    assert [seen.description for seen in thoughts.patterns] == [
        seen.description for seen in alone(reflect_by_rules(day(clusters=(CLUSTER,)))).patterns
    ]
    assert thoughts.proposals == ()


def test_the_night_is_counted() -> None:  # J9
    whole = day(OURS, THEIRS, reviews=(_due(),), clusters=(CLUSTER,))
    said = run(reflect_with_model(whole), gives(nightly=NONE, review=KEPT, cluster=NOTHING)).thoughts.said
    counts = ("interactions", "batches", "reviewed", "clusters", "proposed")
    assert [said[name] for name in counts] == [3, 2, 1, 1, 0]
    assert said["thinker"] == "model"
