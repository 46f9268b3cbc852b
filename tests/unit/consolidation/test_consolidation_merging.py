"""What says the same becomes one, and what only sounds the same never does (T8)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from consolidation_rows import NOW, ago
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.merging import MOST_ABSORBED, MOST_JOINED, MergeResult, merge_duplicates, pair_same_texts
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.memory import Basis, Kind, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Merge
from atlas.testing.samples import memory

WORDS = ("no", "not", "longer")


def clash(one: str, other: str) -> bool:
    """Other figures, or one denies: what the engine's own function would see, in small."""
    figures, others = set(re.findall(r"\d+", one)), set(re.findall(r"\d+", other))
    denies = [any(word in text.lower().split() for word in WORDS) for text in (one, other)]
    return bool(figures - others and others - figures) or denies[0] is not denies[1]


def fact(id: str, content: str, days: float = 10.0, origin: Origin = Origin.USER, **fields: Any) -> Memory:
    made: Memory = memory(id, content, origin, **{"observed_at": ago(days), "created_at": ago(days)} | fields)
    return made


def all_pairs(*given: Memory) -> MergeResult:
    return merge_duplicates([(one, other, 0.97) for one, other in combinations(given, 2)], clash)


TEA = fact("m_old", "Ana likes green tea.", 30)
TEA_TOO = fact("m_new", "Ana likes the green tea!", 5)
CHOIR = Claim(USER, "sings_in", "the choir")


def test_the_newer_one_takes_the_older_in() -> None:  # T8
    merged = merge_duplicates([(TEA, TEA_TOO, 0.961)], clash)
    assert merged == merge_duplicates([(TEA_TOO, TEA, 0.961)], clash)
    reason = "The newer one says the same; they are alike by 0.96."
    assert merged.merges == (Merge(TEA_TOO.id, (TEA.id,), reason),)
    assert merged.joined == ()


def test_observed_at_the_same_time_the_one_made_later_stays() -> None:  # T8
    again = replace(TEA, id=TEA_TOO.id, created_at=NOW)
    assert all_pairs(TEA, again).merges[0].survivor == again.id


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.NEEDS_REVIEW},
        {"kind": Kind.PREFERENCE},
        {"basis": Basis.INFERRED},
        {"state": State.ARCHIVED},
        {"kind": Kind.EPISODE},
        {"transcribes": "u_1"},
        {"claim": Claim(USER, "likes", "green tea")},
        {"valid_until": ago(3)},
        {"pinned": True},
        {"approved_by": "operator"},
    ],
)
def test_only_equals_are_merged(fields: dict[str, Any]) -> None:  # T8
    assert all_pairs(replace(TEA, **fields), TEA_TOO) == MergeResult()


def test_what_is_out_of_service_by_its_status_stays_out() -> None:  # T8
    assert all_pairs(replace(TEA, status=Status.REJECTED), replace(TEA_TOO, status=Status.REJECTED)) == MergeResult()


def test_what_waits_for_a_decision_is_not_merged_and_still_supports_what_it_says_too() -> None:  # T7, T8
    waiting = [replace(each, status=Status.NEEDS_REVIEW) for each in (TEA, TEA_TOO)]
    assert all_pairs(*waiting) == MergeResult()
    page = replace(waiting[0], origin=Origin.WEB, trust=Trust.WEB)
    assert [each.relation for each in all_pairs(page, TEA_TOO).joined] == [Relation.SUPPORTS]


def test_transcripts_never_merge() -> None:  # T8
    episodes = [replace(each, kind=Kind.EPISODE, transcribes=f"u_{each.id}") for each in (TEA, TEA_TOO)]
    assert all_pairs(*episodes) == MergeResult()


def test_no_longer_is_not_the_same() -> None:  # T8
    gone = fact("m_3", "Ana no longer likes green tea.", 1)
    assert all_pairs(TEA, gone) == MergeResult()  # that they contradict each other is for `updates` to find


def test_a_claim_that_is_denied_is_not_the_same_whatever_the_words_are() -> None:  # T8
    likes, dislikes = Claim(USER, "likes", "tea"), Claim(USER, "likes", "tea", affirmed=False)
    merged = all_pairs(replace(TEA, claim=likes), replace(TEA_TOO, claim=dislikes))
    assert (merged.merges, [edge.relation for edge in merged.joined]) == ((), [Relation.CONTRADICTS])


