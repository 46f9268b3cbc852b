"""What someone or something *is*: age, trade, diet, health, origin, feelings, traits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from atlas.language.english.lexicon.grammar import ARTICLES, DETERMINERS, MY, NUMBER_WORDS, PREPOSITIONS, STOP_WORDS
from atlas.language.english.lexicon.people import (
    FICTIONAL,
    RELATION_NAMES,
    WORK_STATES,
)
from atlas.language.english.lexicon.tone import FEELINGS, TRAITS
from atlas.language.english.lexicon.topics import (
    CONDITION_ADJECTIVES,
    CONDITION_PHRASES,
    DIETS,
    LANGUAGES,
    LIKE_ADJECTIVES,
    MARITAL,
    MEDICINES,
    NATIONALITIES,
)
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.naming import speaker_name
from atlas.language.english.rules.phrase import Tokens, leading, listed, name_at, place_in, substance, trimmed
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.steps import Items, after, after_prepositions, kept, to_mark
from atlas.language.english.rules.telling import open_claim, run_on
from atlas.language.english.rules.things import read_thing
from atlas.language.english.rules.trades import employer, is_trade, plural_trade, trade_name
from atlas.language.english.rules.verbal import Tense
from atlas.language.english.rules.who import Who, naming
from atlas.language.entity_ids import related_entity

_INTENSIFIERS: Final = word_set(
    """
    a an the very really so pretty quite super incredibly extremely too just totally still also both more most
    bit little also originally actually kinda truly deeply absolutely especially always feeling currently
    """
)


def read_being(reading: Reading) -> list[Draft]:
    """The claims of a clause whose verb is *be*."""
    if not reading.subject.person:
        return kept(read_thing(reading))
    if reading.verb.tense is Tense.PAST:
        return kept(_was(reading))
    if reading.verb.modal:
        return kept(_will_be(reading, reading.rest))
    found: list[Draft] = kept(_been(reading)) if reading.verb.tense is Tense.PERFECT else []
    for place, piece in enumerate(_pieces(reading.rest)):
        made = kept(_classified(reading, piece, first=place == 0))
        found.extend(made)
    return found


def _pieces(rest: Tokens) -> list[Tokens]:
    """The parts of "Jonas, 29, from Malmö" and of "vegan and allergic to soy"."""
    pieces: list[Tokens] = []
    start = 0
    for place, token in enumerate((*rest, None)):
        if token is None or token.low in {",", "and", "(", ")"} or (not token.word and token.text in "-–—;"):
            if rest[start:place]:
                pieces.append(rest[start:place])
            start = place + 1
    return pieces


def _classified(reading: Reading, piece: Tokens, *, first: bool) -> Items:
    for reader in _ALWAYS if first else _LATER:
        made = [item for item in reader(reading, piece) if item is not None]
        if made:
            yield from made
            return


def _bare(piece: Tokens) -> Tokens:
    while piece and (piece[0].low in _INTENSIFIERS or not piece[0].word):
        piece = piece[1:]
    return trimmed(piece)


def _age(reading: Reading, piece: Tokens) -> Items:
    words = [token.low for token in piece if token.word]
    if words and (words[0].isdigit() or words[0] in NUMBER_WORDS - {"one", "hundred", "thousand", "couple", "dozen"}):
        if words[0].isdigit() and not 0 < int(words[0][:4]) < 120:
            return
        plain = len(words) == 1 or words[1:3] == ["years", "old"] or words[1] in {"now", "today", "btw", "already"}
        if plain and reading.subject.person:
            yield reading.draft("age", piece[:1])


def _origin(reading: Reading, piece: Tokens) -> Items:
    lows = [token.low for token in piece[:3]]
    if "from" in lows:
        place = lows.index("from")
        if place == 0 or lows[0] in _INTENSIFIERS:
            rest = piece[place + 1 :]
            found = place_in(rest)
            if found and rest[0].low not in {"the"} | DETERMINERS - ARTICLES:
                yield reading.draft("from", found)
    elif lows[:1] in (["based"], ["settled"]) or lows[:3] == ["the", "one", "in"]:
        yield reading.draft("lives_in", place_in(after(piece, "in") or after(piece, "outside") or after(piece, "near")))
    elif lows[:2] == ["on", "pacific"] or (lows[:1] == ["on"] and any(token.low == "time" for token in piece[2:4])):
        yield _timezone(reading, piece)


def _timezone(reading: Reading, piece: Tokens) -> Draft | None:
    name = piece[1:]
    return reading.draft("timezone", leading(name)) if name and name[0].capital else None


def _allergy(reading: Reading, piece: Tokens) -> Items:
    piece = _bare(piece)
    if not piece or piece[0].low != "allergic" or len(piece) < 3:
        return
    whole = reading.rest
    at = next(place for place, token in enumerate(whole) if token.low == "allergic")
    for member in listed(whole[at + 2 :]):
        target = reading.scene.things and member[0].low == "it"
        if target:
            yield _allergic_to_it(reading)
        elif member[0].low not in PREPOSITIONS and member[0].low not in {"something", "that", "everything"}:
            yield reading.draft("allergic_to", member)


def _allergic_to_it(reading: Reading) -> Draft | None:
    start = reading.scene.own.casefold().find(reading.scene.things[-1].casefold())
    if start < 0:
        return None
    end = reading.clause.tokens[reading.clause.end - 1].end
    return Draft(reading.entity, "allergic_to", reading.scene.things[-1], start, end, reading.affirmed, 0.9)


def _marital(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    if (
        not bare
        or bare[0].low not in MARITAL
        or (len(bare) > 1 and bare[1].low not in {"to", "with", "for", "since", "at"})
    ):
        return
    yield reading.draft("marital_status", bare[:1])
    if bare[0].low in {"married", "engaged"} and len(bare) > 2 and bare[1].low == "to" and reading.affirmed:
        rest = bare[2:]
        at = next((place for place, token in enumerate(rest) if token.low in {"called", "named"}), -1)
        name = name_at(rest[at + 1 :])
        if name:
            relation = _spouse(rest)
            yield naming(relation, name, reading.start, related_entity(reading.entity, relation), reading.scene)


def _spouse(words: Tokens) -> str:
    lows = {token.low for token in words}
    if lows & {"guy", "man", "bloke"}:
        return "husband"
    return "wife" if lows & {"woman", "girl", "lady"} else "spouse"


def _health(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    if not bare:
        return
    low = " ".join(token.low for token in bare)
    phrase = next((phrase for phrase in CONDITION_PHRASES if low.startswith(phrase)), None)
    if phrase:
        yield reading.draft("has_condition", bare[: len(phrase.split())])
    elif bare[0].low in CONDITION_ADJECTIVES and (len(bare) == 1 or bare[1].low not in {"to", "person"}):
        yield reading.draft("has_condition", bare[:1])
    elif bare[0].low == "on" and len(bare) > 1 and bare[1].low in MEDICINES:
        yield reading.draft("takes", leading(bare[1:]))


def _diet(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    head = leading(bare)
    if len(head) == 2 and head[1].low == "free" and head[0].low in {"gluten", "dairy", "lactose", "sugar", "nut"}:
        yield reading.draft("diet", head)
    if head and head[-1].low in DIETS and len(head) <= 2:
        yield reading.draft("diet", head)


def _people(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    if bare and bare[0].low in NATIONALITIES and bare[0].capital and len(leading(bare)) == 1:
        yield reading.draft("nationality", bare[:1])


def _likes(reading: Reading, piece: Tokens) -> Items:
    lows = [token.low for token in piece]
    if lows[:1] == ["into"] or lows[1:2] == ["into"]:
        yield reading.draft("likes", leading(piece[lows.index("into") + 1 :]))
    elif "fan" in lows[:5] and "of" in lows[lows.index("fan") :][:2]:
        yield reading.draft("likes", leading(piece[lows.index("fan") + 2 :]))
    elif _bare(piece) and _bare(piece)[0].low in LIKE_ADJECTIVES - {"passionate", "keen"}:
        yield from _mad_about(reading, lows)


_ABOUT: Final = frozenset({"about", "on", "with", "of"})


def _mad_about(reading: Reading, lows: list[str]) -> Items:
    """As in "mad about dinosaurs", "obsessed with crosswords"."""
    rest = reading.rest
    at = next((place for place, token in enumerate(rest) if token.low in _ABOUT), len(rest))
    if _ABOUT & set(lows[1:4]) and substance(rest[at + 1 :]):
        yield reading.draft("likes", rest[at + 1 :])


def _work(reading: Reading, piece: Tokens) -> Items:
    head = leading(piece, of=False)
    if not head or (reading.subject.who is Who.PERSON and head[0].low in RELATION_NAMES):
        return
    last = head[-1].low
    if last in WORK_STATES and len(head) == 1:
        yield reading.draft("trait", head)
    elif is_trade(last) or (len(head) > 1 and is_trade(head[-1].low.rstrip("s"))) or plural_trade(reading, last):
        if FICTIONAL & {token.low for token in head}:
            return
        yield reading.draft("works_as", trade_name(piece, head))
        yield from employer(reading, piece)


def _will_be(reading: Reading, piece: Tokens) -> Items:
    """As in "I'll be 50 in November"."""
    if reading.verb.tense is Tense.FUTURE and piece and piece[0].low.isdigit():
        yield open_claim(reading, "plans", (reading.clause.tokens[reading.verb.head], *piece), ahead=True)


def _relation(reading: Reading, piece: Tokens) -> Items:
    """As in "Lucas is my neighbour": he has a name already."""
    head = leading(piece)
    if reading.subject.who is not Who.PERSON or len(head) < 2 or head[0].low not in MY or not reading.affirmed:
        return
    relation = head[-1].low
    owner = related_entity(reading.scene.speaker, relation)
    made = naming(relation, name_at(reading.clause.who), reading.start, owner, reading.scene)
    if made and len(head) == len([token for token in piece if token.word]):
        reading.scene.people[:] = [owner]
        reading.scene.names[owner] = made.value
        yield replace(made, end=head[-1].end)


def _name(reading: Reading, piece: Tokens) -> Items:
    name = name_at(piece)
    if reading.subject.who is not Who.SPEAKER or not name or not reading.affirmed or reading.clause.who[-1:] == ():
        return
    if reading.clause.who[-1].low != "i" or len(name) > 3 or (name[0].text.isupper() and len(name[0].text) > 1):
        return
    rest = piece[len(name) :]
    if not rest or rest[0].low in {"btw", "from", "here", "by", "the"} or not rest[0].word:
        yield speaker_name(name, reading.start, reading.scene)


def _feels(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    if bare and bare[0].low in FEELINGS:
        run = _mood(reading)
        yield open_claim(reading, "feels", run[run.index(bare[0]) :])
    elif len(bare) > 1 and bare[0].low == "fed" and bare[1].low == "up":
        yield reading.draft("feels", reading.rest)


def _mood(reading: Reading) -> Tokens:
    """What the feeling is about; a bare "I'm excited!" takes nothing from the sentence behind it."""
    own = run_on(replace(reading, tail=()))
    about = any(token.word and token.low not in FEELINGS and token.low not in STOP_WORDS for token in own)
    return run_on(reading) if about else own


def _skill(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    if len(bare) > 2 and bare[0].low in {"good", "great", "bad", "terrible"} and bare[1].low == "at":
        yield reading.draft("trait", bare)
    elif len(bare) > 2 and bare[0].low == "fluent" and bare[2].low in LANGUAGES:
        yield reading.draft("speaks", bare[2:3])


def _trait(reading: Reading, piece: Tokens) -> Items:
    bare = _bare(piece)
    lows = [token.low for token in piece]
    if not bare:
        return
    if (bare[0].low in TRAITS and len(bare) <= 5) or (
        bare[0].low in {"good", "great", "bad", "terrible"} and len(bare) > 2 and bare[1].low == "at"
    ):
        yield reading.draft("trait", bare)
    elif (lows[:2] == ["in", "my"] and "year" in lows[:5]) or (lows[0] in {"a", "an", "the"} and _plain_noun(piece)):
        yield reading.draft("trait", piece)


_POOR_NOUNS: Final = word_set(
    """
    bit little lot mess joke same one way problem case idea fool thing person answer point reason guy man woman
    step couple shame help pleasure deal moment time day chance number member only next last opposite worst best
    first
    """
)


def _plain_noun(piece: Tokens) -> bool:
    head = leading(piece)
    return (
        bool(head)
        and head[0].low not in _POOR_NOUNS
        and head[-1].low not in _POOR_NOUNS - {"person"}
        and len(head) <= 7
    )


_READER = Callable[[Reading, Tokens], Items]
_CORE: Final[tuple[_READER, ...]] = (_age, _origin, _allergy, _marital, _health, _diet, _people, _likes, _work)
_ALWAYS: Final[tuple[_READER, ...]] = (_age, _name, _relation, *_CORE[1:], _skill, _feels, _trait)
_LATER: Final[tuple[_READER, ...]] = _CORE


def _been(reading: Reading) -> Items:
    """As in "I've never been to Japan"."""
    rest = reading.rest
    if rest[:1] and rest[0].low == "to" and place_in(rest[1:]):
        yield reading.draft("did", (reading.clause.tokens[reading.verb.head], *to_mark(rest)), verbal=True)


def _was(reading: Reading) -> Items:
    """What was so is told as what happened: "was a seamstress", "was so happy for all the support"."""
    bare = _bare(reading.rest)
    lows = [token.low for token in reading.rest]
    if "born" in lows[:2]:
        yield from _born(reading, lows)
    elif bare and bare[0].low in FEELINGS:
        yield open_claim(reading, "feels", _mood(reading))
    elif is_trade(_head_word(reading.rest)):
        group = reading.clause.tokens[reading.verb.start : reading.clause.end]
        yield reading.draft("did", group)


def _head_word(tokens: Tokens) -> str:
    head = leading(tokens, of=False)
    return head[-1].low if head else ""


def _born(reading: Reading, lows: list[str]) -> Items:
    at = lows.index("born")
    rest = reading.rest[at + 1 :]
    if rest and rest[0].low == "on":
        yield reading.draft("birthday", after_prepositions(rest))
    elif rest and rest[0].low == "in" and len(rest) > 1:
        digit = rest[1].low[:1].isdigit()
        yield reading.draft("birthday" if digit else "from", rest[1:2] if digit else place_in(rest[1:]))
