"""Claims in words: of somebody, or to the person they are about.

A table of phrases serves the attributes, and a little grammar the open ones, whose value is the speaker's own words and
stands in the sentence as said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.folding import fold_text
from atlas.model.claim import FAVOURITE, MANY, RELATIONS, Claim, known_attributes
from atlas.model.entity import EntityKind, is_self

_PHRASES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        # attribute: (affirmed, denied), both read after the subject's name
        "name": ("is called {}", "is not called {}"),
        "age": ("is {} years old", "is not {} years old"),
        "birthday": ("has their birthday on {}", "does not have their birthday on {}"),
        "gender": ("is {}", "is not {}"),
        "pronouns": ("uses the pronouns {}", "does not use the pronouns {}"),
        "from": ("comes from {}", "does not come from {}"),
        "lives_in": ("lives in {}", "does not live in {}"),
        "works_as": ("works as {}", "does not work as {}"),
        "works_at": ("works at {}", "does not work at {}"),
        "marital_status": ("is {}", "is not {}"),
        "diet": ("is {}", "is not {}"),
        "timezone": ("is in the time zone {}", "is not in the time zone {}"),
        "answer_length": ("wants answers {}", "does not want answers {}"),
        "answer_format": ("wants answers formatted as {}", "does not want answers formatted as {}"),
        "answer_language": ("wants answers in {}", "does not want answers in {}"),
        "answer_tone": ("wants a {} tone", "does not want a {} tone"),
        "answer_units": ("wants {}", "does not want {}"),
        "answer_emojis": ("wants answers {} emojis", "does not want answers {} emojis"),
        "answer_temperatures": ("wants temperatures in {}", "does not want temperatures in {}"),
        "answer_times": ("wants times on the {} clock", "does not want times on the {} clock"),
        "answer_dates": ("wants dates written {} first", "does not want dates written {} first"),
        "answer_spelling": ("wants {} spelling", "does not want {} spelling"),
        "answer_apologies": ("wants answers {} apologies", "does not want answers {} apologies"),
        "answer_praise": ("wants answers {} praise", "does not want answers {} praise"),
        "answer_code": ("wants code {} the explanation", "does not want code {} the explanation"),
        "form_of_address": ("wants to be called {}", "does not want to be called {}"),
        "is": ("is {}", "is not {}"),
        "nationality": ("is {}", "is not {}"),
        "speaks": ("speaks {}", "does not speak {}"),
        "likes": ("likes {}", "does not like {}"),
        "prefers": ("prefers {}", "does not prefer {}"),
        "allergic_to": ("is allergic to {}", "is not allergic to {}"),
        "has_condition": ("has {}", "does not have {}"),
        "takes": ("takes {}", "does not take {}"),
        "studies": ("studies {}", "does not study {}"),
        "works_on": ("works on {}", "does not work on {}"),
        "plays": ("plays {}", "does not play {}"),
        "has": ("has {}", "does not have {}"),
        "uses": ("uses {}", "does not use {}"),
        "knows": ("knows {}", "does not know {}"),
        "trait": ("is {}", "is not {}"),
        "feels": ("feels {}", "does not feel {}"),
        "wants": ("wants {}", "does not want {}"),
        "believes": ("believes {}", "does not believe {}"),
        "did": ("{}", "did not: {}"),
        "does": ("does: {}", "does not: {}"),
        "plans": ("plans {}", "does not plan {}"),
        "answer_rule": ("asks of answers: {}", "asks of answers: not {}"),
        "phone": ("has the phone number {}", "does not have the phone number {}"),
        "email": ("has the e-mail address {}", "does not have the e-mail address {}"),
        "address": ("has the address {}", "does not have the address {}"),
        "schedule": ("has the regular time {}", "does not have the regular time {}"),
        "deadline": ("is due {}", "is not due {}"),
        "budget": ("has a budget of {}", "does not have a budget of {}"),
    }
)

_PARTICIPLES: Final = re.compile(
    r"(?:gone|been|seen|done|taken|given|written|eaten|grown|known|begun|broken|chosen|driven|fallen|flown|hidden|ridden"
    r"|spoken|stolen|swum|thrown|worn|shown|drawn|sung)\b",
    re.I,
)
"""What happened, told with a *have* that was not marked."""
_DIETS: Final = re.compile(
    r"(?:arian|vegan|veggie|keto|halal|kosher|coeliac|celiac|diabetic|paleo|based|diet|[- ]free|fasting)\b", re.I
)
_DONE: Final = re.compile(
    r"(?:aerobics|aikido|athletics|ballet|calisthenics|capoeira|crossfit|gymnastics|jiu[- ]jitsu|judo|karate"
    r"|kung fu|martial arts|parkour|pilates|taekwondo|tai chi|triathlons?|yoga|zumba)\b",
    re.I,
)
"""What is done and not played; so is whatever ends in -ing."""
_SCHOOLS: Final = re.compile(
    r"^Saint |^St\.? |\b(?:School|Academy|Montessori|College|University|Institute|Kindergarten|Primary|Grammar|High)\b"
)
"""Names of what one goes to, and does not study."""
_TRIP: Final = re.compile(r"to (?:[A-Z]|the\b|my\b|our\b|their\b|your\b)")
"""What is planned where no verb follows: to Split, to the cottage."""
_STAY: Final = re.compile(r"(?:at|in|on)\s")
"""What is planned where one only is: at the cattle post."""
_TAKEN: Final = re.compile(r"\w+ing\s+(?:class|classes|course|lessons?|school|training)\b", re.I)
"""What one takes, though it begins like what one does: driving lessons."""
_VOWEL: Final = frozenset("aeiouy")
_THING: Final = f"{EntityKind.THING}:"
_PREPOSITION: Final = re.compile(r"\s+(?:about|at|by|for|from|in|near|of|on|over|to|with)\b")
_APPOINTED: Final = word_set(
    """
    appointment audition barbecue call ceremony check-up checkup christening class concert conference course date
    defence delivery dinner exam flight funeral gig holiday hearing inspection interview lesson lunch marathon meeting
    match operation party picnic presentation race reading recital retreat reunion review scan session shift show
    sleepover test tour tournament trip vacation viewing visit wedding weekend workshop
    """
)
"""What one has a day for: "interview at Siemens", "eye test"."""
_SEEN_BY: Final = word_set(
    """
    barber chiropodist chiropractor dentist dermatologist doctor gp gynaecologist hairdresser hygienist midwife
    optician orthodontist osteopath paediatrician physio physiotherapist podiatrist psychologist therapist vet
    """
)
"""To whom one goes on a day: "dentist on Friday" is an appointment there."""
_ARTICLES: Final = frozenset(["a", "an", "the", "my", "his", "her", "our", "their", "one", "two"])
_PLURAL_VERBS: Final = MappingProxyType({"is": "are", "has": "have", "does": "do", "was": "were", "(not)": "(not)"})


_COMMON_VERBS: Final = """
    answer ask attend bake begin bike book bring build buy call camp carry cheer clean climb coach collect commute cook
    count cut cycle dance design dig do draw dream drink drive earn eat enjoy explore fast feed file fish fix fly garden
    get give go grow handle have help hike hold host hunt improve invest jog join journal juggle keep knit lead lean
    learn lift listen live look love maintain make manage meditate meet mentor mix move need offer order organise
    organize own paint pay perform photograph pick plant play post practise practice pray prepare produce program
    publish race raise read record rent repair ride row run sail save schedule see sell send serve sew share ship shoot
    shop sing sit skate ski skip sleep smoke snack speak spend stand start stay stop stream stretch study surf swim take
    talk teach tend test think track train translate travel try tutor type use visit volunteer wait wake walk wash watch
    wear weave work worry write
