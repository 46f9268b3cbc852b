"""Every line of the arguments that are trained on has its kind, and a topic where it takes a side."""

from __future__ import annotations

import pytest
from training.arguments.corpus import parse_line, read_corpus


def test_every_line_is_marked_and_none_stands_twice() -> None:
    corpus = read_corpus()
    assert len({each.text for each in corpus}) == len(corpus)
    assert all(each.topics for each in corpus if each.argues)
    assert not any(sign in each.text for each in corpus for sign in "[]{}")


def test_a_topic_is_read_from_the_text_or_from_behind_it() -> None:
    named = parse_line("l|A [-flat fine] is a tariff.", "one")
    assert (named.text, named.topics) == ("A flat fine is a tariff.", (("flat fine", -1),))
    behind = parse_line("l|It is a [-tariff]. {+income fines}{0parking}", "one")
    assert (behind.text, behind.topics) == ("It is a tariff.", (("tariff", -1), ("income fines", 1)))
    assert behind.beside == ("parking",)


def test_a_line_without_a_kind_or_a_topic_is_refused() -> None:
    for line in ("z|nothing", "e|An argument about nothing."):
        with pytest.raises(ValueError, match="has no"):
            parse_line(line, "one")
