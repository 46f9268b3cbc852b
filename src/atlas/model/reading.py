"""What a small reader finds in a message: its act, and marks on the values that it tells.

Every mark is a quotation with labels: which attribute of whom, whether it begins, holds, ends or is denied, and how it
is meant. Claims are made of marks (`language/english/marked_facts.py`); a mark alone changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Act(StrEnum):
    """What a message does as a whole."""

    NONE = "none"
    TELL = "tell"
    CHANGE = "change"
    END = "end"
    CORRECT = "correct"
    STYLE = "style"
    PLAN = "plan"
    EVENT = "event"


class Operation(StrEnum):
    """Whether a value is so, is new, is over, or is not so."""

    HOLDS = "holds"
    BEGINS = "begins"
    ENDS = "ends"
    DENIED = "denied"


class Stance(StrEnum):
    """How a value is meant; only what is meant in earnest can become a claim."""

    EARNEST = "earnest"
    HEDGED = "hedged"
    JOKED = "joked"
    QUOTED = "quoted"
    IMAGINED = "imagined"
    ASKED = "asked"
    PASSING = "passing"


_ATTRIBUTE_WORDS: Final = """
name form_of_address age birthday gender pronouns from nationality speaks marital_status phone email
lives_in address timezone works_as works_at studies works_on knows uses diet allergic_to has_condition takes
likes prefers has does plays wants believes feels trait is plans did schedule deadline budget
answer_length answer_format answer_language answer_tone answer_units answer_rule
wife husband spouse partner girlfriend boyfriend fiance fiancee ex mother father parent stepmother stepfather
sister brother sibling twin son daughter child stepson stepdaughter grandmother grandfather grandson granddaughter
aunt uncle niece nephew cousin mother-in-law father-in-law sister-in-law brother-in-law friend best-friend flatmate
neighbour boss colleague teacher coach mentor therapist doctor dentist vet landlord tenant client
dog cat pet horse rabbit bird fish hamster
favourite other
"""
READ_ATTRIBUTES: Final = tuple(_ATTRIBUTE_WORDS.split())
"""What a mark can be about, in the order of the network's labels; a new one goes to the end and needs training."""

LABELLED: Final = frozenset({"favourite", "other"})
"""Attributes that words of the message tell apart: a favourite film, another thing's port."""


SERVE: Final = 0.87
"""From this confidence on a claim is served at once."""
WAIT: Final = 0.4
"""From this confidence on a claim waits for a person; below it the sentence alone is kept."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A message to be read, and the turn before it."""

    text: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Characters of the message, or of the turn before it."""

    start: int
    end: int
    text: str
    before: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """One value that a message tells."""

    place: Place
    attribute: str
    operation: Operation
    stance: Stance
    subject: Place | None
    """The words that name whom it is about; none for the one who speaks."""
    when: Place | None
    label: Place | None
    """Which favourite, which other thing."""
    confidence: float
    """How likely all of it is right, calibrated on messages of a writer who was not trained on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A message, read."""

    act: Act
    act_confidence: float
    telling: float
    """How likely it tells anything, whichever act that would be."""
    marks: tuple[Mark, ...]

    @property
    def earnest(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.stance is Stance.EARNEST)