"""
_VERBS: Final = frozenset(_COMMON_VERBS.split())
"""What people say they do. Of a word that is not here nobody knows whether it is the verb ("usually run")."""
_BEGUN_WITH: Final = _VERBS | word_set(
    """
    adopt apply become buy check continue create decorate expand finish focus gather launch open plan promote quit
    reach rebuild register renovate retire return set support switch
    """
)
"""What people say they mean to do: "looking into it", "setting up a shop"."""
_WORKPLACES: Final = word_set(
    """
    agency bakery bank bar bookshop brewery cafe café charity chemist clinic college company dairy depot
    factory farm firm florist foundry gallery garage gym hospital hostel hotel kitchen lab laboratory library mill
    mine museum nursery office orchard pharmacy practice prison pub refinery restaurant salon sawmill school shipyard
    shop startup start-up station store studio supermarket surgery theatre university vineyard warehouse winery
    workshop yard
    """
)
_ALSO_PLANNED: Final = word_set("arrive come depart go head land leave retire return sing")
"""What people say they plan beside what they mean to begin."""
_CALLED_SO: Final = word_set("building drawing meeting opening painting training viewing writing")
"""Nouns that look like a verb in -ing: what is planned is the meeting."""
_IRREGULAR: Final = MappingProxyType({"have": "has"})
_FURTHER: Final = re.compile(r"(?:[,;]|\b(?:and|or|but|then))\s+(?:then\s+)?(\w+)")
"""What may be a second verb: "get up at six and run"."""

_OWN_WORDS: Final = MappingProxyType(
    # what a speaker calls their own: (told of them, told to them)
    {
        "my": ("their", "your"),
        "our": ("their", "your"),
        "mine": ("theirs", "yours"),
        "me": ("them", "you"),
        "us": ("them", "you"),
        "myself": ("themselves", "yourself"),
        "i": ("they", "you"),
        "we": ("they", "you"),
        "i'm": ("they're", "you're"),
        "i've": ("they've", "you've"),
    }
)
_WORD: Final = re.compile(r"(?<!\w-)\b[A-Za-z]+(?:['’][A-Za-z]+)?\b(?!-\w)")
"""A cut of its own: pronouns are replaced where they stand, and are ASCII; "me-time" has none."""


def state_claim(claim: Claim, subject: str, *, over: bool = False) -> str:
    """State a claim of its subject: "Ana lives in Lisbon"; of what is `over`: "Ana no longer lives in Porto"."""
    claim = _turn_pronouns(claim, 0)
    if over and not claim.affirmed:
        return _state_ended(replace(claim, affirmed=True), subject)
    owned = _possessive_phrase(claim)
    if owned is not None:
        return f"{subject}'s {owned}"
    if claim.attribute == "does" and claim.affirmed and _is_told_as_deed(claim.value):
        return f"{subject} {_third_person_phrase(claim.value)}"
    if claim.attribute == "does" and (deed := _find_base_form(claim.value)):
        return f"{subject} does not {deed}"
    return f"{subject} {_make_phrase(claim)}"


def _state_ended(claim: Claim, subject: str) -> str:
    if _possessive_phrase(claim) is not None:
        return f"{subject}'s {claim.attribute.replace('-', ' ')} is no longer {claim.value}"
    verb, _, rest = state_claim(claim, "").strip().partition(" ")
    if verb in ("is", "does:"):
        return f"{subject} {'is no longer' if verb == 'is' else 'no longer does:'} {rest}"
    return f"{subject} no longer {verb} {rest}".strip()


def tells_end(content: str, claim: Claim) -> bool:
    """Tell whether a statement of a claim says that it is over, and not only that it is not so."""
    return not claim.affirmed and content.endswith(state_claim(claim, "", over=True).strip())


def address_claim(claim: Claim, *, over: bool = False) -> str:
    """State a claim to its subject: "You live in Lisbon"; of what is `over`: "You no longer live in Porto"."""
    claim = _turn_pronouns(claim, 1)
    if over and not claim.affirmed:
        return _address_ended(replace(claim, affirmed=True))
    owned = _possessive_phrase(claim)
    if owned is not None:
        return f"Your {owned}"
    if claim.attribute == "does" and claim.affirmed and _is_told_as_deed(claim.value):
        return f"You {_second_person_deed(claim.value)}"
    if claim.attribute == "did" and claim.affirmed and not _find_infinitive(claim.value) is not None:
        return f"You {'have ' if _PARTICIPLES.match(claim.value) else ''}{claim.value}"
    if claim.attribute == "does" and (deed := _find_base_form(claim.value)):
        return f"You do not {deed}"
    return f"You {_second_person_phrase(claim)}"


def _address_ended(claim: Claim) -> str:
    owned = _possessive_phrase(claim)
    if owned is not None:
        return f"Your {claim.attribute.replace('-', ' ')} is no longer {claim.value}"
    opening, _, phrase = address_claim(claim).partition(" ")
    verb, _, rest = phrase.partition(" ")
    return f"{opening} are no longer {rest}" if verb == "are" else f"{opening} no longer {phrase}"


def _second_person_deed(done: str) -> str:
    """Where no verb that is known opens it, "you" does not go before it: "gospel group"; "usually run" has one."""
    if _is_ongoing(done):
        return f"are {done}"
    opening = map(fold_text, done.split()[:2])
    return done if not _VERBS.isdisjoint(opening) else f"do: {done}"


def _turn_pronouns(claim: Claim, side: int) -> Claim:
    """A speaker's *my* is *their* or *your* in another mouth; what is said of others keeps its words."""
    if not is_self(claim.subject) or claim.attribute not in MANY:
        return claim

    def turn(match: re.Match[str]) -> str:
        word = match.group(0)
        if len(word) > 1 and word.isupper():
            return word  # the US
        return _OWN_WORDS.get(word.lower().replace("’", "'"), (word, word))[side]

    return replace(claim, value=_WORD.sub(turn, claim.value))


