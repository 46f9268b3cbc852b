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

from atlas.language.english.claim_values import (
    find_infinitive,
    format_value,
    is_appointment,
    is_done,
    is_group,
    is_pastime,
    is_taken,
    is_trade,
)
from atlas.language.english.verb_phrases import (
    find_base_form,
    has_one_verb,
    is_ongoing,
    is_past,
    is_state,
    is_third_person,
    opens_with_verb,
    strip_ending,
    third_person,
)
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
_BEING_ILL: Final = re.compile(
    r"(?:pregnant|diabetic|asthmatic|deaf|blind|dyslexic|autistic|an?aemic|anemic|epileptic|bipolar|allergic|intolerant|sick|ill|unwell)\b",
    re.I,
)
"""What one is, and does not have."""
_SCHOOLS: Final = re.compile(
    r"^Saint |^St\.? |\b(?:School|Academy|Montessori|College|University|Institute|Kindergarten|Primary|Grammar|High)\b"
)
"""Names of what one goes to, and does not study."""
_TRIP: Final = re.compile(r"to (?:[A-Z]|the\b|my\b|our\b|their\b|your\b)")
"""What is planned where no verb follows: to Split, to the cottage."""
_STAY: Final = re.compile(r"(?:at|in|on)\s")
"""What is planned where one only is: at the cattle post."""
_THING: Final = f"{EntityKind.THING}:"
_ADVERBS: Final = frozenset(
    ["always", "just", "mainly", "mostly", "normally", "often", "regularly", "sometimes", "still", "usually"]
)
_NO_LONGER: Final = " no longer "
_PLURAL_VERBS: Final = MappingProxyType({"is": "are", "has": "have", "does": "do", "was": "were", "(not)": "(not)"})


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


def state_claim(claim: Claim, subject: str, *, over: bool = False, speaker: str = "the user") -> str:
    """State a claim of its subject: "Ana lives in Lisbon"; of what is `over`: "Ana no longer lives in Porto".

    In what is said of somebody else "me" is the `speaker`: "Nelson is neater than Ximena".
    """
    claim = _name_speaker(_turn_pronouns(claim, 0), speaker)
    if over and not claim.affirmed:
        return _state_ended(replace(claim, affirmed=True), subject)
    owned = _possessive_phrase(claim)
    if owned is not None:
        return f"{subject}'s {owned}"
    if claim.attribute == "does" and _is_told_as_deed(claim.value):
        return f"{subject} {_third_person_phrase(claim.value) if claim.affirmed else _deny_deed(claim.value)}".strip()
    return f"{subject} {_make_phrase(claim)}"


def _state_ended(claim: Claim, subject: str) -> str:
    if _possessive_phrase(claim) is not None:
        return f"{subject}'s {claim.attribute.replace('-', ' ')} is no longer {claim.value}"
    verb, _, rest = state_claim(_tell_as_present(claim), "").strip().partition(" ")
    if verb in ("is", "does:"):
        return f"{subject} {'is no longer' if verb == 'is' else 'no longer does:'} {rest}"
    return f"{subject} no longer {verb} {rest}".strip()


def _tell_as_present(claim: Claim) -> Claim:
    """What is over as what it was: no longer "sells roses", and not "sold" them."""
    deed = find_base_form(claim.value) if claim.attribute == "does" and is_past(claim.value) else None
    return replace(claim, value=deed) if deed else claim


def tells_end(content: str, claim: Claim) -> bool:
    """Tell whether a statement of a claim says that it is over, and not only that it is not so: before its value, which
    may have the same words."""
    if claim.affirmed:
        return False
    value = _turn_pronouns(claim, 0).value
    said = content.rfind(value)
    return _NO_LONGER in (content[:said] if said > 0 else content)


def address_claim(claim: Claim, *, over: bool = False) -> str:
    """State a claim to its subject: "You live in Lisbon"; of what is `over`: "You no longer live in Porto"."""
    claim = _turn_pronouns(claim, 1)
    if over and not claim.affirmed:
        return _address_ended(_tell_as_present(replace(claim, affirmed=True)))
    owned = _possessive_phrase(claim)
    if owned is not None:
        return f"Your {owned}"
    if claim.attribute == "does" and claim.affirmed and _is_told_as_deed(claim.value):
        return f"You {_second_person_deed(claim.value)}"
    if claim.attribute == "did" and claim.affirmed and not find_infinitive(claim.value) is not None:
        return f"You {'have ' if _PARTICIPLES.match(claim.value) else ''}{claim.value}"
    if claim.attribute == "does" and _is_told_as_deed(claim.value):
        return f"You {_deny_deed(claim.value).replace('is not', 'are not', 1).replace('does not', 'do not', 1)}"
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
    if is_ongoing(done) or is_state(done):
        return f"are {done}"
    opening = done.split(" ", 1)[-1]
    return done if opens_with_verb(done) or is_past(done) or opens_with_verb(opening) else f"do: {done}"


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


