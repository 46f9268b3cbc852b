"""The steps of a demo's script, and the person whom they are about."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from atlas.model.origin import Origin

START: Final = datetime(2026, 3, 2, tzinfo=UTC)
"""A Monday. The demo owns its time, so that the same seed tells the same story on any day."""


MEMORY: Final = "{memory}"
"""Where a speaker repeats what the memory had just served."""


class Talk(StrEnum):
    """What kind of talk it is, as its author meant it; used to count what each kind taught."""

    TOLD = "things told"
    CHANGE = "changes and corrections"
    WISH = "wishes about answers"
    QUESTION = "questions"
    SMALL_TALK = "small talk"
    TRAP = "jokes, quotes, what-ifs"
    ECHO = "memory read back"
    OUTSIDE = "web pages and tools"
    ACCIDENT = "secrets pasted"
    REQUEST = "wishes to forget"


TEACHES_NOTHING: Final = (Talk.QUESTION, Talk.SMALL_TALK, Talk.TRAP, Talk.ECHO, Talk.OUTSIDE)


@dataclass(frozen=True, slots=True)
class Utterance:
    at: datetime
    talk: Talk
    text: str
    reply: str = "Okay."
    key: str = ""
    """By which a later step refers to it."""
    outside: tuple[tuple[Origin, str], ...] = ()
    """Text that came in from elsewhere while the assistant worked on it."""
    asks: bool = False
    """Whether the memory is asked to answer."""
    secret: str = field(default="", repr=False)

    @property
    def conversation(self) -> str:
        """One conversation for each part of a day."""
        part = "morning" if self.at.hour < 12 else "afternoon" if self.at.hour < 18 else "evening"
        return f"{self.at:%m-%d}-{part}"


@dataclass(frozen=True, slots=True)
class Review:
    """The operator decides on what waits from an utterance."""

    at: datetime
    of: str
    approve: bool
    reason: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The operator undoes what an utterance taught."""

    at: datetime
    of: str


@dataclass(frozen=True, slots=True)
class ForgetPerson:
    at: datetime
    name: str


Step = Utterance | Review | TakeBack | ForgetPerson


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody made up: every word that the script fills in."""

    name: str
    job: str
    employer: str
    home: str
    new_home: str
    relative: str
    relative_name: str
    relative_city: str
    friend: str
    friend_name: str
    unwanted: str
    unwanted_as: str
    hobby: str
    dislike: str
    food: str
    allergy: str
    condition: str
    instrument: str
    language: str
    pet: str
    pet_name: str
    colour: str
    trip: str
    server: str
    wrong_port: str
    port: str
    bank: str
    brand: str


@dataclass(frozen=True, slots=True)
class Script:
    seed: int
    days: int
    persona: Persona
    steps: tuple[Step, ...]
