"""What is told of things, and what a sentence about a thing tells of its owner: "my favourite colour is green"."""

from __future__ import annotations

from typing import Final

from atlas.language.english.calendar_words import WEEKDAYS
from atlas.language.english.lexicon.grammar import PREPOSITIONS
from atlas.language.english.lexicon.tone import EVALUATIVE
from atlas.language.english.lexicon.topics import BODY_PARTS
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.phrase import Tokens, place_in, text_of
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.steps import Items, after, to_comma, to_mark
from atlas.language.english.rules.verbal import Tense
from atlas.language.english.rules.who import Who


def read_thing(reading: Reading) -> Items:
    """As in "The garage code is 4471#", "our main database is Postgres 15", "my favourite colour is green"."""
    rest = reading.rest
    words = [token.low for token in reading.clause.who]
    if reading.verb.tense is Tense.PAST or not rest or not words or words[-1] == "name":
        return
    if words == ["home"]:
        yield about_speaker(reading, "lives_in", place_in(after(rest, "in")))
        return
    special = _MINE.get(" ".join(words[1:])) if words[0] == "my" else None
    if special:
        yield about_speaker(reading, special)
    elif reading.subject.who is Who.THING and _telling(rest):
        yield reading.draft("is", to_comma(rest))


_MINE: Final = {
    "birthday": "birthday",
    "pronouns": "pronouns",
    "mother tongue": "speaks",
    "native language": "speaks",
    "first language": "speaks",
    "goal": "wants",
    "dream": "wants",
    "job": "does",
    "age": "age",
    "hometown": "from",
    "time zone": "timezone",
    "timezone": "timezone",
    "diet": "diet",
    "employer": "works_at",
    "profession": "works_as",
    "occupation": "works_as",
    "gender": "gender",
}


_TO: Final = frozenset({"to"})
_LEADING: Final = {"wants": frozenset[str](), "birthday": frozenset({"on", "in", "the"}), "from": frozenset({"in"})}
"""What stands before a value and is said by the attribute already."""


def about_speaker(reading: Reading, attribute: str, value: Tokens | None = None) -> Draft | None:
    if attribute == "pronouns" and reading.rest:
        text = text_of(reading.scene.text, to_mark(reading.rest, "/"))
        return Draft(reading.scene.speaker, attribute, text, reading.start, reading.rest[-1].end) if text else None
    rest = reading.rest
    while rest[:1] and rest[0].low in _LEADING.get(attribute, _TO):
        rest = rest[1:]
    made = reading.draft(attribute, rest if value is None else value)
    if made is None:
        return None
    return Draft(reading.scene.speaker, attribute, made.value, made.start, made.end, made.affirmed)


_QUOTE: Final = 30


def _telling(rest: Tokens) -> bool:
    """A value that one would write down: a number, a name, a day, a place; not a mood of the moment."""
    if any(token.quoted and token.end - token.start > _QUOTE for token in rest):
        return False
    if rest[0].low in EVALUATIVE or rest[0].low in {"so", "very", "really", "such", "what", "how"}:
        return False
    if any(token.capital or token.quoted or _exact(token.low) for token in rest[:8]):
        return True
    return rest[0].low in PREPOSITIONS and len(rest) > 2 and rest[1].low in {"the", "my", "our"}


def ailing(reading: Reading) -> Draft | None:
    """As in "My knees are shot", "my back hurts": said of a part, true of the speaker."""
    words = reading.clause.who
    if len(words) < 2 or words[0].low != "my" or words[-1].low not in BODY_PARTS or reading.verb.tense not in _NOW:
        return None
    tokens = reading.clause.tokens[reading.clause.subject[0] + 1 : reading.clause.end]
    return about_speaker(reading, "has_condition", tokens)


_NOW: Final = (Tense.PRESENT, Tense.PROGRESSIVE)


def _exact(low: str) -> bool:
    return low in WEEKDAYS or any(sign.isdigit() for sign in low)


FAVOURITES: Final = frozenset({"favourite", "favorite"})


def favourite(reading: Reading) -> Draft | None:
    """As in "My all-time favourite book is The Master and Margarita"."""
    words = [token.low for token in reading.clause.who]
    if not reading.verb.copula or not words or words[0] != "my" or not FAVOURITES & set(words):
        return None
    at = next(place for place, low in enumerate(words) if low in FAVOURITES)
    what = " ".join(words[at + 1 :])
    if not what or what.split()[0] in PREPOSITIONS or what in {"thing", "thing in the world"}:
        return None
    return about_speaker(reading, f"favourite {what}", reading.rest)
