"""The fact that an English question asks for, read without a model: subjects, attributes and topic words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from atlas.language.english.calendar_words import WEEKDAYS
from atlas.language.english.lexicon.people import CANONICAL_RELATIONS, KIN_NAMES
from atlas.language.english.query_forms import read_answer_type
from atlas.language.english.query_words import find_telling_words
from atlas.language.english.word_stems import list_spellings, stem_words
from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.language.interface import AskedFact
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, FAVOURITE, RELATIONS
from atlas.model.entity import USER, Entity, EntityId, EntityKind, belongs_to

_ASKS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), attributes)
    for pattern, attributes in (
        (
            r"\bwhere\b(?!.*\bearn).*\b(?:live|living|lives|home|based|reside|stay|staying)\b"
            r"|\b(?:city|town|country)\b.*\b(?:live|living|stay|staying|based)\b"
            r"|\b(?:city|town|country) (?:is|are|am) [\w ]+ in\b",
            ("lives_in",),
        ),
        (r"\bwhere\b.*\bearn\w*\b.*\bliving\b", ("works_at", "works_as")),
        (r"\bwhere\b.*\bfrom\b|\bhometown\b|\bcome from\b|\bgr[eo]w up\b", ("from", "nationality")),
        (r"\b(?:my|our)\b.{0,20}\b(?:address|house number|postcode|street|zip)\b", ("address",)),
        (r"\bwhere\b.*\bwork|\bemployer\b|\bcompany\b|\bwhom?\b.*\b(?:work|drive|cook|cleans?) for\b", ("works_at",)),
        (r"\bfor whom\b.*\bwork", ("works_at", "works_as")),
        (r"\b(?:job|profession|occupation|for a living|for work)\b|\bwhat\b.*\bwork as\b", ("works_as", "works_at")),
        (r"\bwhat do(?:es)?(?: \w+){1,3} do\s*\W*$", ("works_as", "works_at", "does")),
        (r"\b(?:call|address) me\b", ("form_of_address", "name")),
        (
            r"\bwho\b.{0,80}\b(?:liv\w+|shar\w+|stay\w*)\b.{0,80}\bwith\b|\bwho\b.{0,80}\bshare\b",
            ("flatmate", "partner", "wife", "husband", "boyfriend", "girlfriend"),
        ),
        (r"\bname\b|\bwho am i\b|\bcalled\b", ("name", "form_of_address")),
        (r"\bhow old\b|\bage\b", ("age", "birthday")),
        (r"\bwhere\b.*\bborn\b", ("from",)),
        (r"\bbirthday\b|\b(?:when|what)\b.*\bborn\b", ("birthday", "age")),
        (r"\ballerg", ("allergic_to",)),
        (
            r"\b(?:foods?|dish(?:es)?|ingredients?|eat|cook\w*|meals?|recipes?)\b.{0,80}"
            r"\b(?:avoid|leave out|leave off|skip|dangerous|harm\w*|bad for|must not|can['’]?t|cannot|never)\b"
            r"|\b(?:avoid|leave out|leave off|can['’]?t|cannot|must not)\b.{0,80}\b(?:foods?|eat|cook\w*|recipes?)\b",
            ("allergic_to", "diet", "likes"),
        ),
        (r"\b(?:condition|illness|disease|health|diagnos|sick)\w*", ("has_condition", "takes", "allergic_to")),
        (
            r"\b(?:medication|medicine|pills?|drugs?)\b|\bwhat (?:do|does|am|is) (?:\w+ ){1,3}tak(?:e|ing)\s*\W*$",
            ("takes",),
        ),
        (r"\b(?:vegetarian|vegan|diet|eat)\b", ("diet", "allergic_to")),
        (
            r"(?<!look )(?<!looks )(?<!feel )(?<!would )(?<!['’]d )\b(?:like|love|enjoy|hate|dislike|hobb\w+|fan)\b"
            r"|\b(?:am i|is \w+|are \w+|i['’]m) into\b",
            ("likes", "prefers", "does"),
        ),
        (r"\bprefer", ("prefers", "likes")),
        (r"\b(?:speak|language)", ("speaks",)),
        (r"\bstud(?:y|ies|ying)\b|\blearn(?:s|ing)?\b|\bmajor\b|\buniversity\b", ("studies",)),
        (r"\bmarried\b|\bsingle\b|\bengaged\b|\bdivorced\b", ("marital_status", "wife", "husband", "partner")),
        (r"\bwhat\b.*\bwant\b|\bgoal", ("wants", "plans")),
        (r"\bplan|\bgoing to\b|\bnext (?:week|month|year)\b|\btomorrow\b|\bupcoming\b", ("plans",)),
        (
            r"\b(?:what|when) did\b(?! (?:i|we) (?:ever |already )?(?:say|tell|mention|ask)\b)"
            r"|\blast (?:week|month|year)\b|\byesterday\b",
            ("did",),
        ),
        (r"\bplay\b|\binstrument\b", ("plays",)),
    )
)
_WHEN_IS: Final = re.compile(
    r"\b(?:when|what\s+(?:day|date|time))(?:['’]?s|\s+(?:is|are))\s+(?:my|our)\s+(?:next\s+)?"
    r"(?![\w\s-]*\b(?:birthday|deadline)\b)(?P<event>[\w-]+(?:\s+[\w-]+){0,3}?)(?:\s+again)?\s*[?.!]*\s*$",
    re.IGNORECASE,
)
"""What asks when something of one's own is, and says no more: "when is my dentist appointment?"."""
_PARTNERS: Final = ("boyfriend", "girlfriend", "partner", "husband", "wife", "fiance", "fiancee", "spouse")
_PET_WORDS: Final = "dog cat pet puppy kitten horse rabbit bird fish parrot hamster"
_PETS: Final = frozenset(_PET_WORDS.split())
_SETS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), tuple(relations.split()), words)
    for pattern, relations, words in (
        (
            r"\b(?:pets?|animals|insects|creatures)\b",
            _PET_WORDS,
            "dog puppy greyhound spaniel terrier labrador cat kitten horse pony rabbit bunny bird budgie canary parrot "
            "fish goldfish hamster gerbil rat mouse hen chicken rooster duck goose turtle tortoise snake lizard ferret "
            "goat sheep pet animal guinea pig beetle insect spider bee",
        ),
        (
            r"\b(?:kids|children)\b",
            "son daughter child stepson stepdaughter twin",
            "kid child children son daughter boy girl baby toddler teenager twin stepson stepdaughter",
        ),
        (
            r"\bsiblings\b|\b(?:brothers|sisters) (?:and|or) (?:brothers|sisters)\b",
            "brother sister sibling twin",
            "brother sister sibling twin",
        ),
    )
)
"""What is asked for by its class: the relations that belong to it, and the words for one of them."""

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
_KIN_NAMES: Final = re.compile(rf"\b({'|'.join(sorted(KIN_NAMES))})\b", re.IGNORECASE)
_OWN_NAME: Final = re.compile(
    rf"\bmy\s+{_ADJECTIVES}(?:nick)?name\b|\bwho am i\b|\b(?:am i|i am|i['’]m) called\b|\b(?:call|address) me\b",
    re.IGNORECASE,
)
_WHO: Final = re.compile(r"\bwho(?:['’]s|\s+(?:is|are|was|were))\b", re.IGNORECASE)
_HAVING: Final = re.compile(
    r"\b(?:have|got|which|what|how many|names?)\s+(?:of\s+)?(?:an?\s+|any\s+|the\s+|my\s+|our\s+|all\s+)*([\w-]+)",
    re.IGNORECASE,
)
"""What one asks for that one may have: "do I have a dog", "which of my dogs"."""
_CARRIERS: Final = re.compile(
    r"\b(?:tell|remind|show|give|help)\s+me\b|\blet\s+me\s+know\b|\bfor\s+me\b|\bdo\s+i\s+know\b"
    r"|\b(?:did|have)\s+i\s+(?:ever\s+|already\s+)?(?:tell|told|mention(?:ed)?|say|said)\b"
    r"|\b(?:if\s+)?i\s+(?:ever\s+|already\s+)?(?:told|mentioned|said|forgot|forget|wonder|ask)\b",
    re.IGNORECASE,
)
"""Who is spoken to or asks is not who is asked about: "remind me where Maria lives"."""

