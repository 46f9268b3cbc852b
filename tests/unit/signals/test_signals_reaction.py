"""S6 to S9 by words: what a user's message says about the reply before it."""

from __future__ import annotations

import pytest

from atlas.model.signal import SignalKind
from atlas.signals.detection import find_signals
from atlas.signals.interaction_view import Moment
from atlas.signals.policy import DEFAULT
from unit.signals._said import by_kind, english, reaction, said

PORT = "The service listens on port 8080."


@pytest.mark.parametrize(
    ("user", "words"),
    [
        ("That's wrong, it listens on 8443.", "That's wrong"),
        ("It's 8443, not 8080.", "not 8080"),
        ("No, the service moved to 8443 last week.", "No"),
        ("Actually the proxy listens there.", "Actually"),
        ("You misunderstood, I meant the proxy.", "You misunderstood"),
        ("That is not what I asked.", "not what I asked"),
        ("that isn’t right", "that isn’t right"),
    ],
)
def test_a_correction_is_about_the_reply_before_it(user: str, words: str) -> None:  # S7
    signal = reaction(PORT, user)[SignalKind.CORRECTION]
    assert (signal.about, signal.seen_in, signal.message) == ("i_0", "i_1", "u_1_0")
    assert user[signal.start : signal.end] == words


@pytest.mark.parametrize(
    "user",
    [
        "Thanks!",
        "Is that wrong?",
        "And which port does the proxy use?",
        "No, thanks.",
        "No, that's all.",
        "I'm not sure what a port is, could you explain?",
        "Great, that works.",
        "wait lemme think about that for a sec",
        "Hold on, let me check the manual at home.",
        "hmm wait",
        "The last time that I was there we could not see the service at all, and nobody knew why that was so then.",
    ],
)
def test_what_is_no_correction(user: str) -> None:  # S7
    assert SignalKind.CORRECTION not in reaction(PORT, user)


def test_a_no_to_a_question_is_an_answer() -> None:  # S7
    assert SignalKind.CORRECTION not in reaction("Shall I restart the service now?", "No, wait until tonight please.")


def test_whether_a_correction_says_how_is_told() -> None:  # S7
    assert reaction(PORT, "That's wrong.")[SignalKind.CORRECTION].figures == (("told_how", 0.0),)
    how = reaction(PORT, "That's wrong, it is 8443.")[SignalKind.CORRECTION]
    assert how.figures == (("told_how", 1.0),)
    assert how.score > reaction(PORT, "That's wrong.")[SignalKind.CORRECTION].score


@pytest.mark.parametrize(("seconds", "score"), [(5, 1.0), (30, 1.0), (31, 0.5)])
def test_an_undo_at_once_is_whole(seconds: float, score: float) -> None:  # S8
    signal = reaction("I have deleted the file.", "Undo that!", seconds=seconds)[SignalKind.UNDO]
    assert (signal.about, signal.score, dict(signal.figures)["seconds"]) == ("i_0", score, seconds)


@pytest.mark.parametrize("user", ["How do I undo a commit?", "Tell me more."])
def test_asking_about_undo_is_none(user: str) -> None:  # S8
    assert SignalKind.UNDO not in reaction("I have deleted the file.", user)


@pytest.mark.parametrize(
    "user", ["Thanks a lot!", "Great!", "That works.", "Perfect, and the proxy?", "Sounds good.", "Got it"]
)
def test_thanks_and_acceptance(user: str) -> None:  # S9
    assert reaction(PORT, user)[SignalKind.ACCEPTANCE].about == "i_0"


@pytest.mark.parametrize(
    "user",
    [
        "Thanks, but that's wrong.",
        "That is not good.",
        "Is that great?",
        "I heard great things about Porto.",
        "Good hotels there?",
    ],
)
def test_what_is_no_acceptance(user: str) -> None:  # S9
    assert SignalKind.ACCEPTANCE not in reaction(PORT, user)


@pytest.mark.parametrize(
    ("reply", "user"),
    [
        (PORT, "This is useless, it still doesn't work."),
        ("Sorry, I could not find a table for two.", "No, look for something else."),
        ("I booked the Ritz.", "I don't want that, find another hotel."),
    ],
)
def test_a_dissatisfied_user_is_seen(reply: str, user: str) -> None:
    signal = reaction(reply, user)[SignalKind.DISSATISFACTION]
    assert signal.about == "i_0"
    assert 0.5 <= signal.score <= 1.0


@pytest.mark.parametrize("user", ["Thank you so much.", "Yes, please do.", "Which one is nearest?", "At nine."])
def test_a_content_user_is_not_called_dissatisfied(user: str) -> None:
    assert SignalKind.DISSATISFACTION not in reaction("There are three hotels near the river. When?", user)


def test_the_first_message_reacts_to_nothing() -> None:
    seen = by_kind(find_signals(Moment(said(0, "That's wrong! Undo that. Thanks.")), DEFAULT, english()))
    assert not seen


def test_where_nobody_replied_there_is_nothing_to_react_to() -> None:  # S7 to S9
    moment = Moment(said(1, "That's wrong! Undo that. Useless. Thanks."), (said(0, "Which port does it use?"),))
    assert not find_signals(moment, DEFAULT, english())


def test_only_what_the_user_says_is_a_reaction() -> None:
    earlier, now = said(0, "Which port?", PORT), said(1, "And the proxy?", "Sorry, that was wrong. Thanks!")
    assert {SignalKind.CORRECTION, SignalKind.ACCEPTANCE}.isdisjoint(
        by_kind(find_signals(Moment(now, (earlier,)), DEFAULT, english()))
    )