def _name_speaker(claim: Claim, speaker: str) -> Claim:
    """The speaker by their name in what is said of others: "corrected me", "my first tooth"."""
    told = claim.attribute in MANY or claim.attribute in ("is", "trait")
    if is_self(claim.subject) or not told or len(claim.value.split()) < 2:
        return claim
    named = {"me": speaker, "us": speaker, "my": f"{speaker}'s", "our": f"{speaker}'s"}
    return replace(claim, value=_WORD.sub(lambda found: named.get(found.group(0), found.group(0)), claim.value))


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


def _is_state_of_health(condition: str) -> bool:
    return any(
        _BEING_ILL.fullmatch(word) for word in (condition, condition.rpartition(" ")[2], condition.rpartition("-")[2])
    )


def _is_name(done: str) -> bool:
    """Whether it is no verb: a book that is read, a course that is taken."""
    return done[:1].isupper()


def _is_told_as_deed(done: str) -> bool:
    return not any(is_of(done) for is_of, _ in _SORTS["does"])


def _make_phrase(claim: Claim) -> str:
    affirmed, denied = _claim_phrases(claim)
    return (affirmed if claim.affirmed else denied).format(format_value(claim))


def _possessive_phrase(claim: Claim) -> str | None:
    """What is somebody's own: "sister is Maria", "favourite colour is blue"."""
    open_noun = claim.subject.startswith(_THING) and claim.attribute not in known_attributes()
    if claim.attribute in RELATIONS or claim.attribute.startswith(FAVOURITE) or open_noun:
        return f"{claim.attribute.replace('-', ' ')} is {'' if claim.affirmed else 'not '}{claim.value}"
    return None


def _third_person_phrase(phrase: str) -> str:
    """What one does, told of another: "is learning Greek", "listens on port 8443", "runs every morning".

    Where the words are not surely one verb and what goes with it, they stand as they were said: "does: four sugars".
    """
    first, _, rest = phrase.partition(" ")
    verb = fold_text(first)
    if verb in _ADVERBS and has_one_verb(rest):
        return f"{first} {_third_person_phrase(rest)}"
    if is_ongoing(phrase) or is_state(phrase):
        return f"is {phrase}"
    if is_past(phrase):
        return phrase
    if has_one_verb(phrase):
        return f"{third_person(verb)} {rest}".strip()
    return phrase if is_third_person(phrase) else f"does: {phrase}"


def _deny_deed(phrase: str) -> str:
    if is_ongoing(phrase) or is_state(phrase):
        return f"is not {phrase}"
    deed = find_base_form(phrase)
    return f"does not {deed}" if deed else f"does not: {phrase}"


def _second_person_phrase(claim: Claim) -> str:
    affirmed, denied = _claim_phrases(claim)
    verb, _, rest = (affirmed if claim.affirmed else denied).partition(" ")
    phrase = f"{_second_person(verb)} {rest}".strip().replace("their ", "your ")
    return phrase.format(format_value(claim))


def _second_person(verb: str) -> str:
    if verb.endswith(":"):
        return f"{_second_person(verb[:-1])}:"
    return _PLURAL_VERBS.get(verb) or strip_ending(verb)


_SORTS: Final[Mapping[str, tuple[tuple[Callable[[str], object], tuple[str, str]], ...]]] = MappingProxyType(
    {
        # some of a diet is what one is (vegan), some what one eats (meat)
        "diet": ((lambda value: not _DIETS.search(value), ("eats {}", "does not eat {}")),),
        "has_condition": ((_is_state_of_health, ("is {}", "is not {}")),),
        "plays": ((is_done, ("does {}", "does not do {}")),),
        "works_as": ((is_trade, ("works in {}", "does not work in {}")),),
        "studies": ((_SCHOOLS.search, ("goes to {}", "does not go to {}")),),
        "does": (
            (_is_name, ("is busy with {}", "is not busy with {}")),
            (is_taken, ("takes {}", "does not take {}")),
            (is_group, ("is in {}", "is not in {}")),
            (is_pastime, ("does {}", "does not do {}")),
        ),
        "did": (
            (_PARTICIPLES.match, ("has {}", "has not {}")),
            (find_infinitive, ("was {}", "was not {}")),  # "seeing their face light up"
        ),
        "plans": (
            (_TRIP.match, ("plans a trip {}", "plans no trip {}")),
            (_STAY.match, ("plans to be {}", "does not plan to be {}")),
            (
                lambda value: value[:1].isupper() and not is_appointment(value),
                ("has plans for {}", "has no plans for {}"),
            ),
        ),
    }
)
"""By attribute: which sort of value is told in which phrases, affirmed and denied; the first that fits."""
