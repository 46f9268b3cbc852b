"""Places: where people live, moved, grew up and were born."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atlas.language.english.rules.phrase import Tokens, place_in
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.steps import DONE, HOLDING, Items, after_prepositions, at_once, low_words
from atlas.language.english.rules.verbal import Tense


def living(reading: Reading) -> Items:
    if reading.verb.tense not in HOLDING:
        return
    where = at_once(reading.rest, "in", "near", "outside", "at", "around", "on")
    found = place_in(where) if where else _antecedent(reading) or _further_on(reading)
    if found:
        made = reading.draft("lives_in", found)
        yield replace(made, referred=_since(reading)) if made else None


def _further_on(reading: Reading) -> Tokens:
    """As in "I live with my parents in Thessaloniki"."""
    rest = reading.rest
    if not rest or rest[0].low != "with":
        return ()
    at = next((place for place, token in enumerate(rest[:8]) if token.low == "in"), 0)
    return place_in(rest[at + 1 :]) if at and rest[at + 1 : at + 2] and rest[at + 1].capital else ()


def _antecedent(reading: Reading) -> Tokens:
    """As in "Hanoi, where I live"."""
    clause = reading.clause
    if "where" not in clause.lead.split():
        return ()
    for place in range(clause.begin, max(-1, clause.begin - 5), -1):
        if place < len(clause.tokens) and clause.tokens[place].capital and clause.tokens[place].low != "i":
            return clause.tokens[place : place + 1]
    return ()


def _since(reading: Reading) -> datetime | None:
    when = reading.when(ahead=False)
    stretched = when is not None and when.whole in {"month", "year", "season", "day"} and when.at <= reading.scene.said
    recent = when is not None and (reading.scene.said - when.at).days < 45
    return when.at if when and stretched and not recent else None


def moving(reading: Reading) -> Items:
    where = at_once(reading.rest, "to")
    if where is None and low_words(reading.rest)[:1] == ["from"] and "to" in low_words(reading.rest)[:5]:
        where = reading.rest[low_words(reading.rest).index("to") + 1 :]
    if reading.verb.lemma == "settle":
        where = at_once(reading.rest, "in")
    if reading.verb.tense not in DONE or not where or not reading.subject.person:
        return
    found = place_in(where)
    if found and found[0].capital:
        when = reading.when(ahead=False)
        made = reading.draft("lives_in", found)
        if made and reading.affirmed:
            yield replace(made, referred=when.at if when else None, begun=_since(reading))
        elif made:
            yield replace(made, attribute="did", value=f"moved to {made.value}")


def coming(reading: Reading) -> Items:
    where = at_once(reading.rest, "from")
    if where and reading.verb.tense is Tense.PRESENT and place_in(where):
        yield reading.draft("from", place_in(where))


def growing(reading: Reading) -> Items:
    lows = low_words(reading.rest)
    if lows[:2] == ["up", "in"] and place_in(reading.rest[2:]):
        yield reading.draft("from", place_in(reading.rest[2:]))


def raised(reading: Reading) -> Items:
    lows = low_words(reading.rest)
    if "in" in lows[:4] and (reading.verb.passive or reading.clause.elided):
        yield reading.draft("from", place_in(reading.rest[lows.index("in") + 1 :]))


def born(reading: Reading) -> Items:
    lows = low_words(reading.rest)
    if lows[:1] == ["on"]:
        yield reading.draft("birthday", after_prepositions(reading.rest))
    elif "in" in lows[:4]:
        rest = reading.rest[lows.index("in") + 1 :]
        year = bool(rest) and rest[0].low[:1].isdigit()
        yield reading.draft("birthday" if year else "from", rest[:1] if year else place_in(rest))
