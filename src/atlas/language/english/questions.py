"""The fact that an English question asks for, read without a model: subjects, attributes and topic words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.kindred_words import KINDRED_WORDS
from atlas.language.english.lexicon.people import CANONICAL_RELATIONS, KIN_NAMES
from atlas.language.english.query_words import find_telling_words
from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.language.interface import AskedFact, Sort
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, FAVOURITE, RELATIONS
from atlas.model.entity import USER, Entity, EntityId, EntityKind

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

_CLAUSES: Final = re.compile(
    r"[,;:–—]\s+|\s+[-–—]\s+|\s+(?:so|but|and)\s+(?=(?:what|where|when|who|why|how|which|is|are|do|does|did|can|could|should|will)\b)",
    re.IGNORECASE,
)
_TELLING_WORDS: Final = 3
_OWN_CLAUSE: Final = re.compile(
    r"^\W*(?:btw |and |so |but |also |well )?(?:i|we|my|our|he|she|they|it|the|his|her|their|there)\b|\b(?:i|we|me|my|our|us)\b"
    r"|^\W*(?:[A-Z][\w’']+(?: [A-Z][\w’']+)? )|^\W*(?:bought|sold|got|took|moved|started|quit|left|found|went|back from|doc|mum|dad|gran)\b",
)
"""A clause that says something of somebody: "my sister's moved to Turku", "Bought the Leaf"."""
_SUPPOSED: Final = re.compile(
    r"^\W*(?:and |so |but )?(?:if|suppose|supposing|say|imagine|unless|when|whether)\b", re.IGNORECASE
)
_ASKED_LOOSELY: Final = re.compile(
    r"^\W*(?:(?:hey|hi|ok|okay|so|and|please|pls)\W+)*"
    r"(?:(?:what|where|when|who|how)['’]?s|whats|wheres|whens|whos|hows|name|list|names? of|which)\b"
    r"|[,;:–—-]\s*(?:so |and |but )?(?:(?:what|whats|where|wheres|when|whens|who|whos|why|how|which)\b)(?!ever)"
    r"(?![^,;:]*,)[^.!]{3,60}$",
    re.IGNORECASE,
)
"""The ways of asking that a statement may have too."""
_REPORTED: Final = re.compile(
    r"^(?!(?:i|we)\b)(?:[^\s,;]+\s+){1,6}?(?:asks?|asked|(?:is|are|was|were|keeps?)\s+asking|wonders?"
    r"|(?:wants?|wanted|needs?|needed|has|have|would\s+like)\s+to\s+know)\s+(?:me\s+|us\s+)?"
    r"(?:what|which|whom?|whose|where|when|how|why|if|whether|['‘\"“])(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""That somebody else asks, and what: "the club wants to know where she is taught"."""
_TELLING: Final = re.compile(r"(?<=\s)['‘\"“(]?(?:[A-Z](?!\b)|\w*\d)|\b(?:and|but|because|since|so|as)\b")
"""A name or a number behind the first word, or a further clause: who reports a question with one tells something."""
_CLAUSE: Final = re.compile(r"\s*[,;–—]\s+")
_ASIDE: Final = 2
"""Words of a clause that says nothing: "lol", "by the way"."""

