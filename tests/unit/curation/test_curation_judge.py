"""The judge: invariants that no policy waives, then what is known, then the policy (C1-C3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.behaviour import steers_behaviour
from atlas.curation.invariants import MAX_CONTENT, MAX_PHRASE
from atlas.curation.judge import find_restated_memory, judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.entity import USER, Entity, EntityKind
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.verdict import Outcome, Verdict
from unit.model._nouns import DAY, NOW, PROPOSALS, claim, evidence, memory, message, sketches

ACCEPTED, HELD, REFUSED = Outcome.ACCEPTED, Outcome.HELD, Outcome.REFUSED
LOW_RISK, AUTO, MANUAL = (CurationPolicy(mode) for mode in (Mode.AUTO_LOW_RISK, Mode.AUTO, Mode.MANUAL))
POLICIES = (LOW_RISK, AUTO, MANUAL)
BELOW_USER = [origin for origin in Origin if origin.trust < Trust.USER]


def told(
    origin: Origin = Origin.USER, text: str = "I live in Porto.", **more: Any
) -> tuple[Remember, JudgementInput, Message]:
    """A proposal to remember what a message says, and that message."""
    said = message(text, origin)
    fields: dict[str, Any] = {"kind": Kind.FACT, "basis": Basis.STATED, "claim": claim()} | more
    proposal = Remember("The user lives in Porto", evidence=(evidence(said),), **fields)
    return proposal, JudgementInput(cited={said.id: said}), said


def knowing(*named: Memory, **more: Any) -> JudgementInput:
    return JudgementInput(named={each.id: each for each in named}, **more)


def rules(verdict: Verdict) -> set[str]:
    return {finding.rule for finding in verdict.findings}


def check(proposal: Proposal, before: JudgementInput, rule: str) -> None:
    """Refused under every policy, with a reason that a person can read."""
    for policy in POLICIES:
        verdict = judge_proposal(proposal, before, policy)
        assert verdict.outcome is REFUSED
        assert rule in rules(verdict)
        assert verdict.why.endswith(".")


# --- invariants


def test_what_the_user_states_in_their_own_words_is_accepted() -> None:  # C3
    proposal, before, _ = told()
    assert judge_proposal(proposal, before, LOW_RISK).outcome is ACCEPTED


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "I live in Rome"},
        {"quote": "i live in porto."},
        {"start": 1},
        {"end": 5},
        {"quote": "", "start": 3, "end": 3},
        {"quote": " ", "start": 1, "end": 2},
        {"message": MessageId("u_none")},
        {"start": 10**9, "end": 10**9},
        {"start": -16, "end": -1, "quote": "I live in Porto"},
    ],
)
def test_evidence_stands_word_for_word_in_the_message_it_names(change: dict[str, Any]) -> None:  # rule 4
    proposal, before, said = told()
    forged = replace(evidence(said), **change)
    check(replace(proposal, evidence=(forged,)), before, "evidence")
    check(replace(proposal, evidence=(evidence(said), forged)), before, "evidence")


@pytest.mark.parametrize("origin", BELOW_USER)
@pytest.mark.parametrize("claimed", [Origin.USER, Origin.OPERATOR])
def test_no_quote_may_claim_another_origin_than_its_message(origin: Origin, claimed: Origin) -> None:  # X1
    proposal, before, said = told(origin)
    check(replace(proposal, evidence=(replace(evidence(said), origin=claimed),)), before, "X1")


def test_without_evidence_and_without_sources_nothing_is_remembered() -> None:
    proposal, before, _ = told()
    check(replace(proposal, evidence=()), before, "evidence")
    check(Revise(MemoryId("m_1"), (), content="x"), knowing(memory("m_1")), "evidence")


def test_what_is_derived_from_memories_needs_no_quote_of_its_own() -> None:
    proposal, _, _ = told()
    derived = replace(proposal, evidence=(), sources=(MemoryId("m_1"),))
    assert judge_proposal(derived, knowing(memory("m_1", claim=claim("tea", "likes"))), LOW_RISK).outcome is ACCEPTED


NAMING = [
    Revise(MemoryId("m_1"), (), content="x"),
    Merge(MemoryId("m_1"), (MemoryId("m_2"),)),
    Merge(MemoryId("m_2"), (MemoryId("m_1"),)),
    Strengthen((MemoryId("m_2"), MemoryId("m_1"))),
    Promote(MemoryId("m_1")),
    Archive(MemoryId("m_1")),
    Forget(MemoryId("m_1")),
    Remember("x", Kind.INSIGHT, Basis.INFERRED, (), sources=(MemoryId("m_1"),)),
]


@pytest.mark.parametrize("proposal", NAMING, ids=lambda proposal: type(proposal).__name__)
def test_a_memory_that_is_named_has_to_be_there(proposal: Proposal) -> None:  # rule 4
    check(proposal, knowing(memory("m_2")), "exists")
    check(proposal, knowing(memory("m_2"), memory("m_1", state=State.GONE)), "exists")


SECRET = "sk-" + "ant-" + "a1" * 20


@pytest.mark.parametrize(
    "change",
    [
        {"content": f"The key is {SECRET}"},
        {"claim": claim(SECRET, "has")},
        {"claim": claim("x", SECRET)},
        {"tags": (SECRET,)},
        {"entities": (Entity(USER, EntityKind.PERSON, (SECRET,)),)},
    ],
)
def test_no_secret_is_remembered_in_any_field(change: dict[str, Any]) -> None:  # I6, rule 6
    proposal, before, _ = told()
    check(replace(proposal, **change), before, "I6")


@pytest.mark.parametrize(
    "change",
    [
        {"content": "The user lives in\u202e Porto"},
        {"content": "a\x00b"},
        {"claim": claim("Por\u200bto")},
        {"tags": ("\U000e0041",)},
        {"entities": (Entity(USER, EntityKind.PERSON, ("An\u2066a",)),)},
    ],
)
def test_nothing_hidden_is_remembered_in_any_field(change: dict[str, Any]) -> None:
    proposal, before, _ = told()
    check(replace(proposal, **change), before, "hidden")


NAIVE = datetime(2026, 1, 1)  # noqa: DTZ001 # the point is that it has no zone


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"content": ""}, "size"),
        ({"content": " \n "}, "size"),
        ({"content": "x" * (MAX_CONTENT + 1)}, "size"),
        ({"claim": claim("  ")}, "size"),
        ({"claim": claim(" ".join("abcdefghijklm"))}, "size"),
        ({"claim": claim("x" * (MAX_PHRASE + 1))}, "size"),
        ({"claim": claim("x", "y" * (MAX_PHRASE + 1))}, "size"),
        ({"claim": claim("x", " ")}, "size"),
        ({"claim": claim("x", subject="")}, "size"),
        ({"tags": ("x" * (MAX_PHRASE + 1),)}, "size"),
        ({"tags": ("x",) * 100_000}, "size"),
        ({"confidence": float("nan")}, "size"),
        ({"confidence": 1.5}, "size"),
        ({"importance": float("inf")}, "size"),
        ({"emotion": -0.1}, "size"),
        ({"valid_from": NOW, "valid_until": NOW - DAY}, "time"),
        ({"valid_from": NAIVE}, "time"),
        ({"referred_at": NAIVE}, "time"),
    ],
)
def test_what_is_out_of_bounds_is_refused(change: dict[str, Any], rule: str) -> None:  # rule 10
    proposal, before, _ = told()
    check(replace(proposal, **change), before, rule)


def test_what_is_just_within_bounds_is_not() -> None:
    proposal, before, _ = told()
    largest = replace(proposal, content="x" * MAX_CONTENT, claim=claim(" ".join("abcdefghijkl")), confidence=0.0)
    assert judge_proposal(largest, before, LOW_RISK).outcome is ACCEPTED


@pytest.mark.parametrize("amount", [0.0, -0.1, 1.1, float("nan"), float("inf")])
def test_a_memory_is_strengthened_by_a_share_and_nothing_else(amount: float) -> None:
    check(Strengthen((MemoryId("m_1"),), amount), knowing(memory("m_1")), "size")


# --- the policies


def _kinds(what: str) -> dict[str, Any]:
    made: dict[str, dict[str, Any]] = {
        "fact": {"kind": Kind.FACT, "claim": claim()},
        "preference": {"kind": Kind.PREFERENCE, "claim": claim("tea", "likes")},
        "style": {"kind": Kind.PREFERENCE, "claim": claim("short", "answer_length")},
        "tone": {"kind": Kind.PREFERENCE, "claim": claim("warm", "answer_tone")},
        "rule": {"kind": Kind.RULE, "claim": None},
        "lesson": {"kind": Kind.LESSON, "claim": None},
    }
    return made[what]


FACTS, BEHAVIOUR = ("fact", "preference"), ("style", "tone", "rule", "lesson")


@pytest.mark.parametrize("what", [*FACTS, *BEHAVIOUR])
@pytest.mark.parametrize("basis", Basis)
@pytest.mark.parametrize("origin", Origin)
def test_the_default_policy(origin: Origin, basis: Basis, what: str) -> None:  # C3
    proposal, before, _ = told(origin, basis=basis, **_kinds(what))
    stated_by_user = origin.trust >= Trust.USER and basis is Basis.STATED
    expected = ACCEPTED if stated_by_user and what in (*FACTS, "style") else HELD
    assert judge_proposal(proposal, before, LOW_RISK).outcome is expected


@pytest.mark.parametrize("what", [*FACTS, *BEHAVIOUR])
@pytest.mark.parametrize("basis", Basis)
@pytest.mark.parametrize("origin", Origin)
def test_the_automatic_policy(origin: Origin, basis: Basis, what: str) -> None:  # C3
    proposal, before, _ = told(origin, basis=basis, **_kinds(what))
    expected = HELD if what in BEHAVIOUR and origin.trust < Trust.USER else ACCEPTED
    assert judge_proposal(proposal, before, AUTO).outcome is expected


@pytest.mark.parametrize("what", [*FACTS, *BEHAVIOUR])
@pytest.mark.parametrize("basis", Basis)
@pytest.mark.parametrize("origin", Origin)
def test_the_manual_policy_holds_everything(origin: Origin, basis: Basis, what: str) -> None:  # C3
    proposal, before, _ = told(origin, basis=basis, **_kinds(what))
    assert judge_proposal(proposal, before, MANUAL).outcome is HELD


@pytest.mark.parametrize("what", [*FACTS, *BEHAVIOUR])
@pytest.mark.parametrize("basis", Basis)
def test_whatever_a_model_says_waits_for_a_person_by_default(basis: Basis, what: str) -> None:  # C3
    proposal, before, _ = told(basis=basis, **_kinds(what))
    assert judge_proposal(proposal, replace(before, by_model=True), LOW_RISK).outcome is HELD


@pytest.mark.parametrize("attribute", sorted(BEHAVIOUR_ATTRIBUTES))
@pytest.mark.parametrize(
    "spelling", [str, str.upper, str.title, lambda text: f" {text} ", lambda text: text.replace("_", " ")]
)
def test_behaviour_is_known_by_its_attribute_however_it_is_spelt(attribute: str, spelling: Any) -> None:  # C3
    proposal, before, _ = told(Origin.WEB, claim=claim("x", spelling(attribute)))
    assert steers_behaviour(proposal)
    assert judge_proposal(proposal, before, AUTO).outcome is HELD


@given(
    st.sampled_from(BELOW_USER),
    st.sampled_from(Basis),
    st.sampled_from([*BEHAVIOUR]),
    st.sampled_from(POLICIES),
    st.none() | st.sampled_from(Trust),
    st.booleans(),
    st.booleans(),
)
def test_no_policy_accepts_behaviour_from_below_the_user(
    origin: Origin, basis: Basis, what: str, policy: CurationPolicy, ceiling: Trust | None, model: bool, mixed: bool
) -> None:  # C3, rule 2
    proposal, before, said = told(origin, basis=basis, **_kinds(what))
    if mixed:  # a user's quote beside it changes nothing
        own = message(origin=Origin.USER, id=MessageId("u_own"))
        proposal = replace(proposal, evidence=(evidence(own), *proposal.evidence))
        before = replace(before, cited={said.id: said, own.id: own})
    verdict = judge_proposal(proposal, replace(before, ceiling=ceiling, by_model=model), policy)
    assert verdict.outcome is not ACCEPTED


@given(st.sampled_from(POLICIES), st.sampled_from([trust for trust in Trust if trust < Trust.USER]))
def test_a_question_that_saw_less_trusted_text_taints_its_answer(policy: CurationPolicy, ceiling: Trust) -> None:  # J17
    """The quote is the user's, but what the thinker saw besides may have told it what to quote."""
    for what in BEHAVIOUR:
        proposal, before, _ = told(**_kinds(what))
        assert judge_proposal(proposal, replace(before, ceiling=ceiling), policy).outcome is HELD
    proposal, before, _ = told()
    assert judge_proposal(proposal, replace(before, ceiling=ceiling), LOW_RISK).outcome is HELD


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ([memory("m_1"), memory("m_2")], ACCEPTED),
        ([memory("m_1"), memory("m_2", status=Status.NEEDS_REVIEW)], HELD),
        ([memory("m_1", state=State.ARCHIVED)], HELD),
        ([memory("m_1", status=Status.SUPERSEDED)], HELD),
    ],
)
def test_what_a_rule_derives_inherits_the_lowest_status_of_its_sources(
    sources: list[Memory], expected: Outcome
) -> None:  # C3
    names = tuple(each.id for each in sources)
    proposal = Remember("The user likes drinks", Kind.INSIGHT, Basis.INFERRED, (), sources=names)
    assert judge_proposal(proposal, knowing(*sources), LOW_RISK).outcome is expected
    assert judge_proposal(proposal, knowing(*sources, by_model=True), LOW_RISK).outcome is HELD


