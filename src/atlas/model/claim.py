"""What a fact says: a subject, an attribute, a value, whether it is affirmed or denied.

Contradiction, merging, "about whom" and forgetting a person stand on claims, not on cosine.
Attributes are a small closed core, so that two wordings of one fact meet in one place, and a few open ones whose
value is a short verb phrase. The gloss of each is the sentence a claim is shown as.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from atlas.model.entity import EntityId
from atlas.model.text import folded

MAX_VALUE_WORDS: Final = 12
FAVOURITE: Final = "favourite "


class Cardinality(StrEnum):
    """Whether a new value replaces the old one or stands beside it."""

    SINGLE = "single"
    MANY = "many"


_SINGLE: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
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
        "answer_units": ("wants units in {}", "does not want units in {}"),
        "form_of_address": ("wants to be called {}", "does not want to be called {}"),
        "is": ("is {}", "is not {}"),
    }
)

_MANY: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
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
        "does": ("does: {}", "does not: {}"),
        "did": ("did: {}", "did not: {}"),
        "plans": ("plans: {}", "does not plan: {}"),
        "answer_rule": ("asks of answers: {}", "does not ask of answers: {}"),
    }
)

STYLE_ATTRIBUTES: Final = frozenset(
    {"answer_length", "answer_format", "answer_language", "answer_units", "form_of_address"}
)
"""The style wishes that constitution level 4 lets a rule approve (C3): length, format, language, form of address."""

BEHAVIOUR_ATTRIBUTES: Final = STYLE_ATTRIBUTES | {"answer_tone", "answer_rule"}
"""Claims that steer how ATLAS's assistant behaves, as opposed to what is true."""

_RELATION_WORDS: Final = """
wife husband spouse partner girlfriend boyfriend fiance fiancee ex mother father mom dad mum parent parents
stepmother stepfather sister brother sibling twin son daughter child stepson stepdaughter grandmother
grandfather grandma grandpa granny grandson granddaughter aunt uncle niece nephew cousin mother-in-law
father-in-law sister-in-law brother-in-law friend best-friend roommate flatmate neighbour neighbor boss manager
colleague coworker teacher coach mentor therapist doctor dentist landlord dog cat pet puppy kitten horse rabbit
parrot hamster
"""

RELATIONS: Final = frozenset(_RELATION_WORDS.split())
"""Someone or something a person calls *my …*. As an attribute its value is the name: (user, sister, Maria)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing said of one subject. Its validity is that of the memory that carries it."""

    subject: EntityId
    attribute: str
    value: str
    affirmed: bool = True

    @property
    def cardinality(self) -> Cardinality:
        return cardinality_of(self.attribute)

    @property
    def slot(self) -> tuple[str, str]:
        """Where rivals meet: the same subject and attribute."""
        return (self.subject, self.attribute)

    def same_value(self, other: Claim) -> bool:
        return self.slot == other.slot and folded(self.value) == folded(other.value)

    def same(self, other: Claim) -> bool:
        return self.same_value(other) and self.affirmed == other.affirmed

    def contradicts(self, other: Claim) -> bool:
        """T16: another value where only one can hold, or the same value once affirmed and once denied."""
        if self.slot != other.slot:
            return False
        if self.same_value(other):
            return self.affirmed != other.affirmed
        return self.cardinality is Cardinality.SINGLE and self.affirmed and other.affirmed

    def sentence(self, subject_name: str) -> str:
        affirmed, denied = phrase_of(self.attribute)
        return f"{subject_name} {(affirmed if self.affirmed else denied).format(self.value)}"


def cardinality_of(attribute: str) -> Cardinality:
    single = attribute in _SINGLE or attribute.startswith(FAVOURITE)
    return Cardinality.SINGLE if single else Cardinality.MANY


def phrase_of(attribute: str) -> tuple[str, str]:
    """How a claim reads after its subject; an open attribute is its own verb.

    Templates for `str.format`, so the braces of an open attribute, which somebody's words made, are doubled: they are
    text and never a field.
    """
    if attribute in _SINGLE:
        return _SINGLE[attribute]
    if attribute in _MANY:
        return _MANY[attribute]
    words = attribute.replace("{", "{{").replace("}", "}}")
    if attribute.startswith(FAVOURITE) or attribute in RELATIONS:
        return (f"has {{}} as {words}", f"does not have {{}} as {words}")
    words = words.replace("_", " ")
    return (f"{words} {{}}", f"(not) {words} {{}}")


def known_attributes() -> frozenset[str]:
    return frozenset(_SINGLE) | frozenset(_MANY) | RELATIONS


_PLURAL_VERBS: Final = MappingProxyType({"is": "are", "has": "have", "does": "do", "was": "were", "(not)": "(not)"})


def addressed(claim: Claim) -> str:
    """The claim said to the one it is about: "You live in Lisbon"."""
    affirmed, denied = phrase_of(claim.attribute)
    verb, _, rest = (affirmed if claim.affirmed else denied).partition(" ")
    phrase = f"{_second_person(verb)} {rest}".strip().replace("their ", "your ")
    return f"You {phrase.format(claim.value)}"


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
