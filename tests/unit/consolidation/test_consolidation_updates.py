"""T16 without claims: what says two things of one matter is found by its words, and nothing else is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atlas.consolidation.updates import Statement, find_rivals
from atlas.language.english.meaning import read_telltale, telltales_clash
from atlas.model.ids import MemoryId
from atlas.model.memory import Relation

_START = datetime(2026, 3, 1, tzinfo=UTC)


def _clash(one: str, other: str) -> bool:
    return telltales_clash(read_telltale(one), read_telltale(other))


def _said(*texts: str) -> list[Statement]:
    return [Statement(MemoryId(f"m_{at}"), text, _START + timedelta(days=at)) for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging proxy listens on port 8080.", "The staging proxy listens on port 8443."),
        ("Our backups are kept in Dublin.", "Our backups are kept in Oslo."),
        ("The weekly review takes place on Tuesday.", "The weekly review takes place on Thursday."),
        ("The staging proxy listens on port 8080.", "The staging proxy no longer listens on port 8080."),
        ("The invoice system costs 120 dollars a month.", "The invoice system costs 150 dollars a month."),
    ],
)
def test_two_values_of_one_matter_are_joined_the_older_first(one: str, other: str) -> None:
    (found,) = find_rivals(_said(one, other), _clash)
    assert found.relation is Relation.CONTRADICTS
    assert found.memories == ("m_0", "m_1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Maria's birthday is on May 4.", "Anna's birthday is on May 4."),  # two people
        ("The birthday of Maria is on May 4.", "The birthday of Anna is on May 4."),
        ("The budget for project Lantern is 9 thousand.", "The budget for project Juniper is 51 thousand."),
        ("I really like Lisbon in May.", "I really like Porto in May."),  # one can like both
        ("The staging proxy listens on port 8080.", "The staging proxy is listening on port 8080."),  # the same
        ("Our backups are kept in Dublin.", "Our backups were lost once, in a flood in Oslo."),  # something else
        ("Port 8080.", "Port 8443."),  # too little to know that it is one matter
    ],
)
def test_what_is_of_two_matters_or_says_the_same_is_left_alone(one: str, other: str) -> None:
    assert find_rivals(_said(one, other), _clash) == []


def test_only_pairs_with_something_fresh_are_looked_at() -> None:
    said = _said("Our backups are kept in Dublin.", "Our backups are kept in Oslo.", "Our backups are kept in Rome.")
    assert len(find_rivals(said, _clash)) == 3
    assert [each.memories for each in find_rivals(said, _clash, {MemoryId("m_2")})] == [("m_0", "m_2"), ("m_1", "m_2")]


def test_a_crowd_with_one_beginning_is_not_compared_with_itself_all_over() -> None:
    compared = 0

    def counting(one: str, other: str) -> bool:
        nonlocal compared
        compared += 1
        return True

    find_rivals(_said(*(f"We met in the room number {at} today" for at in range(400))), counting)
    assert compared == 0  # told apart by no word of their beginning, so left alone


def test_what_was_merged_away_speaks_for_the_one_it_went_into() -> None:
    said = _said("Our backups are kept in Dublin.", "In Dublin our backups are kept.", "Our backups are kept in Oslo.")
    heirs = {MemoryId("m_0"): MemoryId("m_1")}
    assert [each.memories for each in find_rivals(said, _clash, heirs=heirs)] == [("m_1", "m_2")]
