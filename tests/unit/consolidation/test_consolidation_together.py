"""What is used together is joined, each use once, up to a whole (T9)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.together import strengthen_used_together
from atlas.model.ids import MemoryId
from atlas.model.memory import Relation

POLICY = ConsolidationPolicy()
A, B, C = (MemoryId(f"m_{name}") for name in "abc")


def edges(*used: list[MemoryId], policy: ConsolidationPolicy = POLICY) -> dict[tuple[MemoryId, ...], float]:
    return {each.memories: each.amount for each in strengthen_used_together(used, policy)}


def test_a_use_together_adds_a_tenth() -> None:  # T9
    assert edges([B, A], [C]) == {(A, B): 0.1}
    (edge,) = strengthen_used_together([[A, B]], POLICY)
    assert edge.relation is Relation.CO_ACTIVATED
    assert edge.reason == "They were used together for one reply."


def test_the_same_pair_is_summed_up_to_one() -> None:  # T9
    assert edges([A, B], [B, A, A], [A, B]) == {(A, B): 0.3}
    assert edges(*[[A, B]] * 14) == {(A, B): 1.0}


def test_of_one_reply_the_best_are_joined() -> None:  # T9
    assert edges([C, A, B], policy=ConsolidationPolicy(most_together=2)) == {(A, C): 0.1}


@given(st.lists(st.lists(st.sampled_from([A, B, C])), max_size=20))
def test_an_edge_has_two_ends_and_a_weight(used: list[list[MemoryId]]) -> None:  # T9
    made = strengthen_used_together(used, POLICY)
    assert len({each.memories for each in made}) == len(made)
    assert all(each.memories[0] < each.memories[1] and 0.0 < each.amount <= 1.0 for each in made)
    assert bool(made) is any(len(set(reply)) > 1 for reply in used)
