"""The tokenizer that all-MiniLM-L6-v2 was trained with: BERT's WordPiece, uncased.

The library that does this elsewhere brings a hub client with it, so these few functions stand in for it. They are held
equal to it by recorded cases. Which characters are dropped, split off or kept is recorded too (`data/characters.txt`):
the library knows an older Unicode than Python does, and a Python upgrade must not move anybody's vectors (X8). Only
decomposing and lowering are left to Python; for characters that have a meaning already, Unicode keeps both stable.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from atlas.adapters.embedding.characters import CharacterTable
from atlas.errors import EmbedderTrouble
from atlas.language.text_cache import cache_text

_DATA: Final = Path(__file__).parent / "data"
_PINNED: Final[Mapping[str, str]] = {
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    "characters.txt": "552ec32f89e9f4aa83b7634bc577462bf4af625ffa2ed168fd12ffffd85a9bb1",
}

_SPECIAL: Final = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")
"""The library reads these out of plain text as single tokens; so do we, or vectors would differ from its own."""

_HEAD: Final = 2_048
"""Characters looked at first: enough for nearly every text that overflows the model's window."""

_CAP: Final = 32_768
"""Characters looked at in the worst case: blanks or endless words that hardly give a token."""

_LONGEST_WORD: Final = 100
_SPOILT: Final = _LONGEST_WORD + 1
"""Cutting a text can only alter the tokens of its last word, and the bracket of a special token cut in two."""

_WORDS_KEPT: Final = 65_536


