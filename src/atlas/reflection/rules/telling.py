"""The open claims: what someone did, does, plans, wants, feels or thinks, as a short verb phrase of their own words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.reflection.rules.draft import Draft
from atlas.reflection.rules.english.tone import EMPTY_VERBS, EVALUATIVE, SMALL_TALK
from atlas.reflection.rules.phrase import Tokens, substance
from atlas.reflection.rules.reading import Reading, without_date
from atlas.reflection.rules.verbal import Tense
from atlas.reflection.rules.who import Who

MIN_SUBSTANCE: Final = 1
_PLAN_VERBS: Final = frozenset({"plan", "intend", "aim"})
_MOTION: Final = frozenset("go fly travel move visit take start come leave get head drive attend meet see turn expect".split())
_THINK: Final = frozenset({"think", "believe", "reckon"})


def read_telling(reading: Reading) -> list[Draft]:
    """At most one open claim of a clause, where the settled readers found none."""
    if not reading.subject.person and reading.subject.who is not Who.THING:
        return []
    made = _told(reading)
    return [made] if made and not _small_talk(made.value, reading) else []


def _told(reading: Reading) -> Draft | None:
    verb = reading.verb
    if verb.lemma == "feel":
        return _feeling(reading)
    if verb.lemma in _THINK and verb.tense is Tense.PRESENT:
        return _belief(reading)
    if verb.lemma in EMPTY_VERBS or verb.tense is Tense.UNREAL:
        return None
    if verb.tense is Tense.FUTURE or _going_to(reading) or verb.lemma in _PLAN_VERBS:
        return _plan(reading)
    if verb.tense is Tense.PROGRESSIVE:
        return _ongoing(reading)
    if verb.tense is Tense.CAN:
        return _ability(reading)
    return _act(reading)


def _small_talk(value: str, reading: Reading) -> bool:
    clause = reading.clause
    low = reading.scene.own[reading.start : clause.tokens[clause.reach - 1].end].casefold().replace("’", "'")
    return any(phrase in low for phrase in SMALL_TALK)


def _phrase(reading: Reading) -> Tokens:
    """The verb and all that hangs on it."""
    return reading.clause.tokens[reading.verb.head : reading.clause.reach]


def _open(reading: Reading, attribute: str, tokens: Tokens, *, ahead: bool) -> Draft | None:
    when = reading.when(ahead=ahead)
    tokens = without_date(tokens, when)
    if substance(tokens) < MIN_SUBSTANCE:
        return None
    made = reading.draft(attribute, tokens, verbal=True)
    return replace(made, referred=when.at if when else None) if made else None


def _feeling(reading: Reading) -> Draft | None:
    rest = reading.clause.loose
    if not rest or rest[0].low in {"like", "that", "it", "you", "free", "i", "as"} or not substance(rest):
        return None
    return reading.draft("feels", rest)


def _belief(reading: Reading) -> Draft | None:
    rest = reading.clause.loose
    if rest and rest[0].low == "that":
        rest = rest[1:]
    if not rest or rest[0].low in {"i", "so", "of", "about", "you", "it", "we", "i'm"} or substance(rest) < 2:
        return None
    return reading.draft("believes", rest) if reading.affirmed else None


def _going_to(reading: Reading) -> bool:
    rest = reading.rest
    return reading.verb.lemma == "go" and reading.verb.tense is Tense.PROGRESSIVE and len(rest) > 1 and rest[0].low == "to"


def _plan(reading: Reading) -> Draft | None:
    tokens = _phrase(reading)
    if reading.verb.lemma in _PLAN_VERBS and len(tokens) > 2 and tokens[1].low == "to":
        tokens = tokens[2:]
    elif _going_to(reading) and len(tokens) > 2 and not tokens[2].capital and tokens[2].low not in {"the", "a", "my"}:
        tokens = tokens[2:]
    if reading.verb.tense is Tense.FUTURE and reading.verb.lemma in {"be", "keep", "have"}:
        return None
    return _open(reading, "plans", tokens, ahead=True)


def _ongoing(reading: Reading) -> Draft | None:
    when = reading.when(ahead=True)
    future = when is not None and when.at > reading.scene.said
    if reading.verb.lemma in _MOTION and (future or reading.verb.lemma in {"expect", "turn", "take", "fly", "move", "get"}):
        return _open(reading, "plans", _phrase(reading), ahead=True)
    return _open(reading, "does", _phrase(reading), ahead=False)


def _ability(reading: Reading) -> Draft | None:
    tokens = _phrase(reading)
    if reading.clause.who and reading.clause.who[-1].low == "we":
        return None
    return _open(reading, "knows", tokens, ahead=False)


def _act(reading: Reading) -> Draft | None:
    tense = reading.verb.tense
    attribute = "does" if tense is Tense.PRESENT else "did"
    tokens = _phrase(reading)
    if reading.verb.passive:
        tokens = reading.clause.tokens[reading.verb.head - 1 : reading.clause.reach]
    if reading.subject.who is Who.THING and tense is Tense.PRESENT and not _precise(tokens):
        return None
    return _open(reading, attribute, tokens, ahead=False)


def _precise(tokens: Tokens) -> bool:
    return any(token.low[:1].isdigit() or token.capital or token.quoted for token in tokens[1:])


def opinion(reading: Reading) -> Draft | None:
    """A judgement without "I think": "staying focused is key", "it's important to help each other"."""
    clause = reading.clause
    words = clause.who
    if not reading.verb.copula or reading.verb.tense is not Tense.PRESENT or not words or not reading.affirmed:
        return None
    after = [token.low for token in reading.rest[:4]]
    if not any(low in EVALUATIVE for low in after):
        return None
    gerund = words[0].low.endswith("ing") and len(words[0].low) > 5
    about = words[0].low == "it" and "to" in [token.low for token in reading.rest[:6]]
    if not (gerund or about):
        return None
    tokens = clause.tokens[clause.subject[0] : clause.reach]
    made = reading.draft("believes", tokens) if substance(tokens) >= 4 else None
    return replace(made, subject=reading.scene.speaker) if made else None


