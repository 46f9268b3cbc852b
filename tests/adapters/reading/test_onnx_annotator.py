"""The reader on board, with its real weights: what it marks, and what it says when it is not itself (X10)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from atlas.adapters.reading.onnx_annotator import SHIPPED, OnnxAnnotator
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import SERVE, WAIT, Act, Operation, Reading, Stance, Unread

pytestmark = pytest.mark.runs_networks

MOST_BYTES = 25_000_000


def read(text: str, before: str = "") -> Reading:
    (reading,) = OnnxAnnotator(SHIPPED).annotate([Unread(text, before)])
    return reading


def told(text: str, before: str = "") -> list[tuple[str, str, str, str]]:
    return [
        (mark.place.text, mark.attribute, str(mark.operation), mark.subject.text if mark.subject else "user")
        for mark in read(text, before).earnest
        if mark.confidence >= WAIT
    ]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("My name is Ana and I live in Porto.", [("Ana", "name", "holds"), ("Porto", "lives_in", "holds")]),
        ("I moved to Lisbon last week.", [("Lisbon", "lives_in", "begins")]),
        ("I quit my job at Globex.", [("Globex", "works_at", "ends")]),
        ("I am allergic to peanuts.", [("peanuts", "allergic_to", "holds")]),
        ("I hate coriander.", [("coriander", "likes", "denied")]),
        ("I switched from vim to neovim.", [("vim", "uses", "ends"), ("neovim", "uses", "begins")]),
        ("Please always answer in German.", [("German", "answer_language", "holds")]),
    ],
)
def test_plain_sentences_are_read_as_they_are_meant(text: str, marks: list[tuple[str, str, str]]) -> None:
    """J1, J14."""
    assert [mark[:3] for mark in told(text)] == marks
    assert all(mark.confidence >= SERVE for mark in read(text).earnest)


def test_what_is_said_of_another_is_marked_as_theirs() -> None:
    assert told("My sister Maria lives in Rome.") == [
        ("Maria", "sister", "holds", "user"),
        ("Rome", "lives_in", "holds", "Maria"),
    ]


def test_an_answer_is_read_with_the_turn_before_it() -> None:
    marks = told("No, Tidewater.", "So you work at Tidal?")
    assert marks[0][:2] == ("Tidewater", "works_at")


@pytest.mark.parametrize(
    "text",
    [
        "If I lived in Rome I'd eat gelato every day.",
        "I think I might move to Spain someday.",
        "Translate into French: I have three sisters and I live in Boston.",
        "What's the weather like in Paris?",
        "Can you summarise this article?",
        "That sounds amazing, I love that idea!",
        "",
        "   ",
        "🙂",
    ],
)
def test_what_is_not_told_in_earnest_is_not_told(text: str) -> None:
    assert [mark for mark in read(text).earnest if mark.confidence >= WAIT] == []


def test_a_reading_has_its_act_operations_and_stances() -> None:
    reading = read("I moved to Lisbon last week.")
    assert reading.act is Act.CHANGE
    (mark,) = reading.marks
    assert (mark.operation, mark.stance, mark.when and mark.when.text) == (
        Operation.BEGINS,
        Stance.EARNEST,
        "last week",
    )


def test_a_message_is_read_the_same_whatever_is_read_beside_it() -> None:
    texts = ["I live in Lyon.", "hm", "My dog is called Rex and I work at Acme as a baker, mostly nights."]
    together = OnnxAnnotator(SHIPPED).annotate([Unread(text) for text in texts])
    assert together == [read(text) for text in texts]


def test_a_long_text_is_read_in_windows_and_every_mark_is_a_quotation() -> None:
    text = "Nothing happened on that day either. " * 40 + "I live in Lyon."
    marks = [mark for mark in read(text).earnest if mark.confidence >= WAIT]
    assert [(mark.place.text, text[mark.place.start : mark.place.end]) for mark in marks] == [("Lyon", "Lyon")]


def test_the_weights_fit_into_the_package() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= MOST_BYTES


def test_altered_weights_do_not_run(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "reader")
    path = tmp_path / "reader" / "reader.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(AnnotatorTrouble, match="altered"):
        OnnxAnnotator(tmp_path / "reader").annotate([Unread("I live in Lyon.")])


@pytest.mark.parametrize("what", ["reader", "centre", "features", "attributes", "outer", "constant"])
def test_a_calibration_that_lacks_something_is_named(tmp_path: Path, what: str) -> None:
    stored = json.loads((SHIPPED / "calibration.json").read_text("utf-8"))
    del stored[what]
    (tmp_path / "calibration.json").write_text(json.dumps(stored), "utf-8")
    with pytest.raises(AnnotatorTrouble, match="calibration"):
        OnnxAnnotator(tmp_path).annotate([Unread("I live in Lyon.")])
