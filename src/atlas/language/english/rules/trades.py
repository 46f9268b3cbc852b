"""Work: what people do for a living, for whom, and that they no longer do."""

from __future__ import annotations

from atlas.language.english.lexicon.grammar import ARTICLES, FILLERS, PRONOUNS
from atlas.language.english.lexicon.people import PROFESSION_ENDINGS, PROFESSIONS
from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.naming import speaker_name
from atlas.language.english.rules.phrase import Tokens, leading, name_at, text_of
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.steps import DONE, HOLDING, Items, low_words
from atlas.language.english.rules.telling import open_claim, run_on
from atlas.language.english.rules.who import Who


def trade_name(piece: Tokens, head: Tokens) -> Tokens:
    """As in "head of procurement" keeps its "of"."""
    return leading(piece) if head[-1].low in {"head", "director", "manager", "lead", "officer", "owner"} else head


def plural_trade(reading: Reading, low: str) -> bool:
    return low.endswith("s") and is_trade(low[:-1]) and reading.subject.who is Who.RELATED


def is_trade(low: str) -> bool:
    return low in PROFESSIONS or low.endswith(PROFESSION_ENDINGS) or low.rpartition("-")[2] in PROFESSIONS


def employer(reading: Reading, piece: Tokens) -> Items:
    for place, token in enumerate(piece[:-1]):
        if token.low in {"at", "for"} and piece[place + 1].capital:
            yield reading.draft("works_at", name_at(piece[place + 1 :]))
            return


def trade_here(tokens: Tokens, scene: Scene) -> list[Draft]:
    """As in "Software dev here, mostly Rust", "Ondřej here!"."""
    place = next((place for place, token in enumerate(tokens[:6]) if token.low == "here"), 0)
    words = tokens[:place]
    while words and (words[0].low in FILLERS | {"there", "a"} or not words[0].word):
        words = words[1:]
    if not words or (place + 1 < len(tokens) and tokens[place + 1].word):
        return []
    if len(words) <= 3 and is_trade(words[-1].low):
        return [Draft(scene.speaker, "works_as", text_of(scene.text, words), words[0].start, tokens[place].end)]
    name = name_at(words)
    made = speaker_name(name, words[0].start, scene) if name and len(name) == len(words) and len(words) < 3 else None
    return [made] if made else []


def working(reading: Reading) -> Items:
    if reading.verb.tense not in HOLDING:
        return
    rest = reading.rest
    lows = low_words(rest)
    if "on" in lows[:2]:
        yield open_claim(reading, "works_on", run_on(reading)[lows.index("on") + 1 :])
        return
    if "as" in lows:
        head = leading(rest[lows.index("as") + 1 :], of=True)
        if head and lows[lows.index("as") + 1 : lows.index("as") + 2] != ["if"]:
            yield reading.draft("works_as", head)
    yield from _workplace(reading, rest)


def _workplace(reading: Reading, rest: Tokens) -> Items:
    for place, token in enumerate(rest[:-1]):
        if token.low in {"at", "for"}:
            target = rest[place + 1 :]
            name = _owned_firm(target, name_at(target) or _firm(target)) or (
                leading(target) if target[0].low in ARTICLES else ()
            )
            if name and name[0].low[:1].isalpha():
                yield reading.draft("works_at", name)
            return


def _firm(tokens: Tokens) -> Tokens:
    """A name that is no person's: "Google", "Amazon"."""
    taken = 0
    while taken < min(4, len(tokens)) and tokens[taken].capital and tokens[taken].low not in PRONOUNS | {"i"}:
        taken += 1
    return tokens[:taken]


def _owned_firm(tokens: Tokens, name: Tokens) -> Tokens:
    """As in "St. Mary's Hospital", "Sainsbury's": the owner's name is not all of it."""
    at = len(name)
    if not name or tokens[at : at + 1] == () or tokens[at].low != "'s":
        return name
    while at + 1 < len(tokens) and tokens[at + 1].capital:
        at += 1
    return tokens[: at + 1]


def appointed(reading: Reading) -> Items:
    """As in "I've just been made head of procurement at Nestlé"."""
    if reading.verb.passive and reading.rest and reading.affirmed:
        head = leading(reading.rest)
        if head and head[0].low in {"head", "manager", "director", "partner", "team", "chief", "lead", "senior"}:
            yield reading.draft("works_as", head)
            yield from employer(reading, reading.rest)


def as_trade(reading: Reading) -> Items:
    """As in "freelancing as an illustrator", "ended up as a wine maker", "started as a waiter"."""
    lows = low_words(reading.rest)
    if "as" in lows[:3]:
        yield reading.draft("works_as", leading(reading.rest[lows.index("as") + 1 :]))


def quitting(reading: Reading) -> Items:
    lows = low_words(reading.rest)
    if lows[:2] == ["my", "job"] and "at" in lows and reading.affirmed and reading.verb.tense in DONE:
        yield reading.draft("works_at", name_at(reading.rest[lows.index("at") + 1 :]), affirmed=False)