def test_a_page_quoted_beside_approved_memories_is_not_approved_by_their_company() -> None:  # C3, X1
    proposal, before, _ = told(Origin.WEB, basis=Basis.INFERRED)
    mixed = replace(proposal, sources=(MemoryId("m_1"),))
    known = replace(before, named={MemoryId("m_1"): memory("m_1", claim=claim("tea", "likes"))})
    assert judge_proposal(mixed, known, LOW_RISK).outcome is HELD


# --- what is known already


def test_rejected_content_is_not_proposed_again() -> None:  # C2
    proposal, before, _ = told(claim=None)
    no = memory("m_no", status=Status.REJECTED)
    check(proposal, replace(before, same_content=(no,)), "C2")
    check(proposal, replace(before, near=((no, 0.95),)), "C2")
    assert judge_proposal(proposal, replace(before, near=((no, 0.93),)), LOW_RISK).outcome is ACCEPTED
    assert judge_proposal(proposal, replace(before, near=((memory("m_yes"), 1.0),)), LOW_RISK).outcome is ACCEPTED


def test_a_rejected_claim_is_not_proposed_again_in_other_words() -> None:  # C2
    proposal, before, _ = told()
    no = memory("m_no", "Porto is where the user is at home", status=Status.REJECTED, claim=claim("porto"))
    check(proposal, replace(before, in_slot=(no,)), "C2")


