"""What a question asks for, read without a model: of whom, and which attribute.

Only a hint: it moves a memory up, never in or out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from atlas.model.claim import FAVOURITE, RELATIONS, Claim
from atlas.model.entity import USER, Entity, EntityId, related_entity
from atlas.model.text import folded

_QUESTION_OPENERS: Final = re.compile(
    r"^\W*(?:(?:hey|hi|hello|so|and|but|ok|okay|please|atlas|well)\W+)*"
    r"(?:whom?|whose|which|where|why|what(?!\s+an?\b)|how(?!ever\b)"
    # "When I was ten", "Will is my brother", "Have a nice day", "Do not shout" tell or command.
    r"|when(?:['’]s|\s+(?:am|is|are|was|were|do|does|did|will|would|can|could|should|has|have|had))"
    r"|(?:do|does|did|am|is|are|was|were|can|could|will|would|should|have|has|had)\s+"
    r"(?:i|you|we|he|she|it|they|my|our|your|his|her|their|there|this|that|the|any(?:one|body|thing)?|some(?:one|body)?)"
    r"|(?:is|are|was|were|does|did|has)\s+[\w'’-]+\s+\w+"
    r"|(?:remind|tell) me)\b",
    re.IGNORECASE,
)

_ASKS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), attributes)
    for pattern, attributes in (
        (
            r"\bwhere\b.*\b(?:live|living|lives|home|based|reside|stay)\b|\b(?:city|town|country)\b.*\blive",
            ("lives_in",),
        ),
        (r"\bwhere\b.*\bfrom\b|\bhometown\b|\bcome from\b", ("from", "nationality")),
        (r"\bwhere\b.*\bwork|\bemployer\b|\bcompany\b|\bwho\b.*\bwork for\b", ("works_at",)),
        (r"\b(?:job|profession|occupation|for a living|for work)\b|\bwhat\b.*\bwork as\b", ("works_as", "works_at")),
        (r"\bwhat do(?:es)?(?: \w+){1,3} do\s*\W*$", ("works_as", "works_at", "does")),
        (r"\b(?:call|address) me\b", ("form_of_address", "name")),
        (r"\bname\b|\bwho am i\b|\bcalled\b", ("name", "form_of_address")),
        (r"\bhow old\b|\bage\b", ("age", "birthday")),
        (r"\bwhere\b.*\bborn\b", ("from",)),
        (r"\bbirthday\b|\b(?:when|what)\b.*\bborn\b", ("birthday", "age")),
        (r"\ballerg", ("allergic_to",)),
        (r"\b(?:condition|illness|disease|health|diagnos|sick)\w*", ("has_condition", "takes", "allergic_to")),
        (r"\b(?:medication|medicine|pills?|drugs?)\b", ("takes",)),
        (r"\b(?:vegetarian|vegan|diet|eat)\b", ("diet", "allergic_to")),
        (
            r"(?<!look )(?<!looks )(?<!feel )(?<!would )(?<!['’]d )\b(?:like|love|enjoy|hate|dislike|hobb\w+|fan)\b"
            r"|\b(?:am i|is \w+|are \w+|i['’]m) into\b",
            ("likes", "prefers", "does"),
        ),
        (r"\bprefer", ("prefers", "likes")),
        (r"\b(?:speak|language)", ("speaks",)),
        (r"\bstud(?:y|ies|ying)\b|\bmajor\b|\buniversity\b", ("studies",)),
        (r"\bmarried\b|\bsingle\b|\bengaged\b|\bdivorced\b", ("marital_status", "wife", "husband", "partner")),
        (r"\bplan|\bgoing to\b|\bnext (?:week|month|year)\b|\btomorrow\b|\bupcoming\b", ("plans",)),
        (r"\bwhat did\b|\bwhen did\b|\blast (?:week|month|year)\b|\byesterday\b", ("did",)),
        (r"\bwhat\b.*\bwant\b|\bgoal", ("wants", "plans")),
        (r"\bplay\b|\binstrument\b", ("plays",)),
        (r"\bpets?\b", ("dog", "cat", "pet", "has")),
        (r"\b(?:kids|children)\b", ("son", "daughter", "child", "has")),
    )
)

_LONGEST: Final = 2_000
"""Of a longer text the beginning and the end are read: a question stands in front of what it is about, or behind it."""

_ADJECTIVES: Final = (
    r"(?:(?:current|dear|eldest|elder|ex|first|former|full|given|good|late|last|little|big|middle|new|old|older|oldest|"
    r"other|own|real|second|twin|younger|youngest)\s+)*"
)
_POSSESSED: Final = re.compile(
    rf"\b(?:my|our)\s+{_ADJECTIVES}(best\s+friend|[\w-]+)((?:['’]s?\s+{_ADJECTIVES}[\w-]+)*)", re.IGNORECASE
)
_CHAINED: Final = re.compile(rf"['’]s?\s+{_ADJECTIVES}([\w-]+)", re.IGNORECASE)
_FAVOURITE: Final = re.compile(r"\bfavou?rite\s+(\w[\w-]*(?:\s+\w[\w-]*)?)", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|me|mine|myself|we)\b", re.IGNORECASE)
_KIN_AS_NAMES: Final = re.compile(r"\b(mum|mom|dad|grandma|grandpa|granny)\b", re.IGNORECASE)
_OWN_NAME: Final = re.compile(
    rf"\bmy\s+{_ADJECTIVES}(?:nick)?name\b|\bwho am i\b|\b(?:am i|i am|i['’]m) called\b|\b(?:call|address) me\b",
    re.IGNORECASE,
)
_WHO: Final = re.compile(r"\bwho(?:['’]s|\s+(?:is|are|was|were))\b", re.IGNORECASE)
_HAVING: Final = re.compile(r"\b(?:have|got)\s+(?:an?|any|the)\s+([\w-]+)", re.IGNORECASE)
_CARRIERS: Final = re.compile(
    r"\b(?:tell|remind|show|give|help)\s+me\b|\blet\s+me\s+know\b|\bfor\s+me\b|\bdo\s+i\s+know\b"
    r"|\b(?:did|have)\s+i\s+(?:ever\s+|already\s+)?(?:tell|told|mention(?:ed)?|say|said)\b"
    r"|\bi\s+(?:told|mentioned|said|forgot|forget|wonder|ask)\b",
    re.IGNORECASE,
)
"""Who is spoken to or asks is not who is asked about: "remind me where Maria lives"."""

_OWN_WORDS: Final = """
address age allergies allergy birth birthday birthplace career children city company condition conditions country
degree diagnosis diet dietary dislikes employer favorite favourite gender goal goals health hobbies hobby home hometown
illness instrument interests job kids language languages likes marital medication medications medicine name
nationality native nickname occupation pets pills plan plans preference preferences preferred profession pronouns
relationship school studies time timezone town university upcoming work workplace
"""
_OWN: Final = frozenset(_OWN_WORDS.split())
"""What is somebody's own and no being or thing of its own: "my job" is said of me, "my car" of the car."""


