"""Names: of the speaker, and of those the speaker calls *my*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from atlas.language.english.lexicon.grammar import MY
from atlas.language.english.lexicon.people import (
    FICTIONAL,
    LEADING_ADJECTIVES,
    PLURAL_RELATIONS,
    RELATION_NAMES,
    TITLES,
)
from atlas.language.english.lexicon.topics import LANGUAGES, NATIONALITIES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.phrase import Tokens, name_at, text_of
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.token import Token
from atlas.language.english.rules.who import naming
from atlas.language.entity_ids import related_entity
from atlas.model.claim import RELATIONS
from atlas.model.entity import EntityId

_NOT_CALLED: Final = word_set(
    """
    later back when if a an the at on tomorrow tonight maybe crazy old-fashioned old anytime soon today again up
    out what whatever by in for to please now cynical paranoid weird picky lazy biased naive dumb stupid silly
    """
)
_CALL_VERBS: Final = frozenset({"call", "calls", "address"})


def speaker_name(
    value: Tokens, start: int, scene: Scene, attribute: str = "name", *, affirmed: bool = True
) -> Draft | None:
    text = text_of(scene.text, value)
    if not text or len(text.split()) > 6 or _strange(value):
        return None
    name_of = scene.speaker if affirmed else None
    if affirmed and attribute == "name":
        scene.names.setdefault(scene.speaker, text)
    return Draft(scene.speaker, attribute, text, start, value[-1].end, affirmed, name_of=name_of)


def _strange(value: Tokens) -> bool:
    lows = {token.low for token in value}
    return bool(lows & FICTIONAL or lows & LANGUAGES or lows & NATIONALITIES or "team" in lows)


def name_clause(reading: Reading) -> Iterator[Draft]:
    """As in "My (full) name is X", "the name's X", "my wife's name is X"; "my sister is called X"."""
    words = tuple(token for token in reading.clause.who)
    lows = [token.low for token in words]
    rest = reading.rest
    if not lows or not reading.verb.copula or "as they say" in reading.scene.own.casefold():
        return
    if lows in (["her", "name"], ["his", "name"]):
        yield from _their_name(reading, rest)
    elif lows[-1] in {"name", "surname"} and (lows[0] in MY or lows == ["the", "name"]):
        yield from _name_is(reading, words, rest)
    elif rest[:1] and rest[0].low in {"called", "named"}:
        yield from _is_called(reading, rest[1:])


def _name_is(reading: Reading, words: Tokens, rest: Tokens) -> Iterator[Draft]:
    if rest[:1] and rest[0].low in {"spelled", "spelt", "actually"}:
        rest = rest[1:]
    name = name_at(rest)
    if not name:
        return
    if "'s" in [token.low for token in words]:
        found = _owner_relation(words)
        if found:
            owner = related_entity(reading.scene.speaker, found)
            draft = naming(found, name, reading.start, owner, reading.scene)
            if draft and reading.affirmed:
                reading.scene.names[owner] = draft.value
                yield draft
        return
    made = speaker_name(name, reading.start, reading.scene, affirmed=reading.affirmed)
    if made:
        yield made


def _their_name(reading: Reading, rest: Tokens) -> Iterator[Draft]:
    """As in "her name is spelled Siân": of the one person who was spoken of."""
    people = list(dict.fromkeys(reading.scene.people))
    name = name_at(rest[1:] if rest[:1] and rest[0].low in {"spelled", "spelt"} else rest)
    relation = people[0].rpartition("/")[2] if len(people) == 1 else ""
    draft = naming(relation, name, reading.start, people[0], reading.scene) if name and relation else None
    if draft:
        yield draft


def _owner_relation(words: Tokens) -> str | None:
    for token in words[1:]:
        if token.low in RELATIONS:
            return token.low
        if token.low not in LEADING_ADJECTIVES:
            return None
    return None


def _is_called(reading: Reading, rest: Tokens) -> Iterator[Draft]:
    name = name_at(rest)
    entity = reading.entity
    owner, slash, relation = entity.rpartition("/")
    if not name or not reading.affirmed:
        return
    if slash and owner == reading.scene.speaker and relation in RELATIONS:
        draft = naming(relation, name, reading.start, entity, reading.scene)
        if draft:
            reading.scene.names[entity] = draft.value
            yield draft
    elif entity and reading.subject.who.value == "thing":
        made = reading.draft("name", name)
        if made:
            reading.scene.people.append(entity)
            yield made
    elif entity == reading.scene.speaker:
        made = speaker_name(name, reading.start, reading.scene)
        if made:
            yield made


def called(tokens: Tokens, scene: Scene) -> Iterator[Draft]:
    """As in "(please) call me Annie", "everyone calls me Zoë", "I go by Sam", "it's Priya here"."""
    for place, token in enumerate(tokens[:-1]):
        if token.low in _CALL_VERBS and tokens[place + 1].low == "me":
            start = place + 3 if tokens[place + 2 : place + 3] and tokens[place + 2].low == "as" else place + 2
            yield from _address(tokens, place, start, scene)
        elif token.low in {"go", "goes"} and tokens[place + 1].low == "by" and place and tokens[place - 1].low == "i":
            yield from _address(tokens, place - 1, place + 2, scene)
    yield from _here(tokens, scene)


def _address(tokens: Tokens, place: int, start: int, scene: Scene) -> Iterator[Draft]:
    rest = tokens[start:]
    name = name_at(rest)
    if not name and rest and rest[0].low.isalpha() and rest[0].low not in _NOT_CALLED and _ends(rest[1:]):
        name = rest[:1]
    if name and name[0].low in TITLES and len(name) == 1 and len(rest) > 2 and rest[1].low == ".":
        name = rest[:3]
    if name and name[0].low not in _NOT_CALLED:
        made = speaker_name(name, tokens[place].start, scene, "form_of_address")
        if made:
            yield made


def _ends(rest: Tokens) -> bool:
    return not rest or not rest[0].word or rest[0].low in {"please", "now", "from", "btw"}


def _here(tokens: Tokens, scene: Scene) -> Iterator[Draft]:
    lows = [token.low for token in tokens]
    for place, low in enumerate(lows):
        if low == "here" and 3 <= place <= 6 and lows[place - 2] in {"'s", "is"} and lows[place - 3] in {"it", "this"}:
            name = name_at(tokens[place - 1 : place])
            made = speaker_name(name, tokens[place - 3].start, scene) if name else None
            if made:
                yield made


def called_within(tokens: Tokens, subject: EntityId, scene: Scene) -> Iterator[Draft]:
    """Names given in passing anywhere: "a cat called Señor Whiskers", "with my husband Caio", "a son, Mateo,".

    What is *my* is the speaker's; what somebody *has* is theirs: "my sister has a cat named Misha".
    """
    for place, token in enumerate(tokens):
        relation = PLURAL_RELATIONS.get(token.low, token.low)
        if token.low not in RELATION_NAMES or relation not in RELATIONS or not _ours(tokens, place):
            continue
        at = place + 1
        while at < len(tokens) and tokens[at].low in {",", "called", "named"}:
            at += 1
        name = name_at(tokens[at:]) if at <= place + 2 else ()
        if name and token.low not in PLURAL_RELATIONS and not (tokens[place + 1].low == "," and len(name) > 2):
            owner = related_entity(scene.speaker if _is_mine(tokens, place) else subject, relation)
            draft = naming(relation, name, _phrase_start(tokens, place).start, owner, scene)
            if draft:
                scene.names[owner] = draft.value
                scene.people.append(owner)
                yield draft


def _ours(tokens: Tokens, place: int) -> bool:
    """After *my*, or after *I have a*."""
    at = place - 1
    while at >= 0 and (tokens[at].low in LEADING_ADJECTIVES or tokens[at].low in {"a", "an"}):
        at -= 1
    if at < 0:
        return False
    if tokens[at].low in MY:
        return True
    return tokens[at].low in {"have", "got", "has", "adopted"} and tokens[at + 1].low in {"a", "an"}


def _is_mine(tokens: Tokens, place: int) -> bool:
    before = [token.low for token in tokens[:place] if token.low not in LEADING_ADJECTIVES]
    return bool(before) and before[-1] in MY


def _phrase_start(tokens: Tokens, place: int) -> Token:
    at = place
    while at > 0 and (tokens[at - 1].low in LEADING_ADJECTIVES or tokens[at - 1].low in {"a", "an", "my", "our"}):
        at -= 1
    return tokens[at]
