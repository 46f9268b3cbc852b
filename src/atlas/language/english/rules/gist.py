"""A long statement in at most twelve words, the way one would jot it down.

A phrase that is short enough is kept as said. A longer one loses first what carries no fact (articles, intensifiers,
helpers, the repeated *I*), and is then cut where it can be cut. No word is added or changed, and no negation dropped.
"""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.grammar import (
    ARTICLES,
    AUXILIARIES,
    COORDINATORS,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.negation import NEGATIONS
from atlas.language.english.rules.phrase import DATE_UNITS, Tokens, short, text_of, without_tail, words_in
from atlas.language.english.rules.token import Token
from atlas.model.claim import MAX_VALUE_WORDS

_LIGHT: Final = (
    ARTICLES
    | word_set(
        "my our i we it its this that these those some such there which who and but so plus then me us you he she they"
    )
    | (AUXILIARIES - word_set("can could will would do does did have has had"))
    | (VERB_ADVERBS - NEGATIONS - word_set("together today long half first"))
    | word_set("bit lot lots kind sort super oh wow yeah yes well thanks ok okay guess honestly of how much many able")
    | word_set("got get getting")
)
_HEADS: Final = word_set("got get getting")
"""Verbs that are light inside a phrase, but not as its head."""
_SEPARATING: Final = word_set("and but so which plus then") | {",", ";", "-", "–", "—", ".", "!", ":"}
_LOOSE_ENDS: Final = (
    PREPOSITIONS
    | COORDINATORS
    | SUBORDINATORS
    | ARTICLES
    | AUXILIARIES
    | PRONOUNS
    | word_set("to my our your very really not")
) - word_set("up out off down")


def gist(source: str, tokens: Tokens) -> str:
    """The phrase as said where it fits, else its telling words."""
    tokens = without_tail(tokens)
    whole = text_of(source, tokens)
    if words_in(whole) <= MAX_VALUE_WORDS:
        return text_of(source, short(source, tokens))
    return _cut(_telling(source, tokens))


def _telling(source: str, tokens: Tokens) -> list[str]:
    """The words that carry the fact; a comma marks where something between them was left out."""
    kept: list[str] = []
    for place, token in enumerate(tokens):
        if _heavy(tokens, place):
            kept.append(_word(source, tokens, place))
        elif kept and token.low in _SEPARATING and not kept[-1].endswith(","):
            kept[-1] += ","
        if len(kept) > MAX_VALUE_WORDS + 1:
            break
    return kept


def _heavy(tokens: Tokens, place: int) -> bool:
    token = tokens[place]
    if place == 0 and token.low in _HEADS:
        return True
    if not token.word or token.low in {"'s", "'m", "'re", "'ve", "'ll", "'d"} or _is_past_unit(tokens, place):
        return False
    if place + 1 < len(tokens) and tokens[place + 1].low == "n't":
        return True
    return token.low in NEGATIONS or token.low not in _LIGHT


def _is_past_unit(tokens: Tokens, place: int) -> bool:
    """As in "this month", "last Friday": without its first word, which is light, the second says nothing."""
    return place > 0 and tokens[place - 1].low in {"this", "last", "past"} and tokens[place].low in DATE_UNITS


def _word(source: str, tokens: Tokens, place: int) -> str:
    token = tokens[place]
    end = token.end
    if place + 1 < len(tokens) and tokens[place + 1].low in {"n't", "'s"} and tokens[place + 1].start == end:
        end = tokens[place + 1].end
    return source[token.start : end]


def _cut(kept: list[str]) -> str:
    kept = [word for word in kept if word.casefold() != "n't"][:MAX_VALUE_WORDS]
    while kept and kept[-1].strip(",").casefold() in _LOOSE_ENDS:
        kept.pop()
    return " ".join(kept).strip(" ,")


def last_kept(source: str, tokens: Tokens, value: str) -> Token:
    """The token at which the gist ends, so that the evidence need not run further."""
    ending = value.split()[-1].strip(",").casefold() if value else ""
    wanted, seen = words_in(value), 0
    for place, token in enumerate(tokens):
        seen += token.word
        if seen >= wanted and _word(source, tokens, place).casefold() == ending:
            return tokens[min(place + 1, len(tokens) - 1)] if _word(source, tokens, place) != token.text else token
    return tokens[-1]
