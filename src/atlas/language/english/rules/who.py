"""Whom a clause is about: the speaker, someone or something of theirs, a person by name, a thing, or nobody we know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.language.english.lexicon.grammar import (
    DETERMINERS,
    FILLERS,
    MY,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.people import (
    GIVEN_NAMES,
    KIN_AS_NAMES,
    LEADING_ADJECTIVES,
    PETS,
    RELATION_NAMES,
)
from atlas.language.english.lexicon.verbs import reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.clause import Clause
from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.phrase import Tokens, leading, name_at, proper, text_of
from atlas.language.english.rules.token import is_possessive
from atlas.language.entity_ids import named_entity, related_entity
from atlas.model.claim import RELATIONS
from atlas.model.entity import EntityId, EntityKind

_VAGUE_THINGS: Final = word_set(
    """
    thing things stuff way point problem issue idea question guess opinion view bad turn god heart mind head
    life day week weekend time experience journey vibe vibes energy support words word belief dream dreams hope
    hopes passion goal goals plan plans answer reason people everyone best part rest favorite favourite all
    fault eyes
    """
)
_BARE_THINGS: Final = word_set(
    """
    probability result value sum formula solution number length area score rate distance equation total
    difference average output error step method approach
    """
)
"""Of these only a certain one is worth a fact: the locker number, not the number."""


class Who(StrEnum):
    SPEAKER = "speaker"
    RELATED = "related"
    PERSON = "person"
    THING = "thing"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Subject:
    who: Who
    entity: EntityId
    words: Tokens = ()
    named: Draft | None = None
    """The name that the phrase gives in passing: "my sister Maria"."""
    sure: bool = True
    negated: bool = False

    @property
    def person(self) -> bool:
        return self.who in (Who.SPEAKER, Who.RELATED, Who.PERSON)


_NOBODY: Final = EntityId("")


def subject_of(clause: Clause, scene: Scene) -> Subject:
    words = clause.who
    if not words:
        return Subject(Who.SPEAKER, scene.speaker)
    last = words[-1].low
    if last in {"i", "we"}:
        neither = words[0].low == "neither" or clause.lead == "nor"
        return Subject(Who.SPEAKER, scene.speaker, words, _companion(words, scene), negated=neither)
    if len(words) == 1 and last in {"he", "she", "who"}:
        return _recalled(scene)
    return _noun_subject(words, scene)


def spoken_of(words: Tokens, scene: Scene) -> list[EntityId]:
    """Everyone called *my …* here, who may be meant by the next *she*."""
    found = []
    for place, token in enumerate(words[:-1]):
        relation = words[place + 1].low
        owner = place + 2 < len(words) and words[place + 2].low == "'s"
        if token.low in MY and relation in RELATION_NAMES - PETS and not owner and not _compound(words, place + 1):
            found.append(related_entity(scene.speaker, relation))
    return found


def _companion(words: Tokens, scene: Scene) -> Draft | None:
    """As in "my wife Zoë and I"."""
    if len(words) < 4 or words[0].low not in MY:
        return None
    return _related(words[:-2], scene).named


def _recalled(scene: Scene) -> Subject:
    """He or she is the one person spoken of, if there was but one."""
    people = list(dict.fromkeys(scene.people))
    if len(people) != 1:
        return Subject(Who.OTHER, _NOBODY)
    return Subject(Who.RELATED if "/" in people[0] else Who.PERSON, people[0], sure=False)


def _noun_subject(words: Tokens, scene: Scene) -> Subject:
    first = words[0].low
    if first in {"both", "even", "all", "so", "and", "but"} and len(words) > 1:
        return _noun_subject(words[1:], scene)
    if first in MY:
        return _related(words, scene)
    if first in KIN_AS_NAMES and len(words) == 1:
        return _mentioned(Subject(Who.RELATED, related_entity(scene.speaker, first), words), scene)
    if first == "project" and len(words) > 1 and words[1].capital:
        return Subject(Who.THING, named_entity(EntityKind.THING, text_of(scene.text, words)), words)
    if proper(words[0]):
        return _by_name(words, scene)
    if first == "the" and len(words) > 1:
        return _thing(words, named_entity(EntityKind.THING, _thing_name(words[1:], scene)), scene)
    if not clause_pronoun(first) and not words[0].capital and first.isalpha():
        return _kind_of_thing(words, scene)
    return Subject(Who.OTHER, _NOBODY, words)


def clause_pronoun(low: str) -> bool:
    return low in PRONOUNS | DETERMINERS | POSSESSIVES | SUBORDINATORS | PREPOSITIONS | FILLERS | {"here", "there"}


def _kind_of_thing(words: Tokens, scene: Scene) -> Subject:
    """As in "bin day on our street": a thing without an article, of which only settled facts are told."""
    name = _thing_name(words, scene)
    if not name or (reading(words[0].low) is not None and words[0].low.endswith("ing")):
        return Subject(Who.OTHER, _NOBODY, words)
    return Subject(Who.THING, named_entity(EntityKind.THING, name), words, sure=False)


def _related(words: Tokens, scene: Scene) -> Subject:
    """As in "my (older) sister (Maria)", "our neighbour, Mrs Papadopoulos,", "my sister's dog", "my staging server"."""
    place = 1
    best = False
    while place < len(words) - 1 and words[place].low in LEADING_ADJECTIVES:
        best = best or (words[place].low == "best" and words[place + 1].low == "friend")
        place += 1
    if place >= len(words):
        return Subject(Who.OTHER, _NOBODY, words)
    relation = words[place].low
    if relation not in RELATION_NAMES or _compound(words, place):
        return _owned(words, scene)
    relation = "best-friend" if best else relation
    owner = related_entity(scene.speaker, relation)
    if place + 1 < len(words) and is_possessive(words, place + 1):
        return _through(words[place + 2 :], owner, words, scene)
    return _mentioned(Subject(Who.RELATED, owner, words, _apposed(words, place + 1, relation, owner, scene)), scene)


def _compound(words: Tokens, place: int) -> bool:
    """As in "my dog food", "my cat's" is no compound: the relation is only part of a thing's name."""
    following = words[place + 1] if place + 1 < len(words) else None
    return (
        following is not None
        and following.word
        and not following.capital
        and not following.quoted
        and following.low not in {"'s", "and", "or", "from", "in", "at", "of", "called", "named", "who", "with"}
    )