_WISHES_ASKED: Final = re.compile(
    r"\bhow\b.{0,80}\b(?:you|your)\b.{0,80}\b(?:write|answer|answers|reply|replies|respond|talk|speak|phrase|sound)\b"
    r"|\bhow to (?:answer|reply|respond|talk|speak|write)\b.{0,20}\bme\b"
    r"|\bhow\b.{0,40}\b(?:like|want|prefer)\b.{0,20}\b(?:answers|replies)\b"
    r"|\b(?:your?|ur?)\b.{0,80}\b(?:answers|replies|style)\b.{0,80}\b(?:want|wish|ask)"
    r"|\b(?:rules?|wishes|instructions?)\b.{0,80}\b(?:answers|replies|(?:your|ur) writing)\b"
    r"|\b(?:rules|wishes|instructions)\b.{0,40}\b(?:given|gave|set|imposed|told|taught) (?:you|u)\b"
    r"|\bmy standing (?:rules|wishes|instructions)\b"
    r"|\b(?:form|format|style|tone|manner|way)\b.{0,40}\b(?:your?|ur?)\b.{0,40}\b(?:writ\w+|answers?|repl(?:y|ies)|respond)\b",
    re.IGNORECASE,
)
"""Asked is how the assistant is to answer, whatever else is named: "how must you answer me on health"."""