def attribute_phrases(attribute: str) -> tuple[str, str]:
    """How an attribute reads after its subject, affirmed and denied; an open one is its own verb.

    Templates for `str.format`, so the braces of an open attribute, which somebody's words made, are doubled: they are
    text and never a field.
    """
    if attribute in _PHRASES:
        return _PHRASES[attribute]
    words = attribute.replace("{", "{{").replace("}", "}}").replace("_", " ")
    return (f"{words} {{}}", f"(not) {words} {{}}")


def _claim_phrases(claim: Claim) -> tuple[str, str]:
    """The phrases of the attribute, or of this sort of its values."""
    sorts = _SORTS.get(claim.attribute, ())
    return next((phrases for is_of, phrases in sorts if is_of(claim.value)), attribute_phrases(claim.attribute))


def _is_name(done: str) -> bool:
    """Whether it is no verb: a book that is read, a course that is taken."""
    return done[:1].isupper()


def _is_told_as_deed(done: str) -> bool:
    return not _is_name(done) and not _TAKEN.match(done)


def _is_done(played: str) -> bool:
    """Whether it is no game and no instrument: bouldering, open-water swimming, yoga; the name of a game is capital."""
    last = played.rpartition(" ")[2]
    return _DONE.search(played) is not None or (_is_ongoing(last) and (last == played or last.islower()))