def test_a_claim_is_not_refused_because_a_rejected_one_reads_alike() -> None:
    """ "X" and "not X" are near in meaning; claims decide."""  # C2, T8
    proposal, before, _ = told()
    no = memory("m_no", status=Status.REJECTED, claim=claim(affirmed=False))
    assert judge_proposal(proposal, replace(before, near=((no, 0.99),), in_slot=(no,)), LOW_RISK).outcome is ACCEPTED


@pytest.mark.parametrize("policy", POLICIES)
def test_a_restated_fact_confirms_the_one_that_is_known(policy: CurationPolicy) -> None:
    proposal, before, _ = told()
    verdict = judge_proposal(proposal, replace(before, in_slot=(memory("m_1", claim=claim("PORTO")),)), policy)
    assert verdict.outcome is ACCEPTED
    assert rules(verdict) == {"known"}
    assert "m_1" in verdict.why


@pytest.mark.parametrize("origin", BELOW_USER)
def test_a_copy_from_a_less_trusted_source_is_refused(origin: Origin) -> None:  # X1
    proposal, before, _ = told(origin)
    check(proposal, replace(before, in_slot=(memory("m_1", claim=claim()),)), "known")


@pytest.mark.parametrize("origin", BELOW_USER)
def test_the_users_word_stands_on_its_own_beside_what_a_page_said(origin: Origin) -> None:  # X1
    proposal, before, _ = told()
    page = replace(before, in_slot=(memory("m_1", claim=claim(), origin=origin),))
    assert find_restated_memory(proposal, page) is None
    verdict = judge_proposal(proposal, page, LOW_RISK)
    assert verdict.outcome is ACCEPTED
    assert rules(verdict) == {"C3"}


