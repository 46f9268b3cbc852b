"""Clusters that cannot smuggle, in the order of risk × reach (C9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.review_clusters import ReviewItem, answers_for_all, cluster_items, keeps_one
from atlas.curation.risk import find_band
from atlas.language.claim_comparison import claims_agree
from atlas.model.ids import ConversationId
from atlas.model.origin import Trust
from atlas.model.review import Band, Cluster, Grouping, Risk
from unit.model._nouns import DAY, NOW, claim

_TEXTS = ("The deploy runs on Fridays.", "On Fridays the deploy runs.", "Anna owes Ben.", "Ben owes Anna.", "A note.")
_CLAIMS = (
    None,
    claim(),
    claim("Lisbon"),
    claim("tea", "likes"),
    claim("tea", "likes", affirmed=False),
    claim("figs", "likes"),
    claim("Verse", "answer_tone"),
)


def item(id: str = "m_1", score: float = 0.1, **more: Any) -> ReviewItem:
    given_: dict[str, Any] = {"text": f"Text of {id}.", "since": NOW, "trust": Trust.USER, "steers": False} | more
    return ReviewItem(id, risk=Risk(score, find_band(score), ("Because.",)), **given_)


@st.composite
def queues(draw: st.DrawFn) -> list[ReviewItem]:
    number = draw(st.integers(0, 12))
    return [
        item(
            f"m_{place}",
            draw(st.sampled_from((0.05, 0.1, 0.3, 0.6, 0.9))),
            text=draw(st.sampled_from(_TEXTS)),
            trust=draw(st.sampled_from((Trust.WEB, Trust.OUTSIDE, Trust.USER))),
            steers=draw(st.booleans()),
            since=NOW + draw(st.integers(0, 3)) * DAY,
            reach=draw(st.integers(0, 50)),
            claim=draw(st.sampled_from(_CLAIMS)),
            target=draw(st.sampled_from((None, None, "m_t"))),
            conversation=draw(st.sampled_from((None, ConversationId("c1"), ConversationId("c2")))),
        )
        for place in range(number)
    ]


def _members(queue: Sequence[ReviewItem], cluster: Cluster) -> list[ReviewItem]:
    known = {each.id: each for each in queue}
    return [known[id] for id in cluster.ids]


@given(queues())
def test_everything_is_in_exactly_one_cluster(queue: list[ReviewItem]) -> None:
    found = [id for cluster in cluster_items(queue, 50) for id in cluster.ids]
    assert sorted(found) == sorted(each.id for each in queue)


@given(queues())
def test_the_top_card_is_the_riskiest(queue: list[ReviewItem]) -> None:
    for cluster in cluster_items(queue, 50):
        members = _members(queue, cluster)
        assert cluster.risk == members[0].risk
        assert cluster.risk.score == max(each.risk.score for each in members)


@given(queues())
def test_no_cluster_mixes_what_one_card_cannot_answer_for(queue: list[ReviewItem]) -> None:  # X1, C3
    for cluster in cluster_items(queue, 50):
        members = _members(queue, cluster)
        assert len({each.steers for each in members}) == 1
        if cluster.grouping is not Grouping.RIVALS:
            assert len({(each.trust, each.risk.band) for each in members}) == 1


@given(queues())
def test_a_yes_to_a_whole_cluster_is_a_yes_to_what_was_seen_or_to_what_is_of_low_risk(queue: list[ReviewItem]) -> None:
    for cluster in cluster_items(queue, 50):
        members = _members(queue, cluster)
        brought_along = answers_for_all(cluster) and not keeps_one(cluster) and cluster.grouping is not Grouping.RIVALS
        if brought_along and len(members) > 1:
            assert {each.risk.band for each in members} == {Band.LOW}


@given(queues())
def test_what_is_kept_as_one_says_the_same(queue: list[ReviewItem]) -> None:
    for cluster in cluster_items(queue, 50):
        members = _members(queue, cluster)
        if cluster.grouping is Grouping.SAME_CLAIM:
            assert all(
                each.claim and members[0].claim and claims_agree(each.claim, members[0].claim) for each in members
            )
        if cluster.grouping is Grouping.DUPLICATES:
            assert {each.text for each in members} <= set(_TEXTS[:2]) or len({each.text for each in members}) == 1


@given(queues(), st.randoms(use_true_random=False))
def test_the_order_in_which_items_come_does_not_matter(queue: list[ReviewItem], chance: Any) -> None:
    mixed = list(queue)
    chance.shuffle(mixed)
    assert cluster_items(mixed, 50) == cluster_items(queue, 50)


def test_three_birthdays_are_one_decision_whatever_their_trust() -> None:
    days = [item(f"m_{day}", claim=claim(day, "birthday"), trust=trust) for day, trust in
            (("1 May", Trust.USER), ("2 May", Trust.WEB), ("3 May", Trust.OUTSIDE))]  # fmt: skip
    (cluster,) = cluster_items(days, 50)
    assert cluster.grouping is Grouping.RIVALS
    assert len(cluster.ids) == 3


def test_what_stands_beside_each_other_is_no_rival() -> None:
    likes = [item(f"m_{value}", claim=claim(value, "likes")) for value in ("tea", "figs")]
    assert [each.grouping for each in cluster_items(likes, 50)] == [Grouping.ALONE] * 2


def test_the_closest_tie_counts() -> None:
    same = {"conversation": ConversationId("c1")}
    queue = [
        item("m_a", claim=claim("tea", "likes"), **same),
        item("m_b", claim=claim("Tea", "likes"), **same),
        item("m_c", text="The deploy runs on Fridays.", **same),
        item("m_d", text="On Fridays the deploy runs.", **same),
        item("m_e", text="Something else.", **same),
        item("m_f", text="And another.", **same),
    ]
    found = {each.grouping: set(each.ids) for each in cluster_items(queue, 50)}
    assert found == {
        Grouping.SAME_CLAIM: {"m_a", "m_b"},
        Grouping.DUPLICATES: {"m_c", "m_d"},
        Grouping.CONVERSATION: {"m_e", "m_f"},
    }


def test_changes_of_one_thing_stand_together_and_are_not_approved_unseen() -> None:
    changes = [item(id, 0.3, target="m_9") for id in ("p_1", "p_2")]
    (cluster,) = cluster_items(changes, 50)
    assert cluster.grouping is Grouping.TARGET
    assert not answers_for_all(cluster)


def test_the_order_is_risk_times_reach() -> None:
    queue = [
        item("m_low", 0.1, reach=50),
        item("m_grave", 0.9),
        item("m_wide", 0.6, reach=50),
        item("m_narrow", 0.6),
        item("m_older", 0.6, since=NOW - DAY),
    ]
    assert [each.ids[0] for each in cluster_items(queue, 50)] == ["m_wide", "m_grave", "m_older", "m_narrow", "m_low"]


def test_without_questions_the_riskiest_comes_first() -> None:
    queue = [item("m_low", 0.1), item("m_high", 0.9)]
    assert [each.ids[0] for each in cluster_items(queue, 0)] == ["m_high", "m_low"]
