"""Whether a claim was read whole: a noun where one belongs, no cut word, no joke for a fact.

The readers of clauses propose; this is the last look at what they made. It sees the finished claim and the words it
stands on, and says what is wrong with it, if anything. In doubt nothing is claimed: the sentence stays as it was said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Final

from atlas.language.english.calendar_words import MONTHS
from atlas.language.english.lexicon.defects import (
    ABBREVIATIONS,
    ACCOUNT_WORDS,
    BARE_DEEDS,
    INTERJECTIONS,
    JOKED_ALLERGENS,
    MADE_UP_PLACES,
    NO_NAMES,
    NO_POSSESSIONS,
    NO_TRADES,
    ORGANISATIONS,
    PLACE_COMPOUNDS,
    TRADE_ENDINGS,
    USUAL,
    WELL_AGAIN,
)
from atlas.language.english.lexicon.grammar import (
    ARTICLES,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    NUMBER_WORDS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    STOP_WORDS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.people import GIVEN_NAMES, PARENT_WORDS, PETS, PROFESSIONS, RELATION_NAMES
from atlas.language.english.lexicon.tone import EVALUATIVE, FEELINGS, TRAITS
from atlas.language.english.lexicon.topics import BODY_PARTS, DIETS, LANGUAGES, NATIONALITIES
from atlas.language.english.lexicon.verbs import OFTEN_NOUNS, SAME_PAST, Form, lemma_of, reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.negation import NEGATIONS
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.token import Token, tokenise
from atlas.language.english.rules.trades import is_trade
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, RELATIONS, Cardinality, cardinality_of
from atlas.model.entity import is_self


class Defect(StrEnum):
    """Why a claim is not made."""

    EMPTY = "the value says nothing"
    CUT = "the value is cut off"
    NO_NOUN = "a noun belongs here"
    NO_VERB = "a verb belongs here"
    NO_NAME = "this is no name"
    NO_TRADE = "this is no trade"
    NO_PLACE = "this is no place"
    NO_DATE = "this is no date"
    NO_AGE = "this is no age"
    ADDRESSED = "it speaks to the listener"
    REPORTED = "these are somebody else's words"
    JOKED = "this is not meant seriously"
    BROKEN = "the words do not fit together"


def keep_whole_claims(drafts: Iterable[Draft], text: str) -> Iterator[Draft]:
    """The claims without a defect, in their order; where one can hold and many are said, none is meant."""
    whole = [draft for draft in drafts if find_defect(draft, text) is None]
    slots = Counter(draft.claim.slot for draft in whole if draft.affirmed and cardinality_of(draft.attribute) is _ONE)
    return (draft for draft in whole if not draft.affirmed or slots[draft.claim.slot] < _TOO_MANY)


_ONE: Final = Cardinality.SINGLE
_TOO_MANY: Final = 3
"""As in "I'm a cook, a nurse, a driver": a way of speaking."""


def find_defect(draft: Draft, text: str) -> Defect | None:
    """What is wrong with a claim, given the message that it stands in; None where it was read whole."""
    words = tuple(token for token in tokenise(draft.value) if token.word)
    if draft.attribute in _LISTED:
        return None
    if not words:
        return Defect.EMPTY
    for check in (_find_cut_subject, *_BY_ATTRIBUTE.get(draft.attribute, _OPEN)):
        defect = check(draft, words, text)
        if defect is not None:
            return defect
    return None


Words = tuple[Token, ...]
Check = Callable[[Draft, Words, str], Defect | None]

_PHRASAL: Final = word_set("up out off down in on over around along through about back away by")
"""What may end a verb phrase: "moved in", "works out"."""
_LEADS_ON: Final = (
    ARTICLES | POSSESSIVES | COORDINATORS | PREPOSITIONS | AUXILIARIES | word_set("because although if than very")
)
_DATE_SIGN: Final = re.compile(r"\d")
_FIRST_PERSON: Final = word_set("i im i'm i've i'd i'll")
_SECOND_PERSON: Final = word_set("you your yours yourself u ur ya")
_SPOKEN: Final = re.compile(r"[\"“‘]\s*(?:i|i'm|i’m|my|we|you)\b", re.I)
_PAIRS: Final = (("(", ")"), ("“", "”"), ("[", "]"))
_QUOTE_OPENS: Final = re.compile(r"(?<![\w'])'(?=\w)(?!(?:cause|til|em|bout|n|s|m|re|ve|ll|d|\d+s?)\b)", re.I)
_QUOTE_CLOSES: Final = re.compile(r"(?<=[\w.,!?])'(?!\w)")
_SENTENCE_BREAK: Final = re.compile(r"[.!?…\n]\s*\Z")


# --- the whole of it


def _find_cut(draft: Draft, words: Words, text: str) -> Defect | None:
    """Cut off at its end, or begun too late."""
    value, last = draft.value, words[-1]
    if last.low in ABBREVIATIONS and not _is_street(words):
        return Defect.CUT
    if any(value.count(first) != value.count(second) for first, second in _PAIRS) or value.count('"') % 2:
        return Defect.CUT
    if len(_QUOTE_OPENS.findall(value)) > len(_QUOTE_CLOSES.findall(value)):
        return Defect.CUT
    if words[0].low in COORDINATORS - {"then", "plus", "so", "yet"} and not words[0].capital:
        return Defect.CUT
    if any(first.low == second.low and first.low in PREPOSITIONS for first, second in pairwise(words)):
        return Defect.BROKEN
    verbal = draft.attribute in _VERBAL
    allowed = _PHRASAL | word_set("do does did have has had be") if verbal else frozenset()
    if last.low in _LEADS_ON - allowed and not last.capital and not _is_figure(words):
        return Defect.CUT
    return None


def _find_cut_subject(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "my cousin's wedding is on the 8th", told of the cousin."""
    kind, _, name = draft.subject.rpartition(":")
    if kind != "thing" or draft.attribute in RELATIONS:
        return None
    said = text[draft.start : draft.end].casefold().replace("’", "'")
    match = re.search(rf"\b{re.escape(name.casefold())}'s (\w+)", said)
    return Defect.CUT if match and not draft.value.casefold().startswith(match[1]) else None