_ASKS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), attributes)
    for pattern, attributes in (
        (
            r"\bwhere\b(?!.*\bearn).*\b(?:live|living|lives|home|based|reside|stay|staying)\b"
            r"|\b(?:city|town|country)\b.*\b(?:live|living|stay|staying|based)\b|\b(?:city|town|country) (?:is|are|am) [\w ]+ in\b",
            ("lives_in",),
        ),
        (r"\bwhere\b.*\bearn\w*\b.*\bliving\b", ("works_at", "works_as")),
        (r"\bwhere\b.*\bfrom\b|\bhometown\b|\bcome from\b|\bgr[eo]w up\b", ("from", "nationality")),
        (r"\bwhere\b.*\bwork|\bemployer\b|\bcompany\b|\bwho\b.*\bwork for\b", ("works_at",)),
        (r"\b(?:job|profession|occupation|for a living|for work)\b|\bwhat\b.*\bwork as\b", ("works_as", "works_at")),
        (r"\bwhat do(?:es)?(?: \w+){1,3} do\s*\W*$", ("works_as", "works_at", "does")),
        (r"\b(?:call|address) me\b", ("form_of_address", "name")),
        (
            r"\bhow\b.*\b(?:you|your)\b.*\b(?:write|answer|answers|reply|replies|respond|talk|speak|phrase|sound)\b"
            r"|\b(?:your|you)\b.*\b(?:answers|replies|style)\b.*\b(?:want|wish|ask)|\b(?:rules?|wishes)\b.*\b(?:answers|replies)\b",
            (*sorted(BEHAVIOUR_ATTRIBUTES),),
        ),
        (
            r"\bwho\b.*\b(?:liv\w+|shar\w+|stay\w*)\b.*\bwith\b|\bwho\b.*\bshare\b",
            ("flatmate", "partner", "wife", "husband", "boyfriend", "girlfriend"),
        ),
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
        (r"\bstud(?:y|ies|ying)\b|\blearn(?:s|ing)?\b|\bmajor\b|\buniversity\b", ("studies",)),
        (r"\bmarried\b|\bsingle\b|\bengaged\b|\bdivorced\b", ("marital_status", "wife", "husband", "partner")),
        (r"\bwhat\b.*\bwant\b|\bgoal", ("wants", "plans")),
        (r"\bplan|\bgoing to\b|\bnext (?:week|month|year)\b|\btomorrow\b|\bupcoming\b", ("plans",)),
        (r"\bwhat did\b|\bwhen did\b|\blast (?:week|month|year)\b|\byesterday\b", ("did",)),
        (r"\bplay\b|\binstrument\b", ("plays",)),
    )
)
_SETS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), tuple(relations.split()), words)
    for pattern, relations, words in (
        (
            r"\b(?:pets?|animals)\b",
            "dog cat pet puppy kitten horse rabbit bird fish parrot hamster",
            "dog puppy greyhound spaniel terrier labrador cat kitten horse pony rabbit bunny bird budgie canary parrot "
            "fish goldfish hamster gerbil rat mouse hen chicken rooster duck goose turtle tortoise snake lizard ferret "
            "goat sheep pet animal guinea pig",
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
_QUANTITY: Final = re.compile(
    r"\bhow (?:much|many|long|old|big|tall|heavy|far|often|high|large)\b|\b(?:what|which)\b.{0,25}\b(?:price|cost|rent|dose|dosage|strength"
    r"|amount|fee|wage|salary|pay|rate|sum|size|score|mark|grade|number|budget|deposit|debt|weight|height)\b"
    r"|\bmy\b.{0,20}\b(?:rent|salary|wage|pay|dose|budget|score|weight|height|size|fee|deposit)\b|\bwhat (?:do|did|does|am|was|is) .{0,30}"
    r"\b(?:paid|pay|cost|charge|charging|fetch|earn|owe|weigh|score)\b",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"\bwhen(?:['’]?s)?\b|\b(?:what|which) (?:date|day|days|time|month|year|week|evening|morning)\b|\bhow (?:soon|long ago)\b",
    re.IGNORECASE,
)
_REASON: Final = re.compile(r"\bwhy\b|\bhow come\b|\bwhat(?:['’]s| is| was)? (?:the |my )?reason\b", re.IGNORECASE)
_TOLD_QUANTITY: Final = re.compile(
    rf"(?<![A-Za-z])\d|\b(?:{'|'.join(sorted(NUMBER_WORDS))}|half|dozen|every|daily|once|twice)\b", re.IGNORECASE
)
_TOLD_TIME: Final = re.compile(
    r"\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|week(?:end|day)?s?|months?|years?"
    r"|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|spring|summer|autumn|winter|christmas|easter|noon|midnight|mornings?|evenings?|nights?)\b",
    re.IGNORECASE,
)
_TOLD_REASON: Final = re.compile(
    r"\b(?:because|bc|cos|cause|since|so|as|due|reason|too|sick of|tired of|fed up|couldn['’]?t|can['’]?t|didn['’]?t|wouldn['’]?t)\b",
    re.IGNORECASE,
)
_CARRIERS: Final = re.compile(
    r"\b(?:tell|remind|show|give|help)\s+me\b|\blet\s+me\s+know\b|\bfor\s+me\b|\bdo\s+i\s+know\b"
    r"|\b(?:did|have)\s+i\s+(?:ever\s+|already\s+)?(?:tell|told|mention(?:ed)?|say|said)\b"
    r"|\b(?:if\s+)?i\s+(?:ever\s+|already\s+)?(?:told|mentioned|said|forgot|forget|wonder|ask)\b",
    re.IGNORECASE,
)
"""Who is spoken to or asks is not who is asked about: "remind me where Maria lives"."""

_OWN_WORDS: Final = """
address age allergies allergy birth birthday birthplace career children city company condition conditions country
degree diagnosis diet dietary dislikes employer favorite favourite gender goal goals health hobbies hobby home hometown
illness instrument interests job kids language languages likes marital medication medications medicine name
nationality native nickname occupation pets pills plan plans preference preferences preferred profession pronouns
relationship school siblings studies time timezone town university upcoming work workplace
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
_WHICH: Final = re.compile(r"\b(?:what|which|who|whom)\b", re.IGNORECASE)
_DISLIKED: Final = re.compile(
    r"\b(?:hate|dislike)s?\b|\bcan(?:not|['’]?t) stand\b|(?:n['’]t|\bnot)(?: [\w'’]+){0,4} (?:like|love|enjoy)\b",
    re.IGNORECASE,
)
_NO_TOPIC_WORDS: Final = """
again already also anybody anyone anything at call called current currently day days dislike eat enjoy ever everything
favorite favourite feel friday goal goals going got hate her his just kind last latest like likes long love many monday
month months much my name names next night now our past plan planned planning plans prefer really recently saturday
someone something sort soon still sunday these thing things this thursday time times to today tomorrow tonight tuesday
type up down out off over away upcoming usually want wants wednesday week weekend weeks year years yesterday
"""
_NO_TOPIC: Final = frozenset(_NO_TOPIC_WORDS.split())
"""What says when or how something is asked, not what about."""

_PASTS: Final = """
ate=eat bought=buy came=come drank=drink drove=drive felt=feel flew=fly found=find gave=give got=get left=leave
lost=lose made=make met=meet paid=pay ran=run saw=see sold=sell spent=spend taught=teach took=take went=go wrote=write
"""
_PRESENT: Final[Mapping[str, str]] = MappingProxyType(dict(pair.split("=") for pair in _PASTS.split()))


_CURRENCY: Final = (
    r"(?:aud|brl|cad|chf|clp|cny|cop|czk|dkk|eur|gbp|hkd|huf|idr|ils|inr|jpy|kes|krw|mxn|ngn|nok|nzd|php|pln|ron|rs|rub"
    r"|sek|sgd|thb|try|uah|usd|vnd|zar)"
)
_UNIT: Final = (
    r"(?:k|[cmk]?m|miles?|(?:[mµu]|mc)?g|kg|lbs?|ml|units?|iu|hours?|hrs?|minutes?|mins?|euros?|dollars?|pounds?|quid"
    r"|bucks|kr|z[lł])"
)
_AMOUNT: Final = re.compile(
    rf"(?:[$€£¥₹₦₱]\s?|\b{_CURRENCY}\s?)\d[\d.,]*(?:\s?k\b)?|\b\d[\d.,]*\s?(?:[$€£¥₹%]|(?:{_CURRENCY}|{_UNIT})\b)",
    re.IGNORECASE,
)
"""A figure with its unit or its currency."""
_COUNT: Final = re.compile(rf"(?:\d+|{'|'.join(sorted(NUMBER_WORDS - {'one'}))})\s(?=[a-z])", re.IGNORECASE)
"""So many of something: "fourteen hives"."""


_SORTS: Final = MappingProxyType({Sort.REASON: _REASON, Sort.TIME: _TIME, Sort.QUANTITY: _QUANTITY})
_TOLD: Final = MappingProxyType({Sort.REASON: _TOLD_REASON, Sort.TIME: _TOLD_TIME, Sort.QUANTITY: _TOLD_QUANTITY})


def is_question(text: str) -> bool:
    """Tell whether a text asks, by its mark or by how it begins."""
    stripped = text.strip()
    return stripped.endswith(("?", "？", "؟")) or bool(_QUESTION_OPENERS.match(stripped[:_LONGEST]))


def may_ask(text: str) -> bool:
    """Tell whether a text asks without the form of a question: "my net pay?", "my sister, where does she live again",
    "name all my cats"."""
    brief = text.strip()[:_LONGEST]
    return is_question(brief) or bool(_ASKED_LOOSELY.search(brief))


def tells_beside_asking(sentence: str) -> bool:
    """Tell whether a sentence that asks tells something first: "they've swapped the pills, so is wine all right?"."""
    clauses = [each for each in _CLAUSES.split(sentence.strip()[:_LONGEST]) if each.strip()]
    return any(
        len(each.split()) >= _TELLING_WORDS
        and not is_question(f"{each.strip()}.")
        and not _SUPPOSED.match(each)
        and _OWN_CLAUSE.search(each)
        for each in clauses[:-1]
    )


def reports_question(text: str) -> bool:
    """Tell whether a sentence says no more than that somebody asks something, and asks what to answer."""
    stripped = text.strip()[:_LONGEST]
    reported = _REPORTED.match(stripped)
    if reported is None or _TELLING.search(stripped):
        return False
    return all(is_question(each) or len(each.split()) <= _ASIDE for each in _CLAUSE.split(reported["rest"])[1:])


def read_question(query: str, asker: EntityId = USER, entities: Iterable[Entity] = ()) -> AskedFact:
    """Read of whom a question asks what."""
    text = query if len(query) <= _LONGEST else f"{query[: _LONGEST // 2]}\n{query[-_LONGEST // 2 :]}"
    known = tuple(entities)
    possessed = [_resolve_possessive(match, asker) for match in _POSSESSED.finditer(text)]
    rest = _CARRIERS.sub(" ", _POSSESSED.sub(" ", text))
    named = _find_named_entities(text, known)
    meant = [*(entity for entity in possessed if entity != asker), *_find_kin(rest, asker), *named]
    others = [each for entity in meant for each in _list_spellings(entity)]
    own = [asker] if asker in possessed or _FIRST_PERSON.search(rest) else []
    attributes = _find_attributes(text, rest, bool(own) and not others)
    naming = dict.fromkeys(_list_naming_slots(others)) if "name" in attributes or _WHO.search(text) else {}
    sets = [(relations, words) for pattern, relations, words in _SETS if pattern.search(text)]
    for relations, _ in sets:
        attributes += [*relations, "has"]
    if not attributes and not naming:
        others += [related_entity(asker, match.group(1)) for match in _THING.finditer(text)]
        attributes = ["is"] if others and _WHAT_IT_IS.search(text) and not _WHERE.search(text) else []
    beings = [each for each in others if _is_being(each, known)]
    return AskedFact(
        tuple(dict.fromkeys(attributes)),
        tuple(dict.fromkeys([*others, *own])),
        tuple(naming),
        tuple(dict.fromkeys(_list_unique_names(others, known))),
        _asked_polarity(text, attributes),
        _find_topic(text if own or not beings else rest, () if own else others, known),
        bool(_WHICH.search(text)) or _read_sort(text) is not None,
        frozenset() if own else _name_stems(beings, known),
        stem_words(" ".join(words for _, words in sets)),
        _read_sort(text),
        tuple(named),
        len(_WH_WORDS.findall(text)) > 1,
    )


def tells_sort(text: str, sort: Sort) -> bool:
    """Tell whether a text holds something of the sort that is asked for: a figure, a time, a reason."""
    return bool(_TOLD[sort].search(text))


def _read_sort(text: str) -> Sort | None:
    return next((sort for sort, pattern in _SORTS.items() if pattern.search(text)), None)


def _is_being(entity: EntityId, known: Iterable[Entity]) -> bool:
    """Whether it is somebody, as against what one has: "my sister", "Maria", and not "my pick-up"."""
    relation = entity.rpartition("/")[2]
    named = any(each.id == entity and each.names for each in known)
    return "/" not in entity or relation in RELATIONS or relation in CANONICAL_RELATIONS or named


def split_amount(text: str) -> tuple[str, frozenset[str]]:
    """Split a value into its amount, empty where it has none, and the stems of what it is of: "sertraline 50 mg"."""
    found = _AMOUNT.search(text) or _COUNT.match(text)
    if found is None:
        return "", stem_words(text)
    return found.group(0).strip(), stem_words(f"{text[: found.start()]} {text[found.end() :]}")


def stem_words(text: str) -> frozenset[str]:
    """Stem the telling words by their suffixes: "flying", "flies" and "flew" become one."""
    return frozenset(_stem_word(word) for word in find_telling_words(text))


def list_kindred_stems(stems: frozenset[str]) -> frozenset[str]:
    """List the stems of words by which what is asked for with these may be told."""
    return frozenset().union(*(each for each in _kindred_stems() if stems & each)) - stems


@cache
def _kindred_stems() -> tuple[frozenset[str], ...]:
    return tuple(stem_words(" ".join(words)) for words in KINDRED_WORDS)


def _stem_word(word: str) -> str:
    word = _PRESENT.get(word, word)
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("y" if ending == "ies" else "")
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _find_attributes(text: str, rest: str, only_own: bool) -> list[str]:
    attributes = [name for pattern, names in _ASKS if pattern.search(text) for name in names]
    favourite = _FAVOURITE.search(text)
    if favourite:
        thing = fold_text(favourite.group(1))
        attributes = [f"{FAVOURITE}{thing}", f"{FAVOURITE}{thing.split()[0]}"]
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
    return stem_words(
        " ".join(word for word in find_telling_words(text) if word not in _NO_TOPIC and word not in named)
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


_PARTNERS: Final = ("partner", "boyfriend", "girlfriend", "husband", "wife", "fiance", "fiancee", "spouse")
"""Who an ex was."""


def _list_spellings(entity: EntityId) -> list[EntityId]:
    """List an entity under each word for its relation: claims may have come under any of them."""
    owner, slash, relation = entity.rpartition("/")
    words = [word for word, canonical in CANONICAL_RELATIONS.items() if canonical == relation and word in RELATIONS]
    if relation == "ex":
        words = [*words, *_PARTNERS]
    return [entity, *(related_entity(EntityId(owner), word) for word in words if slash)]


def _find_kin(text: str, asker: EntityId) -> list[EntityId]:
    return [related_entity(asker, _normalise_relation(match.group(1))) for match in _KIN_NAMES.finditer(text)]


def _find_named_entities(query: str, entities: Iterable[Entity]) -> list[EntityId]:
    text = fold_text(query)
    return [
        found for entity in entities for name in entity.names for found in _match_name(text, fold_text(name), entity.id)
    ]


def _match_name(text: str, name: str, entity: EntityId) -> list[EntityId]:
    if not name or name not in text:
        return []
    spoken = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)((?:['’]s?\s+{_ADJECTIVES}[\w-]+)*)")
    return [_follow_relations(entity, _CHAINED.findall(match.group(1))) for match in spoken.finditer(text)]


def _list_naming_slots(entities: Iterable[EntityId]) -> Iterable[tuple[EntityId, str]]:
    for entity in entities:
        owner, slash, relation = entity.rpartition("/")
        if slash and relation in RELATIONS:
            yield from ((EntityId(owner), each) for each in _GATHERED.get(relation, (relation,)))
