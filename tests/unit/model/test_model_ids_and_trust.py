"""Ids that can be read aloud, and trust that only falls."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.ids import ENTROPY_BYTES, Prefix, make_id
from atlas.model.interaction import Interaction
from atlas.model.memory import Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust, find_lowest_trust
from unit.model._nouns import DAY, INTERACTIONS, NOW, memories, memory, sketches

ALPHABET = set("0123456789abcdefghjkmnpqrstvwxyz")


@given(st.sampled_from(Prefix), st.binary(min_size=ENTROPY_BYTES, max_size=32))
def test_an_id_is_a_prefix_and_thirteen_signs_that_nobody_mishears(prefix: Prefix, entropy: bytes) -> None:
    made = make_id(prefix, entropy)
    head, _, rest = made.partition("_")
    assert head == prefix.value
    assert len(rest) == 13
    assert set(rest) <= ALPHABET
    assert not set("ilou") & set(rest)


def test_an_id_spells_its_number_lowest_digit_first() -> None:
    """Ids stand in stores: the same draw must be the same id in every version."""
    assert make_id(Prefix.MEMORY, bytes(range(1, 10))) == "m_902e03m04r04g"


def test_every_kind_of_row_has_its_own_prefix() -> None:
    assert len({prefix.value for prefix in Prefix}) == len(Prefix)


def test_twenty_thousand_draws_are_twenty_thousand_ids() -> None:
    chance = random.Random(7)
    assert len({make_id(Prefix.MEMORY, chance.randbytes(ENTROPY_BYTES)) for _ in range(20_000)}) == 20_000


@given(st.integers(0, 2**65 - 1), st.integers(0, 2**65 - 1))
def test_sixty_five_bits_make_the_difference(one: int, other: int) -> None:
    first, second = (make_id(Prefix.JOB, number.to_bytes(ENTROPY_BYTES, "big")) for number in (one, other))
    assert (first == second) == (one == other)


def test_the_order_of_trust() -> None:  # X1
    order = [Origin.OPERATOR, Origin.USER, Origin.ASSISTANT, Origin.TOOL, Origin.WEB, Origin.UNKNOWN]
    trusts = [origin.trust for origin in order]
    assert trusts == sorted(trusts, reverse=True)
    assert len(set(trusts)) == len(order)
    assert Origin.TOOL.trust == Origin.FILE.trust == Origin.IMPORT.trust


def test_every_origin_has_its_trust() -> None:  # X1
    assert {origin.trust for origin in Origin} == set(Trust)


@given(st.lists(st.sampled_from(Trust), min_size=1))
def test_what_is_derived_is_trusted_as_its_weakest_source(trusts: list[Trust]) -> None:  # X1
    assert find_lowest_trust(trusts) == min(trusts)
    assert all(find_lowest_trust([*trusts, more]) <= find_lowest_trust(trusts) for more in Trust)


def test_of_no_source_at_all_there_is_no_trust() -> None:  # X1
    assert find_lowest_trust([]) is Trust.UNKNOWN


@given(INTERACTIONS)
def test_an_interaction_is_trusted_as_its_least_trusted_message(made: Interaction) -> None:  # J17
    assert all(made.trust <= each.origin.trust for each in made.messages)


@given(sketches())
def test_only_what_is_approved_and_in_service_is_served(made: Memory) -> None:  # C1
    assert made.served == (made.status is Status.APPROVED and made.state is State.ACTIVE)


@pytest.mark.parametrize(
    ("begins", "ends", "valid"),
    [
        (None, None, True),
        (NOW, None, True),
        (NOW + DAY, None, False),
        (None, NOW, False),  # the end is the first moment at which it no longer holds
        (None, NOW + DAY, True),
        (NOW - DAY, NOW + DAY, True),
        (NOW - DAY, NOW - DAY / 2, False),
    ],
)
def test_when_a_fact_holds(begins: object, ends: object, valid: bool) -> None:  # T16
    assert memory(valid_from=begins, valid_until=ends).valid_at(NOW) is valid


@given(memories(), st.sampled_from(Relation))
def test_links_are_found_by_their_relation(made: Memory, relation: Relation) -> None:
    assert made.linked(relation) == tuple(link.to for link in made.links if link.relation is relation)