_LAST_IN_NAMES: Final = word_set("st ave blvd sq jr sr inc ltd corp")


def _is_street(words: Words) -> bool:
    """As in "Baker St": the word before it is the name."""
    return len(words) > 1 and words[-2].capital and words[-1].low in _LAST_IN_NAMES


def _is_figure(words: Words) -> bool:
    return words[-1].low[:1].isdigit()


def _find_foreign_words(draft: Draft, words: Words, text: str) -> Defect | None:
    """What somebody else says, or what is said to whoever listens."""
    lows = {word.low for word in words}
    if _SPOKEN.search(draft.value) or (not is_self(draft.subject) and lows & _FIRST_PERSON):
        return Defect.REPORTED
    if lows & _SECOND_PERSON:
        return Defect.ADDRESSED
    return None


# --- slots that hold a noun


def _find_no_noun(draft: Draft, words: Words, text: str) -> Defect | None:
    """A pronoun, an interjection or a verb form is no value."""
    lows = [word.low for word in words]
    if any(low in INTERJECTIONS for low in lows):
        return Defect.NO_NOUN
    if all(low in PRONOUNS or low in DETERMINERS or low in POSSESSIVES or low in VERB_ADVERBS for low in lows):
        return Defect.EMPTY
    inner = any(after.low in ARTICLES and before.low not in PREPOSITIONS for before, after in pairwise(words))
    if inner and draft.attribute != "takes":  # twice a day
        return Defect.BROKEN
    found = reading(lows[0])
    bare = found is not None and not words[0].capital and lows[0] not in OFTEN_NOUNS and found[1] is not Form.ING
    return Defect.NO_NOUN if bare and len(words) == 1 else None


