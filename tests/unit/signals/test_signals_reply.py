"""S1, S2: what a reply shows by itself."""

from __future__ import annotations

import pytest

from atlas.model.signal import SignalKind
from atlas.signals.detection import find_signals
from atlas.signals.interaction_view import Moment
from atlas.signals.policy import DEFAULT
from unit.signals._said import by_kind, english, said


def _hedging(reply: str, asked: str = "Where should I go?") -> float:
    signals = by_kind(find_signals(Moment(said(1, asked, reply)), DEFAULT, english()))
    return signals[SignalKind.HEDGING].score if SignalKind.HEDGING in signals else 0.0


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("It is 8080.", 0.0),
        ("It might be 8080.", 0.2),
        ("It might be 8080, I think, or possibly 8443.", 0.6),
        ("Maybe. Perhaps. Possibly. Probably. I guess. Who knows, it might be.", 1.0),
        ("A mighty river near Mayberry.", 0.0),  # whole words only
    ],
)
def test_hedges_are_counted(reply: str, score: float) -> None:  # S1
    assert _hedging(reply) == pytest.approx(score)


@pytest.mark.parametrize(
    "reply",
    [
        'You wrote: "I might move to Porto". Noted.',
        "You wrote “I might move to Porto”. Noted.",
        "You wrote 'I don't know, maybe Porto'. Noted.",
        "> I might move to Porto\n\nNoted.",
        "```\nmaybe = 1\n```\nDone.",
        "You said you might move to Porto next year. Noted.",  # the user's words, without quotation marks
    ],
)
def test_a_hedge_in_quoted_text_does_not_count(reply: str) -> None:  # S1
    assert _hedging(reply, "I might move to Porto next year, what then?") == 0.0


def test_a_hedge_beside_a_quotation_does_count() -> None:  # S1
    assert _hedging('You wrote "I might move". That is possibly a good idea.') == pytest.approx(0.2)
    assert _hedging("It's the dog's. Maybe it isn't the cat's.") > 0  # apostrophes quote nothing


def test_the_signal_names_the_reply_and_the_words() -> None:  # S1
    moment = Moment(said(1, "Which port?", "Well, it might be 8080."))
    signal = by_kind(find_signals(moment, DEFAULT, english()))[SignalKind.HEDGING]
    reply = moment.interaction.messages[1]
    assert (signal.about, signal.seen_in, signal.message) == (moment.interaction.id, moment.interaction.id, reply.id)
    assert reply.text[signal.start : signal.end] == "might"
    assert signal.figures == (("hedges", 1.0),)


@pytest.mark.parametrize(("confidence", "score"), [(None, None), (0.7, None), (0.95, None), (0.69, 0.31), (0.0, 1.0)])
def test_a_stated_confidence_below_seven_tenths_is_told(confidence: float | None, score: float | None) -> None:  # S2
    seen = by_kind(find_signals(Moment(said(1, "Which port?", "8080.", confidence=confidence)), DEFAULT, english()))
    assert (SignalKind.UNSURE in seen) == (score is not None)
    if score is not None:
        assert seen[SignalKind.UNSURE].score == pytest.approx(score)


def test_an_interaction_without_a_reply_shows_nothing_of_it() -> None:
    assert find_signals(Moment(said(1, "It might rain.")), DEFAULT, english()) == ()
