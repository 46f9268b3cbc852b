"""What a verdict does to the rows, as values: nothing is changed in place, and what changes says so."""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.contradiction import find_contradicted
from atlas.curation.effects import (
    STABILITY_DAYS,
    Effects,
    MemoryChange,
    Stamp,
    apply_change,
    close_superseded_facts,
    compute_effects,
    create_episode,
)
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import ConflictPolicy, CurationPolicy, Mode
from atlas.language.entity_ids import related_entity, speaker_entity
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.ids import MemoryId, MessageId, ReflectionId
from atlas.model.memory import Basis, Form, Kind, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.verdict import Finding, Outcome, Verdict
from unit.model._nouns import DAY, NOW, PROPOSALS, claim, evidence, memories, memory, message, sketches

AUTO, LOW_RISK = CurationPolicy(Mode.AUTO), CurationPolicy()
KEEP_BOTH = CurationPolicy(Mode.AUTO, ConflictPolicy.KEEP_BOTH)
STAMP = Stamp(NOW, MemoryId("m_new"), ReflectionId("r_1"))
YES, MAYBE, NO = (Verdict(outcome, (Finding("test", "So it is."),)) for outcome in Outcome)


def through(proposal: Proposal, before: JudgementInput, policy: CurationPolicy = LOW_RISK) -> Effects:
    return compute_effects(proposal, judge_proposal(proposal, before, policy), before, STAMP, policy)


def told(
    value: str = "Porto", origin: Origin = Origin.USER, at: datetime = NOW, **more: Any
) -> tuple[Remember, JudgementInput]:
    said = message(f"I live in {value}.", origin, at=at)
    fields: dict[str, Any] = {"kind": Kind.FACT, "basis": Basis.STATED, "claim": claim(value)} | more
    proposal = Remember(f"The user lives in {value}", evidence=(evidence(said),), **fields)
    return proposal, JudgementInput(cited={said.id: said})


def only(found: Effects) -> Memory:
    assert len(found.memories) == 1
    return found.memories[0].after


# --- remembering


def test_an_accepted_proposal_becomes_an_approved_memory_with_its_evidence() -> None:  # C1
    proposal, before = told(tags=("home",), importance=0.7, confidence=0.9, emotion=0.2, referred_at=NOW - DAY)
    made = only(through(proposal, before))
    assert (made.id, made.reflection, made.status, made.state) == ("m_new", "r_1", Status.APPROVED, State.ACTIVE)
    assert (made.content, made.claim, made.evidence) == (proposal.content, proposal.claim, proposal.evidence)
    assert (made.origin, made.trust, made.approved_by) == (Origin.USER, Trust.USER, "policy")
    assert (made.tags, made.importance, made.confidence, made.emotion) == (("home",), 0.7, 0.9, 0.2)
    assert (made.observed_at, made.created_at, made.referred_at) == (NOW, NOW, NOW - DAY)  # T15
    assert made.version == 1


def test_a_held_proposal_waits_as_a_memory_that_nobody_approved() -> None:  # C1
    proposal, before = told(origin=Origin.WEB)
    made = only(through(proposal, before))
    assert (made.status, made.approved_by, made.trust) == (Status.NEEDS_REVIEW, None, Trust.WEB)
    assert not made.served


@given(PROPOSALS, sketches())
def test_a_refused_proposal_changes_nothing(proposal: Proposal, one: Memory) -> None:  # rule 5
    assert compute_effects(proposal, NO, JudgementInput(named={one.id: one}), STAMP, AUTO) == Effects()


@pytest.mark.parametrize("basis", Basis)
def test_how_long_a_memory_keeps_follows_from_its_basis(basis: Basis) -> None:  # T2
    proposal, before = told(basis=basis)
    made = only(compute_effects(proposal, YES, before, STAMP, AUTO))
    assert made.stability_days == {"stated": 30.0, "observed": 7.0, "inferred": 1.0}[basis.value]
    assert set(STABILITY_DAYS) == set(Basis)


@given(st.lists(st.sampled_from(Origin), min_size=1, max_size=4), st.none() | st.sampled_from(Trust))
def test_what_is_written_is_never_trusted_above_its_lowest_source(
    origins: list[Origin], ceiling: Trust | None
) -> None:  # X1, J17
    said = [message(origin=origin, id=MessageId(f"u_{place}")) for place, origin in enumerate(origins)]
    source = memory("m_source", origin=Origin.FILE)
    before = JudgementInput({each.id: each for each in said}, {source.id: source}, ceiling=ceiling)
    quotes = tuple(evidence(each) for each in said)
    proposal = Remember("x", Kind.FACT, Basis.STATED, quotes, sources=(source.id,))
    for verdict in (YES, MAYBE):
        made = compute_effects(proposal, verdict, before, STAMP, AUTO).memories[0].after
        assert all(made.trust <= origin.trust for origin in (*origins, Origin.FILE))
        assert ceiling is None or made.trust <= ceiling
        assert made.linked(Relation.DERIVED_FROM) == (source.id,)


