"""How the value of a claim is told: with its article, with its *to*, and as which sort of thing.

What is one of a kind has its article ("a tattoo", "a guinea pig"), what is meant its *to* ("to start a shop"), and what
somebody does is a class that they take, a group that they are in, or a deed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.deeds import BASES, MORE_VERBS, VERBS
from atlas.language.english.lexicon.people import ANIMALS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.verb_phrases import (
    is_ongoing,
    is_past,
    is_state,
    is_third_person,
    opens_with_verb,
    strip_ending,
    third_person,
)
from atlas.language.folding import fold_text
from atlas.model.claim import RELATIONS, Claim

_DONE: Final = re.compile(
    r"(?:aerobics|aikido|athletics|ballet|calisthenics|capoeira|crossfit|gymnastics|jiu[- ]jitsu|judo|karate"
    r"|kung fu|martial arts|parkour|pilates|taekwondo|tai chi|triathlons?|yoga|zumba)\b",
    re.I,
)
"""What is done and not played; so is whatever ends in -ing."""
_TAUGHT: Final = re.compile(r"(?:class|classes|course|lessons?|school|training)\b", re.I)
_TAKEN: Final = re.compile(rf"(?:[\w'’-]+\s+){{1,3}}{_TAUGHT.pattern}", re.I)
"""What one takes, though it begins like what one does: driving lessons."""
_GROUPS: Final = re.compile(
    r"\b(?:band|choir|chorus|club|committee|ensemble|group|league|orchestra|society|squad|team|troupe)(?=\s+(?:at|for|in|of|on|with)\b|\Z)",
    re.I,
)
"""What one is in: "gospel group in Chapeltown"."""
_PASTIME: Final = re.compile(r"(?:ing|ery|graphy|gymnastics|therapy|work|yoga)\Z", re.I)
"""How those end that are done and not played: pottery, set dancing, woodwork."""
_NOTHING_NAMED: Final = frozenset(["a", "an", "the", "their", "your", "his", "her", "its", "some", "no"])
_PREPOSITION: Final = re.compile(r"\s+(?:about|at|by|for|from|in|near|of|on|over|to|with)\b")
_APPOINTED: Final = word_set(
    """
    appointment audition barbecue call ceremony check-up checkup christening class concert conference course date
    defence delivery dinner exam flight funeral gig holiday hearing inspection interview lesson lunch marathon meeting
    match operation party picnic presentation race reading recital retreat reunion review scan session shift show
    launch night opening sleepover test tour tournament trip vacation viewing visit wedding weekend workshop
    """
)
"""What one has a day for: "interview at Siemens", "eye test"."""
_OBJECTS: Final = word_set("anybody each everybody everyone her him more other others people somebody someone them us")
_COUNTED: Final = word_set(
    """
    allotment apartment bike boat bookshop cabin camera car caravan cottage dishwasher drone flat garage garden
    greenhouse guitar hoodie house kayak keyboard laptop motorbike motorcycle phone piano planner printer scooter shed
    tablet tattoo telescope tent tractor trailer truck ukulele van violin website whiteboard wheelchair
    """
)
"""What one has one of: "has a tattoo"."""
_DONE_TO: Final = word_set(
    "attend book buy cancel do get give go have host make meet miss move plan play run see take visit watch"
)
_SEEN_BY: Final = word_set(
    """
    barber chiropodist chiropractor dentist dermatologist doctor gp gynaecologist hairdresser hygienist midwife
    optician orthodontist osteopath paediatrician physio physiotherapist podiatrist psychologist therapist vet
    """
)
"""To whom one goes on a day: "dentist on Friday" is an appointment there."""
_ARTICLES: Final = frozenset(["a", "an", "the", "my", "his", "her", "our", "their", "one", "two"])
_BEGUN_WITH: Final = VERBS | word_set(
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
_ALSO_PLANNED: Final = word_set("arrive come depart go graduate head land leave marry retire return sing turn")
"""What people say they plan beside what they mean to begin."""
_ANY_VERB: Final = VERBS | MORE_VERBS | frozenset(BASES.values())
_GOES_ON: Final = re.compile(r"(?:a|an|at|for|from|her|his|in|into|my|on|our|out|the|their|to|up|with)\b")
"""What stands behind a verb, and seldom behind things that are planned."""
_CALLED_SO: Final = word_set("building drawing meeting opening painting training viewing writing")
"""Nouns that look like a verb in -ing: what is planned is the meeting."""


def format_value(claim: Claim) -> str:
    """Format the value as its phrase needs it: what one has one of with its article, what is meant with its *to*."""
    formats = _FORMATS.get(claim.attribute, ())
    return next((made for form in formats if (made := form(claim.value)) is not None), claim.value)


def _as_one(holds: Callable[[str], bool]) -> Callable[[str], str | None]:
    """With its article, where it is one of a kind."""
    return lambda value: _add_article(value) if holds(value) else None


def _as_meant(holds: Callable[[str], bool]) -> Callable[[str], str | None]:
    return lambda value: f"to {value}" if opens_with_verb(value) and holds(value) else None


def _format_visit(planned: str) -> str | None:
    """Whom one sees on a day: "a dentist appointment"."""
    return f"{_add_article(planned)} appointment" if fold_text(planned) in _SEEN_BY else None


def _format_appointment(planned: str) -> str | None:
    if not is_appointment(planned):
        return None
    return planned if _is_several(planned) else _add_article(planned)


def _format_infinitive(meant: str) -> str | None:
    found = find_infinitive(meant)
    return f"to {found}" if found is not None else None


def _format_plan(planned: str) -> str | None:
    found = _find_meant(planned)
    return f"to {found}" if found is not None else None


def _is_thing(done: str) -> bool:
    """Whether no verb opens what somebody does."""
    first = fold_text(done.partition(" ")[0])
    known = is_third_person(done) and strip_ending(first) in _ANY_VERB
    return not (known or opens_with_verb(done) or is_ongoing(done) or is_past(done) or is_state(done))


def is_taken(done: str) -> bool:
    """Whether it is what one takes, as against what one does with it: "driving lessons", "offering classes"."""
    first, _, rest = done.partition(" ")
    if is_ongoing(first):
        return _TAUGHT.match(rest) is not None
    return _is_thing(done) and _TAKEN.match(done) is not None


def is_group(done: str) -> bool:
    return _is_thing(done) and _GROUPS.search(done) is not None


def is_pastime(done: str) -> bool:
    few = len(done.split()) < 4
    return few and _is_thing(done) and (_PASTIME.search(done) is not None or _DONE.search(done) is not None)


def is_done(played: str) -> bool:
    """Whether it is no game and no instrument: bouldering, open-water swimming, yoga; the name of a game is capital."""
    last = played.rpartition(" ")[2]
    return _DONE.search(played) is not None or (is_ongoing(last) and (last == played or last.islower()))


def _is_several(done: str) -> bool:
    return _head_of(done).endswith("s") and not _head_of(done).endswith("ss")


def _has_object(phrase: str) -> bool:
    """By which one knows the first word for a verb: "help other people", "mentor aspiring dancers"."""
    second = fold_text("".join(phrase.split()[1:2]))
    return _has_article_second(phrase) or second in _OBJECTS or (second.endswith("ing") and len(phrase.split()) > 2)


def is_trade(job: str) -> bool:
    """Whether it is what one works in, and nothing that one is: "accounting", "sheep shearing"."""
    return is_ongoing(job.rpartition(" ")[2]) and job.islower()


def _is_workplace(place: str) -> bool:
    """Whether it is a kind of place, as against a name of one: "shipyard", "winery in Mendoza"."""
    return _head_of(place) in _WORKPLACES and place[:1].islower()


def _add_article(noun: str) -> str:
    first = noun.partition(" ")[0]
    if fold_text(first) in _ARTICLES | _NOTHING_NAMED:
        return noun
    spelt = len(first) > 1 and first.isupper()  # an LGBTQ group, a UN agency
    sounds = re.match(r"hour|heir|honest|(?!uni|eu|one\b|use|ukulele)[aeiou]", fold_text(first))
    vowel = first[:1] in tuple("AEFHILMNORSX") if spelt else sounds is not None
    return f"{'an' if vowel else 'a'} {noun}"


def _find_meant(planned: str) -> str | None:
    """What is planned by a verb, as it stands behind *to*: "give a concert" of "gives a concert"."""
    first, space, rest = planned.partition(" ")
    known = _BEGUN_WITH | _ALSO_PLANNED
    verb = next((each for each in known if fold_text(first) in (each, third_person(each))), None)
    if verb is None and is_third_person(first) and strip_ending(first) in _ANY_VERB and _GOES_ON.match(rest):
        verb = strip_ending(first)
    return planned if verb == fold_text(first) else f"{verb}{space}{rest}" if verb and rest else None


def _has_article_second(phrase: str) -> bool:
    """By which one knows the first word for a verb: "start their own business", and no "help with sleep"."""
    return not {"your", *_ARTICLES}.isdisjoint(map(fold_text, phrase.split()[1:2]))


def is_appointment(planned: str) -> bool:
    """Whether it is a thing that has its day: "interview at Siemens", "dance lessons"."""
    head = _head_of(planned)
    first = fold_text(planned.partition(" ")[0])
    if first in _DONE_TO or strip_ending(first) in _DONE_TO or (is_ongoing(planned) and _has_article_second(planned)):
        return False  # "running the marathon", "have lunch with Tom"
    few = len(_PREPOSITION.split(planned, maxsplit=1)[0].split()) < 4
    return few and not _APPOINTED.isdisjoint([head, head.removesuffix("s"), head.removesuffix("es")])


def _head_of(planned: str) -> str:
    return fold_text(_PREPOSITION.split(planned, maxsplit=1)[0].rpartition(" ")[2])


def find_infinitive(phrase: str) -> str | None:
    """What is told by a verb in -ing that is known: "look into adoption" of "looking into adoption"."""
    ongoing, space, rest = phrase.partition(" ")
    stem = fold_text(ongoing).removesuffix("ing")
    named = fold_text(ongoing) in _CALLED_SO and not _has_article_second(phrase)
    if stem == fold_text(ongoing) or named or is_appointment(phrase):
        return None
    doubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    verb = next((each for each in (stem, f"{stem}e", doubled) if each in _BEGUN_WITH | _ALSO_PLANNED), None)
    return f"{verb}{space}{rest}" if verb else None


def _is_counted(had: str) -> bool:
    return _head_of(had) in _COUNTED and had[:1].islower()


def _is_kind(what: str) -> bool:
    return _head_of(what) in ANIMALS and what[:1].islower()


_FORMATS: Final[Mapping[str, tuple[Callable[[str], str | None], ...]]] = MappingProxyType(
    {
        "works_as": (_as_one(lambda job: not is_trade(job)),),
        "works_at": (_as_one(_is_workplace),),
        "has": (_as_one(lambda had: fold_text(had) in RELATIONS), _as_one(_is_counted), _as_one(_is_kind)),
        "uses": (_as_one(_is_counted),),
        "is": (_as_one(_is_kind),),
        "does": (_as_one(lambda done: (is_taken(done) or is_group(done)) and not _is_several(done)),),
        "plans": (_format_visit, _format_appointment, _format_infinitive, _format_plan),
        "wants": (_format_infinitive, _as_meant(_has_object)),
        "likes": (_as_meant(_has_article_second),),
        "knows": (lambda known: f"how to {known}" if fold_text(known.partition(" ")[0]) in VERBS else None,),
    }
)
"""By attribute: the ways in which its values are told; the first that fits."""
