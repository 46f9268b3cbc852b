"""Words with their places: contractions are taken apart, and quoted text is one opaque word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from atlas.language.english.lexicon.defects import ABBREVIATIONS
from atlas.language.english.lexicon.grammar import AUXILIARIES, DETERMINERS, PREPOSITIONS, VERB_ADVERBS
from atlas.language.english.lexicon.verbs import Form, reading
from atlas.language.english.lexicon.word_sets import word_set

QUOTED: Final = "\x01"
"""What stands for each character of a quotation: somebody's words, or a name, but not a sentence of the speaker."""

MAX_TOKENS: Final = 400
"""No sentence that tells something is longer."""

_TOKEN: Final = re.compile(
    r"\x01+"
    r"|\d+(?:-[^\W\d_]\w*)+|[$€£]?\d+(?:[.,:/]\d+)*(?:[a-zA-Z]{1,3}\b|%|\#)?"
    r"|[^\W\d_][\w\u0300-\u036f]*(?:[-'’&+.][\w\u0300-\u036f]+)*\+?"
    r"|[^\w\s]|_",
)
_CLITICS: Final = ("n't", "'re", "'ve", "'ll", "'m", "'d", "'s")
_MERGED: Final = {
    "im": (1, "i", "'m"),
    "ive": (1, "i", "'ve"),
    "dont": (2, "do", "n't"),
    "didnt": (3, "did", "n't"),
    "doesnt": (4, "does", "n't"),
    "cant": (2, "ca", "n't"),
    "wont": (2, "wo", "n't"),
    "isnt": (2, "is", "n't"),
    "arent": (3, "are", "n't"),
    "wasnt": (3, "was", "n't"),
    "havent": (4, "have", "n't"),
    "hasnt": (3, "has", "n't"),
    "hes": (2, "he", "'s"),
    "shes": (3, "she", "'s"),
    "thats": (4, "that", "'s"),
    "theyre": (4, "they", "'re"),
    "cannot": (3, "can", "not"),
}


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    low: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper() or (self.text[:1].isalpha() and not self.text[:1].islower())

    @property
    def word(self) -> bool:
        return (
            self.text[:1].isalnum()
            or (self.text[:1] in "$€£" and len(self.text) > 1)
            or self.text[:1] == QUOTED
            or self.low[:1] == "'"
        )

    @property
    def quoted(self) -> bool:
        return self.text[:1] == QUOTED


def tokenise(text: str, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """The tokens of one sentence, with places in the whole text."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        tokens.extend(_parts(match.group(), match.start()))
        if len(tokens) >= MAX_TOKENS:
            break
    return tuple(tokens)


def _parts(word: str, start: int) -> list[Token]:
    low = word.casefold().replace("’", "'")
    if len(low) == len(word):
        merged = _MERGED.get(low)
        if merged:
            cut, first, second = merged
            return [_token(word[:cut], first, start), _token(word[cut:], second, start + cut)]
        for clitic in _CLITICS:
            if low.endswith(clitic) and len(low) > len(clitic):
                cut = len(word) - len(clitic)
                return [_token(word[:cut], low[:cut], start), _token(word[cut:], clitic, start + cut)]
    return [_token(word, low, start)]


def _token(text: str, low: str, start: int) -> Token:
    return Token(text, low, start, start + len(text))


def ends_abbreviation(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether the full stop here only ends "St." or "Dr.", and more of the name follows."""
    if tokens[place].text != "." or not place or place + 1 >= len(tokens):
        return False
    before = tokens[place - 1]
    short = before.low in ABBREVIATIONS or (len(before.text) == 1 and before.capital and before.low != "i")
    return short and before.end == tokens[place].start and tokens[place + 1].capital


def is_possessive(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether the `'s` here marks an owner ("my sister's dog"), not "is" or "has" ("my sister's nice")."""
    if tokens[place].low != "'s":
        return False
    before = tokens[place - 1].low if place else ""
    if before in _CLAUSE_PRONOUNS or place + 1 >= len(tokens) or (before == "name" and tokens[place + 1].capital):
        return False
    return not _begins_predicate(tokens, place + 1)


_CLAUSE_PRONOUNS: Final = word_set("he she it that there who what here where how let everyone everything")
_PREDICATE_WORDS: Final = word_set(
    """
    allergic called named not n't in on at from turning getting going gone coming got been born about scared
    afraid obsessed mad crazy into vegan vegetarian pregnant diabetic sick ill dead married single my our his
    her it's
    """
)


def _begins_predicate(tokens: tuple[Token, ...], place: int) -> bool:
    token = tokens[place]
    if token.low in _PREDICATE_WORDS or token.low in {"a", "an", "the"} or not token.word or token.low[:1].isdigit():
        return True
    if token.low in VERB_ADVERBS or token.low in AUXILIARIES or token.low in DETERMINERS or token.low in PREPOSITIONS:
        return True
    found = reading(token.low)
    if found is None or found[1] is not Form.ING:
        return False
    return place + 1 < len(tokens)
