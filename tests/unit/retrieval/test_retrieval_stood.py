"""Which questions ask how things stood at a past time, and which do not (X4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atlas.retrieval.query_reading import find_as_of

NOW = datetime(2026, 11, 15, 11, 30, tzinfo=UTC)
END_OF_MARCH = datetime(2026, 4, 1, tzinfo=UTC) - timedelta.resolution


@pytest.mark.parametrize(
    "question",
    [
        "Where did I live in March?",
        "What did I believe about jazz in March?",
        "what did i still think of it in march 2026",
        "What did I say about the boat in March?",
        "Where did my sister work in March?",
        "What was my favourite colour in March?",
    ],
)
def test_how_things_stood(question: str) -> None:
    assert find_as_of(question, NOW) == END_OF_MARCH


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "Where did I live?",
        "What did I do in March?",
        "Who visited me in March?",
        "Where will I live in March?",
        "In March I moved.",
        "",
    ],
)
def test_what_asks_for_something_else(question: str) -> None:
    assert find_as_of(question, NOW) is None
