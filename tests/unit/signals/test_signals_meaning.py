"""S6, S9, S10 by vectors: asked again, another topic, unlike anything before; in any language (S14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction
from atlas.model.signal import Signal, SignalKind, Source
from atlas.signals import detection
from atlas.signals.detection import find_signals
from atlas.signals.interaction_view import Moment
from atlas.signals.out_of_distribution import find_outliers, measure_distances, score_novelty
from atlas.signals.policy import DEFAULT, RESEARCH, SignalPolicy
from atlas.signals.topic_switch import NAMES, measure_features, score_switch
from atlas.signals.weights import SWITCH
from atlas.signals.word_lists import WordLists
from unit.signals._said import START, Rows, at_cosine, by_kind, english, said, unit, vectors

SAME = at_cosine(1.0)


def _re_ask(similarity: float, turns_ago: int = 1, policy: SignalPolicy = DEFAULT) -> Signal | None:
    first = said(0, "What does the second gateway cost?", "I see.")
    between = [said(number, f"Tell me about city number {number}", "Fine.") for number in range(1, turns_ago)]
    now = said(turns_ago, "How much money is the other router?")
    rows = {first.messages[0].text: SAME, now.messages[0].text: at_cosine(similarity)}
    rows |= {each.messages[0].text: unit(0.0, 0.0, 1.0) for each in between}
    moment = Moment(now, (first, *between), vectors(first, *between, now, rows=rows))
    return by_kind(find_signals(moment, policy, english())).get(SignalKind.RE_ASK)


@pytest.mark.parametrize(("beyond", "told"), [(0.01, True), (0.19, True), (-0.01, False), (-0.6, False)])
@pytest.mark.parametrize("policy", [DEFAULT, RESEARCH])
def test_asked_again_is_above_the_cut(beyond: float, told: bool, policy: SignalPolicy) -> None:  # S6
    assert (_re_ask(policy.re_ask_above + beyond, policy=policy) is not None) == told


def test_the_cut_of_the_document_is_at_seven_tenths() -> None:  # S6: ours goes with the encoder
    assert (RESEARCH.re_ask_above, DEFAULT.re_ask_above) == (0.7, 0.8)


@pytest.mark.parametrize(("turns_ago", "told"), [(1, True), (5, True), (6, False)])
def test_the_last_five_messages_are_compared(turns_ago: int, told: bool) -> None:  # S6
    signal = _re_ask(0.9, turns_ago)
    assert (signal is not None) == told
    if signal:
        assert (signal.about, signal.seen_in) == ("i_0", f"i_{turns_ago}")
        assert dict(signal.figures)["similarity"] == pytest.approx(0.9, abs=1e-5)


@pytest.mark.parametrize("text", ["Yes", "Thanks!", "ok", "continue", "Good morning"])
def test_what_asks_for_nothing_is_not_asked_again(text: str) -> None:  # S6
    first, now = said(0, text, "Fine."), said(1, text)
    moment = Moment(now, (first,), vectors(first, now, rows={text: SAME}))
    assert SignalKind.RE_ASK not in by_kind(find_signals(moment, DEFAULT, english()))


def _alike(one: str, other: str) -> bool:
    """Whether the second is taken for the first, asked again, where both mean nearly the same."""
    first, now = said(0, one, "Fine."), said(1, other)
    moment = Moment(now, (first,), vectors(first, now, rows={one: SAME, other: at_cosine(0.9)}))
    return SignalKind.RE_ASK in by_kind(find_signals(moment, DEFAULT, english()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea.", "I really like green tea."),
        ("My sister Maria lives in Rome.", "Where does Maria live?"),
        ("Where does Maria live?", "Maria lives in Rome with her dog."),
        ("Ana Maria Silva works as a teacher.", "Maria works as a teacher."),
    ],
)
def test_what_only_tells_something_is_no_question(one: str, other: str) -> None:  # S6
    assert not _alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Where does Maria live?", "where does maria live"),
        ("I want a flight to Rome.", "I would like to fly to Rome."),
        ("My printer does not work.", "My printer is still broken."),
        ("Show flights to Rome", "List the flights to Rome"),
        ("do i have alarms before six", "I have alarms before six in the morning"),
    ],
)
def test_a_question_a_wish_or_a_trouble_is_asked_again(one: str, other: str) -> None:  # S6
    assert _alike(one, other)


def test_long_messages_about_one_matter_need_the_same_words() -> None:  # S6
    one = "I want to smoke a brisket on Saturday with hickory chips, so which rub and which temperature would you take?"
    other = (
        "After the smoking lesson my neighbours invited themselves, hence drinks, salads, chairs and music matter now."
    )
    first, now = said(0, one, "Fine."), said(1, other)
    rows = {one: SAME, other: at_cosine(0.8)}
    moment = Moment(now, (first,), vectors(first, now, rows=rows))
    assert SignalKind.RE_ASK not in by_kind(find_signals(moment, DEFAULT, english()))
    assert SignalKind.RE_ASK in by_kind(find_signals(moment, RESEARCH, english()))


def test_without_vectors_the_words_tell() -> None:  # S6
    first = said(0, "Which port does the gateway use?", "I see.")
    again = Moment(said(1, "which port does the gateway use"), (first,))
    other = Moment(said(1, "Which gateway did Maria configure yesterday?"), (first,))
    signal = by_kind(find_signals(again, DEFAULT, english()))[SignalKind.RE_ASK]
    assert dict(signal.figures)["overlap"] == 1.0
    assert SignalKind.RE_ASK not in by_kind(find_signals(other, DEFAULT, english()))


def test_meaning_does_not_assume_english() -> None:  # S14
    first, now = said(0, "ゲートウェイの値段は？", "はい。"), said(1, "ルーターはいくらですか")
    rows = {first.messages[0].text: SAME, now.messages[0].text: at_cosine(0.8)}
    moment = Moment(now, (first,), vectors(first, now, rows=rows))
    assert SignalKind.RE_ASK in by_kind(find_signals(moment, DEFAULT, WordLists()))


# --- another topic


def _leaving(
    reply: str | None, near: float = 0.0, policy: SignalPolicy = DEFAULT, reports: tuple[Signal, ...] = ()
) -> Signal | None:
    first = said(0, "How do I renew my passport?", reply)
    now = said(1, "What are good films for children tonight?")
    rows: dict[str, Rows] = {first.messages[0].text: SAME, now.messages[0].text: at_cosine(near)}
    rows |= {reply: SAME} if reply else {}
    moment = Moment(now, (first,), vectors(first, now, rows=rows), reports=reports)
    return by_kind(find_signals(moment, policy, english())).get(SignalKind.ABANDONMENT)


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("In which country were you born?", True),  # asked back, and not answered
        ("I'm sorry, I could not find that.", True),
        (None, True),
        ("At the town hall; bring a photo.", False),  # answered: another topic is nothing bad
        ("At the town hall. Is there anything else I can help you with?", False),
        ("At the town hall. " * 30 + "Shall I go on?", False),  # answered at length, and polite
    ],
)
def test_another_topic_is_abandonment_only_where_a_question_was_left_open(reply: str | None, told: bool) -> None:  # S9
    signal = _leaving(reply)
    assert (signal is not None) == told
    if signal:
        assert signal.about == "i_0"
        assert DEFAULT.switch_from <= signal.score <= 1.0


def test_topics_are_compared_only_where_a_question_was_left_open(monkeypatch: pytest.MonkeyPatch) -> None:  # S9
    compared: list[int] = []

    def count(texts: Sequence[str], *_: object) -> float:
        compared.append(len(texts))
        return 1.0

    monkeypatch.setattr(detection, "score_switch", count)
    assert _leaving("At the town hall; bring a photo.") is None
    assert compared == []
    assert _leaving("In which country were you born?") is not None
    assert compared == [3]


def test_what_was_said_without_a_question_and_got_no_reply_is_not_left_open() -> None:  # S9
    first, now = said(0, "I renewed my passport."), said(1, "What are good films for children tonight?")
    rows = {first.messages[0].text: SAME, now.messages[0].text: at_cosine(0.0)}
    moment = Moment(now, (first,), vectors(first, now, rows=rows))
    assert SignalKind.ABANDONMENT not in by_kind(find_signals(moment, DEFAULT, english()))


def test_the_same_topic_is_no_abandonment() -> None:  # S9
    assert _leaving("In which country were you born?", near=0.95) is None


@pytest.mark.parametrize(("near", "told"), [(0.29, True), (0.31, False)])
@pytest.mark.parametrize("reply", ["In which country?", "At the town hall."])
def test_the_documents_cut_asks_for_nothing_more(reply: str, near: float, told: bool) -> None:  # S9
    assert (_leaving(reply, near, RESEARCH) is not None) == told


def _report(kind: SignalKind, score: float = 1.0) -> tuple[Signal, ...]:
    about = InteractionId("i_0")
    return (Signal(kind, about, about, score, START, Source.APPLICATION),)


def test_what_the_application_reports_closes_or_opens_a_question() -> None:  # S9
    asked_back, answered = "In which country?", "At the town hall."
    assert _leaving(asked_back, reports=_report(SignalKind.THUMBS_UP)) is None
    assert _leaving(asked_back, reports=_report(SignalKind.VERIFIED)) is None
    assert _leaving(answered, reports=_report(SignalKind.VERIFIED, 0.0)) is not None
    assert _leaving(answered, reports=_report(SignalKind.TOOL_ERROR)) is not None


def test_without_vectors_nothing_is_said_about_topics() -> None:
    moment = Moment(said(1, "What are good films for children?"), (said(0, "How?", "In which country?"),))
    assert SignalKind.ABANDONMENT not in by_kind(find_signals(moment, DEFAULT, english()))


def test_the_model_knows_every_number_and_nothing_else() -> None:
    made = measure_features(["Hello?", "The cat sat."], np.stack([SAME, at_cosine(0.2)]), english())
    assert set(made) == set(NAMES)
    assert set(SWITCH) == {"rest", *NAMES}


ASKED = "Do you know a hotel?"
WISHED = "I'm looking for a hotel."
TOLD = "My aunt has a hotel."


def _measure_asking(*texts: str) -> tuple[float, float]:
    made = measure_features(texts, np.stack([SAME] * len(texts)), english())
    return made["asks"], made["was_asked"]


def test_a_wish_wants_something_as_a_question_does() -> None:  # S9
    """To an assistant people say what they want as often as they ask."""
    assert _measure_asking(TOLD, ASKED) == _measure_asking(TOLD, WISHED) > _measure_asking(TOLD, TOLD)
    assert _measure_asking(ASKED, TOLD) == _measure_asking(WISHED, TOLD)


def test_a_question_says_less_where_everybody_asks() -> None:  # S9
    among_told, among_asked = _measure_asking(TOLD, TOLD, TOLD, ASKED), _measure_asking(ASKED, ASKED, ASKED, ASKED)
    assert 0 < among_asked[0] < among_told[0]
    assert among_told[1] < 0 < among_asked[1]


def test_after_a_long_reply_it_is_the_same_whether_it_asks() -> None:  # S9
    """Assistants are asked at every turn: who asks says something only between people."""
    vectors = np.stack([SAME, at_cosine(0.4)])
    scores = {
        before: [
            score_switch([before, text], vectors, english(), DEFAULT) for text in ("The cat sleeps?", "The cat sleeps.")
        ]
        for before in ("In the bay.", "In the bay. " * 40)
    }
    brief, long = scores.values()
    assert brief[0] != brief[1]
    assert long[0] == long[1]


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from([1, 40]))
def test_the_nearer_to_all_turns_the_less_another_topic(one: float, other: float, length: int) -> None:
    low, high = sorted((one, other))
    texts = ["I like to sail.", "In which sea? " * length, "The cat sleeps all day."]
    scores = [score_switch(texts, np.stack([SAME, SAME, at_cosine(near)]), english(), DEFAULT) for near in (low, high)]
    assert 0.0 <= scores[1] <= scores[0] <= 1.0


# --- unlike anything before


def _known(count: int) -> Rows:
    chance = np.random.default_rng(7)
    rows = chance.normal(size=(count, 16)).astype(np.float32) * 0.1 + np.eye(16, dtype=np.float32)[0]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


FAR = np.eye(16, dtype=np.float32)[9]
ORDINARY = np.eye(16, dtype=np.float32)[0]


@pytest.mark.parametrize("policy", [DEFAULT, RESEARCH])
def test_what_is_unlike_all_that_is_known_is_strange(policy: SignalPolicy) -> None:  # S10
    far = score_novelty(FAR, _known(40), policy)
    assert far is not None
    assert far[0] > 0.5
    assert score_novelty(ORDINARY, _known(40), policy) is None


def test_where_people_speak_of_many_things_it_takes_more_to_be_strange() -> None:  # S10
    scattered = np.linalg.qr(np.random.default_rng(7).normal(size=(80, 80)))[0].astype(np.float32)
    known, new = scattered[:40], scattered[40]
    assert score_novelty(new, known, DEFAULT) is None  # each of them is unlike all others, and so is this one
    assert score_novelty(new, known, RESEARCH) is not None


@pytest.mark.parametrize("policy", [DEFAULT, RESEARCH])
def test_nothing_is_strange_while_little_is_known(policy: SignalPolicy) -> None:  # S10
    assert score_novelty(FAR, _known(29), policy) is None
    assert score_novelty(FAR, _known(30), policy) is not None


def test_what_is_strange_is_told_by_the_nearest() -> None:  # S10
    known = np.tile(unit(1.0, 0.0, 0.0), (40, 1))
    asked = np.stack([at_cosine(DEFAULT.strange_below - 0.01), at_cosine(DEFAULT.strange_below + 0.01)])
    assert find_outliers(asked, known, DEFAULT).tolist() == [True, False]


def test_three_sigma_is_the_documents_other_half() -> None:  # S10
    known = _known(200)
    near_enough = replace(RESEARCH, strange_below=-1.0)
    away = measure_distances(np.stack([ORDINARY, FAR]), known)
    assert away[0] < 3 < away[1]
    assert find_outliers(np.stack([ORDINARY, FAR]), known, near_enough).tolist() == [False, True]


def test_few_messages_of_many_numbers_are_measured_too() -> None:  # S10: shrinkage
    chance = np.random.default_rng(7)
    rows = chance.normal(size=(30, 384)).astype(np.float32)
    known = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert np.isfinite(measure_distances(known, known)).all()
    assert np.isfinite(measure_distances(known[:1], np.tile(known[:1], (30, 1)))).all()


def _strangeness(text: str, known: Rows | None) -> bool:
    now: Interaction = said(1, text)
    moment = Moment(now, (), vectors(now, rows={text: FAR}), known)
    return SignalKind.STRANGE in by_kind(find_signals(moment, DEFAULT, english()))


def test_a_strange_question_is_about_its_own_interaction() -> None:  # S10
    assert _strangeness("How do penguins sleep?", _known(40))
    assert not _strangeness("How do penguins sleep?", None)
    assert not _strangeness("Thanks!", _known(40))
