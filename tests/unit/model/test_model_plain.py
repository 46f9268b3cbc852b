"""Nouns become plain data, go through JSON, and come back the same."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.entity import Entity
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import encode_canonical
from atlas.model.memory import Memory, Status
from atlas.model.origin import Trust
from atlas.model.plain_data import (
    from_plain,
    instant_text,
    parse_instant,
    proposal_from_plain,
    proposal_to_plain,
    to_plain,
)
from atlas.model.proposal import Proposal, Remember
from atlas.model.verdict import Finding
from unit.model._nouns import ENTITIES, INTERACTIONS, MESSAGES, MOMENTS, NOW, PROPOSALS, memories, memory


def _through_json(plain: object) -> dict[str, object]:
    read: dict[str, object] = json.loads(encode_canonical(plain))
    return read


@given(memories())
def test_any_memory_comes_back_from_plain_data(made: Memory) -> None:
    assert from_plain(Memory, _through_json(to_plain(made))) == made


@given(INTERACTIONS)
def test_any_interaction_comes_back_from_plain_data(made: Interaction) -> None:
    assert from_plain(Interaction, _through_json(to_plain(made))) == made


@given(MESSAGES)
def test_any_message_comes_back_from_plain_data(made: Message) -> None:
    assert from_plain(Message, _through_json(to_plain(made))) == made


@given(ENTITIES)
def test_any_entity_comes_back_from_plain_data(made: Entity) -> None:
    assert from_plain(Entity, _through_json(to_plain(made))) == made


@given(PROPOSALS)
def test_any_proposal_comes_back_as_its_own_kind(made: Proposal) -> None:
    back = proposal_from_plain(_through_json(proposal_to_plain(made)))
    assert back == made
    assert type(back) is type(made)


@given(memories())
def test_what_equals_its_default_is_left_out(made: Memory) -> None:
    plain = to_plain(made)
    for field in dataclasses.fields(Memory):
        assert (field.name in plain) == (getattr(made, field.name) != field.default)


def test_a_row_of_defaults_holds_only_what_has_none() -> None:
    required = {field.name for field in dataclasses.fields(Memory) if field.default is dataclasses.MISSING}
    assert set(to_plain(memory())) == required


def test_a_field_of_a_later_version_is_passed_over() -> None:
    """An older ATLAS reads what a newer one wrote, as far as it understands it."""
    assert from_plain(Memory, {**to_plain(memory()), "colour": "blue"}) == memory()


def test_enums_are_written_by_value_and_trust_as_its_number() -> None:
    plain = to_plain(memory(status=Status.ONE_TIME))
    assert plain["status"] == "one_time_exception"
    assert plain["trust"] == int(Trust.USER)
    assert type(plain["trust"]) is int


@given(MOMENTS, MOMENTS)
def test_the_order_of_moments_is_the_order_of_their_texts(one: datetime, other: datetime) -> None:
    assert (instant_text(one) < instant_text(other)) == (one < other)


@given(MOMENTS, st.integers(-12, 14))
def test_a_moment_is_spelt_one_way_whatever_its_zone(when: datetime, hours: int) -> None:
    there = when.astimezone(timezone(timedelta(hours=hours)))
    assert instant_text(there) == instant_text(when)
    assert parse_instant(instant_text(there)) == when
    assert parse_instant(instant_text(there)).tzinfo == UTC


def test_the_hour_that_comes_twice_in_autumn_is_spelt_as_two() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    second = first.replace(fold=1)
    assert first == second
    assert (instant_text(first)[11:16], instant_text(second)[11:16]) == ("00:30", "01:30")


def test_an_unknown_kind_of_proposal_is_an_error() -> None:
    with pytest.raises(KeyError):
        proposal_from_plain({"kind": "obey", "body": {}})


def test_numbers_that_json_has_no_word_for_are_not_written() -> None:
    """NaN in a row would be a journal that cannot be read again."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_canonical(to_plain(dataclasses.replace(memory(), confidence=float("nan"))))


@given(PROPOSALS)
def test_whole_numbers_read_as_the_floats_they_were(made: Proposal) -> None:
    back = proposal_from_plain(_through_json(proposal_to_plain(made)))
    if isinstance(back, Remember):
        assert type(back.confidence) is float


def test_a_whole_number_in_json_reads_as_a_float() -> None:
    back = from_plain(Memory, {**to_plain(memory()), "confidence": 0})
    assert back.confidence == 0.0
    assert type(back.confidence) is float
    assert back.observed_at == NOW


def test_a_finding_that_does_not_warn_is_spelled_as_ever() -> None:
    """So that no entry of a journal reads otherwise than it was written."""
    assert to_plain(Finding("C3", "It waits.")) == {"rule": "C3", "says": "It waits."}
    assert to_plain(Finding("I7", "Twice.", soft=True)) == {"rule": "I7", "says": "Twice.", "soft": True}
