"""The reading benchmark counts what is right, and what is found where there is nothing (X10)."""

from __future__ import annotations

import json

import pytest
from training.reading.annotations import Annotated, Numbered, parse_line
from training.reading.scoring import Found
from training.reading.verdicts import Verdicts

from atlas.errors import BadInput
from benchmarks.reading import GRAMMAR, PARTS, judge_part, load_part, tally_at


def annotated(number: int, text: str, act: str) -> Numbered:
    return Numbered("made", number, parse_line(json.dumps({"t": text, "act": act})))


MESSAGES = [
    annotated(1, "I live in {Porto|lives_in|holds|user}.", "tell"),
    annotated(2, "I moved to {Faro|lives_in|begins|user}.", "change"),
    annotated(3, "What is a port?", "none"),
]


def find(message: Annotated) -> list[Found]:
    """Takes every last word for where somebody lives, and is less sure of a question."""
    word = message.text.rstrip(".?").rpartition(" ")[2]
    start = message.text.index(word)
    sure = 0.6 if message.act == "none" else 0.9
    return [Found(start, start + len(word), word, "lives_in", "holds", "user", sure)]


def test_a_cut_leaves_out_what_is_less_sure() -> None:
    judged = judge_part(MESSAGES, find, Verdicts({}))
    sure, all_found = tally_at(judged, 0.75), tally_at(judged, 0.5)
    assert (sure.found, sure.right, sure.precision, sure.recall) == (2, 2, 1.0, 1.0)
    assert (all_found.found, all_found.right, all_found.figures()["false_finds"]) == (3, 2, 1.0)
    assert all_found.by_attribute == {"lives_in": (2, 2, 3)}
    assert sure.exact == 1, "that it holds is right of what begins, and not exact"


def test_readers_count_beside_the_annotator() -> None:
    question = ("made", 3, 10, 14, "lives_in", "holds", "user")
    (one, halves, left_out) = (
        tally_at(judge_part(MESSAGES, find, Verdicts({question: letters})), 0.5) for letters in ("w", "sw", "rr")
    )
    assert (one.judged_right, halves.judged_right, left_out.judged_right) == (2, 2.5, 3)
    assert (one.unjudged, halves.judged_recall, left_out.judged_recall) == (0, 1.0, 1.0), "no mark says the same"
    assert tally_at(judge_part(MESSAGES, find, Verdicts({})), 0.5).unjudged == 1


def test_an_unknown_part_is_said_plainly() -> None:
    with pytest.raises(BadInput, match="no part 'train'"):
        load_part("train")


def test_every_part_has_its_row_beside_the_grammar() -> None:
    assert set(GRAMMAR) == set(PARTS)
