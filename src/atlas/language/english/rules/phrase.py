"""Cutting phrases out of clauses: noun phrases, lists, places, and short verb phrases."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.calendar_words import SEASONS, WEEKDAYS
from atlas.language.english.lexicon.grammar import (
    ARTICLES,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    NOMINATIVE,
    NUMBER_WORDS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    STOP_WORDS,
    SUBORDINATORS,
    TIME_TAILS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.people import NAME_STOPPERS, TITLES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.token import Token, ends_abbreviation
from atlas.model.claim import MAX_VALUE_WORDS

Tokens = tuple[Token, ...]

DATE_UNITS: Final = frozenset({"week", "weekend", "month", "year", "night", *WEEKDAYS, *SEASONS})
_NAME_LINKS: Final = word_set("bin del of van la do der le . dos della von st den al de da")
_PLACE_LINKS: Final = _NAME_LINKS | {"upon", "on", "and"}
_SPACE: Final = re.compile(r"\s+")
_INITIALS: Final = re.compile(r"\b(?:[A-Z]\.)+[A-Z]\Z")
_EDGE: Final = " \t\n.,;:!?\"'“”‘’()[]…-–—*"
_TAILS: Final = sorted((tuple(tail.split()) for tail in TIME_TAILS), key=len, reverse=True)
_DANGLING: Final = (
    ARTICLES
    | POSSESSIVES
    | COORDINATORS
    | PREPOSITIONS
    | SUBORDINATORS
    | AUXILIARIES
    | NOMINATIVE
    | word_set("so it's very really n't no that's every to not any some")
) - word_set("out in up around do on along through down about off over be have")


def text_of(source: str, tokens: Tokens) -> str:
    """The words as said, in one line, without edge punctuation."""
    if not tokens:
        return ""
    whole = _SPACE.sub(" ", source[tokens[0].start : tokens[-1].end])
    text = _with_quotes(whole, whole.strip(_EDGE))
    dotted = _INITIALS.search(text) and source[tokens[-1].end : tokens[-1].end + 1] == "."
    return f"{text}." if dotted else text


def _with_quotes(whole: str, text: str) -> str:
    """A quotation at the edge of a phrase keeps both its marks, or neither."""
    at = whole.find(text)
    for first, second in ('""', "“”"):
        opened, closed = text.count(first), text.count(second)
        if (opened % 2 if first == second else opened > closed) and whole[at + len(text) :].startswith(second):
            return f"{text}{second}"
        if (opened % 2 if first == second else closed > opened) and whole[:at].endswith(first):
            return f"{first}{text}"
    if whole[at + len(text) :].startswith("'") and _OPENS_QUOTE.search(text):
        return f"{text}'"
    return text


_OPENS_QUOTE: Final = re.compile(r"(?<!\w)'\w[^']*\Z")


def words_in(text: str) -> int:
    return len(text.split())


def leading(tokens: Tokens, *, of: bool = True) -> Tokens:
    """The noun phrase that begins here: up to the next mark, link, preposition or verb-like word."""
    taken = 0
    for place, token in enumerate(tokens):
        if not token.word and token.text not in "&/.+#'":
            break
        if place and (token.low in COORDINATORS or token.low in SUBORDINATORS or token.low in AUXILIARIES):
            break
        if token.low in PREPOSITIONS and not (of and token.low == "of" and place):
            break
        if place and (token.low in PRONOUNS or token.low in _DAY_WORDS or _turns(tokens, place)):
            break
        taken = place + 1
    return trimmed(tokens[:taken])


_DAY_WORDS: Final = frozenset({"today", "tonight", "tomorrow", "yesterday"})


def _turns(tokens: Tokens, place: int) -> bool:
    """As in "last winter", "next month": a date begins."""
    return tokens[place].low in {"last", "next"} and place + 1 < len(tokens) and tokens[place + 1].low in DATE_UNITS


def trimmed(tokens: Tokens) -> Tokens:
    """Without leading articles and what merely hangs on at the end."""
    while tokens and (not tokens[0].word or tokens[0].low in ARTICLES | {"some", "any", "just", "such"}):
        tokens = tokens[1:]
    return without_tail(tokens)


def without_tail(tokens: Tokens) -> Tokens:
    changed = True
    while changed and tokens:
        changed = False
        while tokens and not tokens[-1].word and tokens[-1].text not in "#":
            tokens, changed = tokens[:-1], True
        for tail in _TAILS:
            if len(tokens) > len(tail) and tuple(token.low for token in tokens[-len(tail) :]) == tail:
                tokens, changed = tokens[: -len(tail)], True
                break
    return tokens


def listed(tokens: Tokens) -> list[Tokens]:
    """The members of "Dari, English and some German"."""
    members: list[Tokens] = []
    start = 0
    for place, token in enumerate((*tokens, None)):
        if token is not None and token.low in {"so", "but", "because", "which", "who"}:
            return (
                [*members, leading(tokens[start:place])] if start < place and leading(tokens[start:place]) else members
            )
        if token is None or token.low in {",", "and", "or", "&", "plus"}:
            part = leading(tokens[start:place])
            if part:
                members.append(part)
            start = place + 1
    return members


def short(source: str, tokens: Tokens, limit: int = MAX_VALUE_WORDS) -> Tokens:
    """At most `limit` words, not ending in a word that leads on."""
    tokens = without_tail(tokens)
    cut = len(tokens)
    while cut and words_in(text_of(source, tokens[:cut])) > limit:
        cut -= 1
    shorter = tokens[:cut]
    while shorter and not _names_owner(shorter) and _dangles(shorter[-1], whole=cut == len(tokens)):
        shorter = shorter[:-1]
    return shorter


def _names_owner(tokens: Tokens) -> bool:
    """As in "Sainsbury's": the ending belongs to the name."""
    return len(tokens) > 1 and tokens[-1].low == "'s" and tokens[-2].capital and tokens[-2].low not in PRONOUNS


def _dangles(token: Token, *, whole: bool) -> bool:
    if not token.word:
        return token.text != "#"
    if token.capital and token.low != "i":
        return False
    return token.low in (_DANGLING - {"to", "that"} if whole else _DANGLING)


def name_at(tokens: Tokens) -> Tokens:
    """A proper name that begins here: "Maria do Carmo Figueiredo", "Dr. Haddad", or a short quotation."""
    if tokens and tokens[0].quoted:
        return tokens[:1]
    taken = 0
    for place, token in enumerate(tokens):
        if place > 5:
            break
        if proper(token):
            taken = place + 1
        elif not (token.low in _NAME_LINKS and place > 0 and _joins_name(tokens, place)):
            break
    return tokens[:taken]


def _joins_name(tokens: Tokens, place: int) -> bool:
    if tokens[place].low == ".":
        return tokens[place - 1].low in TITLES or ends_abbreviation(tokens, place)
    return tokens[place].low != "of" and place + 1 < len(tokens) and proper(tokens[place + 1])


def proper(token: Token) -> bool:
    return token.capital and token.low not in NAME_STOPPERS and token.low not in PRONOUNS and token.low != "i"


def place_in(tokens: Tokens) -> Tokens:
    """The place named after a preposition: the first run of capitalised words, or one bare lower-case word."""
    for start, token in enumerate(tokens[:12]):
        if not token.word and token.text not in "(,'":
            break
        if token.low in RELATIVES and start:
            break
        if token.capital and token.low not in PRONOUNS and token.low != "i":
            return _capital_run(tokens[start:])
    return _lower_place(tokens)


def _capital_run(tokens: Tokens) -> Tokens:
    taken = 0
    for place, token in enumerate(tokens[:6]):
        if token.capital or (token.low[:1].isdigit() and place):
            taken = place + 1
        elif not (
            token.low in _PLACE_LINKS and place + 1 < len(tokens) and tokens[place + 1].capital and token.low != "and"
        ):
            break
    return tokens[:taken]


_NO_PLACES: Final = word_set(
    """
    fear peace denial hope sin poverty luxury constant pain bed love debt town there here this that bliss
    harmony silence terror shame misery style sync case fact person general particular it them us him her me you
    """
)


def _lower_place(tokens: Tokens) -> Tokens:
    first = leading(tokens)[:2]
    if not first or first[0].low in _NO_PLACES or len(first[0].low) < 4 or not first[0].low.isalpha():
        return ()
    if tokens[0].low in DETERMINERS | POSSESSIVES | NUMBER_WORDS or first[0].low in VERB_ADVERBS:
        return ()
    return first[:1]


def substance(tokens: Tokens) -> int:
    """How many words say something."""
    return sum(1 for token in tokens if token.word and token.low not in STOP_WORDS and len(token.low) > 1)