def test_what_was_guessed_and_waits_is_news_when_the_user_says_it() -> None:  # C3
    proposal, before, _ = told()
    guess = memory("m_1", claim=claim(), status=Status.NEEDS_REVIEW, basis=Basis.INFERRED)
    assert judge_proposal(proposal, replace(before, in_slot=(guess,)), LOW_RISK).outcome is ACCEPTED
    assert find_restated_memory(proposal, replace(before, in_slot=(guess,))) is None
    again = replace(proposal, basis=Basis.INFERRED)
    assert find_restated_memory(again, replace(before, in_slot=(guess,))) == guess


@pytest.mark.parametrize(
    "over",
    [
        {"status": Status.SUPERSEDED},
        {"status": Status.EXPIRED},
        {"state": State.ARCHIVED},
        {"state": State.GONE},
        {"valid_until": NOW},
    ],
)
def test_what_no_longer_stands_does_not_make_news_a_repetition(over: dict[str, Any]) -> None:
    proposal, before, _ = told()
    old = memory("m_1", claim=claim(), **over)
    assert find_restated_memory(proposal, replace(before, in_slot=(old,), same_content=(old,))) is None


# --- contradiction


@pytest.mark.parametrize("policy", [LOW_RISK, AUTO])
def test_a_contradiction_of_a_more_trusted_fact_waits_for_a_person(policy: CurationPolicy) -> None:  # T16
    proposal, before, _ = told(Origin.WEB, claim=claim("Rome"))
    verdict = judge_proposal(proposal, replace(before, in_slot=(memory("m_1", claim=claim()),)), policy)
    assert verdict.outcome is HELD
    assert rules(verdict) == {"T16"}
    assert "m_1" in verdict.why


