"""The tier for doubted replies: the correction chain, lessons, and asking again (J1, J8, J11, S3, S4, S7, S13)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from reflection_talk import HOSTILE, SAID, alone, later, material, memory, message, run, says, shown_in

from atlas.model.ids import InteractionId, MessageId
from atlas.model.interaction import Role
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Remember
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.task import Size
from atlas.model.thinking import Ask, Doubt, Embed, Given, Reply, Request, Vectors
from atlas.reflection.adaptive import MAX_TURNS, reflect_by_rules, reflect_with_model
from atlas.reflection.consistency import should_sample
from atlas.reflection.consistency_policy import RESEARCH, ConsistencyPolicy, Sampling

ASKED = message("u_1", "Hello. Which port does the staging server use?")
REPLY = message("u_2", "Happy to help! The staging server listens on port 8080. Ask me more.", Role.ASSISTANT)
TOLD = message("u_3", "No, that's wrong. It is port 8443. Thanks though.", at=later(minutes=1), about="i_2")
NEVER = ConsistencyPolicy(Sampling.NEVER)
LESSON = "The staging server uses port 8443, not 8080."
ISSUE = {"principle": "truthfulness", "says": "The port is 8443."}


def signal(kind: SignalKind, score: float = 1.0, **fields: Any) -> Signal:
    return Signal(kind, InteractionId("i_1"), InteractionId("i_2"), score, SAID, **fields)


CORRECTION = signal(SignalKind.CORRECTION, message=MessageId("u_3"), start=0, end=16)


def doubt(*signals: Signal, after: tuple[Any, ...] = (TOLD,), **fields: Any) -> Doubt:
    return Doubt(material(ASKED, REPLY), after, signals, **fields)


def critique(score: int, *issues: dict[str, str], **changed: Any) -> dict[str, Any]:
    return {"none": not issues, "issues": list(issues), "score": score, "escalate": False} | changed


def revision(text: str = "It is port 8443.", lesson: str | None = LESSON, **changed: Any) -> dict[str, Any]:
    return {"revision": text, "lesson": lesson, "escalate": False} | changed


def script(*answers: dict[str, Any] | str) -> Callable[[Request], Given]:
    """The answers in the order of the questions."""
    left = iter(answers)

    def answer(request: Request) -> Given:
        found = next(left)
        return Reply((found if isinstance(found, str) else json.dumps(found),))

    return answer


def sampling(*texts: str, chain: Iterable[dict[str, Any]] = (critique(9),)) -> Callable[[Request], Given]:
    """Samples from a list, no embedder, and a critique that finds nothing."""
    left, rest = iter(texts), iter(chain)

    def answer(request: Request) -> Given:
        if isinstance(request, Embed):
            return Vectors(None)
        if request.prompt == "again":
            return Reply(tuple(next(left) for _ in range(request.samples)))
        return Reply((json.dumps(next(rest)),))

    return answer


def remembered(proposal: object) -> Remember:
    assert isinstance(proposal, Remember)
    return proposal


# --- by rules


def test_a_correction_teaches_by_the_words_that_were_said() -> None:  # J8, J14, S7
    thoughts = alone(reflect_by_rules(doubt(CORRECTION)))
    (proposed,) = thoughts.proposals
    lesson = remembered(proposed.proposal)
    assert lesson.content == (
        "Asked “Which port does the staging server use?”, the reply said "
        "“The staging server listens on port 8080.”; that was wrong: “No, that's wrong. It is port 8443.”"
    )
    assert (lesson.kind, lesson.basis) == (Kind.LESSON, Basis.INFERRED)
    texts = {message.id: message.text for message in (ASKED, TOLD)}
    assert [item.quote for item in lesson.evidence] == [
        texts[item.message][item.start : item.end] for item in lesson.evidence
    ]
    assert [item.message for item in lesson.evidence] == ["u_1", "u_3"]


def test_the_reply_is_quoted_with_what_stands_behind_its_colon() -> None:  # J8
    asked, reply = message("u_1", "what am I using?"), message("u_2", "As far as I know: Notepad++.", Role.ASSISTANT)
    told = message("u_3", "no i'm on Sublime Text", about="i_2")
    given = Doubt(material(asked, reply), (told,), (signal(SignalKind.CORRECTION, message=told.id, start=0, end=2),))
    (proposed,) = alone(reflect_by_rules(given)).proposals
    assert remembered(proposed.proposal).content == (
        "Asked “what am I using?”, the reply said “As far as I know: Notepad++.”; that was wrong: "
        "“no i'm on Sublime Text”"
    )


@pytest.mark.parametrize(
    "text",
    [
        "again those fahrenheit numbers, can't use em, celsius!",
        "stop w the mr / ms, i told u, Elif!!",
        "nope can't read that. break it into a list like i always ask",
        "No flowing text for me in future please, make it a list",
        "again with the flattery, we talked about this, just start with the answer",
        "Again with the smiley faces... I asked you to leave them out",
    ],
)
def test_a_correction_of_the_form_is_a_wish_and_no_lesson(text: str) -> None:  # J8, C3
    """It says nothing of the question before it, and is learned as a wish about answers."""
    told = message("u_3", text, about="i_2")
    given = doubt(signal(SignalKind.CORRECTION, message=told.id, start=0, end=4), after=(told,))
    assert alone(reflect_by_rules(given)).proposals == ()
    answers = script(critique(3, ISSUE), revision(lesson=None), critique(9))
    assert run(reflect_with_model(given, samples=NEVER), answers).thoughts.proposals == ()


def test_a_lesson_is_no_better_than_the_reply_it_quotes() -> None:  # J17, X1
    assert [each.ceiling for each in alone(reflect_by_rules(doubt(CORRECTION))).proposals] == [Trust.ASSISTANT]
    imported = message("u_3", TOLD.text, origin=Origin.IMPORT)
    assert [each.ceiling for each in alone(reflect_by_rules(doubt(CORRECTION, after=(imported,)))).proposals] == [
        Trust.OUTSIDE
    ]


@pytest.mark.parametrize("kind", [SignalKind.RE_ASK, SignalKind.UNDO, SignalKind.HEDGING, SignalKind.TASK_FAILURE])
def test_where_nobody_said_what_was_wrong_that_is_said(kind: SignalKind) -> None:  # J14
    thoughts = alone(reflect_by_rules(doubt(signal(kind))))
    assert thoughts.proposals == ()
    assert thoughts.said["lesson"] is None
    assert kind.value in thoughts.said["why"]


def test_a_correction_that_names_another_message_teaches_nothing() -> None:
    elsewhere = signal(SignalKind.CORRECTION, message=MessageId("u_9"))
    assert alone(reflect_by_rules(doubt(elsewhere))).proposals == ()
    assert alone(reflect_by_rules(doubt(CORRECTION, after=()))).proposals == ()


def test_only_users_correct() -> None:
    page = message("u_3", TOLD.text, Role.TOOL, Origin.WEB)
    assert alone(reflect_by_rules(doubt(CORRECTION, after=(page,)))).proposals == ()


def test_a_verifiers_note_teaches_with_the_trust_of_outside() -> None:  # S13
    refuted = signal(SignalKind.VERIFIED, 0.0, source=Source.VERIFIER, note="connection refused on 8080")
    (proposed,) = alone(reflect_by_rules(doubt(refuted, after=()))).proposals
    assert "a check found it wrong: “connection refused on 8080”" in remembered(proposed.proposal).content
    assert proposed.ceiling is Trust.OUTSIDE
    confirmed = signal(SignalKind.VERIFIED, 1.0, source=Source.VERIFIER, note="fine")
    assert alone(reflect_by_rules(doubt(confirmed, after=()))).proposals == ()


def test_long_words_are_cut_and_stay_verbatim() -> None:
    long = message("u_3", "No, that's wrong. " + "It is port 8443 and nothing else " * 50)
    (proposed,) = alone(reflect_by_rules(doubt(CORRECTION, after=(long,)))).proposals
    told = remembered(proposed.proposal).evidence[1]
    assert len(told.quote) <= 300
    assert long.text[told.start : told.end] == told.quote


# --- the chain


def test_the_chain_stops_when_nothing_is_wrong() -> None:  # J8
    found = run(reflect_with_model(doubt(signal(SignalKind.HEDGING)), samples=NEVER), script(critique(10)))
    assert [ask.prompt for ask in found.asks] == ["critique"]
    assert found.proposals == []
    assert found.thoughts.said["none"] is True


def test_what_is_wrong_is_revised_and_looked_at_again() -> None:  # J1, J8
    found = run(
        reflect_with_model(doubt(signal(SignalKind.HEDGING)), samples=NEVER),
        script(critique(3, ISSUE), revision(), critique(9)),
    )
    assert [ask.prompt for ask in found.asks] == ["critique", "revision", "critique"]
    (proposed,) = found.thoughts.proposals
    lesson = remembered(proposed.proposal)
    assert (lesson.content, lesson.kind, lesson.basis) == (LESSON, Kind.LESSON, Basis.INFERRED)
    assert [item.quote for item in lesson.evidence] == ["Which port does the staging server use?"]
    assert (proposed.ceiling, proposed.by_model) == (Trust.ASSISTANT, True)
    assert found.thoughts.said["revision"] == "It is port 8443."  # S13: kept for review, and in no proposal
    assert "It is port 8443." not in lesson.content


def test_the_budget_of_each_turn() -> None:  # J1, J11
    found = run(
        reflect_with_model(doubt(CORRECTION), samples=NEVER), script(critique(3, ISSUE), revision(), critique(9))
    )
    judged, written, _ = found.asks
    assert (judged.max_tokens, judged.temperature, judged.size) == (500, 0.0, Size.MEDIUM)
    assert (written.max_tokens, written.size) == (1_000, Size.MEDIUM)
    assert written.temperature > judged.temperature
    assert written.prompt != judged.prompt


def test_what_writes_is_not_told_how_it_was_graded() -> None:  # J11
    grading = critique(3, ISSUE)
    found = run(
        reflect_with_model(doubt(signal(SignalKind.UNSURE, 0.4321)), samples=NEVER),
        script(grading, revision(), critique(9)),
    )
    written = shown_in(found.asks[1])
    assert ISSUE["says"] in written
    assert "score" not in written
    assert "unsure" not in written
    assert "unsure" in shown_in(found.asks[0])


def test_a_corrected_reply_goes_through_the_whole_chain() -> None:  # S7, J8
    found = run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(critique(10), revision(), critique(10)))
    assert [ask.prompt for ask in found.asks] == ["critique", "revision", "critique"]
    assert [remembered(each).content for each in found.proposals] == [LESSON]
    assert [item.message for item in remembered(found.proposals[0]).evidence] == ["u_1", "u_3"]


def test_it_never_goes_on_for_more_than_four_turns() -> None:  # J1
    answers = [critique(2, ISSUE), revision("a"), critique(5, ISSUE), revision("b"), critique(8, ISSUE), revision("c")]
    found = run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers))
    assert len(found.asks) == MAX_TURNS == 4
    assert found.thoughts.said["revision"] == "b"
    assert "a" in dict(found.asks[2].values)["reply"]


@pytest.mark.parametrize("second", [2, 1, 0])
def test_it_stops_when_the_gain_stops(second: int) -> None:  # J1
    answers = [critique(2, ISSUE), revision(), critique(second, ISSUE), revision()]
    assert len(run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers)).asks) == 3


def test_a_revision_that_is_worse_teaches_nothing_of_its_own() -> None:
    answers = [critique(5, ISSUE), revision(), critique(2, ISSUE)]
    doubted = run(reflect_with_model(doubt(signal(SignalKind.UNSURE)), samples=NEVER), script(*answers))
    assert doubted.proposals == []
    corrected = run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers))
    assert corrected.by_model == []
    assert "No, that's wrong" in remembered(corrected.proposals[0]).content


def test_the_users_correction_teaches_also_where_the_model_draws_nothing() -> None:  # S7
    answers = [critique(10), revision(lesson=None), critique(10)]
    found = run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers))
    assert [each.by_model for each in found.thoughts.proposals] == [False]


def test_no_lesson_without_words_of_the_user() -> None:
    wordless = Doubt(material(REPLY), (), (signal(SignalKind.UNSURE),))
    found = run(reflect_with_model(wordless, samples=NEVER), script(critique(3, ISSUE), revision(), critique(9)))
    assert found.proposals == []


def test_what_was_known_lowers_the_trust() -> None:  # J17
    known = memory("m_1", "The port is 8080.", origin=Origin.WEB)
    found = run(
        reflect_with_model(doubt(CORRECTION, known=(known,)), samples=NEVER),
        script(critique(3, ISSUE), revision(), critique(9)),
    )
    assert [each.ceiling for each in found.thoughts.proposals] == [Trust.WEB]
    assert "The port is 8080." in shown_in(found.asks[0])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_any_turn_may_ask_for_a_larger_model(place: int) -> None:  # J12
    answers = [critique(3, ISSUE), revision(), critique(9)]
    answers[place] = answers[place] | {"escalate": True}
    assert run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers)).thoughts.escalate


def test_without_a_reply_there_is_nothing_to_look_at() -> None:
    assert alone(reflect_with_model(Doubt(material(ASKED), (), (signal(SignalKind.UNSURE),)))).proposals == ()


# --- the constitution and the verifier

PRINCIPLES = {1: "Never touch the mechanisms.", 5: "Put truth before agreeableness."}


def verdict(score: float, **later_by: float) -> Signal:
    return (
        signal(SignalKind.VERIFIED, score, source=Source.VERIFIER)
        if not later_by
        else Signal(
            SignalKind.VERIFIED, InteractionId("i_1"), InteractionId("i_1"), score, later(**later_by), Source.VERIFIER
        )
    )


def test_an_issue_is_under_a_principle_by_its_number_or_under_a_quality() -> None:  # J8, H1
    breaks = {"principle": "5", "says": "It gave in to the user."}
    found = run(
        reflect_with_model(doubt(signal(SignalKind.UNSURE)), samples=NEVER, principles=PRINCIPLES),
        script(critique(3, breaks, ISSUE), revision(), critique(9)),
    )
    assert found.thoughts.said["principles"] == {"5": "Put truth before agreeableness."}
    assert "It gave in to the user." in shown_in(found.asks[1])
    for number in ("2", "12", "5.", 5):
        wrong = critique(3, {"principle": number, "says": "Hm."})  # type: ignore[dict-item]
        asked = reflect_with_model(doubt(signal(SignalKind.UNSURE)), samples=NEVER, principles=PRINCIPLES)
        assert run(asked, script(wrong)).thoughts.problem


def test_a_reply_that_a_verifier_found_right_is_not_criticised() -> None:  # S13
    thoughts = alone(reflect_with_model(doubt(signal(SignalKind.UNSURE), verdict(1.0), after=())))
    assert thoughts.proposals == ()
    assert "verifier" in thoughts.said["why"]


def test_where_a_user_calls_it_wrong_and_a_verifier_right_only_the_users_words_teach() -> None:  # S7, S13
    found = run(
        reflect_with_model(doubt(CORRECTION, verdict(1.0)), samples=NEVER),
        script(critique(3, ISSUE), revision(), critique(9)),
    )
    assert [ask.prompt for ask in found.asks] == ["critique", "revision", "critique"]  # a correction always runs it
    assert [each.by_model for each in found.thoughts.proposals] == [False]
    assert "No, that's wrong" in remembered(found.proposals[0]).content


def test_where_a_verifier_calls_it_wrong_the_chain_runs_whatever_the_first_critique_says() -> None:  # S13
    found = run(
        reflect_with_model(doubt(verdict(0.0), after=()), samples=NEVER), script(critique(10), revision(), critique(10))
    )
    assert [ask.prompt for ask in found.asks] == ["critique", "revision", "critique"]
    assert [remembered(each).content for each in found.proposals] == [LESSON]


def test_the_last_verdict_counts() -> None:  # S13
    mended = alone(reflect_with_model(doubt(verdict(0.0), verdict(1.0, minutes=5), after=())))
    assert mended.proposals == ()
    broken = doubt(verdict(1.0), verdict(0.0, minutes=5), after=())
    assert len(run(reflect_with_model(broken, samples=NEVER), script(critique(10), revision(), critique(10))).asks) == 3


# --- bad answers


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("good", [0, 1, 2])
def test_a_bad_answer_at_any_turn_proposes_nothing(text: str, good: int) -> None:  # R6, J7
    answers: list[dict[str, Any] | str] = [critique(3, ISSUE), revision(), critique(9)]
    thoughts = run(reflect_with_model(doubt(CORRECTION), samples=NEVER), script(*answers[:good], text)).thoughts
    assert thoughts.proposals == ()
    assert thoughts.left == ("i_1",)
    assert thoughts.problem


@pytest.mark.parametrize(
    "wrong",
    [
        critique(3, none=False),
        critique(3, ISSUE, none=True),
        critique(11, ISSUE),
        critique(3, {"principle": "obedience", "says": "It must obey."}),
        {"says": "no issues"},
    ],
)
def test_that_nothing_is_wrong_is_a_field_and_no_phrase(wrong: dict[str, Any]) -> None:  # J8
    thoughts = run(reflect_with_model(doubt(signal(SignalKind.UNSURE)), samples=NEVER), script(wrong)).thoughts
    assert thoughts.problem
    assert thoughts.proposals == ()


def test_an_issue_that_says_no_issues_is_an_issue() -> None:  # J8
    phrase = {"principle": "honesty", "says": "No issues with the facts, but it flatters."}
    found = run(
        reflect_with_model(doubt(signal(SignalKind.UNSURE)), samples=NEVER),
        script(critique(5, phrase), revision(), critique(9)),
    )
    assert len(found.asks) == 3


def test_an_empty_revision_is_none() -> None:
    assert run(
        reflect_with_model(doubt(CORRECTION), samples=NEVER), script(critique(3, ISSUE), revision(" "))
    ).thoughts.problem


# --- asking again

UNSURE = doubt(signal(SignalKind.UNSURE), after=())


def test_three_that_agree_are_enough() -> None:  # S3
    found = run(reflect_with_model(UNSURE), sampling(*["It uses port 8443."] * 3))
    (again, _) = found.asks
    assert (again.prompt, again.samples, again.temperature, again.schema) == ("again", 3, 0.7, None)
    assert found.thoughts.signals == ()
    assert found.thoughts.said["consistency"]["agreement"] == 1.0


def test_two_more_are_bought_where_three_disagree() -> None:  # S3
    texts = ["Port 8080.", "Port 8443.", "Port 9000.", "Port 8443.", "Port 8443."]
    found = run(reflect_with_model(UNSURE), sampling(*texts))
    assert [ask.samples for ask in found.asks if ask.prompt == "again"] == [3, 2]
    seen = found.thoughts.said["consistency"]
    assert (seen["answers"], seen["agreement"], seen["groups"]) == (5, 0.6, [3, 1, 1])
    assert found.thoughts.signals == ()


def test_answers_that_disagree_are_a_signal() -> None:  # S3, S4
    texts = ["Port 1000.", "Port 2000.", "Port 3000.", "Port 4000.", "Port 1000."]
    inconsistent, scattered = run(reflect_with_model(UNSURE), sampling(*texts)).thoughts.signals
    assert (inconsistent.kind, inconsistent.about, inconsistent.source) == (
        SignalKind.INCONSISTENT,
        "i_1",
        Source.MODEL,
    )
    assert dict(inconsistent.figures) == {"agreement": 0.4, "threshold": 0.6, "answers": 5.0}
    assert inconsistent.score == pytest.approx(0.6)
    assert scattered.kind is SignalKind.SCATTERED
    assert dict(scattered.figures)["bits"] == pytest.approx(1.9219, abs=1e-3)
    assert scattered.at == SAID


def test_scatter_counts_above_one_and_a_half_bits() -> None:  # S4
    """Two, two and one are 1.52 bits; three, one and one are 1.37."""

    def kinds(*texts: str) -> list[SignalKind]:
        return [each.kind for each in run(reflect_with_model(UNSURE), sampling(*texts)).thoughts.signals]

    assert SignalKind.SCATTERED in kinds("Port 1.", "Port 2.", "Port 3.", "Port 1.", "Port 2.")
    assert kinds("Port 1.", "Port 2.", "Port 3.", "Port 1.", "Port 1.") == []


def test_the_research_preset_buys_five_at_once() -> None:  # S3
    found = run(reflect_with_model(UNSURE, samples=RESEARCH), sampling(*["Port 8443."] * 5))
    assert [ask.samples for ask in found.asks if ask.prompt == "again"] == [5]


def test_who_answers_again_sees_the_question_and_nothing_else() -> None:  # J11
    earlier = (message("u_0", "I work on the billing team."), message("u_00", "Nice!", Role.ASSISTANT))
    asked = Doubt(material(ASKED, REPLY, earlier=earlier), (), (signal(SignalKind.UNSURE, 0.1234),))
    (again, _) = run(reflect_with_model(asked), sampling(*["Port 8443."] * 3)).asks
    text = shown_in(again)
    assert "billing team" in text
    assert "Which port" in text
    assert not any(hidden in text for hidden in ("8080", "Nice!", "0.12", "unsure"))


@pytest.mark.parametrize("kind", [SignalKind.CORRECTION, SignalKind.UNDO, SignalKind.VERIFIED])
def test_where_somebody_has_judged_nothing_is_bought(kind: SignalKind) -> None:  # S3, S13
    both = doubt(signal(SignalKind.UNSURE), signal(kind))
    assert not should_sample(both, ConsistencyPolicy())
    assert should_sample(both, ConsistencyPolicy(Sampling.ALWAYS))


def test_it_is_bought_only_where_there_is_doubt() -> None:  # S3
    assert should_sample(UNSURE, ConsistencyPolicy())
    assert not should_sample(doubt(), ConsistencyPolicy())
    assert not should_sample(doubt(signal(SignalKind.ACCEPTANCE)), ConsistencyPolicy())
    assert not should_sample(UNSURE, NEVER)
    assert not should_sample(Doubt(material(REPLY)), ConsistencyPolicy(Sampling.ALWAYS))


def test_vectors_help_to_tell_what_is_the_same() -> None:  # S3
    texts = ("Restart the service.", "Start that daemon once more.", "Give the daemon a fresh start.")

    def answer(request: Request) -> Given:
        if isinstance(request, Embed):
            assert request.texts == texts
            return Vectors(np.ones((3, 1)))
        return Reply(texts if request.prompt == "again" else (json.dumps(critique(9)),))

    found = run(reflect_with_model(UNSURE), answer)
    assert found.thoughts.said["consistency"]["groups"] == [3]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1_000_000])
def test_useless_samples_are_no_signal(text: str) -> None:  # R6
    found = run(reflect_with_model(UNSURE), sampling(*[text] * 5))
    assert found.thoughts.signals == ()
    assert all(isinstance(request, Ask) for each in found.rounds for request in each)


def test_a_signal_survives_a_bad_critique() -> None:
    texts = ["Port 1.", "Port 2.", "Port 3.", "Port 4.", "Port 5."]
    thoughts = run(reflect_with_model(UNSURE), sampling(*texts, chain=[{"nonsense": True}])).thoughts
    assert [each.kind for each in thoughts.signals] == [SignalKind.INCONSISTENT, SignalKind.SCATTERED]
    assert thoughts.problem
    assert thoughts.proposals == ()


def test_a_hostile_model_in_every_role_changes_nothing() -> None:  # R6
    thoughts = run(reflect_with_model(UNSURE), says("delete everything")).thoughts
    assert thoughts.proposals == ()
    assert thoughts.left == ("i_1",)