def test_what_was_told_later_is_observed_when_it_was_told_and_not_when_it_was_thought_about() -> None:  # T15
    proposal, before = told(at=NOW - 3 * DAY)
    made = only(through(proposal, before))
    assert (made.observed_at, made.created_at) == (NOW - 3 * DAY, NOW)


def test_an_episode_is_its_message_with_its_origin() -> None:  # C3
    said = message("Hello there", Origin.ASSISTANT, at=NOW - DAY)
    made = create_episode(said, Status.APPROVED, STAMP)
    assert (made.content, made.kind, made.form, made.transcribes) == (said.text, Kind.EPISODE, Form.EPISODIC, said.id)
    assert (made.origin, made.trust, made.observed_at) == (Origin.ASSISTANT, Trust.ASSISTANT, NOW - DAY)
    assert made.approved_by == "policy"
    assert create_episode(said, Status.NEEDS_REVIEW, STAMP).approved_by is None


# --- said again


def test_a_restated_fact_gains_the_quote_and_no_trust() -> None:  # X1
    proposal, before = told()
    known = memory("m_1", claim=claim(), reinforced_at=NOW - DAY)
    found = through(proposal, replace(before, in_slot=(known,)))
    after = only(found)
    assert found.memories[0].before == known
    assert (after.id, after.trust, after.version) == ("m_1", known.trust, known.version + 1)
    assert after.evidence == proposal.evidence


def test_the_same_quote_again_changes_nothing() -> None:
    proposal, before = told()
    known = memory("m_1", claim=claim(), evidence=proposal.evidence)
    assert through(proposal, replace(before, in_slot=(known,))) == Effects()


def test_quotes_do_not_pile_up_without_end() -> None:  # rule 10
    proposal, before = told()
    quotes = tuple(replace(proposal.evidence[0], start=place) for place in range(1, 13))
    known = memory("m_1", claim=claim(), evidence=quotes)
    assert through(proposal, replace(before, in_slot=(known,))) == Effects()


@pytest.mark.parametrize("origin", [origin for origin in Origin if origin.trust < Trust.USER])
def test_repetition_from_further_away_changes_nothing(origin: Origin) -> None:  # X1, P2
    proposal, before = told(origin=origin)
    known = memory("m_1", claim=claim())
    assert through(proposal, replace(before, in_slot=(known,)), AUTO) == Effects()


# --- contradiction


def old(value: str = "Porto", id: str = "m_old", days: int = 30, **more: Any) -> Memory:
    return memory(id, f"The user lives in {value}", claim=claim(value), observed_at=NOW - days * DAY, **more)


def test_news_closes_the_older_fact_and_links_to_it() -> None:  # T16
    proposal, before = told("Lisbon")
    found = through(proposal, replace(before, in_slot=(old(),)))
    new, closed = (changed.after for changed in found.memories)
    assert (new.status, new.valid_until, new.linked(Relation.SUPERSEDES)) == (Status.APPROVED, None, ("m_old",))
    assert (closed.id, closed.status, closed.valid_until) == ("m_old", Status.SUPERSEDED, NOW)
    assert closed.version == old().version + 1
    assert closed.content == old().content
    assert found.main == "m_new"


def test_a_denial_closes_what_it_denies_and_nothing_else() -> None:  # T16
    proposal, before = told("Porto", claim=claim("Porto", affirmed=False))
    found = through(proposal, replace(before, in_slot=(old(),)))
    assert found.memories[1].after.status is Status.SUPERSEDED
    elsewhere = through(proposal, replace(before, in_slot=(old("Lisbon"),)))
    assert [changed.after.id for changed in elsewhere.memories] == ["m_new"]


def test_news_of_an_earlier_time_is_itself_the_closed_one() -> None:  # T16
    """ "In 2019 I lived in Rome" does not end today's Porto."""
    proposal, before = told("Rome", valid_from=NOW - 2000 * DAY)
    found = through(proposal, replace(before, in_slot=(old(),)))
    made = only(found)
    assert (made.status, made.valid_until) == (Status.SUPERSEDED, old().observed_at)
    assert not made.served


