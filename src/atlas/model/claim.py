"""What a fact says: a subject, an attribute, a value, whether it is affirmed or denied.

Contradiction, merging, "about whom" and forgetting a person stand on claims, not on cosine.
Attributes are a small closed core, so that two wordings of one fact meet in one place, and a few open ones whose
value is a short verb phrase. Whether two claims say the same stands in `language/claim_comparison.py`, how a claim is
said in a sentence in `language/english/claim_text.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from atlas.model.entity import EntityId

MAX_VALUE_WORDS: Final = 12
FAVOURITE: Final = "favourite "


class Cardinality(StrEnum):
    """Whether a new value replaces the old one or stands beside it."""

    SINGLE = "single"
    MANY = "many"


_SINGLE_WORDS: Final = """
name age birthday gender pronouns from lives_in works_as works_at marital_status diet timezone answer_length
answer_format answer_language answer_tone answer_units answer_emojis answer_temperatures answer_times answer_dates
answer_spelling answer_apologies answer_praise answer_code form_of_address is address deadline budget
wife husband spouse partner girlfriend boyfriend fiance fiancee boss landlord dentist therapist
"""
_MANY_WORDS: Final = """
nationality speaks likes prefers allergic_to has_condition takes studies works_on plays has uses knows trait
feels wants believes does did plans answer_rule phone email schedule
"""

SINGLE: Final = frozenset(_SINGLE_WORDS.split())
"""Attributes of which only one value can hold; how each is said stands in `language/english/claim_text.py`."""

MANY: Final = frozenset(_MANY_WORDS.split())

CLOSED_WISHES: Final = MappingProxyType(
    {
        "answer_units": frozenset({"metric units", "imperial units"}),
        "answer_emojis": frozenset({"with", "without"}),
        "answer_temperatures": frozenset({"Celsius", "Fahrenheit"}),
        "answer_times": frozenset({"24-hour", "12-hour"}),
        "answer_dates": frozenset({"year", "day"}),
        "answer_spelling": frozenset({"British", "American"}),
        "answer_apologies": frozenset({"without", "with"}),
        "answer_praise": frozenset({"without", "with"}),
        "answer_code": frozenset({"before", "after"}),
    }
)
"""Wishes about the form of answers, and all that can be wished: none of it can carry an instruction."""

STYLE_ATTRIBUTES: Final = frozenset(CLOSED_WISHES) | {
    *("answer_length", "answer_format", "answer_language", "form_of_address"),
}
"""The style wishes that constitution level 4 lets a rule approve (C3): length, format, language, form of address."""

BEHAVIOUR_ATTRIBUTES: Final = STYLE_ATTRIBUTES | {"answer_tone", "answer_rule"}
"""Claims that steer how ATLAS's assistant behaves, as opposed to what is true."""

KINDRED_ATTRIBUTES: Final = frozenset({"plays", "does", "studies", "speaks", "has", "uses", "works_on"})
"""One thing is said in any of these: who gives up accordion lessons no longer plays the accordion."""

PLANS: Final = "plans"
"""What lies ahead, and is over with its day (T16)."""

PASSING_ATTRIBUTES: Final = frozenset({"did", "does", "feels", "believes", "wants"})
"""What says little about somebody a month later."""

_RELATION_WORDS: Final = """
wife husband spouse partner girlfriend boyfriend fiance fiancee ex mother father mom dad mum parent parents
stepmother stepfather sister brother sibling twin son daughter child stepson stepdaughter grandmother
grandfather grandma grandpa granny grandson granddaughter aunt uncle niece nephew cousin mother-in-law
father-in-law sister-in-law brother-in-law friend best-friend roommate flatmate neighbour neighbor boss manager
colleague coworker teacher coach mentor therapist doctor dentist vet landlord tenant client dog cat pet puppy kitten
horse rabbit bird fish parrot hamster
"""

RELATIONS: Final = frozenset(_RELATION_WORDS.split())
"""Someone or something a person calls *my …*. As an attribute its value is the name: (user, sister, Maria)."""


def is_style_wish(claim: Claim) -> bool:
    """Tell whether a claim is a style wish; of those with a closed list of values, one of the list."""
    allowed = CLOSED_WISHES.get(claim.attribute)
    return claim.attribute in STYLE_ATTRIBUTES and (allowed is None or claim.value in allowed)


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
    def slot(self) -> tuple[EntityId, str]:
        """Where rivals meet: the same subject and attribute."""
        return (self.subject, self.attribute)


def cardinality_of(attribute: str) -> Cardinality:
    single = attribute in SINGLE or attribute.startswith(FAVOURITE)
    return Cardinality.SINGLE if single else Cardinality.MANY


def known_attributes() -> frozenset[str]:
    return SINGLE | MANY | RELATIONS