class _Characters(CharacterTable):
    """Clean, space out, lower and strip: the basic tokenizer, one character at a time."""

    def __init__(self, ranges: list[tuple[int, int, str]]) -> None:
        super().__init__()
        self._starts = [start for start, _, _ in ranges]
        self._ranges = ranges

    def piece(self, code: int) -> str:
        kind = self._kind(code)
        if kind == "drop":
            return ""
        if kind == "space":
            return " "
        plain = self._plain(chr(code))
        return f" {plain} " if kind == "apart" else plain

    def _kind(self, code: int) -> str:
        """How the library treats the character: `drop`, `space`, `apart` (a word by itself) or part of a word."""
        at = bisect_right(self._starts, code) - 1
        if at < 0:
            return ""
        _, end, kind = self._ranges[at]
        return kind if code <= end else ""

    def _plain(self, character: str) -> str:
        """Without accents, then lowered one by one: lowering a whole word would make a Greek sigma final."""
        parts = unicodedata.normalize("NFD", character)
        return "".join(part.lower() for part in parts if self._kind(ord(part)) != "drop")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a word: its id, and the characters of the text that it stands for."""

    id: int
    start: int
    end: int
    begins_word: bool
    sign: str = ""
    """The character itself, where it is punctuation or a symbol by itself."""


class WordPiece:
    """Token ids of a text, the special ones included, cut to the model's window. Safe to share between threads."""

    def __init__(self, window: int = 256) -> None:
        self._vocabulary = _read_vocabulary()
        self._characters = _Characters(_read_ranges())
        self._words = tuple(self._vocabulary)
        self._room = window - 2
        self._unknown_token = self._vocabulary["[UNK]"]
        self._pieces = cache_text(_WORDS_KEPT)(self._split_word)

    def encode(self, text: str) -> list[int]:
        """`[CLS]`, at most `window - 2` tokens, `[SEP]`."""
        return [self._vocabulary["[CLS]"], *self._encode_body(text), self._vocabulary["[SEP]"]]

    @property
    def start_token(self) -> int:
        return self._vocabulary["[CLS]"]

    @property
    def end_token(self) -> int:
        return self._vocabulary["[SEP]"]

    def place_tokens(self, text: str, most: int | None) -> list[Token]:
        """The tokens of a text with their places, without the special ones; at most `most` of them."""
        tokens: list[Token] = []
        for characters in self._place_words(text[:_CAP]):
            tokens.extend(self._place_pieces(characters))
            if most is not None and len(tokens) >= most:
                return tokens[:most]
        return tokens

    def _place_words(self, text: str) -> Iterator[list[tuple[str, int]]]:
        """Each word as its cleaned characters, each with the place of the character that it came from."""
        word: list[tuple[str, int]] = []
        for at, character in enumerate(text):
            for plain in self._characters[ord(character)]:
                if plain != " ":
                    word.append((plain, at))
                elif word:
                    yield word
                    word = []
        if word:
            yield word

    def _place_pieces(self, characters: list[tuple[str, int]]) -> Iterator[Token]:
        word = "".join(plain for plain, _ in characters)
        ids = self._encode_word(word)
        sign = word if len(word) == 1 and not word.isalnum() else ""
        if ids == (self._unknown_token,) or sign:
            yield Token(ids[0], characters[0][1], characters[-1][1] + 1, True, sign)
            return
        start = 0
        for token in ids:
            end = start + len(self._words[token]) - (2 if start else 0)
            yield Token(token, characters[start][1], characters[end - 1][1] + 1, start == 0)
            start = end

    def _encode_body(self, text: str) -> list[int]:
        """A long text is read only as far as the window needs, so that ten megabytes cost what a page costs."""
        if len(text) > _HEAD:
            ids = self._read(text[:_HEAD], self._room + _SPOILT)
            if len(ids) >= self._room + _SPOILT:
                return ids[: self._room]
        return self._read(text[:_CAP], self._room)

    def _read(self, text: str, room: int) -> list[int]:
        ids: list[int] = []
        for pieces in self._split_words(text):
            ids.extend(pieces)
            if len(ids) >= room:
                break
        return ids[:room]

    def _split_words(self, text: str) -> Iterator[tuple[int, ...]]:
        for part in _SPECIAL.split(text):
            if _SPECIAL.fullmatch(part):
                yield (self._vocabulary[part],)
            else:
                yield from map(self._encode_word, part.translate(self._characters).split(" "))

    def _encode_word(self, word: str) -> tuple[int, ...]:
        """Words too long are unknown as a whole, and never enter the cache."""
        return self._pieces(word) if len(word) <= _LONGEST_WORD else (self._unknown_token,)

    def _split_word(self, word: str) -> tuple[int, ...]:
        """The longest known beginning, then the longest known continuation; unknown unless all of it is known."""
        ids: list[int] = []
        start = 0
        while start < len(word):
            found = self._find_longest_piece(word, start)
            if found is None:
                return (self._unknown_token,)
            token, start = found
            ids.append(token)
        return tuple(ids)

    def _find_longest_piece(self, word: str, start: int) -> tuple[int, int] | None:
        mark = "##" if start else ""
        for end in range(len(word), start, -1):
            token = self._vocabulary.get(mark + word[start:end])
            if token is not None:
                return token, end
        return None


@lru_cache(maxsize=1)
def _read_vocabulary() -> Mapping[str, int]:
    return {word: token for token, word in enumerate(_read_pinned("vocab.txt").removesuffix("\n").split("\n"))}


@lru_cache(maxsize=1)
def _read_ranges() -> list[tuple[int, int, str]]:
    lines = (line.split() for line in _read_pinned("characters.txt").splitlines() if not line.startswith("#"))
    return [(int(start, 16), int(end, 16), kind) for kind, start, end in lines]


def _read_pinned(name: str) -> str:
    """An altered table would give wrong vectors without a word, so it is refused instead."""
    try:
        data = (_DATA / name).read_bytes()
    except OSError as error:
        raise EmbedderTrouble(f"The tokenizer's {name} cannot be read: {error.strerror}.") from error
    if hashlib.sha256(data).hexdigest() != _PINNED[name]:
        raise EmbedderTrouble(f"The tokenizer's {name} has been altered; reinstall ATLAS.")
    return data.decode("utf-8")
