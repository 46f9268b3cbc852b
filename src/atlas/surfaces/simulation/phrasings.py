"""How made-up people say things: the slots of a life, the wishes about answers, and the sentences of several hands.

All of it is data (`data/`). A part of the hands is set aside: nobody who works on ATLAS reads or tunes on it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

TUNE: Final = "tune"
ASIDE: Final = "aside"
PARTS: Final = (TUNE, ASIDE)
_BLANK: Final = re.compile(r"\\{\w+\\}")
"""What a line leaves open, once its other signs are escaped."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing about a person that has one value at a time."""

    id: str
    values: tuple[str, ...]
    changes: int
    ends: bool
    mistake: str | None
    """What the assistant says where it does not know better."""
    about: str = ""
    """What it is, in a few words: `The city the user lives in`."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish about answers, and the words by which a line about it is known."""

    id: str
    words: tuple[str, ...]
    about: str = ""
    """What is wished, in one sentence; `{name}` stands for the person's."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The sentences of one writer."""

    writer: str
    slots: Mapping[str, Mapping[str, Sequence[str]]]
    wishes: Mapping[str, Mapping[str, Sequence[str]]]
    small_talk: Sequence[str]
    errands: Sequence[str]
    events: Sequence[str]
    pasted: Sequence[Mapping[str, str]]
    web: Sequence[str]
    thanks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Phrasings:
    """What a life can consist of, and the hands that word it."""

    slots: tuple[Slot, ...]
    wishes: tuple[Wish, ...]
    hands: tuple[Hand, ...]
    asides: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Of lines that truly tell more than their slot, the words of what else they tell that is worth knowing. Somebody
    else than the writer says so."""

    def pick_slot_line(self, chance: random.Random, slot: str, part: str) -> str:
        return chance.choice(chance.choice(self.hands).slots[slot][part])

    def pick_wish_line(self, chance: random.Random, wish: str, part: str) -> str:
        return chance.choice(chance.choice(self.hands).wishes[wish][part])

    def find_slot(self, id: str) -> Slot:
        return next(slot for slot in self.slots if slot.id == id)

    def list_asides(self, text: str) -> list[str]:
        """What somebody truly told by the way with these words."""
        return [each for line, told in self.asides.items() if _is_line(line, text) for each in told]

    def word_wish(self, id: str, name: str) -> str:
        """A wish as somebody would note it who has understood it."""
        return next(wish for wish in self.wishes if wish.id == id).about.replace("{name}", name)

    def word_value(self, slot: str, value: str) -> str:
        """`The city the user lives in: Porto.`"""
        return f"{self.find_slot(slot).about}: {value}."

    def read_value(self, line: str) -> tuple[str, str] | None:
        """The slot and the value that such a line tells."""
        about, _, value = line.rstrip(".").rpartition(": ")
        return next(((slot.id, value) for slot in self.slots if slot.about == about), None)


def load_phrasings(part: str = ASIDE) -> Phrasings:
    """The slots and wishes, worded by the hands of one part."""
    data = files(__package__) / "data"
    life = _read_json(data / "life.json")
    hands = sorted((data / "phrasings" / part).iterdir(), key=lambda each: each.name)
    return Phrasings(
        tuple(_make_slot(id, each) for id, each in life["slots"].items()),
        tuple(Wish(id, tuple(each["words"]), each["about"]) for id, each in life["wishes"].items()),
        tuple(_make_hand(_read_json(each)) for each in hands if each.name.endswith(".json")),
        {
            line: told
            for each in (data / "asides" / part).iterdir()
            if each.name.endswith(".json")
            for line, told in _read_json(each).items()
        },
    )


def _is_line(line: str, text: str) -> bool:
    return re.fullmatch(_BLANK.sub(".+?", re.escape(line)), text, re.DOTALL) is not None


def load_arguing_hands() -> list[dict[str, dict[str, list[str]]]]:
    """Of each hand that argues: by topic and kind, what it says."""
    folder = files(__package__) / "data" / "arguments"
    hands = sorted((each for each in folder.iterdir() if each.name.endswith(".json")), key=lambda each: each.name)
    return [_read_json(each)["topics"] for each in hands]


def _read_json(file: Traversable) -> Any:
    return json.loads(file.read_text("utf-8"))


def _make_slot(id: str, told: Mapping[str, Any]) -> Slot:
    about = told["about"].partition(" (")[0].partition(". ")[0].rstrip(".")
    return Slot(id, tuple(told["values"]), told["changes"], told["ends"], told.get("mistake"), about)


def _make_hand(told: Mapping[str, Any]) -> Hand:
    return Hand(**{name: told[name] for name in Hand.__dataclass_fields__})