def _find_cut_owner(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "works as my mother's …", "vet's orders": the value is only the owner of what was meant."""
    following = text[draft.end : draft.end + 4].replace("’", "'")
    return Defect.CUT if re.match(r"'s\b", following) else None


def _find_no_name(draft: Draft, words: Words, text: str) -> Defect | None:
    lows = [word.low for word in words]
    if not words[0].capital and draft.attribute != "form_of_address":
        return Defect.NO_NAME
    if any(low in INTERJECTIONS or low in NO_NAMES for low in lows) and len(words) == 1:
        return Defect.NO_NAME
    if draft.attribute == "form_of_address":
        said = text[draft.start : draft.end].casefold()
        return Defect.NO_NAME if not words[0].capital and re.match(r"i go by|calls", said) else None
    if draft.attribute == "name" and is_self(draft.subject):
        return Defect.NO_NAME if _is_passing_name(draft, words, text) else None
    return None


def _is_passing_name(draft: Draft, words: Words, text: str) -> bool:
    """A word that may be something else than the speaker's own name: a trait, or a part that they play."""
    said = text[draft.start : draft.end].casefold().replace("’", "'")
    of_sort = re.search(r"\b(?:my|the) ([\w-]+) name\b", said)
    if of_sort:
        return of_sort[1] not in _NAME_SORTS
    low = words[0].low
    if len(words) == 1 and (low in _NO_PERSON or _is_capital_by_place(draft, low, text)):
        return True
    known = draft.subject.partition(":")[2]
    return bool(known) and " name" not in said and "call" not in said and low not in known.casefold().split()


_NAME_SORTS: Final = word_set("full real first last given actual legal birth whole proper middle family maiden user")
"""What may stand before *name* where it is the name one goes by."""


_NO_PERSON: Final = TRAITS | FEELINGS | DIETS | NATIONALITIES | LANGUAGES | PROFESSIONS | RELATION_NAMES


def _is_capital_by_place(draft: Draft, low: str, text: str) -> bool:
    """At the head of a sentence any word has a capital; only a known or a foreign name is surely one there."""
    begins = text[draft.start : draft.start + len(low)].casefold() == low
    heads = not text[: draft.start].strip() or _SENTENCE_BREAK.search(text[: draft.start]) is not None
    return begins and heads and low not in GIVEN_NAMES and low.isascii()


def _find_no_trade(draft: Draft, words: Words, text: str) -> Defect | None:
    lows = [word.low for word in words]
    if draft.subject.rpartition("/")[2] in PETS:
        return Defect.NO_TRADE
    if lows[0] in POSSESSIVES | NEGATIONS or lows[0] in {"other", "another"}:
        return Defect.NO_TRADE
    head = lows[: lows.index("of")] if "of" in lows[1:] else lows
    if lows[-1].removesuffix("s") in PARENT_WORDS and set(lows[:-1]) <= NUMBER_WORDS | {"proud", "new", "single"}:
        return Defect.NO_TRADE
    return None if any(_is_work(low) for low in head) else Defect.NO_TRADE


def _is_work(low: str) -> bool:
    single = low.removesuffix("s")
    if is_trade(low) or is_trade(single):
        return True
    ending = single.endswith(TRADE_ENDINGS) and len(single) > 4
    return ending and single not in NO_TRADES and reading(low) is None


def _find_no_place(draft: Draft, words: Words, text: str) -> Defect | None:
    lows = {word.low for word in words}
    if not words[0].capital and _writes_capitals(text):
        return Defect.NO_PLACE
    if lows & MADE_UP_PLACES:
        return Defect.JOKED
    if lows & ORGANISATIONS:
        return Defect.NO_PLACE
    following = re.match(r"\s+(\w+)", text[draft.end :])
    if following and following[1] in PLACE_COMPOUNDS:
        return Defect.CUT
    moved = re.search(r"\b(?:moved|switched|migrated)\b", text[draft.start : draft.end], re.I)
    around = {token.low for token in tokenise(text[: draft.end + 80])}
    return Defect.NO_PLACE if moved and around & ACCOUNT_WORDS else None


def _find_arrival(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "then my daughter comes from Bern with the trailer": on the way, not by birth."""
    comes = re.search(r"\bcomes?\b", text[draft.start : draft.end], re.I)
    onward = re.match(r"\s+(?:with|to|on|for|by|at|next|this|tomorrow|tonight|every)\b", text[draft.end :], re.I)
    return Defect.BROKEN if comes and onward else None


def _writes_capitals(text: str) -> bool:
    """Whether a capital can be missed: some people write none."""
    return re.search(r"\bI\b|[^\W\d_a-z]\w", text) is not None and re.search(r"\bi\b|\bi'", text) is None


def _find_no_date(draft: Draft, words: Words, text: str) -> Defect | None:
    lows = [word.low for word in words]
    if lows[0] in PREPOSITIONS:
        return Defect.BROKEN
    dated = any(_DATE_SIGN.search(low) for low in lows) or any(low[:3] in _MONTHS for low in lows)
    return None if dated else Defect.NO_DATE


_MONTHS: Final = frozenset(month[:3] for month in MONTHS)


def _find_no_age(draft: Draft, words: Words, text: str) -> Defect | None:
    many = re.match(r"(?:we|they)\b", text[draft.start :], re.I)
    return Defect.NO_AGE if many or (words[0].low[:1].isalpha() and reading(words[0].low)) else None


def _find_joked_allergy(draft: Draft, words: Words, text: str) -> Defect | None:
    if words[-1].low in JOKED_ALLERGENS:
        return Defect.JOKED
    found = reading(words[0].low)
    return Defect.JOKED if found is not None and found[1] is Form.ING else None


def _find_joked_marriage(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "married to my laptop"."""
    match = re.match(r" to (?:my|the|a|this|our) ([\w-]+)", text[draft.end :].casefold())
    return Defect.JOKED if match and match[1] not in RELATION_NAMES | _LOVED else None


_LOVED: Final = word_set("love man woman guy girl best most most-wonderful same nicest lady person sweetest")


def _find_no_condition(draft: Draft, words: Words, text: str) -> Defect | None:
    lows = {word.low for word in words}
    if lows & WELL_AGAIN or lows <= BODY_PARTS:
        return Defect.NO_NOUN
    return None


# --- open claims, whose value is a verb phrase or a thing


def _find_no_deed(draft: Draft, words: Words, text: str) -> Defect | None:
    """A deed begins with its verb, and says what was done."""
    first = next((word for word in words if word.low not in VERB_ADVERBS), words[0])
    found = reading(first.low)
    within = text[draft.start : draft.end].find(draft.value.split()[0])
    if first.capital and within > 0 and found is not None:
        return Defect.NO_VERB
    said = [word for word in words if word.low not in VERB_ADVERBS | DETERMINERS | _DEGREES]
    if len(said) < 2 and draft.affirmed and not draft.referred and lemma_of(first.low) not in BARE_DEEDS:
        return Defect.EMPTY
    return Defect.ADDRESSED if _REQUESTED.search(text[: draft.start]) else None


_DEGREES: Final = word_set("much lot lots ton tons hard well far alone")
_REQUESTED: Final = re.compile(r"\b(?:please|pls|plz|kindly)\s*\Z", re.I)


def _find_no_past(draft: Draft, words: Words, text: str) -> Defect | None:
    """What someone did: a past form at its head, not "losing my job was a bummer" as a deed."""
    first = next((word.low for word in words if word.low not in VERB_ADVERBS), words[0].low)
    found = reading(first)
    if first in FEELINGS and text[draft.start : draft.end].casefold().startswith(first):
        return Defect.NO_VERB  # "Excited for the future!"
    if first in AUXILIARIES or first in SAME_PAST or first in {"somebody", "someone"} or first.endswith("ed"):
        return None
    past = found is not None and found[1] in (Form.PAST, Form.PARTICIPLE)
    return None if past else Defect.NO_VERB


def _find_no_present(draft: Draft, words: Words, text: str) -> Defect | None:
    """What someone does: a present form at its head."""
    first = next((word for word in words if word.low not in VERB_ADVERBS | AUXILIARIES), words[0])
    if not first.low.isalpha() or first.low in {"ve", "re", "ll"}:
        return Defect.NO_VERB
    found = reading(first.low)
    if found is not None and found[1] in (Form.PAST, Form.PARTICIPLE) and words[0] is first and not _is_base(first.low):
        return Defect.NO_VERB
    return Defect.NO_VERB if words[1:2] and words[1].low == "of" and first.low in OFTEN_NOUNS else None


def _is_base(low: str) -> bool:
    return lemma_of(low) == low


def _find_no_plan(draft: Draft, words: Words, text: str) -> Defect | None:
    said = {token.low for token in tokenise(text[draft.start : draft.end])}
    return Defect.BROKEN if said & USUAL and not said & _AHEAD else None


_AHEAD: Final = word_set("will 'll gonna going wo planning plan plans intend")


def _find_pointing(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "wants this done", "read it": what it is about stands elsewhere."""
    lows = [word.low for word in words]
    telling = [low for low in lows if low not in PRONOUNS and low not in VERB_ADVERBS and low not in _LEADS_ON]
    points = any(low in _POINTERS for low in lows)
    return Defect.EMPTY if not telling or (points and len(telling) < 2) else None


def _find_passing_mood(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "I'm so proud", "I'm scared and excited": without what it is about, it is over tomorrow."""
    bare = all(word.low in FEELINGS or word.low in EVALUATIVE or word.low in _DEGREE_WORDS for word in words)
    return Defect.EMPTY if bare and draft.affirmed and not draft.referred else None


_DEGREE_WORDS: Final = VERB_ADVERBS | COORDINATORS | _DEGREES | word_set("so very")


def _find_passing_time(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "been a busy week": said of the time, not of the speaker."""
    return Defect.EMPTY if words[-1].low in _TIMES else None


_TIMES: Final = word_set("day days week weeks month months year weekend morning night time while")


def _find_pronoun_object(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "dyed it", "need him for the cellar": who or what it is about stands elsewhere."""
    at = 0 if draft.attribute == "wants" else 1
    points = len(words) > at and words[at].low in _THIRD_PERSON
    telling = [word for word in words if word.low not in STOP_WORDS and len(word.low) > 1]
    return Defect.EMPTY if points and len(telling) < _TELLS_ANYWAY else None


_THIRD_PERSON: Final = word_set("it them him")
_TELLS_ANYWAY: Final = 4
"""So many telling words say enough, even of an *it*."""


def _find_no_thing(draft: Draft, words: Words, text: str) -> Defect | None:
    """As in "we have a problem": said to go on talking."""
    said = [word.low for word in words if word.low not in DETERMINERS]
    return Defect.EMPTY if len(said) == 1 and said[0] in NO_POSSESSIONS else None


def _find_no_rule(draft: Draft, words: Words, text: str) -> Defect | None:
    """A rule asks for something; thanks and news do not."""
    lows = [word.low for word in words]
    told = lows[:2] == ["no", "longer"] or {"they", "he", "she"} & set(lows[:4])
    return Defect.NO_VERB if lows[0] in _NO_RULES or told else None


_NO_RULES: Final = word_set("appreciate thank love miss hope wish guess bet hate like feel think know enjoy believe")
_POINTERS: Final = word_set("it this that these those them one ones there here so something anything everything")

_LISTED: Final = (BEHAVIOUR_ATTRIBUTES - {"form_of_address", "answer_rule"}) | word_set(
    "pronouns gender timezone speaks nationality diet"
)
"""Slots whose readers take nothing but the words of a list."""
_RULE: Final[tuple[Check, ...]] = (_find_no_rule,)
_VERBAL: Final = word_set("did does plans wants feels believes knows prefers trait is works_on likes")
_OPEN: Final[tuple[Check, ...]] = (_find_cut, _find_foreign_words)
_DEED: Final[tuple[Check, ...]] = (*_OPEN, _find_no_deed, _find_pointing, _find_pronoun_object)
_NOUN: Final[tuple[Check, ...]] = (*_OPEN, _find_no_noun, _find_cut_owner)
_NAME: Final[tuple[Check, ...]] = (*_OPEN, _find_no_noun, _find_no_name)
_PLACE: Final[tuple[Check, ...]] = (*_NOUN, _find_no_place)
_BY_ATTRIBUTE: Final[dict[str, tuple[Check, ...]]] = {
    **dict.fromkeys(RELATIONS, _NAME),
    "name": _NAME,
    "form_of_address": _NAME,
    "works_as": (*_NOUN, _find_no_trade),
    "works_at": _NOUN,
    "lives_in": _PLACE,
    "from": (*_PLACE, _find_arrival),
    "birthday": (_find_foreign_words, _find_no_date),
    "age": (*_OPEN, _find_no_age),
    "allergic_to": (*_NOUN, _find_joked_allergy),
    "marital_status": (*_OPEN, _find_joked_marriage),
    "has_condition": (*_OPEN, _find_no_condition),
    "plays": _NOUN,
    "takes": _NOUN,
    "studies": _NOUN,
    "has": (*_NOUN, _find_pointing, _find_no_thing),
    "knows": (*_OPEN, _find_pointing),
    "feels": (*_OPEN, _find_pointing, _find_passing_mood),
    "trait": (*_OPEN, _find_pointing, _find_passing_time),
    "uses": (*_NOUN, _find_pointing),
    "likes": (*_OPEN, _find_pointing),
    "prefers": (*_OPEN, _find_pointing),
    "did": (*_DEED, _find_no_past),
    "does": (*_DEED, _find_no_present),
    "plans": (*_DEED, _find_no_plan),
    "wants": (*_OPEN, _find_pointing, _find_pronoun_object),
    "answer_rule": _RULE,
}