_OWN_WORDS: Final = """
address age allergies allergy birth birthday birthplace body career children city company condition conditions country
degree diagnosis diet dietary dislikes employer favorite favourite gender goal goals health hobbies hobby home hometown
household illness instrument interests job kids language languages likes marital medication medications medicine name
nationality native nickname occupation pets pills plan plans preference preferences preferred profession pronouns
relationship postcode school siblings street studies time timezone town university upcoming work workplace
"""
_OWN: Final = frozenset(_OWN_WORDS.split())
"""What is somebody's own and no being or thing of its own: "my job" is said of me, "my car" of the car."""

_GATHERED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"parent": ("parent", "parents", "mother", "father", "mum", "mom", "dad")}
)
"""One word for several: who "my parents" are is told by my mother and my father."""

_THING: Final = re.compile(rf"\b(?:my|our)\s+{_ADJECTIVES}([\w-]+(?:[ ][\w-]+){{1,2}})\s*\W*$", re.IGNORECASE)
"""What a question ends with: "my phone number" is a thing of that name, not a phone."""

_WHAT_IT_IS: Final = re.compile(r"(?:\b(?:is|are|was)|['’]s)\s+(?:my|our|the)\b", re.IGNORECASE)
_WHERE: Final = re.compile(r"\bwhere\b", re.IGNORECASE)
_WH_WORDS: Final = re.compile(r"(?:^|\band\b|,)[^,]{0,25}?\b(?:what|which|who|where|when|how)\b", re.IGNORECASE)
_WHICH: Final = re.compile(r"\b(?:what|whats|which|who|whom|whos|how|names?|list)\b", re.IGNORECASE)
_WHETHER: Final = re.compile(
    r"(?:\A|[.,;:!–—]\s+|\b(?:and|but|so|ok|okay|well)\s+)\W*"
    r"(?:(?:am|are|is|was|were|do|does|did|have|has|had|can|could|will|would|should|must|may)(?:n['’]t)?\s|(?:i|we|you|he|she|they|it)\b)"
    r"|\b(?:whether|if)\b",
    re.IGNORECASE,
)
"""What asks whether something is so, in that order of words or in a statement's."""
_WHAT_FOR: Final = re.compile(
    r",\s+for\s+(?:the|my|our|an?|his|her|their)\s[^,.!?]{2,60}\W*$"
    r"|\bfor\s+(?:the|my|our|an?)\s+(?:[\w'’]+\s+){0,2}(?:albums?|applications?|cards?|forms?|fridge|insurance|invit\w+|labels?|lists?|mailbox|papers?|passport"
    r"|records?|register)\W*$",
    re.IGNORECASE,
)
"""What the answer is for, and not what it is about: "for the Christmas cards"."""
_RELATED: Final = re.compile(
    r"\b(?:is|are|was)(?:n['’]t)?\s+(?!(?:he|it|she|that|there|they|this|what|who)\b)(?:(?-i:[A-Z])[\w'’-]+\s+){0,2}[\w'’-]+\s+"
    r"(?:(?:still|now|already|also)\s+)?(?:my|our)\s+(?P<relation>[\w-]+)\s*\W*$"
    r"|\b(?:do|have)\s+(?:i|we)\s+still\s+(?:have\s+)?(?:my|our|a|an)\s+(?P<had>[\w-]+)\s*\W*$",
    re.IGNORECASE,
)
"""What asks whether somebody is something to one: "is Mio still my girlfriend?"."""
_COMPARED: Final = re.compile(
    r"\b(?:than|near|for|with|from|like|at|by|to|of|visiting|seeing|meeting|calling|helping)\s+(?:my|our)\s+[\w-]+\s*\W*$",
    re.IGNORECASE,
)
"""What is asked of somebody beside the other: "is Ana older than my sister?"."""
_FOR_SOMEBODY: Final = re.compile(
    r"\b(?:cook|cooking|bake|baking|buy|buying|gift|present|dinner|lunch|cake|meal)\b.{0,20}\bfor\b", re.IGNORECASE
)
_LISTING: Final = re.compile(
    r"\b(?:which of|names?(?: of)?|list|what are|who are|all(?: of)?|how many)\b.{0,60}\b(?:my|our)\b", re.IGNORECASE
)
"""What asks for everybody who is something to one: "names of all my sisters", "which of our cats"."""
_DISLIKED: Final = re.compile(
    r"\b(?:hate|dislike)s?\b|\bcan(?:not|['’]?t) stand\b|(?:n['’]t|\bnot)(?: [\w'’]+){0,4} (?:like|love|enjoy)\b",
    re.IGNORECASE,
)
_NO_TOPIC_WORDS: Final = """
again already also anybody anyone anything at call called current currently day days dislike eat enjoy ever everything
favorite favourite feel goal goals going got hate her his just kind last latest like likes long love many month months
much my name names next night now our past plan planned planning plans prefer really recently someone something sort
soon still these thing things this time times to today tomorrow tonight type up down out off over away upcoming usually
want wants week weekend weeks year years yesterday
"""
_NO_TOPIC: Final = frozenset([*_NO_TOPIC_WORDS.split(), *WEEKDAYS])
"""What says when or how something is asked, not what about."""