def test_claims_decide_and_two_likings_are_no_contradiction() -> None:  # T8
    one, other = Claim(USER, "likes", "tea 1"), Claim(USER, "likes", "tea 2")
    pair = replace(TEA, claim=one, content="Likes tea 1"), replace(TEA_TOO, claim=other, content="Likes tea 2")
    assert all_pairs(*pair) == MergeResult()
    assert len(all_pairs(replace(TEA, claim=one), replace(TEA_TOO, claim=one)).merges) == 1


def test_two_homes_at_one_time_contradict_and_one_after_the_other_do_not() -> None:  # T8, T16
    porto = fact("m_1", "The user lives in Porto.", 30, claim=Claim(USER, "lives_in", "Porto"))
    faro = fact("m_2", "The user lives in Faro.", 5, claim=Claim(USER, "lives_in", "Faro"), valid_from=ago(5))
    assert [edge.relation for edge in all_pairs(porto, faro).joined] == [Relation.CONTRADICTS]
    assert all_pairs(replace(porto, valid_until=ago(5)), faro) == MergeResult()


def test_twice_at_the_dentist_is_twice() -> None:  # T8, T15
    march, may = (fact(f"m_{day}", "Ana saw the dentist.", day, referred_at=ago(day)) for day in (80, 20))
    assert all_pairs(march, may) == MergeResult()
    assert len(all_pairs(march, replace(may, referred_at=march.referred_at)).merges) == 1
    assert len(all_pairs(march, replace(may, referred_at=None)).merges) == 1


def test_a_day_is_one_of_the_zone() -> None:  # T8, T15
    """Noon and the late evening of one day in Auckland are two days in Greenwich."""
    noon, night = datetime(2026, 3, 3, 23, tzinfo=UTC), datetime(2026, 3, 4, 10, tzinfo=UTC)
    pair = [fact(f"m_{n}", "Ana saw the dentist.", n, referred_at=at) for n, at in ((2, noon), (1, night))]
    found = [(pair[0], pair[1], 0.97)]
    assert len(merge_duplicates(found, clash, ZoneInfo("Pacific/Auckland")).merges) == 1
    assert merge_duplicates(found, clash, UTC) == MergeResult()


def test_a_newer_one_that_says_less_does_not_swallow_a_figure() -> None:  # T8
    at_five = fact("m_1", "The user sings in the choir at 5.", 30, claim=CHOIR)
    plain = fact("m_2", "The user sings in the choir.", 5, claim=CHOIR)
    assert all_pairs(at_five, plain) == MergeResult()
    assert all_pairs(replace(at_five, observed_at=ago(1)), plain).merges[0].absorbed == (plain.id,)


def test_from_further_away_it_supports_and_nothing_else() -> None:  # T8, X1
    page = fact("m_page", "Ana likes green tea.", 1, Origin.WEB)
    for merged in (all_pairs(TEA, page), all_pairs(page, TEA)):
        assert merged.merges == ()
        (edge,) = merged.joined
        assert (edge.memories, edge.relation) == ((page.id, TEA.id), Relation.SUPPORTS)


def test_a_chain_does_not_join_its_ends() -> None:  # T8
    first, second, third = (fact(f"m_{place}", f"Tea {'very ' * place}good", 30 - place) for place in range(3))
    assert merge_duplicates([(first, second, 0.96), (second, third, 0.96)], clash) == MergeResult()


def test_two_that_clash_with_each_other_are_not_taken_in_together() -> None:  # T8
    newest = fact("m_9", "The user sings in the choir at 5 or at 6.", 1, claim=CHOIR)
    five, six = (fact(f"m_{at}", f"The user sings in the choir at {at}.", 10 - at, claim=CHOIR) for at in (5, 6))
    (made,) = all_pairs(newest, five, six).merges
    assert len(made.absorbed) == 1


def test_what_is_merged_away_leaves_its_edges_to_the_survivor() -> None:  # T8
    page = fact("m_page", "Ana likes green tea.", 40, Origin.WEB)
    merged = merge_duplicates([(TEA, TEA_TOO, 0.97), (TEA, page, 0.99)], clash)
    assert merged.merges[0].absorbed == (TEA.id,)
    assert [edge.memories for edge in merged.joined] == [(page.id, TEA_TOO.id)]