def _through(words: Tokens, owner: EntityId, whole: Tokens, scene: Scene) -> Subject:
    relation = words[0].low if words else ""
    if relation in RELATIONS and len(words) == 1:
        return _mentioned(Subject(Who.RELATED, related_entity(owner, relation), whole), scene)
    if relation == "name" and len(words) == 1:
        return Subject(Who.RELATED, owner, whole)
    return Subject(Who.OTHER, _NOBODY, whole)


def _apposed(words: Tokens, place: int, relation: str, owner: EntityId, scene: Scene) -> Draft | None:
    if place < len(words) and words[place].low == ",":
        place += 1
    name = name_at(words[place:])
    if not name:
        return None
    return naming(relation, name, words[0].start, owner, scene)


def naming(relation: str, name: Tokens, start: int, owner: EntityId, scene: Scene) -> Draft | None:
    """(user, sister, Maria), which also names `user/sister`."""
    value = text_of(scene.text, name)
    if relation not in RELATIONS or not value or len(value.split()) > 5:
        return None
    speaker, _, _ = owner.rpartition("/")
    start = min(start, name[0].start)
    return Draft(EntityId(speaker), relation, value, start, name[-1].end, name_of=owner)


def _by_name(words: Tokens, scene: Scene) -> Subject:
    name = name_at(words)
    rest = words[len(name) :]
    if rest and rest[0].low == "," and len(rest) > 2 and rest[1].low in MY:
        return _name_first(name, rest[1:], scene)
    plain = text_of(scene.text, name)
    known = next((entity for entity, called in scene.names.items() if called.casefold() == plain.casefold()), None)
    if known:
        return _mentioned(Subject(Who.RELATED if "/" in known else Who.PERSON, known, words), scene)
    if rest and rest[0].low not in PREPOSITIONS:
        return Subject(Who.OTHER, _NOBODY, words)
    sure = name[0].low in GIVEN_NAMES
    scene.things.append(plain)
    if not sure and _common(name[0].low):
        return Subject(Who.OTHER, _NOBODY, words)
    if len(name) > 3:
        return Subject(Who.THING, named_entity(EntityKind.THING, plain), words)
    return _mentioned(Subject(Who.PERSON, named_entity(EntityKind.PERSON, plain), words, sure=sure), scene)


_COMMON_ENDINGS: Final = ("ing", "tion", "ness", "ment", "ity", "ly", "ed", "ism", "ship", "backs", "ings")


def _common(low: str) -> bool:
    """A capital at the head of a sentence makes no name of a common word."""
    return reading(low) is not None or low.endswith(_COMMON_ENDINGS) or (low.endswith("s") and len(low) > 5)


def _name_first(name: Tokens, role: Tokens, scene: Scene) -> Subject:
    """As in "Nadia, my colleague, …"."""
    found = _related(tuple(token for token in role if token.word), scene)
    if found.who is not Who.RELATED:
        return found
    relation = found.entity.rpartition("/")[2]
    return Subject(Who.RELATED, found.entity, role, naming(relation, name, role[0].start, found.entity, scene))


def _owned(words: Tokens, scene: Scene) -> Subject:
    owner = next((place for place in range(1, len(words)) if is_possessive(words, place)), 0)
    name = _thing_name(words[owner + 1 :], scene)
    if not name:
        return Subject(Who.OTHER, _NOBODY, words)
    mine = words[0].low == "my"
    return _thing(words, related_entity(scene.speaker, name) if mine else named_entity(EntityKind.THING, name), scene)


def _thing(words: Tokens, entity: EntityId, scene: Scene) -> Subject:
    head = leading(words[1:])
    bare = len(head) == 1 and head[0].low in _BARE_THINGS
    several = any(token.low in {"and", "or"} for token in words)  # "the red and the blue": told of one it is wrong
    if not head or bare or several or head[-1].low in _VAGUE_THINGS or head[0].low in _VAGUE_THINGS:
        return Subject(Who.OTHER, _NOBODY, words)
    scene.things.append(text_of(scene.text, head))
    return Subject(Who.THING, entity, words)


def _thing_name(words: Tokens, scene: Scene) -> str:
    name = leading(tuple(token for token in words if token.low not in POSSESSIVES))
    while name and name[-1].low in VERB_ADVERBS:
        name = name[:-1]
    return text_of(scene.text, name)


def _mentioned(subject: Subject, scene: Scene) -> Subject:
    relation = subject.entity.rpartition("/")[2]
    if relation not in PETS:
        scene.people.append(subject.entity)
    if subject.named:
        scene.names[subject.entity] = subject.named.value
    return subject