def read_question(query: str, asker: EntityId = USER, entities: Iterable[Entity] = ()) -> AskedFact:
    """Read of whom a question asks what."""
    text = query if len(query) <= _LONGEST else f"{query[: _LONGEST // 2]}\n{query[-_LONGEST // 2 :]}"
    known = tuple(entities)
    possessed = [
        meant for match in _POSSESSED.finditer(text) for meant in _list_former(_resolve_possessive(match, asker), known)
    ]
    rest = _CARRIERS.sub(" ", _POSSESSED.sub(" ", text))
    named = _prefer_own(_find_named_entities(text, known), asker)
    meant = [*(entity for entity in possessed if entity != asker), *_find_kin(rest, asker), *named]
    others = [each for entity in meant for each in _list_spellings(entity)]
    own = [asker] if asker in possessed or _FIRST_PERSON.search(rest) else []
    attributes = _find_attributes(text, rest, bool(own) and not others)
    listing = _LISTING.search(text) is not None
    named_by = "name" in attributes or _WHO.search(text) or (listing and not attributes)
    naming = dict.fromkeys(_list_naming_slots(others)) if named_by else {}
    sets = [(relations, words) for pattern, relations, words in _SETS if pattern.search(text)]
    if sets and not set(attributes) - {"name", "form_of_address"}:
        # "my brothers and sisters" are no one brother
        gathered = {related_entity(asker, relation) for relations, _ in sets for relation in relations}
        others = [each for each in others if each not in gathered and _is_being(each, known)]
        own, naming = own or ([] if others else [asker]), {}
    for relations, _ in sets:
        attributes += [*relations, "has"]
    if (
        (asked := _RELATED.search(text))
        and not _COMPARED.search(text)
        and (relation := _normalise_relation(asked[1] or asked[2])) in RELATIONS
    ):
        attributes, own, naming = [relation], [asker], {}
        others = []
    if _WISHES_ASKED.search(text) and not any(_is_being(each, known) for each in others):
        attributes, own, others, naming = sorted(BEHAVIOUR_ATTRIBUTES), [asker], [], {}
    if not attributes and not naming:
        others += [related_entity(asker, match.group(1)) for match in _THING.finditer(text)]
        attributes = ["is"] if others and _WHAT_IT_IS.search(text) and not _WHERE.search(text) else []
    if event := _find_own_event(text):
        # a plan of the asker's, and no being: "my dentist appointment"
        own, others = [asker], [each for each in others if not _is_being(each, known)]
        attributes = [*(attributes or ["is"]), "plans"]
    beings = [each for each in others if _is_being(each, known)]
    if beings and _FOR_SOMEBODY.search(text):
        own = []  # who cooks for dad asks about dad
    return AskedFact(
        tuple(dict.fromkeys(attributes)),
        tuple(dict.fromkeys([*others, *own])),
        tuple(naming),
        tuple(dict.fromkeys(_list_unique_names(others, known))),
        _asked_polarity(text, attributes),
        stem_words(event) if event else _find_topic(text if own or not beings else rest, () if own else others, known),
        bool(_WHICH.search(text)) or read_answer_type(text) is not None or not _WHETHER.search(text),
        frozenset() if own else _name_stems(beings, known),
        stem_words(" ".join(words for _, words in sets)),
        read_answer_type(text),
        tuple(named),
        len(_WH_WORDS.findall(text)) > 1,
        bool(beings) and not any(each.names for each in known if each.id in beings),
    )


