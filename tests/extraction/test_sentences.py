"""The hand-made sentences: no invented fact, and nine in ten of the true ones (J8, J14)."""

from __future__ import annotations

import hashlib

import pytest
from sentence_table import HERE, report, rows, score, total

TABLES = ("sentences.jsonl", "later.jsonl", "misreadings.jsonl")
LEAST_RECALL = 0.90
FROZEN = "1decdca1d156b289ad88c031ca541ddabe2c92999a4b0c2281a6e4e0e28daeb1"


@pytest.mark.parametrize("name", TABLES)
def test_no_fact_is_invented(name: str) -> None:
    groups = score(rows(name))
    assert not total(groups.values()).false, report(groups)


@pytest.mark.parametrize("name", TABLES)
def test_nine_in_ten_true_facts_are_found(name: str) -> None:
    groups = score(rows(name))
    assert total(groups.values()).recall >= LEAST_RECALL, report(groups)


def test_the_first_table_is_frozen() -> None:
    """Byte for byte as it was committed before the first rule."""
    table_bytes = (HERE / "sentences.jsonl").read_bytes()
    assert hashlib.sha256(table_bytes).hexdigest() == FROZEN
    table = rows("sentences.jsonl")
    assert len(table) == 481
    assert len({row["id"] for row in table}) == 481
    assert sum(row["trap"] for row in table) * 2 >= len(table) - 1


def test_the_later_table_has_its_own_rows() -> None:
    later, first = rows("later.jsonl"), {row["text"] for row in rows("sentences.jsonl")}
    assert len(later) >= 120
    assert len({row["id"] for row in later}) == len(later)
    assert not first & {row["text"] for row in later}


def test_sentences_that_were_misread_are_read_whole_or_not_at_all() -> None:
    """Every row that was seen to go wrong, with its variants, and the plain sentences beside them (J8, J14)."""
    table = rows("misreadings.jsonl")
    groups = score(table)
    assert total(groups.values()).passed == len(table) >= 100, report(groups)
    assert len({row["text"] for row in table}) == len({row["id"] for row in table}) == len(table)