def test_of_several_later_facts_the_first_ends_it() -> None:  # T16
    proposal, before = told("Rome", valid_from=NOW - 2000 * DAY)
    rivals = (old("Lisbon", "m_a", 900), old("Porto", "m_b", 30))
    for slot in (rivals, rivals[::-1]):
        assert only(through(proposal, replace(before, in_slot=slot))).valid_until == NOW - 900 * DAY


def test_what_begins_in_the_future_leaves_the_present_in_service() -> None:  # T16
    """ "I move to Lisbon in April": until April the answer is Porto."""
    proposal, before = told("Lisbon", valid_from=NOW + 30 * DAY)
    new, present = (changed.after for changed in through(proposal, replace(before, in_slot=(old(),))).memories)
    assert (present.served, present.valid_until) == (True, NOW + 30 * DAY)
    assert present.valid_at(NOW)
    assert not present.valid_at(NOW + 30 * DAY)
    assert (new.served, new.valid_at(NOW), new.valid_at(NOW + 30 * DAY)) == (True, False, True)
    # ... and what is news meanwhile closes the present one after all.
    third, again = told("Rome")
    found = through(third, replace(again, in_slot=(present, replace(new, id=MemoryId("m_april")))))
    closed = {str(changed.after.id): changed.after for changed in found.memories}
    assert closed["m_old"].status is Status.SUPERSEDED
    assert closed["m_old"].valid_until == NOW
    assert (closed["m_new"].served, closed["m_new"].valid_until) == (True, NOW + 30 * DAY)


@given(st.sampled_from(Origin), st.sampled_from(Origin), st.integers(-5, 5))
def test_the_less_trusted_never_closes_the_more_trusted(news: Origin, known: Origin, days: int) -> None:  # T16, X1
    rival = old(origin=known)
    made = memory("m_new", claim=claim("Lisbon"), origin=news, valid_from=rival.observed_at + days * DAY)
    after, closed = close_superseded_facts(made, [rival], NOW)
    assert after.trust == made.trust
    if made.trust < rival.trust:
        assert (after, closed) == (made, [])
    elif days >= 0:
        assert [changed.before for changed in closed] == [rival]
    else:
        assert closed == []


def test_two_facts_may_be_kept_beside_each_other() -> None:  # T16
    proposal, before = told("Lisbon")
    found = through(proposal, replace(before, in_slot=(old(),)), KEEP_BOTH)
    assert only(found).status is Status.APPROVED


def test_until_it_is_approved_news_closes_nothing() -> None:  # T16
    proposal, before = told("Lisbon", origin=Origin.WEB)
    rival = old(origin=Origin.WEB)
    assert only(through(proposal, replace(before, in_slot=(rival,)))).status is Status.NEEDS_REVIEW


@pytest.mark.parametrize(
    "over",
    [
        {"status": Status.NEEDS_REVIEW},
        {"status": Status.SUPERSEDED},
        {"state": State.ARCHIVED},
        {"valid_until": NOW - DAY},
    ],
)
def test_only_what_stands_is_closed(over: dict[str, Any]) -> None:  # T16
    made = memory("m_new", claim=claim("Lisbon"))
    assert find_contradicted(made, [replace(old(), **over)]) == []
    assert find_contradicted(made, [old()]) == [old()]


def test_a_correction_closes_the_value_it_names_even_where_many_may_stand() -> None:  # T16
    uses = memory("m_old", claim=Claim(USER, "uses", "port 8080"))
    other = memory("m_other", claim=Claim(USER, "uses", "port 22"))
    made = memory("m_new", claim=Claim(USER, "uses", "port 8443"))
    assert find_contradicted(made, [uses, other]) == []
    assert find_contradicted(made, [uses, other], replaces="Port 8080.") == [uses]


def test_nothing_closes_itself() -> None:
    made = memory("m_new", claim=claim("Lisbon"))
    assert close_superseded_facts(made, [replace(made, claim=claim("Porto"))], NOW) == (made, [])


# --- names

SISTER = related_entity(USER, "sister")


def naming(
    entity: EntityId, name: str, origin: Origin = Origin.USER, speaker: str | None = None
) -> tuple[Remember, JudgementInput]:
    said = message(f"It is {name}.", origin, speaker=speaker)
    proposal = Remember(
        f"It is {name}",
        Kind.FACT,
        Basis.STATED,
        (evidence(said),),
        entities=(Entity(entity, EntityKind.PERSON, (name,)),),
    )
    return proposal, JudgementInput(cited={said.id: said})