def _find_own_event(text: str) -> str:
    """The event of which a question asks nothing but when it is; what is somebody else's is theirs."""
    asked = _WHEN_IS.search(text)
    event = asked["event"] if asked else ""
    words = fold_text(event).split()
    named = any(word in RELATIONS or word.removesuffix("s") in RELATIONS for word in words[-1:])
    owned = any(word not in RELATIONS and word.removesuffix("s") in RELATIONS for word in words)
    return "" if named or owned else event


def _is_being(entity: EntityId, known: Iterable[Entity]) -> bool:
    """Whether it is somebody of whom one says other things than of oneself: "my sister", and not "my pick-up", nor my
    dog."""
    relation = entity.rpartition("/")[2].partition(":")[0]
    if relation in _PETS:
        return False
    named = any(each.id == entity and each.names for each in known)
    return "/" not in entity or relation in RELATIONS or relation in CANONICAL_RELATIONS or named


def _find_attributes(text: str, rest: str, only_own: bool) -> list[str]:
    attributes = [name for pattern, names in _ASKS if pattern.search(text) for name in names]
    favourite = _FAVOURITE.search(text)
    if favourite:
        thing = fold_text(favourite.group(1))
        named = [each for name in (thing, thing.split()[0]) for each in list_spellings(name)]
        attributes = [f"{FAVOURITE}{each}" for each in named]
    if only_own and not _OWN_NAME.search(text):
        # "What is my company called?" does not ask for anybody's own name.
        attributes = [name for name in attributes if name not in ("name", "form_of_address")]
    return attributes + [
        relation for noun in _HAVING.findall(rest) if (relation := _normalise_relation(noun)) in RELATIONS
    ]


def _asked_polarity(text: str, attributes: Iterable[str]) -> bool | None:
    """Tell the asked polarity: "What do I like?" asks for likes; "Do I like jazz?" for either (None)."""
    return not _DISLIKED.search(text) if "likes" in attributes and _WHICH.search(text) else None


