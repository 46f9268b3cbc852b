"""What a proposal keeps, adds and takes away (C9)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.word_diff import MOST_WORDS, diff_words
from atlas.model.review import DiffKind, DiffPiece


def _side(pieces: tuple[DiffPiece, ...], other: DiffKind) -> str:
    return "".join(piece.text for piece in pieces if piece.kind is not other)


@given(st.text(), st.text())
def test_the_pieces_are_both_texts(before: str, after: str) -> None:
    pieces = diff_words(before, after)
    assert _side(pieces, DiffKind.ADDED) == before
    assert _side(pieces, DiffKind.REMOVED) == after


def test_only_the_words_that_differ_are_marked() -> None:
    pieces = diff_words("The user lives in Porto now.", "The user lives in Lisbon now.")
    changed = [(piece.kind, piece.text) for piece in pieces if piece.kind is not DiffKind.SAME]
    assert changed == [(DiffKind.REMOVED, "Porto"), (DiffKind.ADDED, "Lisbon")]


@given(st.text())
def test_what_is_the_same_has_no_changed_piece(text: str) -> None:
    assert {piece.kind for piece in diff_words(text, text)} <= {DiffKind.SAME}


def test_a_book_is_not_compared_word_by_word() -> None:
    before, after = "a " * MOST_WORDS, "b " * MOST_WORDS
    assert [piece.kind for piece in diff_words(before, after)] == [DiffKind.REMOVED, DiffKind.ADDED]
