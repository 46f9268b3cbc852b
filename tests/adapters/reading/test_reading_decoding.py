"""Numbers into marks: whole words, pointers that quote, windows that lose nothing."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.reading.confidence import make_unfitted
from atlas.adapters.reading.decoding import decode_outputs
from atlas.adapters.reading.onnx_annotator import OnnxAnnotator, cut_windows
from atlas.adapters.reading.spans import Outputs, find_spans
from atlas.adapters.reading.tokens import MessageTokens, tokenise_message
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import READ_ATTRIBUTES, Act, Operation, Reading, Stance, Unread

_WIDTH = 192
_LABELS = len(READ_ATTRIBUTES) + len(Operation) + len(Stance)
_SURE = 12.0


class Numbers:
    """What a network would say of a message that it reads as told."""

    def __init__(self, text: str, before: str = "") -> None:
        self.text, self.before = text, before
        self.tokens: MessageTokens = tokenise_message(text, before, _WIDTH)
        count = len(self.tokens.ids)
        self.tag = np.zeros((count, 3), np.float32)
        self.tag[:, 0] = _SURE
        self.labels = np.zeros((count, _LABELS), np.float32)
        self.asking = np.zeros((count, 6 * 64), np.float32)
        self.asked = np.zeros((count, 6 * 64), np.float32)
        self.asked[0, ::64] = 1.0  # the first token answers to whoever asks for nothing

    def rows(self, words: str, *, before: bool = False) -> list[int]:
        source = self.before if before else self.text
        tokens, first = (self.tokens.before, 1) if before else (self.tokens.message, self.tokens.first)
        start = source.index(words)
        end = start + len(words)
        return [first + n for n, token in enumerate(tokens) if token.start < end and token.end > start]

    def mark(self, words: str, attribute: str, operation: Operation = Operation.HOLDS, subject: str = "") -> None:
        rows = self.rows(words)
        for number, row in enumerate(rows):
            self.tag[row] = (0, 0, _SURE) if number else (0, _SURE, 0)
            offset = len(READ_ATTRIBUTES)
            self.labels[row, READ_ATTRIBUTES.index(attribute)] = _SURE
            self.labels[row, offset + list(Operation).index(operation)] = _SURE
            self.labels[row, offset + len(Operation)] = _SURE
            self.asking[row, ::64] = 100.0
        if subject:
            found = self.rows(subject) if subject in self.text else self.rows(subject, before=True)
            for pointer, row in ((0, found[0]), (1, found[-1])):
                self.asked[row, pointer * 64] = 5.0

    def read(self) -> Reading:
        act = np.zeros(len(Act), np.float32)
        act[1] = _SURE
        outputs = Outputs(act, self.tag, self.labels, self.asking, self.asked)
        return decode_outputs(outputs, self.tokens, self.text, self.before, make_unfitted())


def test_a_mark_quotes_its_value_and_its_subject() -> None:
    numbers = Numbers("My sister Ana-Lena lives in St. John's now.")
    numbers.mark("St. John's", "lives_in", subject="Ana-Lena")
    (mark,) = numbers.read().marks
    assert (mark.place.text, mark.attribute, mark.operation) == ("St. John's", "lives_in", Operation.HOLDS)
    assert mark.subject is not None
    assert mark.subject.text == "Ana-Lena"


def test_a_subject_may_stand_in_the_turn_before() -> None:
    numbers = Numbers("vegan, as far as I know", "What does Ida eat?")
    numbers.mark("vegan", "diet", subject="Ida")
    (mark,) = numbers.read().marks
    assert mark.subject is not None
    assert (mark.subject.text, mark.subject.before) == ("Ida", True)


@pytest.mark.parametrize(
    ("text", "begun", "whole"),
    [
        ("I do one-on-one training", "one", "one-on-one"),
        ("out of my 9-5, at last", "9", "9-5"),
        ("it helps me de-stress.", "stress", "de-stress"),
        ("with O'Neill, always", "Neill", "O'Neill"),
        ("I like unbelievability a lot", "unbe", "unbelievability"),
        ("we live in Porto, Portugal", "Porto", "Porto"),
        ("mail ana@example.org.", "example", "ana@example.org"),
    ],
)
def test_a_span_takes_whole_words_and_no_comma(text: str, begun: str, whole: str) -> None:
    numbers = Numbers(text)
    row = numbers.rows(begun)[0]
    numbers.tag[row] = (0, _SURE, 0)
    ((start, end),) = find_spans(numbers.tag, numbers.tokens)
    first, last = (numbers.tokens.message[at - numbers.tokens.first] for at in (start, end))
    assert text[first.start : last.end] == whole


@given(st.text(max_size=3000))
def test_windows_stand_in_order_and_cover_a_text_that_is_not_endless(text: str) -> None:
    windows = list(cut_windows(text))
    assert all(before[1] <= after[0] for before, after in pairwise(windows))
    outside = set(range(len(text))) - {at for start, end in windows for at in range(start, end)}
    assert len(windows) >= 12 or not "".join(text[at] for at in outside).strip()


@given(st.text(max_size=400), st.text(max_size=400))
def test_tokens_stand_where_they_say(text: str, before: str) -> None:
    tokens = tokenise_message(text, before, _WIDTH)
    assert len(tokens.ids) == len(tokens.types) <= _WIDTH
    for source, placed in ((text, tokens.message), (before, tokens.before)):
        assert all(0 <= token.start < token.end <= len(source) for token in placed)
        assert all(one.start <= two.start for one, two in pairwise(placed))


def test_a_reader_that_is_not_there_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(AnnotatorTrouble, match="cannot be read"):
        OnnxAnnotator(tmp_path).annotate([Unread("I live in Porto.")])
    assert OnnxAnnotator(tmp_path).annotate([]) == []


def test_of_a_long_turn_before_the_last_sentence_is_read() -> None:
    """X10: a model's reply is long, and what stands in it has nothing to do with what is told next."""
    reply = "First, keep one evening a week free. Second, write down what worked, and tell a friend. Any pets at home?"
    assert tokenise_message("two cats", reply, _WIDTH).before == tokenise_message("", reply, _WIDTH).before[-5:]
    assert len(tokenise_message("two cats", "Any pets at home?", _WIDTH).before) == 5