def _find_topic(text: str, others: Iterable[EntityId], known: Iterable[Entity]) -> frozenset[str]:
    named = {
        word for entity in known if entity.id in others for name in entity.names for word in find_telling_words(name)
    }
    asked = _WHAT_FOR.sub("", text)
    return stem_words(
        " ".join(word for word in find_telling_words(asked) if word not in _NO_TOPIC and word not in named)
    )


def _name_stems(others: Iterable[EntityId], known: Iterable[Entity]) -> frozenset[str]:
    names = [name for entity in known if entity.id in others for name in entity.names]
    return stem_words(" ".join([*names, *(re.split("[/:]", other)[-1] for other in others)]))


def _list_unique_names(others: Iterable[EntityId], known: Iterable[Entity]) -> Iterable[EntityId]:
    """List the entities of names with one bearer: a name shared by two people tells of neither."""
    bearers: dict[str, set[EntityId]] = {}
    for entity in known:
        for name in entity.names:
            bearers.setdefault(fold_text(name), set()).add(entity.id)
    return [
        named_entity(EntityKind.PERSON, name) for name, ids in bearers.items() if len(ids) == 1 and ids & set(others)
    ]


def _list_former(entity: EntityId, known: Iterable[Entity]) -> list[EntityId]:
    """An ex is whoever was called a partner by any word."""
    owner, _, relation = entity.rpartition("/")
    if relation != "ex":
        return [entity]
    partners = {related_entity(EntityId(owner), each) for each in _PARTNERS}
    return [entity, *(each.id for each in known if each.names and each.id in partners)]


def _resolve_possessive(match: re.Match[str], asker: EntityId) -> EntityId:
    """Resolve a possessive: "my sister's dog" is the dog; "my sister's job" is about my sister."""
    return _follow_relations(asker, [match.group(1), *_CHAINED.findall(match.group(2))])


def _follow_relations(entity: EntityId, nouns: Iterable[str]) -> EntityId:
    for noun in nouns:
        if fold_text(noun) in _OWN or _normalise_relation(noun) in _OWN:
            break
        entity = related_entity(entity, _normalise_relation(noun))
    return entity


def _normalise_relation(noun: str) -> str:
    word = fold_text(noun)
    if word not in RELATIONS and word.removesuffix("s") in RELATIONS:
        return word.removesuffix("s")
    return "best-friend" if word == "best friend" else CANONICAL_RELATIONS.get(word, word)


def _list_spellings(entity: EntityId) -> list[EntityId]:
    """List an entity under each word for its relation: claims may have come under any of them."""
    owner, slash, relation = entity.rpartition("/")
    relation = relation.partition(":")[0]
    words = [word for word, canonical in CANONICAL_RELATIONS.items() if canonical == relation and word in RELATIONS]
    return [entity, *(related_entity(EntityId(owner), word) for word in words if slash)]


def _find_kin(text: str, asker: EntityId) -> list[EntityId]:
    return [related_entity(asker, _normalise_relation(match.group(1))) for match in _KIN_NAMES.finditer(text)]


def _find_named_entities(query: str, entities: Iterable[Entity]) -> list[EntityId]:
    text = fold_text(query)
    return [
        found for entity in entities for name in entity.names for found in _match_name(text, fold_text(name), entity.id)
    ]


def _prefer_own(named: Sequence[EntityId], asker: EntityId) -> list[EntityId]:
    """Of those who are called so whom the asker called so; of another's daughter one hears where one has none."""
    own = [each for each in named if belongs_to(each, asker)]
    return own or list(named)


def _match_name(text: str, name: str, entity: EntityId) -> list[EntityId]:
    if not name or name not in text:
        return []
    spoken = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)((?:['’]s?\s+{_ADJECTIVES}[\w-]+)*)")
    return [_follow_relations(entity, _CHAINED.findall(match.group(1))) for match in spoken.finditer(text)]


def _list_naming_slots(entities: Iterable[EntityId]) -> Iterable[tuple[EntityId, str]]:
    for entity in entities:
        owner, slash, relation = entity.rpartition("/")
        relation = relation.partition(":")[0]
        if slash and relation in RELATIONS:
            yield from ((EntityId(owner), each) for each in _GATHERED.get(relation, (relation,)))
