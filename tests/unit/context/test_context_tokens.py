"""Counting tokens: a little too many rather than one too few (C7)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.context.tokens import estimate_tokens

TEXTS = st.text() | st.text("aB1 .\n\té—'\"", max_size=40)


@given(TEXTS)
def test_no_fewer_than_there_are_words(text: str) -> None:  # C7
    assert estimate_tokens(text) >= len(text.split())


@given(TEXTS)
def test_no_more_than_there_are_bytes(text: str) -> None:
    """A byte-level vocabulary has every byte: more would be waste."""
    assert estimate_tokens(text) <= len(text.encode("utf-8", "surrogatepass"))


@given(TEXTS, TEXTS)
def test_two_texts_together_count_no_more_than_apart_and_no_less_than_either(one: str, other: str) -> None:  # C7
    together = estimate_tokens(one + other)
    assert together <= estimate_tokens(one) + estimate_tokens(other)
    assert together >= max(estimate_tokens(one), estimate_tokens(other))


@given(st.lists(TEXTS, max_size=5))
def test_lines_add_up(lines: list[str]) -> None:
    """What assembling a context stands on: a sum over lines is the count of the whole."""  # C7
    ended = [f"{line}\n" for line in lines]
    assert estimate_tokens("".join(ended)) == sum(map(estimate_tokens, ended))


# Reckoned by hand, from how byte-pair vocabularies split a text before they join it.
KNOWN = [
    ("", 0),
    ("Hello, world!", 4),
    ("The quick brown fox jumps over the lazy dog.", 10),
    ("antidisestablishmentarianism", 6),
    ("1 2 3", 5),  # a digit does not take the space before it
    ("2026-03-10", 6),
    ("    indented", 3),
    ("def f(x):\n    return x + 1\n", 12),
    ("Olá, São João", 6),
    ("日本語", 3),
    ("👨‍👩‍👧", 10),
]


@pytest.mark.parametrize(("text", "tokens"), KNOWN)
def test_texts_whose_count_is_known_are_not_undershot(text: str, tokens: int) -> None:  # C7
    assert estimate_tokens(text) >= tokens


def test_ordinary_prose_is_not_counted_much_too_high() -> None:
    prose = "The quick brown fox jumps over the lazy dog. " * 50
    assert estimate_tokens(prose) <= 2 * len(prose.split())


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\x00\x1f", "\u2028\u0085 "])
def test_odd_characters_are_counted_too(text: str) -> None:
    assert estimate_tokens(text) >= 1


_PIECE = re.compile(
    r"(?P<word>[A-Z]?[a-z]+)|(?P<shout>[A-Z]+)|\n|(?P<joined>[^\S\n]+)(?=[!-/:-~])|[^\S\n]+|[^\sA-Za-z]"
)


def told(match: re.Match[str]) -> int:
    """What the rules say of one piece, as they read."""
    size = len(match.group().encode())
    return {"word": -(-size // 3), "shout": -(-size // 2), "joined": size - 1}.get(match.lastgroup or "", size)


@given(st.text("aabABC1 .\n\té—😀\x00\x1f'", max_size=40))
def test_the_quick_count_is_the_one_that_the_rules_describe(text: str) -> None:  # C7
    assert estimate_tokens(text) == sum(map(told, _PIECE.finditer(text)))
