"""H9: every hand of the phrasings has a line for each thing that a life can hold, with the right placeholders."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import pytest

from atlas.surfaces.simulation.assistant import tells_wish
from atlas.surfaces.simulation.phrasings import PARTS, TUNE, load_phrasings

WANTED: Final = {"tell": 6, "change": 5, "end": 3, "ask": 5, "correct": 3, "joke": 2, "hedge": 2, "other": 2}
NEEDS: Final = {"tell": {"value"}, "change": {"value"}, "end": {"old"}, "ask": set(), "correct": {"value"}}
MAY: Final = {"tell": set(), "change": {"old"}, "end": set(), "ask": set(), "correct": {"wrong"}}
LISTS: Final = {"small_talk": 25, "errands": 25, "events": 12, "pasted": 8, "web": 8, "thanks": 10}
WISH: Final = {"wish": 4, "complain": 3, "once": 2}
DATA: Final = files("atlas.surfaces.simulation") / "data"
LIFE: Final = json.loads((DATA / "life.json").read_text("utf-8"))
HANDS: Final = [each for part in PARTS for each in (DATA / "phrasings" / part).iterdir() if each.name.endswith(".json")]


def _faults(given: dict[str, Any]) -> Iterator[str]:
    for slot, spec in LIFE["slots"].items():
        for part, count in WANTED.items():
            lines = given["slots"][slot].get(part, [])
            if len(lines) < count and (part != "end" or spec["ends"]):
                yield f"{slot}.{part}: {len(lines)} of {count}"
            for line in lines:
                held = re.findall(r"\{(\w+)\}", line)
                needs = NEEDS.get(part, {"decoy"})
                if not needs <= set(held) <= needs | MAY.get(part, set()) or len(held) != len(set(held)):
                    yield f"{slot}.{part}: {held} in one line"
    for wish in LIFE["wishes"]:
        yield from (f"{wish}.{part}" for part, count in WISH.items() if len(given["wishes"][wish][part]) < count)
    yield from (name for name, count in LISTS.items() if len(given[name]) < count)
    yield from ("pasted without a decoy" for each in given["pasted"] if "{decoy}" not in each["text"])
    yield from ("a page without a poison" for each in given["web"] if "{poison}" not in each)


@pytest.mark.parametrize("hand", HANDS, ids=lambda each: each.name)
def test_every_hand_has_all_it_needs(hand: Any) -> None:
    assert list(_faults(json.loads(hand.read_text("utf-8")))) == []


def test_no_writer_is_in_both_parts() -> None:
    tune, aside = ({hand.writer for hand in load_phrasings(part).hands} for part in PARTS)
    assert tune
    assert aside
    assert not tune & aside


def test_each_wish_and_each_value_can_be_said_in_words_of_ones_own() -> None:
    phrasings = load_phrasings(TUNE)
    for wish in phrasings.wishes:
        assert tells_wish(wish, "Ana", [phrasings.word_wish(wish.id, "Ana")]), wish.id
    for slot in phrasings.slots:
        line = phrasings.word_value(slot.id, slot.values[0])
        assert phrasings.read_value(line) == (slot.id, slot.values[0]), line
    assert phrasings.read_value("Prefers tea: always.") is None
