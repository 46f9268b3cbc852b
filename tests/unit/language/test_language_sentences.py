"""Sentences by their places, in any script; an abbreviation is no end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language import sentences
from atlas.language.sentences import sentence_around, sentence_spans, split_sentences
from atlas.language.text_cache import clear_text_caches


def _cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I saw Dr. Meyer. He said I must rest.", ["I saw Dr. Meyer.", "He said I must rest."]),
        ("She said “Go!” We went…  Home.", ["She said “Go!”", "We went…", "Home."]),
        ("你好。我住在里斯本！", ["你好。", "我住在里斯本！"]),
        ("One line\nanother one", ["One line", "another one"]),
        ("It costs 3.50 a month. J. S. Bach wrote it.", ["It costs 3.50 a month.", "J. S. Bach wrote it."]),
        ("I am a Dr.", ["I am a Dr."]),
        ("I live on Main St. It is quiet.", ["I live on Main St.", "It is quiet."]),
        ("We saw St. Mary and Mt. Rainier.", ["We saw St. Mary and Mt. Rainier."]),
        ("The U.S. Army. She left the U.S. They met.", ["The U.S. Army.", "She left the U.S.", "They met."]),
        ("No. I moved to no. 5.", ["No.", "I moved to no. 5."]),
        ("So do I. We left at 5 p.m. with Mrs. Ode.", ["So do I.", "We left at 5 p.m. with Mrs. Ode."]),
        ("Use fruit, e.g. apples, i.e. food.", ["Use fruit, e.g. apples, i.e. food."]),
        ("I was... not sure. Then… I was.", ["I was... not sure.", "Then…", "I was."]),
        ("1. Buy milk.\n2. Call Ann.", ["1. Buy milk.", "2. Call Ann."]),
        ("هل تعيش هنا؟ نعم.", ["هل تعيش هنا؟", "نعم."]),
        ("Pay €3.50, see a.example.org. Done!", ["Pay €3.50, see a.example.org.", "Done!"]),
        ("  \n ", []),
    ],
)
def test_a_text_is_cut_where_its_sentences_end(text: str, found: list[str]) -> None:
    assert _cut(text) == found


@given(st.text(alphabet="aB1 .!?…\n。\"'Dr", max_size=60))
def test_every_letter_is_in_one_sentence_and_the_order_is_kept(text: str) -> None:
    assert "".join("".join(_cut(text)).split()) == "".join(text.split())


@given(st.text(alphabet="aBI1 .!?…\n。\"'DrStNo", max_size=60), st.data())
def test_spans_stand_in_order_and_around_any_place(text: str, data: st.DataObject) -> None:
    spans = list(sentence_spans(text))
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert split_sentences(text) == [text[start:end] for start, end in spans]
    if spans:
        start, end = data.draw(st.sampled_from(spans))
        assert sentence_around(text, start, end) == text[start:end]


def test_a_text_is_cut_once_for_all_that_is_looked_for_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """P9: a message with hundreds of marks is not cut anew for each of them."""
    text = "I live in Porto. " * 20 + "Where do you live?"
    looked: list[int] = []
    whole = sentences.ends_sentence

    def count(text: str, begin: int, end: int) -> bool:
        looked.append(end)
        return whole(text, begin, end)

    clear_text_caches()
    monkeypatch.setattr(sentences, "ends_sentence", count)
    assert {sentence_around(text, place, place + 1) for place in range(len(text))} - {""} == {
        "I live in Porto.",
        "Where do you live?",
    }
    assert len(looked) == 21
