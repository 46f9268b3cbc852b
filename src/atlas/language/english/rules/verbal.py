"""The verb group: helpers, adverbs, negation and the verb that carries the meaning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.language.english.lexicon.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    UNREAL_MODALS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.tone import EVALUATIVE, FEELINGS
from atlas.language.english.lexicon.topics import MARITAL
from atlas.language.english.lexicon.verbs import SAME_PAST, Form, guess_form, lemma_of, reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.negation import NEGATIONS, SOFT_NEGATIONS
from atlas.language.english.rules.token import Token, is_possessive


class Tense(StrEnum):
    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    PROGRESSIVE = "progressive"
    FUTURE = "future"
    UNREAL = "unreal"
    CAN = "can"


_ADJECTIVAL: Final = (
    FEELINGS
    | MARITAL
    | word_set(
        """
    based fed broke obsessed addicted hooked retired used supposed allergic interested tired dedicated called
    named known located situated spelled spelt
    """
    )
)
"""Participles that after *be* describe rather than tell of an act."""

_MAX_GROUP: Final = 9


@dataclass(frozen=True, slots=True)
class Verb:
    """`head` is the token of the main verb (for a copula, of *be*), `after` the first token behind the group."""

    lemma: str
    tense: Tense
    head: int
    after: int
    negated: bool = False
    softly: bool = False
    """Negated by *hardly* and its kin: too weak to affirm or to deny."""
    passive: bool = False
    modal: str = ""
    adverbs: tuple[str, ...] = ()
    start: int = 0

    @property
    def copula(self) -> bool:
        return self.lemma == "be"


@dataclass(slots=True)
class _Group:
    helpers: list[str]
    adverbs: list[str]
    negated: bool = False
    softly: bool = False


def verb_at(tokens: tuple[Token, ...], place: int, *, sure: bool) -> Verb | None:
    """The verb group that begins here. `sure`: a subject pronoun went before, so that any word may be the verb."""
    group = _Group([], [])
    at = _helpers(tokens, place, group)
    copula = _copula(tokens, place, at, group)
    if copula:
        return copula
    if at >= len(tokens) or not tokens[at].word or tokens[at].quoted:
        return _bare_helper(tokens, place, at, group)
    low = tokens[at].low
    if not (reading(low) or group.helpers or (sure and _may_be_verb(tokens[at]))):
        return None
    if group.helpers and _closed(low) and not _after_do(group, low):
        return _bare_helper(tokens, place, at, group)
    return _main(tokens, place, at, group)


def _helpers(tokens: tuple[Token, ...], at: int, group: _Group) -> int:
    limit = min(len(tokens), at + _MAX_GROUP)
    while at < limit:
        low = tokens[at].low
        if low in NEGATIONS:
            group.negated = not group.negated if low != "no" else group.negated
            group.softly = group.softly or low in SOFT_NEGATIONS
            if low == "no" and not (at + 1 < len(tokens) and tokens[at + 1].low == "longer"):
                break
            if low == "no":
                group.negated = True
                at += 1
        elif low in AUXILIARIES and not is_possessive(tokens, at) and not _main_do_have(tokens, at):
            group.helpers.append(low)
        elif low in VERB_ADVERBS and not _ends_group(tokens, at, group):
            group.adverbs.append(low)
        else:
            break
        at += 1
    return at


def _ends_group(tokens: tuple[Token, ...], at: int, group: _Group) -> bool:
    """After *be*, "so happy" is already the predicate."""
    return (
        bool(group.helpers) and group.helpers[-1] in BE and tokens[at].low in {"pretty", "very", "all", "both", "well"}
    )


def _main_do_have(tokens: tuple[Token, ...], at: int) -> bool:
    """*do* and *have* that are the verb itself: "I have a dog", "I do yoga"."""
    low = tokens[at].low
    if low not in DO and low not in HAVE - {"'s", "'d", "'ve"}:
        return False
    following = _next_word(tokens, at + 1)
    if following is None:
        return True
    if following in NEGATIONS or following in {"not", "to"}:
        return following in {"no", "to", "nothing"}
    found = reading(following)
    if low in DO:
        return found is None or found[1] is not Form.BASE
    return found is None or (found[1] not in (Form.PARTICIPLE, Form.PAST) and following not in SAME_PAST)


def _next_word(tokens: tuple[Token, ...], at: int) -> str | None:
    while at < len(tokens) and tokens[at].low in VERB_ADVERBS - {"not", "n't", "no"}:
        at += 1
    return tokens[at].low if at < len(tokens) and tokens[at].word else None


def _closed(low: str) -> bool:
    return low in PRONOUNS or low in DETERMINERS or low in POSSESSIVES or low in PREPOSITIONS


def _after_do(group: _Group, low: str) -> bool:
    """As in "I don't like": *like* is a verb here, not a preposition."""
    found = reading(low)
    return group.helpers[-1] in DO | MODALS and found is not None and found[1] is Form.BASE


def _may_be_verb(token: Token) -> bool:
    low = token.low
    return low.isalpha() and low.isascii() and token.text.islower() and not _closed(low)


def _copula(tokens: tuple[Token, ...], place: int, at: int, group: _Group) -> Verb | None:
    if not group.helpers or group.helpers[-1] not in BE or _has_got(tokens, at, group):
        return None
    found = reading(tokens[at].low) if at < len(tokens) else None
    if found and tokens[at].low not in _ADJECTIVAL and found[1] in (Form.ING, Form.PARTICIPLE, Form.PAST):
        return None
    if at < len(tokens) and found is None and _looks_ongoing(tokens[at].low):
        return None
    return Verb(
        "be", _be_tense(group), at - 1, at, group.negated, group.softly, False, _modal(group), _adv(group), place
    )


def _looks_ongoing(low: str) -> bool:
    """A verb we do not know: "I'm prepping for it"; not an adjective like "boring"."""
    return (
        low.endswith("ing") and len(low) > 5 and low not in EVALUATIVE and low not in {"willing", "during", "nothing"}
    )


def _has_got(tokens: tuple[Token, ...], at: int, group: _Group) -> bool:
    return group.helpers[-1] == "'s" and at < len(tokens) and tokens[at].low in {"got", "been"}


def _be_tense(group: _Group) -> Tense:
    if group.helpers[-1] in {"was", "were"}:
        return Tense.PAST
    if group.helpers[-1] == "been":
        return Tense.PERFECT
    return _tense(group, Form.BASE) if _modal(group) else Tense.PRESENT


def _bare_helper(tokens: tuple[Token, ...], place: int, at: int, group: _Group) -> Verb | None:
    """A helper that stands alone: "I'm not", "I do"."""
    if not group.helpers:
        return None
    lemma = "be" if group.helpers[-1] in BE else "do"
    return Verb(lemma, Tense.PRESENT, at - 1, at, group.negated, group.softly, False, _modal(group), _adv(group), place)


def _main(tokens: tuple[Token, ...], place: int, at: int, group: _Group) -> Verb:
    low = tokens[at].low
    form = guess_form(low)
    lemma = lemma_of(low)
    passive = bool(group.helpers) and group.helpers[-1] in BE - {"'s"} and form in (Form.PAST, Form.PARTICIPLE)
    if lemma == "get" and low == "got" and group.helpers[-1:] in (["have"], ["'ve"], ["has"], ["'s"]):
        lemma, form = "have", Form.BASE
        group.helpers.pop()
    tense = _tense(group, form)
    return Verb(lemma, tense, at, at + 1, group.negated, group.softly, passive, _modal(group), _adv(group), place)


def _modal(group: _Group) -> str:
    return next((helper for helper in group.helpers if helper in MODALS), "")


def _adv(group: _Group) -> tuple[str, ...]:
    return tuple(group.adverbs)


def _tense(group: _Group, form: Form) -> Tense:
    modal = _modal(group)
    if "rather" in group.adverbs and modal:
        return Tense.UNREAL
    if modal == "'d" and form in (Form.PARTICIPLE, Form.PAST) and "be" not in group.helpers:
        return Tense.PERFECT
    if modal in UNREAL_MODALS or modal == "'d":
        return Tense.UNREAL
    if modal in {"will", "'ll", "gonna", "wo"}:
        return Tense.FUTURE
    if modal in {"can", "ca"}:
        return Tense.CAN
    return _plain_tense(group, form)


def _plain_tense(group: _Group, form: Form) -> Tense:
    helpers = set(group.helpers)
    if form is Form.ING and helpers & BE:
        return Tense.PAST if helpers & {"was", "were"} else Tense.PROGRESSIVE
    if helpers & (HAVE - {"'s"}) or ("'s" in helpers and form is Form.PARTICIPLE):
        return Tense.PERFECT
    if helpers & {"is", "are", "'s", "am", "'m", "'re"}:
        return Tense.PRESENT
    if helpers & {"did", "was", "were"} or form in (Form.PAST, Form.PARTICIPLE):
        return Tense.PAST
    return Tense.PRESENT