def test_a_contradiction_of_a_fact_as_trusted_is_accepted() -> None:  # T16
    proposal, before, _ = told(claim=claim("Rome"))
    assert (
        judge_proposal(proposal, replace(before, in_slot=(memory("m_1", claim=claim()),)), LOW_RISK).outcome is ACCEPTED
    )


# --- the recall loop


@pytest.mark.parametrize("origin", BELOW_USER)
def test_what_was_served_and_comes_back_is_not_learned_as_new(origin: Origin) -> None:  # X2
    proposal, before, _ = told(origin, text="The user lives in Porto, you know.")
    served = ("The user lives in Porto",)
    for policy in POLICIES:
        assert rules(judge_proposal(proposal, replace(before, served=served), policy)) == {"X2"}
    assert judge_proposal(proposal, replace(before, served=("The user likes tea a lot",)), AUTO).outcome is ACCEPTED


def test_a_context_pasted_into_the_users_turn_is_not_the_users_word() -> None:  # X2
    pasted = "- “The user lives in Porto” (said once)\n\nWhat should I cook?"
    said = message(pasted)
    quote = evidence(said, "The user lives in Porto")
    proposal = Remember("The user lives in Porto", Kind.FACT, Basis.STATED, (quote,), claim())
    before = JudgementInput(cited={said.id: said}, served=("The user lives in Porto",))
    assert rules(judge_proposal(proposal, before, AUTO)) == {"X2"}


@pytest.mark.parametrize("bullet", ["-", "•", "◦", "–", "→", "a)", "(1)", "12.", "#1", "> "])
def test_a_served_line_set_anew_in_a_list_is_not_the_users_word(bullet: str) -> None:  # X2
    said = message(f"{bullet} I live in Porto and like it.")
    served = ("I live in Porto and like it.",)
    for text in ("I live in Porto", f"{bullet} I live in Porto"):
        proposal = Remember("The user lives in Porto", Kind.FACT, Basis.STATED, (evidence(said, text),), claim())
        before = JudgementInput(cited={said.id: said}, served=served)
        assert rules(judge_proposal(proposal, before, AUTO)) == {"X2"}, text


@pytest.mark.parametrize(
    "line",
    [
        '- "The user lives in Porto" (1 Mar: "I live in Porto")',
        *(f"The user lives in Porto ({by}, 1 Mar)" for by in [*Origin, "atlas"]),
        *(f"The user lives in Porto ({by}, 2026-03-01, 9 days ago)" for by in [*Origin, "atlas"]),
    ],
)
def test_a_line_with_a_label_is_memory_coming_back_where_its_words_were_served(line: str) -> None:  # X2
    said = message(f"{line}\n\nWhat should I cook?")
    quote = evidence(said, "The user lives in Porto")
    proposal = Remember("The user lives in Porto", Kind.FACT, Basis.STATED, (quote,), claim())
    before = JudgementInput(cited={said.id: said})
    assert rules(judge_proposal(proposal, replace(before, served=("The user lives in Porto",)), AUTO)) == {"X2"}
    assert judge_proposal(proposal, before, AUTO).outcome is ACCEPTED


def test_people_may_say_the_same_thing_twice_in_their_own_words() -> None:  # X2
    proposal, before, _ = told()
    assert judge_proposal(proposal, replace(before, served=("The user lives in Porto",)), LOW_RISK).outcome is ACCEPTED


def test_who_comes_back_in_the_same_words_is_heard() -> None:
    """Moved from Porto to Lisbon and back: the old words were served, and are news again."""  # X2, T16
    proposal, before, said = told()
    lisbon = memory("m_2", claim=claim("Lisbon"))
    back = replace(before, in_slot=(lisbon,), served=(said.text, "The user lives in Porto"))
    assert judge_proposal(proposal, back, LOW_RISK).outcome is ACCEPTED