@dataclass(frozen=True, slots=True)
class Wanted:
    attributes: tuple[str, ...] = ()
    subjects: tuple[EntityId, ...] = ()
    naming: tuple[tuple[EntityId, str], ...] = ()
    """Claims that say who it is: "my sister" is named by (user, sister, Maria)."""

    def match(self, claim: Claim | None) -> float:
        """1 for the attribute asked for, of the subject asked about; less when only one of the two is sure."""
        if claim is None:
            return 0.0
        if claim.slot in self.naming:
            return 0.9
        if claim.attribute not in self.attributes:
            return 0.0
        place = max(0.1, 1.0 - 0.1 * self.attributes.index(claim.attribute))
        if not self.subjects:
            return 0.5 * place
        return place if claim.subject in self.subjects else 0.0

    def may_concern(self, claim: Claim | None) -> bool:
        """Whether a claim may be offered at all: what is asked of one is never answered with another's."""
        if claim is None or claim.slot in self.naming or claim.subject in self.subjects:
            return True
        return not self.subjects and not self.attributes


def is_question(text: str) -> bool:
    stripped = text.strip()
    return stripped.endswith(("?", "？", "؟")) or bool(_QUESTION_OPENERS.match(stripped[:_LONGEST]))


def wanted(query: str, asker: EntityId = USER, entities: Iterable[Entity] = ()) -> Wanted:
    text = query if len(query) <= _LONGEST else f"{query[: _LONGEST // 2]}\n{query[-_LONGEST // 2 :]}"
    attributes = [name for pattern, names in _ASKS if pattern.search(text) for name in names]
    favourite = _FAVOURITE.search(text)
    if favourite:
        thing = folded(favourite.group(1))
        attributes = [f"{FAVOURITE}{thing}", f"{FAVOURITE}{thing.split()[0]}"]
    possessed = [_possessed(match, asker) for match in _POSSESSED.finditer(text)]
    rest = _CARRIERS.sub(" ", _POSSESSED.sub(" ", text))
    others = [*(entity for entity in possessed if entity != asker), *_kin(rest, asker), *_named(text, entities)]
    own = [asker] if asker in possessed or _FIRST_PERSON.search(rest) else []
    if own and not others and not _OWN_NAME.search(text):
        # "What is my company called?" does not ask for anybody's own name.
        attributes = [name for name in attributes if name not in ("name", "form_of_address")]
    attributes += [relation for noun in _HAVING.findall(rest) if (relation := _relation(noun)) in RELATIONS]
    whom = others if "name" in attributes or _WHO.search(text) else []
    naming = dict.fromkeys(pair for entity in whom if (pair := _pair(entity)) is not None)
    return Wanted(tuple(dict.fromkeys(attributes)), tuple(dict.fromkeys([*others, *own])), tuple(naming))


def _possessed(match: re.Match[str], asker: EntityId) -> EntityId:
    """ "my sister's dog" is the dog; "my sister's job" is said of my sister, and "my job" of me."""
    return _along(asker, [match.group(1), *_CHAINED.findall(match.group(2))])


def _along(entity: EntityId, nouns: Iterable[str]) -> EntityId:
    for noun in map(_relation, nouns):
        if noun in _OWN:
            break
        entity = related_entity(entity, noun)
    return entity


def _relation(noun: str) -> str:
    word = folded(noun)
    if word not in RELATIONS and word.removesuffix("s") in RELATIONS:
        return word.removesuffix("s")
    return "best-friend" if word == "best friend" else word


def _kin(text: str, asker: EntityId) -> list[EntityId]:
    return [related_entity(asker, match.group(1)) for match in _KIN_AS_NAMES.finditer(text)]


def _named(query: str, entities: Iterable[Entity]) -> list[EntityId]:
    text = folded(query)
    return [found for entity in entities for name in entity.names for found in _called(text, folded(name), entity.id)]


def _called(text: str, name: str, entity: EntityId) -> list[EntityId]:
    if not name or name not in text:
        return []
    spoken = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)((?:['’]s?\s+{_ADJECTIVES}[\w-]+)*)")
    return [_along(entity, _CHAINED.findall(match.group(1))) for match in spoken.finditer(text)]


def _pair(entity: EntityId) -> tuple[EntityId, str] | None:
    owner, slash, relation = entity.rpartition("/")
    return (EntityId(owner), relation) if slash and relation in RELATIONS else None