def test_one_merge_takes_in_only_so_many_and_the_rest_has_its_own() -> None:  # T13
    copies = [fact(f"m_{place:03}", "Ana likes tea.", 300 - place) for place in range(150)]
    pairs = [(copies[-1], each, 1.0) for each in copies[:-1]]
    assert [len(each.absorbed) for each in merge_duplicates(pairs, clash).merges] == [MOST_ABSORBED]
    assert sum(len(each.absorbed) for each in all_pairs(*copies[:120]).merges) == 118


def test_sentences_of_one_mould_are_not_all_joined_with_each_other() -> None:  # T8
    named = [(room, Claim(USER, "lives_in", f"town {room}")) for room in range(100, 130)]
    rooms = [fact(f"m_{room}", f"I live in town {room}.", claim=claim) for room, claim in named]
    degrees = [sum(room.id in edge.memories for edge in all_pairs(*rooms).joined) for room in rooms]
    assert max(degrees) == MOST_JOINED


def test_equal_texts_go_the_same_way() -> None:  # T8
    """Without embeddings: the newest of each standing takes in its equals, and the others are linked as ever."""
    page = fact("m_page", TEA.content, 1, Origin.WEB)
    copies = [replace(TEA, id=fact(f"m_{place}", "").id, observed_at=ago(place)) for place in range(2, 9)]
    merged = merge_duplicates(pair_same_texts([[*copies, page], [TEA]]), clash)
    assert [(each.survivor, len(each.absorbed)) for each in merged.merges] == [("m_2", 6)]
    assert [(edge.memories, edge.relation) for edge in merged.joined] == [(("m_page", "m_2"), Relation.SUPPORTS)]


CONTENTS = st.sampled_from(["Tea at 5.", "Tea at 6.", "tea at 5", "No tea.", "Tea.", "Tea at 5 or 6."])


FACTS = st.builds(
    fact,
    st.integers(0, 99).map(lambda number: f"m_{number:02}"),
    CONTENTS,
    st.integers(1, 9),
    st.sampled_from([Origin.USER, Origin.USER, Origin.WEB]),
    kind=st.sampled_from([Kind.FACT, Kind.FACT, Kind.EPISODE]),
    basis=st.sampled_from([Basis.STATED, Basis.STATED, Basis.INFERRED]),
    pinned=st.sampled_from([False, False, True]),
)


@given(st.lists(FACTS, max_size=8, unique_by=lambda each: each.id), st.integers(0, 2**28 - 1))
def test_groups_are_disjoint_equal_and_never_hold_a_clash(given: list[Memory], mask: int) -> None:  # T8
    known = {each.id: each for each in given}
    pairs = [pair for place, pair in enumerate(combinations(given, 2)) if mask >> place & 1]
    merged = merge_duplicates([(one, other, 0.96) for one, other in pairs], clash)
    alike = {frozenset((one.id, other.id)) for one, other in pairs}
    named = [id for each in merged.merges for id in (each.survivor, *each.absorbed)]
    assert len(named) == len(set(named))
    for each in merged.merges:
        survivor, absorbed = known[each.survivor], [known[id] for id in each.absorbed]
        group = {survivor.id, *each.absorbed}
        assert all(any(frozenset((one.id, id)) in alike for id in group - {one.id}) for one in absorbed)
        assert all(survivor.observed_at >= one.observed_at for one in absorbed)
        assert len({(one.trust, one.status, one.kind, one.basis) for one in (survivor, *absorbed)}) == 1
        assert not any(clash(one.content, other.content) for one, other in combinations([survivor, *absorbed], 2))
        assert all(one.transcribes is None and one.kind is not Kind.EPISODE for one in absorbed)
    gone = {id for each in merged.merges for id in each.absorbed}
    for edge in merged.joined:
        assert not gone.intersection(edge.memories)
        assert len(set(edge.memories)) == 2


def test_what_is_alike_to_one_that_was_taken_in_follows_it_only_if_it_has_the_newest_one_s_words() -> None:  # T8
    newest = fact("m_3", "On port 8080 the staging proxy listens.", days=6.0)
    between = fact("m_2", "The staging proxy listens on port 8080.", days=7.0)
    same_words = fact("m_1", "Our staging proxy listens on port 8080.", days=8.0)
    drifting = fact("m_0", "The staging proxy listens on port 8080 for visitors.", days=9.0)
    found = [(between, newest, 0.97), (same_words, between, 0.96), (drifting, between, 0.96)]
    (merge_,) = merge_duplicates(found, lambda one, other: False).merges
    assert merge_.survivor == "m_3"
    assert set(merge_.absorbed) == {"m_2", "m_1"}