def test_a_word_or_two_that_was_served_echoes_nothing() -> None:  # X2
    proposal, before, _ = told(Origin.ASSISTANT)
    assert judge_proposal(proposal, replace(before, served=("Porto", "yes")), AUTO).outcome is ACCEPTED


# --- what was rejected, and what it is made from


def _refused_on_the_web(*quotes: Evidence) -> Memory:
    """A person did not believe it when it came from a page."""
    return memory("m_1", origin=Origin.WEB, status=Status.REJECTED, claim=claim(), evidence=quotes)


def test_the_very_words_that_were_rejected_stay_rejected_when_they_are_better_trusted() -> None:  # C2
    proposal, before, said = told()
    rejected = _refused_on_the_web(evidence(said))
    for policy in POLICIES:
        assert rules(judge_proposal(proposal, replace(before, in_slot=(rejected,)), policy)) == {"C2"}


def test_what_was_rejected_from_a_page_a_user_may_still_say() -> None:  # C2
    proposal, before, _ = told()
    elsewhere = replace(evidence(message("The user lives in Porto.", Origin.WEB)), message=MessageId("u_page"))
    for rejected in (_refused_on_the_web(elsewhere), _refused_on_the_web()):
        assert judge_proposal(proposal, replace(before, in_slot=(rejected,)), LOW_RISK).outcome is ACCEPTED


def test_what_a_proposal_is_made_from_does_not_say_it_already() -> None:  # T10
    source = memory("m_1", "The user lives in Porto", claim=claim())
    proposal, before, _ = told(basis=Basis.INFERRED, sources=(source.id,))
    known = replace(before, named={source.id: source}, in_slot=(source,), same_content=(source,))
    assert find_restated_memory(proposal, known) is None
    assert find_restated_memory(replace(proposal, sources=()), known) == source


@pytest.mark.parametrize(("origin", "outcome"), [(Origin.USER, ACCEPTED), (Origin.ASSISTANT, HELD)])
def test_a_reply_among_the_sources_is_not_approved_by_being_served(origin: Origin, outcome: Outcome) -> None:  # C3
    said = message("You live in Porto.", origin)
    source = memory("m_1", said.text, kind=Kind.EPISODE, origin=origin, transcribes=said.id)
    assert source.served
    proposal = Remember("The user lives in Porto", Kind.FACT, Basis.INFERRED, (), claim(), sources=(source.id,))
    assert judge_proposal(proposal, knowing(source), LOW_RISK).outcome is outcome


@pytest.mark.parametrize(
    ("gist", "rule"),
    [("My password is hunter2345.", "I6"), ("a\u200bb", "hidden"), (" ", "size"), ("a" * (MAX_CONTENT + 1), "size")],
)
def test_a_gist_is_held_to_what_holds_of_every_text(gist: str, rule: str) -> None:  # P5, I6
    check(Archive(MemoryId("m_1"), gist), knowing(memory("m_1")), rule)


# --- the other seven kinds


def _revision(origin: Origin, **more: Any) -> tuple[Revise, Message]:
    said = message("Actually it is Rome.", origin)
    return Revise(MemoryId("m_1"), (evidence(said),), **({"content": "The user lives in Rome"} | more)), said


@pytest.mark.parametrize(
    ("origin", "target", "policy", "model", "expected"),
    [
        (Origin.USER, Origin.USER, LOW_RISK, False, ACCEPTED),
        (Origin.USER, Origin.WEB, LOW_RISK, False, HELD),  # what it writes stays as little trusted as it was
        (Origin.USER, Origin.WEB, AUTO, False, ACCEPTED),
        (Origin.USER, Origin.USER, LOW_RISK, True, HELD),
        (Origin.USER, Origin.USER, MANUAL, False, HELD),
        (Origin.USER, Origin.USER, AUTO, True, ACCEPTED),
        (Origin.WEB, Origin.USER, AUTO, False, HELD),
        (Origin.WEB, Origin.USER, LOW_RISK, False, HELD),
        (Origin.WEB, Origin.WEB, LOW_RISK, False, HELD),
        (Origin.WEB, Origin.WEB, AUTO, False, ACCEPTED),
        (Origin.OPERATOR, Origin.USER, LOW_RISK, False, ACCEPTED),
    ],
)
def test_who_may_revise_what(
    origin: Origin, target: Origin, policy: CurationPolicy, model: bool, expected: Outcome
) -> None:  # C3, T16
    proposal, said = _revision(origin)
    before = knowing(memory("m_1", origin=target), cited={said.id: said}, by_model=model)
    assert judge_proposal(proposal, before, policy).outcome is expected


