"""A row that no longer fits its noun is told as damage, with the name of its column (R4)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.errors import BadInput, StoreCorrupt
from atlas.model.failure import Pattern
from atlas.model.ids import FailureId, PatternId
from atlas.model.plain_data import to_plain

PATTERNS = RowCodec(Pattern)
NOW = datetime(2026, 3, 2, tzinfo=UTC)
PATTERN = Pattern(PatternId("k_1"), "re_ask", "Asked again.", (FailureId("f_1"),), 0.5, NOW, NOW, 3)
AT = "2026-03-02T00:00:00.000000+00:00"
ROW = ("k_1", "re_ask", "Asked again.", '["f_1"]', 0.5, AT, AT, 3, 1, "[]")


def test_a_noun_is_its_row_and_back() -> None:
    assert tuple(PATTERNS.encode(PATTERN).values()) == ROW
    assert PATTERNS.decode(ROW) == PATTERN
    assert PATTERNS.decode_all([ROW, ROW]) == [PATTERN, PATTERN]


def test_a_noun_is_plain_data_without_being_made() -> None:
    assert PATTERNS.decode_plain([ROW]) == [to_plain(PATTERN)]
    assert PATTERNS.decode_plain([]) == []


@pytest.mark.parametrize(
    ("place", "value", "column"),
    [(2, None, "description"), (3, "[1]", "evidence"), (4, "half", "confidence"), (5, "yesterday", "first_seen")],
)
def test_a_damaged_column_is_named(place: int, value: object, column: str) -> None:
    damaged = (*ROW[:place], value, *ROW[place + 1 :])
    with pytest.raises(StoreCorrupt, match=column):
        PATTERNS.decode(damaged)
    with pytest.raises(StoreCorrupt):
        PATTERNS.decode_plain([damaged])


@pytest.mark.parametrize("row", [ROW[:-1], (*ROW, 1), (*ROW[:3], "[", *ROW[4:])])
def test_a_row_of_another_shape_is_damage(row: tuple[object, ...]) -> None:
    with pytest.raises(StoreCorrupt):
        PATTERNS.decode_all([row])
    with pytest.raises(StoreCorrupt):
        PATTERNS.decode_plain([row])


def test_a_number_that_is_not_finite_is_refused() -> None:
    pattern = Pattern(PatternId("k_1"), "re_ask", "Asked again.", (), float("nan"), NOW, NOW, 3)
    with pytest.raises(BadInput, match="not finite"):
        PATTERNS.encode(pattern)