def _make_phrase(claim: Claim) -> str:
    affirmed, denied = _claim_phrases(claim)
    return (affirmed if claim.affirmed else denied).format(_format_value(claim))


def _possessive_phrase(claim: Claim) -> str | None:
    """What is somebody's own: "sister is Maria", "favourite colour is blue"."""
    open_noun = claim.subject.startswith(_THING) and claim.attribute not in known_attributes()
    if claim.attribute in RELATIONS or claim.attribute.startswith(FAVOURITE) or open_noun:
        return f"{claim.attribute.replace('-', ' ')} is {'' if claim.affirmed else 'not '}{claim.value}"
    return None


def _format_value(claim: Claim) -> str:
    """The value as the phrase needs it: a trade and somebody who is had have their article, a plan its *to*."""
    match claim.attribute:
        case "works_as" if not _is_trade(claim.value):
            return _add_article(claim.value)
        case "works_at" if _is_workplace(claim.value):
            return _add_article(claim.value)
        case "has" if fold_text(claim.value) in RELATIONS:
            return _add_article(claim.value)
        case "plans" if fold_text(claim.value) in _SEEN_BY:
            return f"{_add_article(claim.value)} appointment"
        case "plans" if _is_appointment(claim.value):
            return claim.value if _head_of(claim.value).endswith("s") else _add_article(claim.value)
        case "plans" | "wants" if (infinitive := _find_infinitive(claim.value)) is not None:
            return f"to {infinitive}"
        case "plans" if (meant := _find_meant(claim.value)) is not None:
            return f"to {meant}"
        case "wants" if _opens_with_verb(claim.value) and _has_article_second(claim.value):
            return f"to {claim.value}"
    return claim.value


def _is_trade(job: str) -> bool:
    """Whether it is what one works in, and nothing that one is: "accounting", "sheep shearing"."""
    return _is_ongoing(job.rpartition(" ")[2]) and job.islower()


def _is_workplace(place: str) -> bool:
    """Whether it is a kind of place, as against a name of one: "shipyard", "winery in Mendoza"."""
    return _head_of(place) in _WORKPLACES and place[:1].islower()


def _add_article(noun: str) -> str:
    first = fold_text(noun.partition(" ")[0])
    return noun if first in _ARTICLES else f"{'an' if first[:1] in tuple('aeiou') else 'a'} {noun}"


def _opens_with_verb(phrase: str) -> bool:
    return fold_text(phrase.partition(" ")[0]) in _VERBS


def _find_meant(planned: str) -> str | None:
    """What is planned by a verb, as it stands behind *to*: "give a concert" of "gives a concert"."""
    first, space, rest = planned.partition(" ")
    known = _BEGUN_WITH | _ALSO_PLANNED
    verb = next((each for each in known if fold_text(first) in (each, _third_person(each))), None)
    return planned if verb == fold_text(first) else f"{verb}{space}{rest}" if verb and rest else None


def _has_article_second(phrase: str) -> bool:
    """By which one knows the first word for a verb: "start their own business", and no "help with sleep"."""
    return not {"your", *_ARTICLES}.isdisjoint(map(fold_text, phrase.split()[1:2]))


