"""Whom a mark is about: the speaker, someone by name and by relation as one, or a thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.english.draft import Scene
from atlas.language.english.lexicon.grammar import NUMBER_WORDS, SECOND_PERSON
from atlas.language.english.lexicon.people import (
    ANIMALS,
    CANONICAL_RELATIONS,
    KIN_AS_NAMES,
    PLURAL_RELATIONS,
    RELATION_NAMES,
)
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.model.claim import RELATIONS
from atlas.model.entity import EntityId, EntityKind
from atlas.model.reading import SERVE, Mark, Operation, Place

_MY: Final = re.compile(r"(?:my|our|me)\s+", re.I)
_ARTICLE: Final = re.compile(r"\A(?:the|a|an|this|that|his|her|their|its)\s+", re.I)
_YOUR: Final = re.compile(r"(?:your|ur|yer)\s+", re.I)
_HAVING: Final = re.compile(r"\b(?:i|we)(?:['’]ve|\s+have)?(?:\s+got)?\s+\Z|\b(?:my|our)\s+\Z", re.I)
"""Behind which a bare relation is the speaker's: "I have (a) sister in Lyon"."""
_DEAR: Final = re.compile(r"\s+(?:dearest|dear|darling|mine|of\s+mine)\Z", re.I)
"""What stands behind a relation and names nobody: "sister dearest"."""
_CLAUSE_START: Final = re.compile(r"(?:\A|[.!?,;:\n]|\b(?:and|but|so|bc|cause|because))\s*\Z", re.I)
_SEVERAL: Final = PLURAL_RELATIONS.keys() - {"kid"}
"""Of whom no sentence is made that speaks of one."""
_ONE: Final = re.compile(r"(?:an?|one)\s+", re.I)
_ONE_BEFORE: Final = re.compile(r"\b(?:an?|one)\s+\Z", re.I)
_POSSESSIVE: Final = re.compile(r"['’]s\Z")
_PRONOUNS: Final = frozenset(["he", "she", "him", "her", "they", "them", "his", "hers", "who"])
_POSSESSIVES: Final = frozenset(["his", "her", "their", "its"])
_THING_PRONOUNS: Final = frozenset(["it", "this", "that", "these", "those", "one", "mine", "ours"])
_OF_THINGS: Final = frozenset(["schedule", "deadline"])
_OF_PEOPLE: Final = word_set(
    """
    allergic_to age birthday diet has_condition takes works_as works_at studies speaks lives_in from likes plays
    """
)
_OF_BEINGS: Final = word_set("believes did does feels has knows plans trait wants")
_BEFORE_NOUNS: Final = word_set("the a an this that these those my our his her their its some any every each no")
_NO_NAMES: Final = (
    RELATION_NAMES
    | PLURAL_RELATIONS.keys()
    | NUMBER_WORDS
    | ANIMALS
    | word_set(
        "any baby both boy few foster girl koi lodger lot new nobody old other snail someone somebody stray third"
    )
)
_DETERMINED: Final = re.compile(
    r"\b(?:a|an|the|my|our|his|her|their|your|some|any|no|new|old|another|rescue|\d+|two|three|four|five|six)\s+\Z"
)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")


def name_people(marks: Sequence[Mark], scene: Scene) -> dict[str, tuple[str, EntityId]]:
    """Those whom the message names with their relation: Maria, the sister. Where the relation is unsure it is Maria."""
    people: dict[str, tuple[str, EntityId]] = {}
    known = scene.acquaintances
    for mark in marks:
        name = read_name(mark, scene) if mark.attribute in RELATIONS and mark.subject is None else ""
        if name:
            if mark.confidence >= SERVE:
                entity = known.choose_entity(scene.speaker, mark.attribute, name, _find_wrong_name(mark, marks))
            else:
                entity = known.find_bearer(name, scene.speaker) or named_entity(EntityKind.PERSON, name)
            people[fold_text(name)] = (name, entity)
    return people


def _find_wrong_name(mark: Mark, marks: Sequence[Mark]) -> str:
    """The name that the same message says is wrong: "Maria, not Mraia"."""
    wrong = (each for each in marks if each.operation is Operation.DENIED and each.subject is None)
    return next((each.place.text for each in wrong if each.attribute == mark.attribute), "")


def looks_like_name(text: str) -> bool:
    words = text.split()
    if text.casefold() in _PRONOUNS:
        return False
    return 0 < len(words) <= 3 and not any(character.isdigit() for character in text) and words[-1][:1].isupper()


def read_name(mark: Mark, scene: Scene) -> str:
    """Read the name that a mark of a relation holds; of somebody who writes no capitals a bare word is one."""
    text = mark.place.text
    if looks_like_name(text):
        return text
    bare = text.isalpha() and len(text) > 2 and not text.endswith("s") and scene.own == scene.own.lower()
    if not bare or text in _NO_NAMES or _DETERMINED.search(scene.own, 0, mark.place.start):
        return ""
    return text.title()


