"""The annotated messages are as the guide says, and the blind ones are apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from training.reading.agreement import compare_annotators
from training.reading.annotations import (
    ATTRIBUTES,
    Fault,
    Numbered,
    check_message,
    find_faults,
    parse_line,
    read_annotated,
)
from training.reading.scoring import Found
from training.reading.verdicts import JUDGED, keep_verdicts, list_unjudged, read_verdicts

from atlas.model.reading import READ_ATTRIBUTES, Operation

DATA = Path(__file__).parents[2] / "training" / "reading" / "data"
FILES = sorted(DATA.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_is_as_the_guide_says(path: Path) -> None:
    assert find_faults(path) == []


def test_no_message_is_in_two_files() -> None:
    apart = [path for path in FILES if path.parent.name != "second"]  # the same messages, by another hand
    texts = [message.text.casefold() for path in apart for message in read_annotated(path)]
    assert len(texts) == len(set(texts))


def test_two_hands_agree() -> None:
    one = [message for name in ("tiage_a", "requests") for message in read_annotated(DATA / "train" / f"{name}.jsonl")]
    found = compare_annotators(one, list(read_annotated(DATA / "second" / "second.jsonl")))
    assert found["messages"] == 500
    assert found["all of it (F1)"] > 0.85


def test_every_attribute_is_taught_and_a_third_is_nothing_to_remember() -> None:
    messages = [message for path in FILES if path.parent.name == "train" for message in read_annotated(path)]
    assert ATTRIBUTES - {mark.attribute for message in messages for mark in message.marks} == set()
    assert sum(message.act == "none" for message in messages) * 3 >= len(messages)


@pytest.mark.parametrize("path", sorted(JUDGED.glob("*.tsv")), ids=lambda path: path.stem)
def test_every_verdict_is_of_words_of_its_message(path: Path) -> None:
    """By file and number: a line that moves would give its verdicts to another message."""
    files: dict[str, list[str]] = {}
    for file, message, start, end, attribute, operation, _ in (verdicts := read_verdicts(path.stem)).letters:
        if file not in files:
            files[file] = [each.text for each in read_annotated(DATA / path.stem / f"{file}.jsonl")]
        text = files[file][message - 1]
        assert 0 <= start < end <= len(text)
        assert (text[start:end].strip() != "", attribute in READ_ATTRIBUTES, operation in set(Operation)) == (True,) * 3
    assert set("".join(verdicts.letters.values())) <= set("srpcw")


def test_what_readers_say_of_a_listed_find_is_kept_under_its_place(tmp_path: Path) -> None:
    told = parse_line(json.dumps({"t": "Our {hens|has|holds|user} lay in May.", "act": "tell"}))
    finds = [
        (Numbered("nine", 3, told), Found(4, 8, "hens", "pet", "holds", "user", 0.9)),
        (Numbered("nine", 3, told), Found(16, 19, "May", "birthday", "holds", "user", 0.5)),
    ]
    listed = list_unjudged(finds)
    assert "marked: of user: has = hens (holds)" in listed
    assert keep_verdicts("blind_9", listed, ["1 r\n2 w", "1: s\n2: w\n"], tmp_path) == 2
    letters = read_verdicts("blind_9", tmp_path).list_letters(finds[0][0])
    assert [letters(found) for _, found in finds] == ["rs", "ww"]
    with pytest.raises(ValueError, match="Reader 1 and the list differ in 1 numbers, from 2 on"):
        keep_verdicts("blind_9", listed, ["1 r"], tmp_path)


def test_a_mark_has_its_place_in_the_plain_text() -> None:
    message = parse_line(
        json.dumps({"t": "I moved to {Ghent|lives_in|begins|user|when=in May} in May.", "act": "change"})
    )
    (mark,) = message.marks
    assert message.text == "I moved to Ghent in May."
    assert (message.text[mark.start : mark.end], mark.when, mark.stance) == ("Ghent", "in May", "")


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("I live in {Rome|lives_in|holds|user}.", "none"),
        ("I live in Rome.", "tell"),
        ("I live in {Rome|home|holds|user}.", "tell"),
        ("I live in {Rome|lives_in|is|user}.", "tell"),
        ("She lives in {Rome|lives_in|holds|Ana}.", "tell"),
        ("I live in {Rome |lives_in|holds|user}.", "tell"),
        ("I live in {Rome|lives_in|holds|user|when=May}.", "tell"),
        ("I live in {Rome|lives_in|holds|user", "tell"),
        ("I live in {Rome|lives_in|holds|user}.", "say"),
    ],
)
def test_a_fault_is_found(text: str, act: str) -> None:
    with pytest.raises(Fault):
        check_message(parse_line(json.dumps({"t": text, "act": act})))
