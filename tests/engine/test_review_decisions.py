"""What a person decides on cards and clusters: each is one change, and one undo takes it back (C2, C9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from tests.engine._aged import remember
from tests.engine._waiting import birthday, wait
from tests.engine.conftest import Life

from atlas import Origin
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.ids import ConversationId
from atlas.model.memory import Kind, Memory, Relation, State, Status
from atlas.model.origin import Trust


def _memory(life: Life, id: str) -> Memory:
    return life.atlas.inspect.memory(id).memory


def _statuses(life: Life, ids: Sequence[str]) -> list[Status]:
    return [_memory(life, id).status for id in ids]


def test_a_yes_to_one_rival_is_a_no_to_the_others_in_the_same_change(life: Life) -> None:
    days = [birthday(life.runtime, day) for day in ("1 May", "2 May", "3 May")]
    made = life.atlas.review.choose(days[1], days[0], days[2], reason="Ana told me")
    assert len({each.entry for each in made}) == 1
    assert _statuses(life, days) == [Status.REJECTED, Status.APPROVED, Status.REJECTED]
    life.atlas.undo()
    assert _statuses(life, days) == [Status.NEEDS_REVIEW] * 3
    assert life.atlas.admin.verify().ok


def test_a_rival_that_agrees_with_the_chosen_one_is_not_rejected(life: Life) -> None:
    same = [birthday(life.runtime, "1 May", origin) for origin in (Origin.USER, Origin.WEB)]
    other = birthday(life.runtime, "2 May", Origin.WEB)
    life.atlas.review.choose(same[0], same[1], other)
    assert _statuses(life, [*same, other]) == [Status.APPROVED, Status.EXPIRED, Status.REJECTED]
    assert _memory(life, same[0]).linked(Relation.SUPERSEDES) == (same[1],)
    assert _memory(life, same[0]).trust is Trust.USER


def test_a_yes_to_duplicates_keeps_one_of_them(life: Life) -> None:
    texts = ("The deploy runs on Fridays.", "On Fridays the deploy runs.", "A deploy runs on Fridays!")
    ids = [wait(life.runtime, text, Origin.TOOL, kind=Kind.KNOWLEDGE) for text in texts]
    (cluster,) = life.atlas.review.queue().clusters
    life.atlas.review.decide_cluster(Status.APPROVED, ids[2])
    top, *others = cluster.ids
    assert _statuses(life, cluster.ids) == [Status.APPROVED, Status.EXPIRED, Status.EXPIRED]
    assert {_memory(life, id).state for id in others} == {State.ARCHIVED}
    assert _memory(life, top).state is State.ACTIVE
    assert life.atlas.review.queue().items == 0
    life.atlas.undo()
    assert _statuses(life, ids) == [Status.NEEDS_REVIEW] * 3
    assert {_memory(life, id).state for id in ids} == {State.ACTIVE}
    assert life.atlas.admin.verify().ok


def test_what_comes_from_elsewhere_is_not_approved_by_the_conversation(life: Life) -> None:  # X1
    texts = ("The shop opens at nine.", "The owner is called Kim.", "The bank account changed.")
    ids = [wait(life.runtime, text, Origin.WEB, conversation=ConversationId("page")) for text in texts]
    with pytest.raises(Refused, match="one by one"):
        life.atlas.review.decide_cluster(Status.APPROVED, ids[0])
    assert _statuses(life, ids) == [Status.NEEDS_REVIEW] * 3
    life.atlas.review.decide_cluster(Status.REJECTED, ids[0], reason="a bad page")
    assert _statuses(life, ids) == [Status.REJECTED] * 3
    life.atlas.undo()
    assert _statuses(life, ids) == [Status.NEEDS_REVIEW] * 3


def test_what_the_user_said_in_one_conversation_is_one_decision_where_little_depends_on_it(life: Life) -> None:
    texts = ("The user seems to like figs.", "The user may own a bicycle.")
    ids = [wait(life.runtime, text, conversation=ConversationId("c9")) for text in texts]
    life.atlas.review.decide_cluster(Status.APPROVED, ids[0])
    assert _statuses(life, ids) == [Status.APPROVED] * 2


def test_an_edit_is_approved_as_the_operators_own_word(life: Life) -> None:  # X1
    old = wait(life.runtime, "The user lives in Porto.", Origin.WEB, claim=Claim(USER, "lives_in", "Porto"))
    made = life.atlas.review.approve_edited(old, "The user lives in Lisbon.")
    fresh = _memory(life, made.id)
    assert (fresh.status, fresh.origin, fresh.trust) == (Status.APPROVED, Origin.OPERATOR, Trust.OPERATOR)
    assert fresh.claim == Claim(USER, "lives_in", "Lisbon")
    assert fresh.linked(Relation.SUPERSEDES) == (old,)
    assert old in made.closed
    assert _memory(life, old).status is Status.SUPERSEDED
    life.atlas.undo()
    assert _memory(life, old).status is Status.NEEDS_REVIEW
    with pytest.raises(NotFound):
        life.atlas.inspect.memory(made.id)
    assert life.atlas.admin.verify().ok


def test_an_edit_closes_what_it_contradicts(life: Life) -> None:
    known = remember(life.runtime, "The user lives in Rome.", claim=Claim(USER, "lives_in", "Rome"))
    life.virtual.later(minutes=1)
    old = wait(life.runtime, "The user lives in Porto.", claim=Claim(USER, "lives_in", "Porto"))
    made = life.atlas.review.approve_edited(old, "The user lives in Lisbon.")
    assert known in made.closed
    assert _memory(life, known).status is Status.SUPERSEDED


def test_an_edit_that_changes_nothing_is_an_approval(life: Life) -> None:
    old = wait(life.runtime, "The user lives in Porto.", Origin.WEB)
    made = life.atlas.review.approve_edited(old, "The user lives in Porto.")
    assert made.id == old
    assert (_memory(life, old).status, _memory(life, old).origin) == (Status.APPROVED, Origin.WEB)


def test_an_edit_keeps_no_secret(life: Life) -> None:  # C5
    old = wait(life.runtime, "The key is known.")
    made = life.atlas.review.approve_edited(old, "The key is ghp_abcdefghijklmnopqrstuvwxyz0123456789.")
    assert "ghp_" not in _memory(life, made.id).content


@pytest.mark.parametrize("text", ["", "  \n", "x" * 100_000])
def test_an_empty_or_endless_edit_is_refused(life: Life, text: str) -> None:
    old = wait(life.runtime, "The key is known.")
    with pytest.raises(BadInput):
        life.atlas.review.approve_edited(old, text)
    assert _memory(life, old).status is Status.NEEDS_REVIEW


def test_a_merge_into_what_is_approved_leaves_its_trust(life: Life) -> None:  # X1
    known = remember(life.runtime, "The user lives in Porto.")
    repeated = wait(life.runtime, "The user lives in Porto!", Origin.WEB)
    life.atlas.review.merge(known, repeated)
    assert _memory(life, known).trust is Trust.USER
    assert _memory(life, repeated).status is Status.EXPIRED
    life.atlas.undo()
    assert _memory(life, repeated).status is Status.NEEDS_REVIEW
    assert not _memory(life, known).links
    assert life.atlas.admin.verify().ok


def test_a_sensitive_item_can_be_approved_as_a_redacted_copy(life: Life) -> None:  # C5
    held = wait(life.runtime, "The card is 4111 1111 1111 1111.")
    made = life.atlas.review.approve_redacted(held)
    assert "4111" not in _memory(life, made.id).content
    assert _memory(life, held).status is Status.SUPERSEDED
    assert life.atlas.review.queue().items == 0


DECISIONS: tuple[Callable[[Life, list[str]], object], ...] = (
    lambda life, ids: life.atlas.review.choose(ids[0], *ids[1:]),
    lambda life, ids: life.atlas.review.merge(ids[0], *ids[1:]),
    lambda life, ids: life.atlas.review.approve_edited(ids[-1], "Something else."),
    lambda life, ids: life.atlas.review.decide_cluster(Status.REJECTED, ids[-1]),
)


@pytest.mark.parametrize("decide", DECISIONS)
def test_what_was_decided_meanwhile_is_not_decided_again(
    life: Life, decide: Callable[[Life, list[str]], object]
) -> None:
    """C2: all of it or nothing, and one sentence."""
    ids: list[str] = [birthday(life.runtime, day) for day in ("1 May", "2 May")]
    life.atlas.reject(ids[1])
    before = life.atlas.history.log(1)[0].seq
    with pytest.raises((NotFound, Refused)) as refused:
        decide(life, ids)
    assert str(refused.value).endswith(".")
    assert life.atlas.history.log(1)[0].seq == before
    assert _memory(life, ids[0]).status is Status.NEEDS_REVIEW


def test_undo_goes_back_as_far_as_anybody_wishes(life: Life) -> None:
    ids = [wait(life.runtime, f"Note {number}.") for number in range(12)]
    for id in ids:
        life.atlas.approve(id)
    for _ in ids:
        life.atlas.undo()
    assert _statuses(life, ids) == [Status.NEEDS_REVIEW] * len(ids)
    assert life.atlas.review.queue().items == len(ids)