def _is_appointment(planned: str) -> bool:
    """Whether it is a thing that has its day: "interview at Siemens", "dance lessons"."""
    head = _head_of(planned)
    few = len(_PREPOSITION.split(planned, maxsplit=1)[0].split()) < 4
    return few and not _APPOINTED.isdisjoint([head, head.removesuffix("s"), head.removesuffix("es")])


def _head_of(planned: str) -> str:
    return fold_text(_PREPOSITION.split(planned, maxsplit=1)[0].rpartition(" ")[2])


def _find_infinitive(phrase: str) -> str | None:
    """What is told by a verb in -ing that is known: "look into adoption" of "looking into adoption"."""
    ongoing, space, rest = phrase.partition(" ")
    stem = fold_text(ongoing).removesuffix("ing")
    if stem == fold_text(ongoing) or fold_text(ongoing) in _CALLED_SO or _is_appointment(phrase):
        return None
    doubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    verb = next((each for each in (stem, f"{stem}e", doubled) if each in _BEGUN_WITH), None)
    return f"{verb}{space}{rest}" if verb else None


def _is_ongoing(phrase: str) -> bool:
    verb = fold_text(phrase.partition(" ")[0])
    return verb.endswith("ing") and not _VOWEL.isdisjoint(verb[:-3])  # not "ring", "sing", "bring"


def _third_person_phrase(phrase: str) -> str:
    """What one does, told of another: "is learning Greek", "listens on port 8443", "runs every morning".

    Where the words are not surely one verb and what goes with it, they stand as they were said: "does: usually run".
    """
    first, _, rest = phrase.partition(" ")
    verb = fold_text(first)
    if _is_ongoing(phrase):
        return f"is {phrase}"
    if _has_one_verb(phrase):
        return f"{_third_person(verb)} {rest}".strip()
    return phrase if verb.endswith("s") and not verb.endswith("ss") else f"does: {phrase}"


def _find_base_form(phrase: str) -> str | None:
    """What one does, as it stands behind *does not*: "do dishes" of "does dishes"; None where no verb opens it."""
    first, space, rest = phrase.partition(" ")
    verb = next((each for each in _VERBS if fold_text(first) == _third_person(each)), fold_text(first))
    based = f"{verb}{space}{rest}"
    return (phrase if verb == fold_text(first) else based) if _has_one_verb(based) else None


def _has_one_verb(phrase: str) -> bool:
    return fold_text(phrase.partition(" ")[0]) in _VERBS and not _VERBS.intersection(
        map(fold_text, _FURTHER.findall(phrase))
    )


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("ch", "sh", "ss", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


def _second_person_phrase(claim: Claim) -> str:
    affirmed, denied = _claim_phrases(claim)
    verb, _, rest = (affirmed if claim.affirmed else denied).partition(" ")
    phrase = f"{_second_person(verb)} {rest}".strip().replace("their ", "your ")
    return phrase.format(_format_value(claim))


def _second_person(verb: str) -> str:
    if verb.endswith(":"):
        return f"{_second_person(verb[:-1])}:"
    if verb in _PLURAL_VERBS:
        return _PLURAL_VERBS[verb]
    if verb.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


_SORTS: Final[Mapping[str, tuple[tuple[Callable[[str], object], tuple[str, str]], ...]]] = MappingProxyType(
    {
        # some of a diet is what one is (vegan), some what one eats (meat)
        "diet": ((lambda value: not _DIETS.search(value), ("eats {}", "does not eat {}")),),
        "plays": ((_is_done, ("does {}", "does not do {}")),),
        "works_as": ((_is_trade, ("works in {}", "does not work in {}")),),
        "studies": ((_SCHOOLS.search, ("goes to {}", "does not go to {}")),),
        "does": (
            (_is_name, ("is busy with {}", "is not busy with {}")),
            (_TAKEN.match, ("takes {}", "does not take {}")),
        ),
        "did": (
            (_PARTICIPLES.match, ("has {}", "has not {}")),
            (_find_infinitive, ("was {}", "was not {}")),  # "seeing their face light up"
        ),
        "plans": (
            (_TRIP.match, ("plans a trip {}", "plans no trip {}")),
            (_STAY.match, ("plans to be {}", "does not plan to be {}")),
            (
                lambda value: value[:1].isupper() and not _is_appointment(value),
                ("has plans for {}", "has no plans for {}"),
            ),
        ),
    }
)
"""By attribute: which sort of value is told in which phrases, affirmed and denied; the first that fits."""
