"""X6: word for word, nearly, again and again."""

from __future__ import annotations

import pytest

from atlas.metrics.entries import Entry, Fault
from unit.metrics.audited import ago, audited, entries, found

BASE = "User's sister Maria keeps beehives in Porto"


@pytest.mark.parametrize("other", [BASE, f"  {BASE.upper()}. ", "“User's sister  Maria keeps beehives in Porto”"])
def test_the_same_text_is_an_exact_duplicate(other: str) -> None:  # X6
    audit = audited(entries(BASE, other))
    assert (audit.rate(Fault.EXACT).count, audit.rate(Fault.NEAR).count) == (1, 0)


@pytest.mark.parametrize(
    "other",
    [
        "The user's sister Maria always keeps beehives in Porto.",
        "Sister Maria keeps beehives in Porto, as mentioned",
        "User's sister Maria keeps beehievs in Porto (confirmed)",
        "Note: user's sister Maria, in Porto, keeps beehives",
    ],
)
def test_almost_the_same_words_are_a_near_duplicate(other: str) -> None:  # X6
    audit = audited(entries(BASE, other))
    assert (audit.rate(Fault.EXACT).count, audit.rate(Fault.NEAR).count) == (0, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BASE, "User's sister Maria keeps beehives in Lisbon"),
        (BASE, "User's sister Maria does not keep beehives in Porto"),
        (BASE, "User's sister Anna keeps beehives in Porto"),
        ("User pays 300 euros for the flat in Porto", "User pays 350 euros for the flat in Porto"),
        ("User lives in Porto", "User lives in Porto and works at the bakery of an uncle"),
        ("User is allergic to peanuts", "User is allergic to peanuts and shellfish"),
        ("User's dog Rex sleeps in the garden shed", "User's dog Rex sleeps in the garden"),
        ("Anna owes Ben a dinner in Porto", "Ben owes Anna a dinner in Porto"),
        ("ok", "hi"),
    ],
)
def test_what_commits_to_something_else_is_none(one: str, other: str) -> None:  # X6
    assert found(Fault.NEAR, one, other) == []


def test_what_two_owners_have_is_no_copy() -> None:  # X6
    audit = audited([Entry("a", BASE, ago(3), "ana"), Entry("b", BASE, ago(2), "ben")])
    assert audit.rate(Fault.EXACT).count == 0
    assert audit.owners == 2


@pytest.mark.parametrize(
    "served",
    [
        f"- {BASE} (score: 0.83)",
        f"Relevant memories: {BASE}",
        f"<relevant-memories>\n* {BASE}\n</relevant-memories>",
        f"According to stored memory, {BASE}",
        f"The assistant recalls that {BASE}",
        f"- “{BASE}” (user, 2026-03-02, 2 weeks ago)",  # a line of a context as it was once
        f'- "{BASE}" (2 Mar)',  # our own lines of a context
        f'- "{BASE}" (assistant, 2 Mar 2025: "So it is")',
        f"[memory] {BASE}",
    ],
)
def test_an_entry_in_the_shape_of_a_served_memory_is_a_loop(served: str) -> None:  # X2, X6
    audit = audited(entries(BASE, served))
    assert (audit.rate(Fault.LOOP).count, audit.rate(Fault.NEAR).count) == (1, 1)
    assert audit.rate(Fault.LOOP).examples[0].beside == BASE


def test_a_bullet_is_a_loop_only_if_it_repeats_something() -> None:  # X6
    assert found(Fault.LOOP, BASE, f"- {BASE}") == [f"- {BASE}"]
    assert found(Fault.LOOP, BASE, "- User has a dog called Rex") == []


def test_what_comes_again_and_again_within_days_is_a_loop() -> None:  # X6
    burst = [Entry(str(hour), BASE, ago(5 - hour / 24)) for hour in range(6)]
    slow = [Entry(str(week), BASE, ago(7 * week)) for week in range(6)]
    assert audited(burst).rate(Fault.LOOP).count == 5
    assert audited(slow).rate(Fault.LOOP).count == 0
    assert audited(slow).rate(Fault.EXACT).count == 5


def test_without_dates_the_order_tells() -> None:  # X6
    filler = [f"User bought item {place} of {place * 7} in shop {place * 3}" for place in range(900)]
    together = [Entry(str(at), text) for at, text in enumerate([BASE] * 5 + filler)]
    apart = [Entry(str(at), text) for at, text in enumerate(filler)]
    for at in range(5):
        apart.insert(at * 250, Entry(f"x{at}", BASE))
    assert audited(together).rate(Fault.LOOP).count == 4
    assert audited(apart).rate(Fault.LOOP).count == 0


def test_noise_that_repeats_is_junk_and_no_loop() -> None:  # X6
    audit = audited(Entry(str(hour), "HEARTBEAT_OK", ago(5 - hour / 24)) for hour in range(6))
    assert audit.rate(Fault.LOOP).count == 0
    assert (audit.rate(Fault.JUNK).count, audit.rate(Fault.EXACT).count) == (6, 5)


def test_a_secret_is_found_and_never_shown() -> None:  # X6, P5
    key = "sk-proj-" + "a1B2c3D4" * 6
    audit = audited(entries(f"- The key is {key} (score: 0.91)", f"User's key is {key} for the {'long ' * 80} text"))
    assert audit.rate(Fault.SECRET).count == 2
    assert key not in repr(audit)
    assert key[:20] not in repr(audit)
    assert audit.rate(Fault.SECRET).reasons == (("openai key", 2),)


def test_of_one_text_that_many_owners_repeat_one_is_shown() -> None:  # X6
    given = [Entry(f"{who}{at}", BASE, ago(9 * at), who) for who in ("ana", "ben", "eve") for at in range(3)]
    rate = audited(given).rate(Fault.EXACT)
    assert (rate.count, [example.text for example in rate.examples]) == (6, [BASE])


def test_texts_are_cut_and_few() -> None:  # X6
    audit = audited(entries(*["Thanks for sharing " + "words " * 30 for _ in range(50)]))
    assert 1 <= len(audit.rate(Fault.EXACT).examples) <= 5
    assert all(len(example.text) <= 280 for rate in audit.rates for example in rate.examples)


def test_the_histogram_counts_each_entry_once() -> None:  # X6
    audit = audited(entries(BASE, BASE, f"{BASE} too", "User has a dog called Rex"))
    assert sum(audit.likeness) == audit.entries == 4
    assert audit.likeness[-1] == 1