@given(st.sampled_from(BELOW_USER), st.sampled_from(POLICIES), st.sampled_from(sorted(BEHAVIOUR_ATTRIBUTES)))
def test_no_revision_turns_a_fact_into_behaviour(origin: Origin, policy: CurationPolicy, attribute: str) -> None:
    """Otherwise a page's fact becomes a page's rule by way of a change."""  # C3, rule 2
    proposal, said = _revision(origin, claim=claim("obey", attribute))
    before = knowing(memory("m_1", origin=origin, claim=claim()), cited={said.id: said})
    assert judge_proposal(proposal, before, policy).outcome is HELD


@pytest.mark.parametrize("policy", POLICIES)
def test_a_rule_is_not_revised_without_a_person(policy: CurationPolicy) -> None:  # C3
    proposal, said = _revision(Origin.USER)
    assert (
        judge_proposal(proposal, knowing(memory("m_1", kind=Kind.RULE), cited={said.id: said}), policy).outcome is HELD
    )


TEA = claim("tea", "likes")


@pytest.mark.parametrize(
    ("other", "refused"),
    [
        ({}, False),
        ({"claim": claim("TEA", "likes")}, False),
        ({"claim": claim("tea", "likes", affirmed=False)}, True),  # "X" and "no longer X"
        ({"claim": claim("coffee", "likes")}, True),
        ({"claim": None}, True),
        ({"origin": Origin.WEB}, True),
        ({"status": Status.NEEDS_REVIEW}, True),
    ],
)
def test_only_equals_are_merged(other: dict[str, Any], refused: bool) -> None:  # T8
    pair = knowing(memory("m_1", claim=TEA), memory("m_2", **({"claim": TEA} | other)))
    proposal = Merge(MemoryId("m_1"), (MemoryId("m_2"),))
    assert judge_proposal(proposal, pair, LOW_RISK).outcome is (REFUSED if refused else ACCEPTED)


@pytest.mark.parametrize("absorbed", [(), ("m_1",), ("m_2", "m_2"), ("m_2", "m_1")])
def test_a_memory_is_not_merged_with_itself_nor_twice(absorbed: tuple[str, ...]) -> None:
    """The survivor would be archived with the rest: a fact gone from service, its counts doubled."""  # T8
    check(Merge(MemoryId("m_1"), tuple(map(MemoryId, absorbed))), knowing(memory("m_1"), memory("m_2")), "T8")


@pytest.mark.parametrize(
    ("kept", "refused"),
    [
        ({"basis": Basis.INFERRED}, False),
        ({"form": Form.EPISODIC}, True),  # stated of an occasion
        ({}, True),  # stated
        ({"basis": Basis.INFERRED, "pinned": True}, True),
        ({"basis": Basis.INFERRED, "emotion": 0.31}, True),
        ({"basis": Basis.INFERRED, "emotion": 0.3}, False),
        ({"basis": Basis.INFERRED, "approved_by": "operator"}, True),
        ({"basis": Basis.INFERRED, "approved_by": "user"}, True),
        ({"basis": Basis.INFERRED, "approved_by": "policy"}, False),
        ({"kind": Kind.EPISODE, "form": Form.EPISODIC, "basis": Basis.OBSERVED, "transcribes": "u_1"}, True),
    ],
)
def test_what_is_protected_from_being_archived(kept: dict[str, Any], refused: bool) -> None:  # T7
    verdict = judge_proposal(Archive(MemoryId("m_1")), knowing(memory("m_1", **kept)), LOW_RISK)
    assert verdict.outcome is (REFUSED if refused else ACCEPTED)


GUESS = {"basis": Basis.INFERRED, "form": Form.EPISODIC}
KEEPING: list[Proposal] = [
    Archive(MemoryId("m_1")),
    Promote(MemoryId("m_1")),
    Merge(MemoryId("m_1"), (MemoryId("m_2"),)),
    Strengthen((MemoryId("m_1"), MemoryId("m_2"))),
]


@pytest.mark.parametrize("proposal", KEEPING, ids=lambda proposal: type(proposal).__name__)
def test_a_rule_may_tidy_and_a_model_only_suggests_it(proposal: Proposal) -> None:  # C3, R6
    before = knowing(memory("m_1", **GUESS), memory("m_2", **GUESS))
    assert judge_proposal(proposal, before, LOW_RISK).outcome is ACCEPTED
    assert judge_proposal(proposal, before, AUTO).outcome is ACCEPTED
    assert judge_proposal(proposal, replace(before, by_model=True), LOW_RISK).outcome is HELD
    manual = judge_proposal(proposal, before, MANUAL).outcome
    assert manual is (ACCEPTED if isinstance(proposal, Strengthen) else HELD)


