"""A question as ranking reads it: words, people, time (C8 explains by them)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.retrieval.query_reading import possible_names, read_query

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def _day(year: int, month: int, day: int) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp()


@given(st.text(max_size=300))
def test_any_text_can_be_read(query: str) -> None:
    reading = read_query(query, NOW, ["ana"])
    assert all(span.start < span.end for span in reading.spans)


@pytest.mark.parametrize(
    ("query", "inside", "outside"),
    [
        ("What did I do last summer?", (2025, 7, 20), (2026, 2, 1)),
        ("What happened in May?", (2025, 5, 20), (2026, 1, 5)),
        ("What did I say on 5 May 2023?", (2023, 5, 5), (2023, 5, 9)),
        ("Who came yesterday?", (2026, 3, 1), (2026, 2, 20)),
        ("Where was I in 2024?", (2024, 8, 1), (2025, 8, 1)),
        ("What did we eat two weeks ago?", (2026, 2, 17), (2026, 3, 1)),
    ],
)
def test_times_are_counted_from_when_it_is_asked(
    query: str, inside: tuple[int, int, int], outside: tuple[int, int, int]
) -> None:
    (span,) = read_query(query, NOW).spans
    assert span.start <= _day(*inside) < span.end
    assert not span.start <= _day(*outside) < span.end


def test_several_times_are_all_read() -> None:
    assert len(read_query("What happened on 3 May 2023 and on 7 June 2023?", NOW).spans) == 2


def test_names_of_those_who_speak_are_told_apart_from_words() -> None:
    reading = read_query("What did Ana's dog eat?", NOW, ["ana", "an"])
    assert reading.speakers == {"ana"}
    assert "ana" not in reading.terms
    assert read_query("Ana?", NOW, ["ana"]).terms == ("ana",)


def test_names_of_several_words_are_possible() -> None:
    assert {"maria", "silva", "maria da silva"} <= set(possible_names("Where is Maria da Silva?"))
    assert "李雷" in possible_names("李雷 在哪里?")


def test_no_word_of_a_question_is_taken_for_a_name_that_is_not_written_as_one() -> None:
    assert possible_names("What am I allergic to?") == []


def test_when_and_what_was_told_are_known() -> None:
    assert read_query("When did I move?", NOW).asks_when
    assert not read_query("What did I do when I moved?", NOW).asks_when
    assert read_query("Which restaurant did you recommend?", NOW).told
    assert not read_query("Which restaurant did I like?", NOW).told


def test_how_things_are_is_told_from_how_they_were() -> None:
    assert read_query("Where do I live?", NOW).now
    assert not read_query("Where did I live?", NOW).now
    assert not read_query("Where do I go in May?", NOW).now


@pytest.mark.parametrize(
    ("query", "start", "end"),
    [
        ("What did I do in February?", (2026, 2, 1), (2026, 3, 1)),
        ("What did I do last month?", (2026, 2, 1), (2026, 3, 1)),
        ("What did I do last weekend?", (2026, 2, 28), (2026, 3, 2)),
        ("What did I do last summer?", (2025, 6, 1), (2025, 9, 1)),
        ("Where was I in 2025?", (2025, 1, 1), (2026, 1, 1)),
        ("What happened between 3 May 2023 and 7 June 2023?", (2023, 5, 3), (2023, 6, 8)),
        ("What happened from 3 to 7 June 2023?", (2023, 6, 3), (2023, 6, 8)),
    ],
)
def test_a_span_is_all_that_its_words_cover(query: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    (span,) = read_query(query, NOW).spans
    assert (span.start, span.end) == (_day(*start), _day(*end))
