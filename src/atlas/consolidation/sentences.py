"""The sentences and clauses of a text, word for word, with a score of their content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.sentences import sentence_spans
from atlas.language.words import asks, words

WORDY: Final = 2.0
"""What a sentence weighs at most that has words and nothing exact."""
_WORDS: Final = 20

_CLAUSE: Final = re.compile(r"(?<=[,;:，；、])\s*|\s+(?=[–—-]\s)")
_DIGIT: Final = re.compile(r"\d")
_NAME: Final = re.compile(r"(?<=[\w,;:)]\s)[A-Z][^\W\d_]+")
"""A capital inside a sentence. The one who speaks is not a name."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def split_sentences(text: str) -> list[Piece]:
    return [Piece(text[start:end], start) for start, end in sentence_spans(text)]


def split_clauses(sentence: Piece) -> list[Piece]:
    return list(_split_pieces(sentence.text, _CLAUSE, sentence.start))


def score_content(text: str) -> float:
    """Score figures, names, dates and commitments; a question tells little."""
    exact = 2.0 * len(_DIGIT.findall(text)[:4]) + 2.0 * len(_NAME.findall(text)[:4])
    plain = WORDY * min(len(words(text)), _WORDS) / _WORDS
    weight = exact + 3.0 * LANGUAGE.dates.names_time(text) + 3.0 * LANGUAGE.statements.states_commitment(text) + plain
    return weight / 3.0 if asks(text) == 2 else weight


def _split_pieces(text: str, border: re.Pattern[str], offset: int) -> Iterator[Piece]:
    begin = 0
    for cut in (*border.finditer(text), None):
        end = cut.start() if cut else len(text)
        stretch = text[begin:end]
        if stretch.strip():
            yield Piece(stretch.strip(), offset + begin + len(stretch) - len(stretch.lstrip()))
        begin = cut.end() if cut else len(text)
