"""X6: what contradicts, what is stale, what nobody used; and what cannot be told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.metrics.entries import Entry, Fault
from unit.metrics.audited import ago, audited, entries, found
from unit.metrics.mem0_dump import NOW


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("User lives in Porto", "User lives in Lisbon"),
        ("The user resides in Porto with a dog", "User lives in Oslo"),
        ("User's favourite colour is blue", "User's favorite colour is green"),
        ("User is 34 years old", "The user is 35 years old"),
        ("User is allergic to nuts", "User is not allergic to nuts"),
        ("User likes jazz", "User doesn't like jazz"),
        ("The weekly meeting is on Monday", "The weekly meeting is on Friday"),
        ("I live in Porto", "I live in Rome now"),
    ],
)
def test_what_says_something_else_of_one_matter_contradicts(older: str, newer: str) -> None:  # X6, T16
    (example,) = audited(entries(older, newer)).rate(Fault.CONTRADICTION).examples
    assert (example.text, example.beside) == (newer, older)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User likes tea", "User likes coffee"),
        ("User lives in Porto", "User lives in Porto with a dog"),
        ("User lives in Porto", "User's sister lives in Lisbon"),
        ("User's budget for project Heron is 9 thousand", "User's budget for project Quartz is 51 thousand"),
        ("User visited Rome in May", "User visited Oslo in June"),
        ("User lives in Porto", "User lived in Lisbon as a child"),
    ],
)
def test_two_things_that_can_both_hold_do_not(one: str, other: str) -> None:  # X6
    assert found(Fault.CONTRADICTION, one, other) == []


def test_what_is_over_contradicts_nothing() -> None:  # X6, T16
    closed = Entry("a", "User lives in Porto", ago(60), valid_until=ago(30))
    audit = audited([closed, Entry("b", "User lives in Lisbon", ago(30))])
    assert audit.rate(Fault.CONTRADICTION).count == 0
    assert [example.id for example in audit.rate(Fault.STALE).examples] == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "User has an exam tomorrow",
        "The report is due next week",
        "User's flight leaves on Friday",
        "Deadline for the grant is 3 January 2026",
        "Project Heron must be delivered by February",
    ],
)
def test_what_was_ahead_and_has_passed_is_stale(text: str) -> None:  # X6
    assert found(Fault.STALE, text, at=datetime(2025, 12, 1, tzinfo=UTC)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "User moved to Porto in March",
        "User was born in 1990",
        "User has an exam next year",
        "User plays tennis on Fridays",
        "User will never eat fish",
    ],
)
def test_what_has_happened_or_still_lies_ahead_is_not(text: str) -> None:  # X6
    assert found(Fault.STALE, text, at=ago(90)) == []


def test_what_nobody_came_back_to_in_a_year_is_stale() -> None:  # X6
    old = Entry("a", "User keeps bees", ago(400), uses=0)
    used = Entry("b", "User keeps a goat", ago(400), confirmed_at=ago(20))
    again = [Entry("c", "User keeps hens", ago(400), uses=0), Entry("d", "User keeps hens", ago(30), uses=0)]
    audit = audited([old, used, *again, Entry("e", "User keeps geese", ago(20), uses=0)])
    assert [example.id for example in audit.rate(Fault.STALE).examples] == ["a"]


def test_where_use_is_not_told_a_year_says_nothing() -> None:  # X6
    """A dump of another memory has dates alone: that something is old is no fault of it."""
    audit = audited(entries("User keeps bees", "User has an exam tomorrow", at=ago(400)))
    assert [example.text for example in audit.rate(Fault.STALE).examples] == ["User has an exam tomorrow"]
    assert (audit.entries, audit.sound) == (2, 1)


def test_what_was_there_for_a_month_and_never_used() -> None:  # X6, T3
    given = [("a", 40, 0), ("b", 40, 2), ("c", 10, 0)]
    audit = audited(Entry(id, f"User owns thing {id}", ago(days), uses=uses) for id, days, uses in given)
    assert [example.id for example in audit.rate(Fault.NEVER_USED).examples] == ["a"]
    assert audit.rate(Fault.NEVER_USED).share == pytest.approx(1 / 3)


def test_what_cannot_be_told_is_said_to_be_unknown() -> None:  # X6
    audit = audited([Entry("a", "User keeps bees")])
    for fault in (Fault.NEVER_USED, Fault.STALE):
        rate = audit.rate(fault)
        assert rate.share is None
        assert rate.unknown.endswith(".")
    turn = audited([Entry("a", "See you tomorrow at the bees", ago(300), holds=False)])
    assert turn.rate(Fault.STALE).share is None


def test_entries_are_counted_by_month_and_the_sound_ones_apart() -> None:  # X6
    audit = audited([Entry("a", "ok", datetime(2026, 1, 31, tzinfo=UTC)), Entry("b", "User keeps bees", NOW)])
    assert audit.months == (("2026-01", 1), ("2026-06", 1))
    assert (audit.entries, audit.sound) == (2, 1)


def test_nothing_to_audit_is_no_error() -> None:
    audit = audited([])
    assert audit.entries == 0
    assert all(rate.share == 0.0 for rate in audit.rates)