@pytest.mark.parametrize("policy", POLICIES)
def test_forgetting_is_decided_by_a_person(policy: CurationPolicy) -> None:  # X3
    assert judge_proposal(Forget(MemoryId("m_1")), knowing(memory("m_1")), policy).outcome is HELD


@given(PROPOSALS, st.sampled_from(POLICIES), sketches(), st.booleans())
def test_every_proposal_gets_a_verdict_with_a_reason(
    proposal: Proposal, policy: CurationPolicy, one: Memory, model: bool
) -> None:  # rule 5
    verdict = judge_proposal(proposal, knowing(one, by_model=model), policy)
    assert verdict.findings
    assert all(finding.rule and finding.says.endswith(".") for finding in verdict.findings)


@given(
    st.builds(Claim, st.just(USER), st.sampled_from(["lives_in", "likes"]), st.sampled_from(["Porto", "Rome"])),
    st.lists(
        sketches(
            claim=st.builds(Claim, st.just(USER), st.sampled_from(["lives_in"]), st.sampled_from(["Porto", "Rome"]))
        ),
        max_size=3,
    ),
    st.sampled_from(Origin),
    st.sampled_from(POLICIES),
)
def test_the_same_before_gives_the_same_verdict(
    said: Claim, slot: list[Memory], origin: Origin, policy: CurationPolicy
) -> None:
    proposal, before, _ = told(origin, claim=said)
    before = replace(before, in_slot=tuple(slot))
    assert judge_proposal(proposal, before, policy) == judge_proposal(proposal, before, policy)


def test_evidence_is_taken_as_it_is_and_not_searched_for() -> None:
    """A quote that stands elsewhere in the message is not the span that was named."""
    said = message("Porto, Porto.")
    proposal = Remember("x", Kind.FACT, Basis.STATED, (Evidence(said.id, 1, 6, "Porto", Origin.USER),), claim())
    check(proposal, JudgementInput(cited={said.id: said}), "evidence")


def test_what_was_inferred_and_has_faded_is_not_inferred_again_and_may_be_said() -> None:  # T7
    faded = memory("m_1", "The user likes mornings", basis=Basis.INFERRED, state=State.ARCHIVED, claim=None)
    source = memory("m_2", "The user gets up at six")
    guess = Remember(faded.content, Kind.INSIGHT, Basis.INFERRED, (), sources=(source.id,))
    known = knowing(source, same_content=(faded,))
    verdict = judge_proposal(guess, known, LOW_RISK)
    assert (verdict.outcome, rules(verdict)) == (REFUSED, {"T7"})
    assert judge_proposal(guess, knowing(source), LOW_RISK).outcome is ACCEPTED
    undecided = replace(faded, status=Status.NEEDS_REVIEW)  # nobody was asked whether they need it (C4)
    assert judge_proposal(guess, knowing(source, same_content=(undecided,)), LOW_RISK).outcome is ACCEPTED
    proposal, before, _ = told(claim=None)
    said = replace(before, same_content=(replace(faded, content=proposal.content),))
    assert judge_proposal(proposal, said, LOW_RISK).outcome is ACCEPTED  # the user says it: that is news


# --- endings


@pytest.mark.parametrize("attribute", ["plans", "does"])
def test_that_something_passing_is_over_of_which_nobody_knew_is_not_kept(attribute: str) -> None:  # T16
    proposal, before, _ = told(claim=claim("trip to Hanoi", attribute, affirmed=False), replaces="trip to Hanoi")
    other = memory("m_1", claim=claim("rowing", attribute))
    check(proposal, before, "T16")
    check(proposal, replace(before, in_slot=(other,)), "T16")


@pytest.mark.parametrize(
    ("ended", "known"),
    [
        (claim("trip to Hanoi", "plans", affirmed=False), [memory("m_1", claim=claim("Hanoi", "plans"))]),
        (claim("meat", "diet", affirmed=False), []),
    ],
)
def test_that_what_is_known_or_lasts_is_over_is_kept(ended: Claim, known: list[Memory]) -> None:  # T16
    proposal, before, _ = told(claim=ended, replaces=ended.value)
    assert judge_proposal(proposal, replace(before, in_slot=tuple(known)), LOW_RISK).outcome is ACCEPTED
