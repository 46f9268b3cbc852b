"""The reading benchmark counts what is right, and what is found where there is nothing (X10)."""

from __future__ import annotations

import json

import pytest
from training.reading.annotations import Annotated, parse_line
from training.reading.scoring import Found

from atlas.errors import BadInput
from benchmarks.reading import judge_part, load_part, tally_at


def annotated(text: str, act: str) -> Annotated:
    return parse_line(json.dumps({"t": text, "act": act}))


MESSAGES = [
    annotated("I live in {Porto|lives_in|holds|user}.", "tell"),
    annotated("I moved to {Faro|lives_in|begins|user}.", "change"),
    annotated("What is a port?", "none"),
]


def find(message: Annotated) -> list[Found]:
    """Takes every last word for where somebody lives, and is less sure of a question."""
    word = message.text.rstrip(".?").rpartition(" ")[2]
    start = message.text.index(word)
    sure = 0.6 if message.act == "none" else 0.9
    return [Found(start, start + len(word), word, "lives_in", "holds", "user", sure)]


def test_a_cut_leaves_out_what_is_less_sure() -> None:
    judged = judge_part(MESSAGES, find)
    sure, all_found = tally_at(judged, 0.75), tally_at(judged, 0.5)
    assert (sure.found, sure.right, sure.precision, sure.recall) == (2, 2, 1.0, 1.0)
    assert (all_found.found, all_found.right, all_found.figures()["false_finds"]) == (3, 2, 1.0)
    assert all_found.by_attribute == {"lives_in": (2, 2, 3)}
    assert sure.exact == 1, "that it holds is right of what begins, and not exact"


def test_an_unknown_part_is_said_plainly() -> None:
    with pytest.raises(BadInput, match="no part 'train'"):
        load_part("train")
