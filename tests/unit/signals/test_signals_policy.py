"""The documents' numbers are the preset `research`; the defaults differ only where something measures better."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from atlas.language.sentences import sentence_around
from atlas.signals.detection import find_signals
from atlas.signals.interaction_view import Moment
from atlas.signals.policy import DEFAULT, PRESETS, RESEARCH, ClusterRule, SignalPolicy, SwitchRule
from atlas.signals.text_parts import first_words, short_or_last_sentence
from unit.signals._said import english, said


def test_research_has_the_documents_numbers() -> None:  # S2, S5-S12
    assert PRESETS == {"default": DEFAULT, "research": RESEARCH}
    assert RESEARCH.unsure_below == 0.70
    assert (RESEARCH.re_ask_above, RESEARCH.re_ask_turns, RESEARCH.re_ask_long) == (0.7, 5, None)
    assert RESEARCH.undo_within == timedelta(seconds=30)
    assert (RESEARCH.switch, RESEARCH.switch_below) == (SwitchRule.COSINE, 0.3)
    assert (RESEARCH.strange_sigma, RESEARCH.strange_below, RESEARCH.strange_silent) == (3.0, 0.5, 30)
    assert (RESEARCH.repeats, RESEARCH.actions) == (3, 30)
    assert (RESEARCH.same_failure, RESEARCH.clusters, RESEARCH.cluster_least) == (0.75, ClusterRule.HDBSCAN, 3)
    assert (RESEARCH.flag_below, RESEARCH.adaptive_below, RESEARCH.nightly_below) == (0.7, 0.5, 0.3)
    weights = [getattr(RESEARCH, f"{part}_weight") for part in ("verbalized", "consistency", "in_distribution", "user")]
    assert weights == [0.2, 0.3, 0.2, 0.3]


def test_the_defaults_differ_from_it_only_where_they_should() -> None:
    differing = {
        each.name for each in fields(SignalPolicy) if getattr(DEFAULT, each.name) != getattr(RESEARCH, each.name)
    }
    assert differing == {
        *("re_ask_long", "discontent", "displeasure", "switch", "strange_share", "strange_sigma", "clusters"),
        *("user_discontent", "user_leaves"),
        *("re_ask_above", "strange_below", "same_failure"),  # cosines, which go with the encoder
    }


TEXTS = st.text(max_size=200) | st.lists(
    st.sampled_from(["no", "not", "wrong", "undo", "thanks", "might", "8080", "?", ".", "“", "sorry", "否", "नहीं"])
).map(" ".join)


@given(TEXTS, TEXTS, TEXTS, st.sampled_from([DEFAULT, RESEARCH]))
def test_any_text_gives_well_formed_signals(asked: str, reply: str, user: str, policy: SignalPolicy) -> None:
    earlier, now = said(0, asked, reply), said(1, user, reply)
    moment = Moment(now, (earlier,))
    signals = find_signals(moment, policy, english())
    texts = {message.id: message.text for message in now.messages}
    assert len({(signal.kind, signal.about) for signal in signals}) == len(signals)
    for signal in signals:
        assert 0.0 <= signal.score <= 1.0
        assert signal.seen_in == now.id
        assert signal.about in (earlier.id, now.id)
        assert signal.message in texts
        assert 0 <= signal.start <= signal.end <= len(texts[signal.message])
    assert signals == find_signals(moment, policy, english())


@given(TEXTS)
def test_parts_of_a_text_are_parts_of_it(text: str) -> None:
    assert text.startswith(first_words(text))
    assert short_or_last_sentence(text) in text
    assert all(sentence_around(text, at, at + 1) in text for at in range(min(len(text), 20)))


def test_of_a_long_reply_the_end_asks() -> None:
    long = "The town hall is open. " * 20 + "Shall I book a time?"
    assert short_or_last_sentence(long).strip() == "Shall I book a time?"
    assert short_or_last_sentence("Open. Shall I?") == "Open. Shall I?"