def test_an_accepted_fact_gives_its_entity_the_name() -> None:
    found = through(*naming(SISTER, "Maria"))
    assert found.entities == ((None, Entity(SISTER, EntityKind.PERSON, ("Maria",))),)


def test_the_latest_name_comes_first_and_the_others_stay() -> None:
    proposal, before = naming(SISTER, "Mimi")
    known = Entity(SISTER, EntityKind.PERSON, ("Maria",))
    found = through(proposal, replace(before, entities={SISTER: known}))
    assert found.entities == ((known, replace(known, names=("Mimi", "Maria"))),)


def test_a_known_name_is_no_news() -> None:
    proposal, before = naming(SISTER, "Maria")
    known = Entity(SISTER, EntityKind.PERSON, ("Maria",))
    assert through(proposal, replace(before, entities={SISTER: known})).entities == ()


def test_a_held_fact_names_nobody() -> None:
    assert through(*naming(SISTER, "Maria", Origin.WEB)).entities == ()


def test_a_page_never_says_what_somebody_is_called_first() -> None:  # X1
    proposal, before = naming(SISTER, "Mallory", Origin.WEB)
    known = Entity(SISTER, EntityKind.PERSON, ("Maria",))
    found = through(proposal, replace(before, entities={SISTER: known}), AUTO)
    assert found.entities[0][1].title == "Maria"


@pytest.mark.parametrize("origin", [origin for origin in Origin if origin.trust < Trust.USER])
def test_nobody_but_the_user_says_what_the_user_is_called(origin: Origin) -> None:  # X1
    assert through(*naming(USER, "Mallory", origin), AUTO).entities == ()
    assert through(*naming(USER, "Ana"), AUTO).entities


def test_one_user_does_not_name_another() -> None:  # X1
    ana, bob = speaker_entity("Ana"), speaker_entity("Bob")
    assert through(*naming(bob, "Robert", speaker="Bob")).entities
    assert through(*naming(bob, "Mallory", speaker="Ana")).entities == ()
    assert through(*naming(USER, "Mallory", speaker="Ana")).entities == ()
    assert through(*naming(ana, "Annie", Origin.OPERATOR)).entities


# --- the other kinds


def knowing(*named: Memory, **more: Any) -> JudgementInput:
    return JudgementInput(named={each.id: each for each in named}, **more)


def test_a_revision_changes_what_it_names_and_keeps_the_rest() -> None:
    said = message("It is Rome.")
    known = memory("m_1", claim=claim(), tags=("home",), evidence=())
    proposal = Revise(known.id, (evidence(said),), "The user lives in Rome", claim("Rome"))
    after = only(through(proposal, knowing(known, cited={said.id: said})))
    assert (after.content, after.claim, after.evidence) == ("The user lives in Rome", claim("Rome"), proposal.evidence)
    assert (after.tags, after.status, after.trust, after.version) == (("home",), Status.APPROVED, Trust.USER, 2)


def test_a_revision_may_only_close() -> None:  # T16
    said = message("Not any more.")
    known = memory("m_1", claim=claim())
    after = only(through(Revise(known.id, (evidence(said),), valid_until=NOW), knowing(known, cited={said.id: said})))
    assert (after.content, after.claim, after.valid_until) == (known.content, known.claim, NOW)


@given(st.sampled_from(Origin), st.sampled_from(Origin))
def test_a_revision_never_raises_trust_and_takes_that_of_its_text(news: Origin, known: Origin) -> None:
    """Also when a person lets it through: approved is not the same as said by the user."""  # X1, P2
    said = message(origin=news)
    proposal = Revise(MemoryId("m_1"), (evidence(said),), "x")
    after = only(apply_change(proposal, knowing(memory("m_1", origin=known), cited={said.id: said}), STAMP))
    assert after.trust == min(news.trust, known.trust)
    assert after.origin.trust == after.trust


def test_quotes_of_revisions_do_not_pile_up_without_end() -> None:  # rule 10
    said = message()
    quotes = tuple(replace(evidence(said), start=place) for place in range(1, 13))
    known = memory("m_1", evidence=quotes)
    after = only(apply_change(Revise(known.id, (evidence(said),), "x"), knowing(known, cited={said.id: said}), STAMP))
    assert len(after.evidence) == 12
    assert after.evidence[-1] == evidence(said)


