"""When an occasion becomes general knowledge: three of five, or the document's short reading (T5)."""

from __future__ import annotations

from typing import Any

import pytest
from consolidation_rows import NOW, ago, guess
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.policy import PRESETS, ConsolidationPolicy
from atlas.consolidation.promoting import Candidate, list_conditions, propose_promotions
from atlas.model.ids import MemoryId
from atlas.model.memory import Form, State, Status

POLICY = ConsolidationPolicy()
OTHERS = (MemoryId("m_2"), MemoryId("m_3"))


def candidate(links: int = 0, episodes: tuple[MemoryId, ...] = (), days: float = 1.0, **fields: Any) -> Candidate:
    return Candidate(guess("m_1", days=days, **{"form": Form.EPISODIC} | fields), links, episodes)


@pytest.mark.parametrize(
    ("made", "holds"),
    [
        (candidate(), ()),
        (candidate(uses=3, contexts=3), ("used",)),
        (candidate(uses=3, contexts=2), ()),
        (candidate(uses=2, contexts=3), ()),
        (candidate(links=2), ("linked",)),
        (candidate(links=1), ()),
        (candidate(episodes=OTHERS), ("repeated",)),
        (candidate(episodes=OTHERS[:1]), ()),
        (candidate(days=7.1), ("old",)),
        (candidate(days=7.0), ()),
        (candidate(applications=2), ("applied",)),
        (candidate(applications=1), ()),
        (
            candidate(2, OTHERS, 8, uses=3, contexts=3, applications=2),
            ("used", "linked", "repeated", "old", "applied"),
        ),
    ],
)
def test_the_five_signs(made: Candidate, holds: tuple[str, ...]) -> None:  # T5
    assert list_conditions(made, NOW, POLICY) == holds


def test_three_of_them_are_enough_and_two_are_not() -> None:  # T5
    two, three = candidate(links=2, days=8), candidate(links=2, days=8, applications=2)
    assert propose_promotions([two], NOW, POLICY) == []
    (made,) = propose_promotions([two, three], NOW, POLICY)
    assert made.memory == "m_1"
    assert made.reason == (
        "It has become general knowledge: linked to general knowledge, old enough, applied with success."
    )


def test_it_keeps_its_episodes() -> None:  # T5
    (made,) = propose_promotions([candidate(2, OTHERS, 8)], NOW, POLICY)
    assert made.episodes == OTHERS


def test_the_documents_short_reading() -> None:  # T5
    compact = PRESETS["compact"]
    assert len(propose_promotions([candidate(days=7.1, uses=3)], NOW, compact)) == 1
    assert propose_promotions([candidate(days=7.0, uses=3)], NOW, compact) == []
    assert propose_promotions([candidate(days=7.1, uses=2)], NOW, compact) == []
    assert propose_promotions([candidate(2, OTHERS, 1, uses=3, contexts=3, applications=2)], NOW, compact) == []


@given(
    st.sampled_from(Form),
    st.sampled_from(State),
    st.sampled_from(Status),
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(0, 4),
)
def test_only_what_is_served_and_episodic_is_promoted(
    form: Form, state: State, status: Status, uses: int, links: int, applied: int
) -> None:  # T5
    fields = {"form": form, "state": state, "status": status, "uses": uses, "contexts": uses, "applications": applied}
    made = Candidate(guess("m_1", observed_at=ago(30), **fields), links, OTHERS)
    wished = propose_promotions([made], NOW, POLICY)
    assert bool(wished) is (
        form is Form.EPISODIC
        and state is State.ACTIVE
        and status is Status.APPROVED
        and len(list_conditions(made, NOW, POLICY)) >= 3
    )