def find_subject(mark: Mark, people: dict[str, tuple[str, EntityId]], scene: Scene) -> EntityId | None:
    place = mark.subject
    if place is None:
        return scene.speaker
    last = _SENTENCE_END.split(place.text)[-1]  # a place that was found across a sentence's end
    words = _POSSESSIVE.sub("", " ".join(last.split()).strip(' ,.;:!?"“”'))
    words = _DEAR.sub("", words)
    if addressed := _YOUR.match(words):
        # in the turn before, which is not the speaker's, that is the speaker's; in their own words anybody's
        words = f"my {words[addressed.end() :]}" if place.before else ""
    low = words.casefold()
    if not words or low in SECOND_PERSON or low in _THING_PRONOUNS or _ARTICLE.sub("", low) in _SEVERAL:
        return None
    if low in _PRONOUNS:
        return _find_only_one(people)
    opening, _, rest = low.partition(" ")
    if opening in _PRONOUNS or opening in _POSSESSIVES:
        # "her boy" is somebody's whom the message names, or a stranger's; "he used to do the" is nobody
        whose = _find_only_one(people) if opening in _POSSESSIVES and rest in RELATION_NAMES else None
        return related_entity(whose, CANONICAL_RELATIONS.get(rest, rest)) if whose else None
    if fold_text(words) in people:
        return people[fold_text(words)][1]
    if bearer := scene.acquaintances.find_bearer(words, scene.speaker):
        return bearer
    bare = _ONE.sub("", low, count=1)
    if bare in RELATIONS and bare not in KIN_AS_NAMES and not place.before:
        owned = _is_speakers(place, scene)
        if owned or bare == low:
            return _find_relative(scene.speaker, bare, scene) if owned else None
    return _find_related(words, people, scene) or _name_entity(words, mark, scene)


def _is_speakers(place: Place, scene: Scene) -> bool:
    """Whether a relation that nobody is named with is the speaker's: "I have a sister …", "sister lives in …"."""
    before = _ONE_BEFORE.sub("", scene.text[: place.start])
    bare = before == scene.text[: place.start] and not _ONE.match(place.text)
    return bool(_HAVING.search(before)) or (bare and bool(_CLAUSE_START.search(before)))


def _find_related(words: str, people: dict[str, tuple[str, EntityId]], scene: Scene) -> EntityId | None:
    """Someone known through the speaker: "my little sister", "Mum", "my sister's dog"."""
    found = _MY.match(words)
    rest = words[found.end() :] if found else words
    parts = rest.casefold().replace("’", "'").split()
    if not found and not (len(parts) == 1 and parts[0].removesuffix("s") in KIN_AS_NAMES):
        return None
    if not found:
        parts = [parts[0].removesuffix("s")]
    owner = scene.speaker
    for number, part in enumerate(parts):
        whole = "-".join(parts[number:])  # "best friend"
        if whole in RELATION_NAMES:
            return _find_relative(owner, whole, scene)
        if part.endswith("s'") and part.removesuffix("'") not in RELATION_NAMES:
            owner = related_entity(owner, part.removesuffix("'"))  # the neighbours' daughter is no daughter of mine
            continue
        relation, owns = _split_possessive(part, is_last=number == len(parts) - 1)
        if relation in RELATION_NAMES:
            owner = _find_relative(owner, relation, scene)
            if not owns:
                return owner
        elif number == len(parts) - 1 and fold_text(part) in people:
            return people[fold_text(part)][1]
        elif owner != scene.speaker:
            return related_entity(owner, " ".join(parts[number:]))  # "my flatmate's startup"
    return related_entity(scene.speaker, " ".join(parts)) if found and parts else None


def _find_only_one(people: dict[str, tuple[str, EntityId]]) -> EntityId | None:
    known = list(dict.fromkeys(entity for _, entity in people.values()))
    return known[0] if len(known) == 1 else None


def is_one_of_several(mark: Mark, scene: Scene) -> bool:
    """Tell whether it is said of one of several who are not told apart: "my sister", where there are two."""
    if mark.subject is None or mark.subject.before or scene.acquaintances.find_bearer(mark.subject.text, scene.speaker):
        return False
    found = _MY.match(mark.subject.text)
    owned = fold_text(mark.subject.text[found.end() :]) if found else ""
    relation = owned.rpartition(" ")[2]
    if "'s" in owned or "’s" in owned or owned.replace(" ", "-") in RELATIONS - {relation}:
        return False  # my mother's sister, my best friend
    relation = CANONICAL_RELATIONS.get(relation, relation)
    return relation in RELATIONS and scene.acquaintances.find_relative(scene.speaker, relation)[1]


def _find_relative(owner: EntityId, relation: str, scene: Scene) -> EntityId:
    return scene.acquaintances.find_relative(owner, CANONICAL_RELATIONS.get(relation, relation))[0]


def _split_possessive(part: str, *, is_last: bool) -> tuple[str, bool]:
    """A relation, and whether something of theirs follows; many leave out the apostrophe: "my flatmates startup"."""
    if part.endswith(("'s", "s'")):
        return part.removesuffix("'s").removesuffix("'"), True  # "my boss' wife"
    bare = not is_last and part.endswith("s") and part[:-1] in RELATION_NAMES
    return (part[:-1], True) if bare else (part, False)


def _stands_alone(mark: Mark, scene: Scene) -> bool:
    """Whether a word in small letters is a name: of what only beings do, with no article before it."""
    if mark.attribute not in _OF_BEINGS or mark.subject is None or mark.subject.before:
        return False
    before = scene.text[: mark.subject.start].rstrip().rpartition(" ")[2].casefold()
    return before not in _BEFORE_NOUNS


def _name_entity(words: str, mark: Mark, scene: Scene) -> EntityId | None:
    thing = _ARTICLE.sub("", words)
    bare = len(words.split()) == 1 and (mark.attribute not in _OF_THINGS) and not words.endswith("s")
    named = words[:1].isupper() or (bare and (mark.attribute in _OF_PEOPLE or _stands_alone(mark, scene)))
    if thing == words and named and mark.attribute not in _OF_THINGS and len(words.split()) <= 3:
        name = words if words[:1].isupper() else words.title()
        entity = named_entity(EntityKind.PERSON, name)
        scene.names.setdefault(entity, name)
        return entity
    return named_entity(EntityKind.THING, thing) if len(thing) > 1 else None