def test_archiving_takes_out_of_service_and_promotion_makes_semantic() -> None:  # T5, T7
    guess = memory("m_1", basis=Basis.INFERRED, form=Form.EPISODIC)
    archived = only(through(Archive(guess.id), knowing(guess)))
    assert (archived.state, archived.status, archived.served) == (State.ARCHIVED, guess.status, False)
    promoted = only(through(Promote(guess.id), knowing(guess)))
    assert (promoted.form, promoted.served) == (Form.SEMANTIC, True)


@given(st.floats(0, 1), st.floats(0.01, 1))
def test_strength_rises_by_the_amount_and_never_above_one(strength: float, amount: float) -> None:
    known = memory("m_1", strength=strength)
    found = through(Strengthen((known.id, known.id), amount), knowing(known))
    if strength == 1.0:
        assert found == Effects()  # nothing changed, so that there is nothing to take back
        return
    after = only(found)
    assert after.strength == min(1.0, strength + amount)
    assert after.version == known.version + 1


@given(
    memories(id=st.just(MemoryId("m_1"))), memories(id=st.just(MemoryId("m_2"))), memories(id=st.just(MemoryId("m_3")))
)
def test_a_merge_unites_tags_and_quotes_and_sums_counts(one: Memory, two: Memory, three: Memory) -> None:  # T8
    found = apply_change(Merge(one.id, (two.id, three.id)), knowing(one, two, three), STAMP).memories
    after = found[0].after
    assert set(after.tags) == {*one.tags, *two.tags, *three.tags}
    assert len(after.tags) == len(set(after.tags))
    assert set(after.evidence) == {*one.evidence, *two.evidence, *three.evidence}
    assert after.uses == one.uses + two.uses + three.uses
    assert after.contexts == one.contexts + two.contexts + three.contexts
    assert after.applications == one.applications + two.applications + three.applications
    assert after.linked(Relation.SUPERSEDES)[-2:] == (two.id, three.id)
    assert (after.content, after.trust, after.status) == (one.content, one.trust, one.status)
    assert [changed.after.state for changed in found[1:]] == [State.ARCHIVED] * 2
    assert [changed.before for changed in found] == [one, two, three]


def test_forgetting_is_not_done_here() -> None:
    assert apply_change(Forget(MemoryId("m_1")), knowing(memory("m_1")), STAMP) == Effects()


@pytest.mark.parametrize(
    "proposal",
    [
        Revise(MemoryId("m_1"), (), "x"),
        Archive(MemoryId("m_1")),
        Promote(MemoryId("m_1")),
        Merge(MemoryId("m_1"), (MemoryId("m_2"),)),
    ],
    ids=lambda proposal: type(proposal).__name__,
)
def test_a_held_change_to_what_exists_changes_nothing_yet(proposal: Proposal) -> None:
    assert compute_effects(proposal, MAYBE, knowing(memory("m_1"), memory("m_2")), STAMP, AUTO) == Effects()


# --- all of them


def _accepted(proposal: Proposal, one: Memory, two: Memory) -> Effects:
    before = knowing(one, two, in_slot=(one, two), same_content=(one,))
    return compute_effects(proposal, YES, before, STAMP, AUTO)


TARGETS = st.sampled_from([MemoryId("m_1"), MemoryId("m_2")])
CHANGES = st.one_of(
    st.builds(Archive, TARGETS),
    st.builds(Promote, TARGETS),
    st.builds(Revise, TARGETS, st.just(()), st.just("x")),
    st.builds(Strengthen, st.lists(TARGETS, max_size=3).map(tuple)),
    st.builds(Remember, st.just("x"), st.just(Kind.FACT), st.just(Basis.STATED), st.just(()), st.just(claim("Rome"))),
)


@given(CHANGES, sketches(id=st.just(MemoryId("m_1"))), sketches(id=st.just(MemoryId("m_2"))))
def test_what_changes_gets_the_next_version_and_nothing_changes_in_place(
    proposal: Proposal, one: Memory, two: Memory
) -> None:
    kept = copy.deepcopy((one, two))
    found = _accepted(proposal, one, two)
    assert (one, two) == kept
    assert found == _accepted(proposal, one, two)
    for changed in found.memories:
        if changed.before is None:
            assert changed.after.version == 1
        else:
            assert changed.after.version == changed.before.version + 1
            assert changed.after.id == changed.before.id
            assert changed.after.trust <= changed.before.trust  # X1
    assert len({changed.after.id for changed in found.memories}) == len(found.memories)


def test_what_a_change_is_about_comes_first() -> None:
    assert Effects().main is None
    assert Effects((MemoryChange(None, memory("m_1")), MemoryChange(None, memory("m_2")))).main == "m_1"
