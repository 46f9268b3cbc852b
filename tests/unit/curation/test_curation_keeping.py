"""Changes to how memories are kept: what may be merged, archived, shortened, promoted and joined (T5-T12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.derived_memory import LONGEST_LEAD, find_lead_span
from atlas.curation.effects import Effects, MemoryChange, Stamp, apply_change, compute_effects
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.maintenance import stands_in_order
from atlas.curation.policy import CurationPolicy, Mode
from atlas.model.archive import Shortened
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.graph import EDGES, build_edge
from atlas.model.ids import MemoryId, MessageId, ReflectionId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Remember, Strengthen
from atlas.model.verdict import Outcome
from unit.model._nouns import DAY, NOW, evidence, memory, message

ACCEPTED, HELD, REFUSED = Outcome.ACCEPTED, Outcome.HELD, Outcome.REFUSED
LOW_RISK, AUTO, MANUAL = (CurationPolicy(mode) for mode in (Mode.AUTO_LOW_RISK, Mode.AUTO, Mode.MANUAL))
STAMP = Stamp(NOW, MemoryId("m_new"), ReflectionId("r_1"))
ONE, TWO, THREE = (MemoryId(f"m_{place}") for place in (1, 2, 3))
SAID = "Well, I went to the market on Monday. I bought 12 lemons, and then it rained. See you!"


def knowing(*named: Memory, **more: Any) -> JudgementInput:
    return JudgementInput(named={each.id: each for each in named}, **more)


def outcome(proposal: Proposal, before: JudgementInput, policy: CurationPolicy = LOW_RISK) -> Outcome:
    return judge_proposal(proposal, before, policy).outcome


def through(proposal: Proposal, before: JudgementInput, policy: CurationPolicy = LOW_RISK) -> Effects:
    return compute_effects(proposal, judge_proposal(proposal, before, policy), before, STAMP, policy)


def told(text: str = SAID, origin: Origin = Origin.USER, id: str = "m_1", **more: Any) -> tuple[Memory, Message]:
    """An episode and the message that it is."""
    said = message(text, origin, id=MessageId(f"u_{id}"))
    fields = {"kind": Kind.EPISODE, "form": Form.EPISODIC, "basis": Basis.OBSERVED} | more
    return memory(id, text, origin=origin, transcribes=said.id, **fields), said


def transcript(*pairs: tuple[Memory, Message], **more: Any) -> JudgementInput:
    return knowing(*(one for one, _ in pairs), cited={said.id: said for _, said in pairs}, **more)


# --- gists


@pytest.mark.parametrize(
    ("gist", "fits"),
    [
        ("I went to the market on Monday.", True),
        ("I went to the market … I bought 12 lemons", True),
        ("market Monday … 12 lemons…", True),
        ("I went to the market on Monday. I bought 12 lemons, and then it rained. See", True),
        ("I bought 12 lemons. I went to the market.", False),  # another order
        ("I went to the market on Tuesday.", False),
        ("I went to the Market", False),
        ("I bought 2 lemons", False),  # a piece of a number is another number
        ("I went to the mark", False),
        ("lemons lemons", False),
        ("…", False),
        ("!", False),
        ("", False),
        (SAID, False),  # not shorter
    ],
)
def test_a_gist_is_words_of_the_message_in_their_order(gist: str, fits: bool) -> None:  # T12
    before = transcript(told())
    found = judge_proposal(Archive(ONE, gist), before, LOW_RISK)
    assert found.outcome is (ACCEPTED if fits else REFUSED)
    assert found.why.endswith(".")


def test_where_words_have_no_spaces_a_piece_of_them_may_stay() -> None:  # T12, S14
    said = "昨天我们去了市场，买了很多柠檬。后来下雨了。"
    assert stands_in_order("我们去了市场…下雨了。", said)
    assert not stands_in_order("下雨了…去了市场", said)


WORDS = st.lists(st.sampled_from(["tea", "to", "a", "at", "10", "no", "rain", "rains", "。"]), min_size=1, max_size=9)


@given(WORDS, st.data())
def test_what_is_left_when_words_are_left_out_is_a_gist_and_added_words_are_not(
    words: list[str], data: st.DataObject
) -> None:  # T12
    kept = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    left = [word for word, stays in zip(words, kept, strict=True) if stays]
    assert stands_in_order(" ".join(left), " ".join(words)) is any(word.isalnum() for word in left)
    assert not stands_in_order(" ".join([*left, "storm"]), " ".join(words))


def test_only_a_transcript_is_shortened_and_only_once() -> None:  # T12
    one, said = told()
    assert outcome(Archive(TWO, "tea"), knowing(memory("m_2", "I like tea"))) is REFUSED
    assert outcome(Archive(ONE, "market"), transcript((one, said), short=frozenset({said.id}))) is REFUSED
    assert outcome(Archive(ONE, "market"), transcript((replace(one, pinned=True), said))) is REFUSED
    assert outcome(Archive(ONE, "market"), knowing(one)) is REFUSED  # its message was forgotten


def test_a_gist_replaces_the_text_and_leaves_the_memory_alone() -> None:  # T12
    one, said = told()
    assert through(Archive(ONE, "I bought 12 lemons"), transcript((one, said))) == Effects(
        gists=(Shortened(said.id, "I bought 12 lemons"),)
    )


def test_a_models_gist_waits_and_hides_nothing() -> None:  # C3, rule 4
    before = transcript(told(), by_model=True)
    assert outcome(Archive(ONE, "I bought 12 lemons"), before) is HELD
    assert outcome(Archive(ONE, "I bought 12 lemons"), before, AUTO) is ACCEPTED
    assert outcome(Archive(ONE, "I bought\u200b 12 lemons"), before) is REFUSED


def test_what_is_quoted_is_checked_against_the_whole_text() -> None:  # T12
    """The engine hands over what was said, also where a gist stands in its place by now."""
    _, said = told()
    proposal = Remember("The user bought lemons", Kind.FACT, Basis.STATED, (evidence(said, "I bought 12 lemons"),))
    assert outcome(proposal, JudgementInput(cited={said.id: said}, short=frozenset({said.id}))) is ACCEPTED


# --- archiving


def stated(**more: Any) -> Memory:
    return memory("m_1", "The user likes tea", **more)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, REFUSED),
        ({"ignored": {ONE: 7}}, REFUSED),
        ({"ignored": {ONE: 8}}, HELD),
        ({"ignored": {TWO: 8}}, REFUSED),
        ({"doubted": frozenset({ONE})}, HELD),
        ({"doubted": frozenset({TWO})}, REFUSED),
    ],
)
def test_what_the_user_stated_goes_out_of_service_only_by_a_person(more: dict[str, Any], expected: Outcome) -> None:
    for policy in (LOW_RISK, AUTO, MANUAL):  # T6, T7
        assert outcome(Archive(ONE), knowing(stated(), **more), policy) is expected


@pytest.mark.parametrize("kept", [{"pinned": True}, {"emotion": 0.9}, {"approved_by": "operator"}])
def test_what_is_protected_is_not_even_proposed_for_demotion(kept: dict[str, Any]) -> None:  # T7
    before = knowing(stated(**kept), ignored={ONE: 99}, doubted=frozenset({ONE}))
    assert outcome(Archive(ONE), before) is REFUSED


def test_what_is_out_of_service_is_not_archived_again() -> None:
    assert outcome(Archive(ONE), knowing(memory("m_1", basis=Basis.INFERRED, state=State.ARCHIVED))) is REFUSED


def note(id: str = "m_1", **more: Any) -> Memory:
    return memory(id, "A note", **({"kind": Kind.OBSERVATION, "form": Form.EPISODIC, "basis": Basis.OBSERVED} | more))


def made_of(*sources: MemoryId, relation: Relation = Relation.DERIVED_FROM, **more: Any) -> Memory:
    return memory("m_2", "All notes", links=tuple(Link(relation, source) for source in sources), **more)


@pytest.mark.parametrize(
    ("into", "expected"),
    [
        (made_of(ONE), ACCEPTED),
        (made_of(ONE, relation=Relation.SUPERSEDES), ACCEPTED),
        (made_of(THREE), REFUSED),  # it was not made from it
        (made_of(ONE, relation=Relation.SCHEMA_INSTANCE), REFUSED),
        (made_of(ONE, state=State.ARCHIVED), REFUSED),
        (made_of(ONE, status=Status.NEEDS_REVIEW), REFUSED),  # what is served would be replaced by what is not
        (made_of(ONE, status=Status.REJECTED), REFUSED),
        (made_of(ONE, origin=Origin.WEB), REFUSED),
    ],
)
def test_a_note_goes_into_what_says_it_from_now_on(into: Memory, expected: Outcome) -> None:  # T14
    assert outcome(Archive(ONE, into=TWO), knowing(note(), into)) is expected


@pytest.mark.parametrize("policy", [LOW_RISK, AUTO, MANUAL])
@pytest.mark.parametrize("by_model", [True, False])
def test_what_waits_for_a_decision_is_neither_archived_merged_nor_shortened(  # T7, T8, T12, T14
    policy: CurationPolicy, by_model: bool
) -> None:
    waits = {"status": Status.NEEDS_REVIEW}
    known = knowing(note(**waits), made_of(ONE, **waits), by_model=by_model)
    assert outcome(Archive(ONE), known, policy) is REFUSED
    assert outcome(Archive(ONE, into=TWO), known, policy) is REFUSED
    twice = knowing(memory("m_1", "Tea.", **waits), memory("m_2", "Tea.", **waits), by_model=by_model)
    assert outcome(Merge(ONE, (TWO,)), twice, policy) is REFUSED
    said = transcript(told(**waits), by_model=by_model)
    assert outcome(Archive(ONE, "I went to the market on Monday."), said, policy) is REFUSED


def test_what_the_user_stated_goes_into_another_only_by_a_person() -> None:  # T7
    assert outcome(Archive(ONE, into=TWO), knowing(stated(), made_of(ONE))) is HELD


# --- merging


@pytest.mark.parametrize(
    ("survivor", "absorbed"),
    [
        ({}, {"state": State.ARCHIVED}),
        ({"state": State.ARCHIVED}, {}),
        ({}, {"valid_until": NOW}),
        ({"basis": Basis.INFERRED}, {}),  # what was stated would be kept as a guess
        ({"basis": Basis.OBSERVED}, {"basis": Basis.STATED}),
        ({"kind": Kind.RULE}, {"kind": Kind.INSIGHT}),
        ({"transcribes": MessageId("u_1")}, {}),
        ({}, {"transcribes": MessageId("u_1")}),
    ],
)
def test_what_is_not_one_is_not_merged(survivor: dict[str, Any], absorbed: dict[str, Any]) -> None:  # T8
    pair = knowing(memory("m_1", "Tea.", **survivor), memory("m_2", "Tea.", **absorbed))
    assert outcome(Merge(ONE, (TWO,)), pair) is REFUSED
    assert outcome(Merge(ONE, (TWO,)), knowing(memory("m_1", "Tea."), memory("m_2", "Tea."))) is ACCEPTED


def test_whatever_kept_one_from_fading_keeps_the_survivor() -> None:  # T7, T8
    new = memory("m_1", "Tea.", observed_at=NOW, valid_from=NOW - 2 * DAY, strength=0.2, pinned=True)
    old = memory("m_2", "Tea", observed_at=NOW - 9 * DAY, valid_from=NOW - 9 * DAY, emotion=0.8)
    after = through(Merge(ONE, (TWO,)), knowing(new, old)).memories[0].after
    assert (after.pinned, after.emotion, after.strength) == (True, 0.8, 1.0)
    assert (after.valid_from, after.content, after.observed_at) == (NOW - 9 * DAY, "Tea.", NOW)
    assert after.links == (Link(Relation.SUPERSEDES, TWO),)


def test_the_oldest_quotes_are_kept_beside_the_survivors_own() -> None:  # T8
    def quoting(id: str, day: int) -> Memory:
        place = {"message": MessageId(f"u_{id}"), "quote": "tea", "origin": Origin.USER}
        quotes = tuple(Evidence(start=start, end=start + 3, **place) for start in range(6))  # type: ignore[arg-type]
        return memory(id, "Tea.", evidence=quotes, observed_at=NOW - day * DAY)

    named = knowing(quoting("m_1", 0), quoting("m_2", 1), quoting("m_3", 9))
    kept = through(Merge(ONE, (TWO, THREE)), named).memories[0].after.evidence
    assert {item.message for item in kept} == {"u_m_1", "u_m_3"}
    assert len(kept) == 12


# --- promoting


def test_what_a_transcript_says_becomes_a_memory_of_its_own() -> None:  # T5
    (one, said), (two, also) = told("  Always tea.\n", emotion=0.4), told("Tea again.", id="m_2")
    (changed,) = through(Promote(ONE, (TWO,)), transcript((one, said), (two, also))).memories
    made = changed.after
    assert (changed.before, made.id, made.reflection) == (None, "m_new", "r_1")
    assert (made.content, made.kind, made.form, made.basis) == (
        "Always tea.",
        Kind.INSIGHT,
        Form.SEMANTIC,
        Basis.OBSERVED,
    )
    assert made.evidence == (Evidence(said.id, 2, 13, "Always tea.", Origin.USER),)
    assert made.links == (Link(Relation.DERIVED_FROM, ONE), Link(Relation.DERIVED_FROM, TWO))
    assert (made.status, made.approved_by, made.transcribes, made.uses) == (Status.APPROVED, "policy", None, 0)
    assert (made.observed_at, made.created_at, made.reinforced_at, made.emotion) == (one.observed_at, NOW, NOW, 0.4)
    quote = made.evidence[0]
    assert said.text[quote.start : quote.end] == made.content  # it stands word for word where it says


@given(
    st.lists(st.tuples(st.sampled_from(Origin), st.sampled_from([Status.APPROVED, Status.NEEDS_REVIEW])), min_size=1,
             max_size=3)
)  # fmt: skip
def test_what_is_promoted_is_no_better_than_the_least_of_its_episodes(kinds: list[tuple[Origin, Status]]) -> None:
    """X1, C3, and no way round a person for what does not come from the user."""
    said = [told(origin=origin, id=f"m_{place}", status=status) for place, (origin, status) in enumerate(kinds)]
    proposal = Promote(said[0][0].id, tuple(one.id for one, _ in said[1:]))
    made = apply_change(proposal, transcript(*said), STAMP).memories[0].after
    assert made.trust == min(origin.trust for origin, _ in kinds)
    assert made.origin.trust == made.trust
    assert made.served is all(status is Status.APPROVED for _, status in kinds)
    expected = ACCEPTED if made.trust >= Trust.USER else HELD
    assert outcome(proposal, transcript(*said)) is expected
    assert outcome(proposal, transcript(*said), AUTO) is expected


@pytest.mark.parametrize("status", [Status.REJECTED, Status.SENSITIVE, Status.EXPIRED, Status.SUPERSEDED])
def test_nothing_is_made_of_what_was_taken_out_of_use(status: Status) -> None:  # C1
    assert outcome(Promote(ONE), transcript(told(status=status))) is REFUSED
    assert outcome(Promote(ONE, (TWO,)), transcript(told(), told(id="m_2", status=status))) is REFUSED


def test_nothing_is_promoted_twice() -> None:  # T5
    assert outcome(Promote(ONE), transcript(told(), same_content=(memory("m_2", SAID),))) is REFUSED
    assert outcome(Promote(ONE), transcript(told(), same_content=(told(id="m_2")[0],))) is ACCEPTED
    assert outcome(Promote(ONE), knowing(memory("m_1"))) is REFUSED  # semantic already
    assert outcome(Promote(ONE, (ONE,)), transcript(told())) is REFUSED
    assert outcome(Promote(ONE), knowing(told()[0])) is REFUSED  # its message was forgotten


def test_a_promoted_memory_keeps_links_to_its_episodes_but_to_none_that_would_lower_it() -> None:  # T5, X1
    guess = memory("m_1", form=Form.EPISODIC, links=(Link(Relation.DERIVED_FROM, TWO),))
    others = [memory("m_2"), memory("m_3"), memory("m_4", origin=Origin.WEB)]
    proposal = Promote(ONE, (TWO, THREE, MemoryId("m_4")))
    after = through(proposal, knowing(guess, *others)).memories[0].after
    assert (after.id, after.form, after.linked(Relation.DERIVED_FROM)) == (ONE, Form.SEMANTIC, (TWO, THREE))


@given(st.text(max_size=900))
def test_the_first_sentences_stand_in_the_text_and_are_bounded(text: str) -> None:  # T5
    start, end = find_lead_span(text)
    assert 0 <= start <= end <= len(text)
    assert end - start <= LONGEST_LEAD
    assert text[start:end] == text[start:end].strip()
    assert bool(text[start:end]) is bool(text.strip())


def test_a_long_text_is_cut_where_a_sentence_ends() -> None:  # T5
    sentence = "This sentence has exactly so many letters. "
    start, end = find_lead_span(sentence * 20)
    assert (sentence * 20)[start:end] == (sentence * 9).strip()
    start, end = find_lead_span("word " * 200)
    assert ("word " * 200)[start:end] == ("word " * 80).strip()
    assert find_lead_span("x" * 900) == (0, LONGEST_LEAD)


# --- insights and edges


def test_an_insight_has_its_sources_as_instances() -> None:  # T10
    known = knowing(memory("m_1", "Tea."), memory("m_2", "Green tea."))
    proposal = Remember("The user likes tea", Kind.INSIGHT, Basis.INFERRED, (), sources=(ONE, TWO))
    made = through(proposal, known).memories[0].after
    assert made.linked(Relation.DERIVED_FROM) == made.linked(Relation.SCHEMA_INSTANCE) == (ONE, TWO)
    fact = through(replace(proposal, kind=Kind.FACT), known).memories[0].after
    assert fact.linked(Relation.SCHEMA_INSTANCE) == ()


def test_an_insight_from_replies_alone_waits() -> None:  # C3: a reply is served only beside what it replied to
    reply, _ = told(origin=Origin.ASSISTANT)
    proposal = Remember("All is well", Kind.INSIGHT, Basis.INFERRED, (), sources=(ONE,))
    assert outcome(proposal, knowing(reply)) is HELD
    assert outcome(proposal, knowing(told()[0])) is ACCEPTED


@given(st.sampled_from(sorted(EDGES)), st.floats(0.01, 1), st.none() | st.floats(0.01, 1), st.booleans())
def test_an_edge_grows_up_to_one(relation: Relation, amount: float, weight: float | None, turned: bool) -> None:  # T9
    ends = (TWO, ONE) if turned else (ONE, TWO)
    old = None if weight is None else build_edge(relation, *ends, weight)
    pair = knowing(memory("m_1"), memory("m_2"), edges=(old,) if old else ())
    found = through(Strengthen(ends, amount, relation), pair, MANUAL)
    if weight == 1.0:
        assert found == Effects()
        return
    ((before, after),) = found.edges
    assert before == old
    assert after == build_edge(relation, *ends, min(1.0, (weight or 0.0) + amount))
    assert found.memories == ()  # what they say, and how strong each is, stays


def test_another_edge_of_the_two_does_not_count() -> None:  # T9
    pair = knowing(memory("m_1"), memory("m_2"), edges=(build_edge(Relation.CONTRADICTS, ONE, TWO, 0.5),))
    assert through(Strengthen((ONE, TWO), 0.1, Relation.CO_ACTIVATED), pair).edges == (
        (None, build_edge(Relation.CO_ACTIVATED, ONE, TWO, 0.1)),
    )


@pytest.mark.parametrize(
    "proposal",
    [
        Strengthen((ONE,), 0.1, Relation.CO_ACTIVATED),
        Strengthen((ONE, ONE), 0.1, Relation.CO_ACTIVATED),
        Strengthen((ONE, TWO, THREE), 0.1, Relation.CO_ACTIVATED),
        *(Strengthen((ONE, TWO), 0.1, relation) for relation in Relation if relation not in EDGES),
    ],
    ids=str,
)
def test_an_edge_joins_two_and_lineage_is_not_learned(proposal: Proposal) -> None:  # T9
    everyone = knowing(memory("m_1"), memory("m_2"), memory("m_3"))
    assert outcome(proposal, everyone, AUTO) is REFUSED


def test_effects_say_whether_there_are_any() -> None:
    assert Effects().is_empty
    assert not Effects((MemoryChange(None, memory("m_1")),)).is_empty
    assert not Effects(edges=((None, build_edge(Relation.SUPPORTS, ONE, TWO)),)).is_empty
    assert not Effects(gists=(Shortened(MessageId("u_1"), "x"),)).is_empty


def test_claims_decide_what_is_one() -> None:  # T8
    tea, no_tea = Claim(USER, "likes", "tea"), Claim(USER, "likes", "tea", False)
    pair = knowing(memory("m_1", claim=tea), memory("m_2", claim=no_tea))
    assert outcome(Merge(ONE, (TWO,)), pair, AUTO) is REFUSED
