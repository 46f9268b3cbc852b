"""S5, S8, S13: how sure one may be of a reply, and what follows from it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.ids import InteractionId
from atlas.model.interaction import Message
from atlas.model.signal import Confidence, Signal, SignalKind, Source
from atlas.signals.confidence import Band, choose_band, compute_confidence
from atlas.signals.policy import DEFAULT, RESEARCH, SignalPolicy
from unit.signals._said import START, said

ABOUT = InteractionId("i_0")


def _signal(kind: SignalKind, score: float = 1.0, seconds: float = 0, **more: object) -> Signal:
    return Signal(kind, ABOUT, ABOUT, score, START + timedelta(seconds=seconds), **more)  # type: ignore[arg-type]


def _reply(stated: float | None = None) -> Message:
    return said(0, "Which port?", "8080.", confidence=stated).messages[1]


@pytest.mark.parametrize("policy", [DEFAULT, RESEARCH])
def test_all_parts_are_weighed_by_the_documents_numbers(policy: SignalPolicy) -> None:  # S5
    sure = compute_confidence([], _reply(0.9), policy, consistency=0.8, in_distribution=True, followed=True)
    assert sure.value == pytest.approx(0.2 * 0.9 + 0.3 * 0.8 + 0.2 * 1.0 + 0.3 * 0.5)
    assert dict(sure.parts) == pytest.approx(
        {"verbalized": 0.9, "consistency": 0.8, "in_distribution": 1.0, "user": 0.5}
    )


def test_the_weight_of_a_missing_part_is_shared_out() -> None:  # S5
    sure = compute_confidence([], _reply(0.9), DEFAULT, followed=True)
    assert sure.value == pytest.approx((0.2 * 0.9 + 0.3 * 0.5) / 0.5)


@pytest.mark.parametrize(
    ("stated", "consistency", "in_distribution", "followed", "known"),
    [
        (None, None, None, False, False),
        (0.9, None, None, False, False),  # .2
        (0.9, None, True, False, False),  # .4
        (None, None, None, True, False),  # .3
        (0.9, None, None, True, True),  # .5
        (None, 0.9, True, False, True),  # .5
    ],
)
def test_parts_that_cover_under_half_say_nothing(
    stated: float | None, consistency: float | None, in_distribution: bool | None, followed: bool, known: bool
) -> None:  # S5
    given = {"consistency": consistency, "in_distribution": in_distribution, "followed": followed}
    sure = compute_confidence([], _reply(stated), DEFAULT, **given)  # type: ignore[arg-type]
    assert (sure.value is not None) == known
    if not known:
        assert choose_band(sure, DEFAULT) is None


@pytest.mark.parametrize(
    ("kinds", "user"),
    [
        ([], 0.5),
        ([SignalKind.ACCEPTANCE], 0.7),
        ([SignalKind.THUMBS_UP], 0.7),
        ([SignalKind.RE_ASK], 0.2),
        ([SignalKind.CORRECTION], 0.1),
        ([SignalKind.THUMBS_DOWN], 0.1),
        ([SignalKind.RE_ASK, SignalKind.CORRECTION], 0.1),
        ([SignalKind.RE_ASK, SignalKind.ACCEPTANCE], 0.4),
        ([SignalKind.HEDGING], 0.5),
    ],
)
def test_what_the_user_showed(kinds: list[SignalKind], user: float) -> None:  # S5, S9
    sure = compute_confidence([_signal(kind) for kind in kinds], _reply(0.9), DEFAULT, followed=True)
    assert dict(sure.parts)["user"] == pytest.approx(user)


def test_a_strange_question_and_samples_that_disagree_are_read_from_signals() -> None:  # S5
    signals = [_signal(SignalKind.STRANGE), _signal(SignalKind.INCONSISTENT, 0.5, figures=(("agreement", 0.4),))]
    parts = dict(compute_confidence(signals, _reply(), DEFAULT, consistency=0.9, in_distribution=True).parts)
    assert parts == {"consistency": 0.4, "in_distribution": 0.0}
    assert dict(compute_confidence([_signal(SignalKind.INCONSISTENT, 0.6)], None, DEFAULT).parts)["consistency"] == 0.4


@pytest.mark.parametrize(("seconds", "value"), [(0, 0.0), (30, 0.0), (31, None)])
def test_an_undo_at_once_leaves_no_confidence(seconds: float, value: float | None) -> None:  # S8
    undone = [_signal(SignalKind.UNDO, seconds=seconds), _signal(SignalKind.ACCEPTANCE)]
    sure = compute_confidence(undone, _reply(), DEFAULT)
    assert sure.value == value
    later = compute_confidence([_signal(SignalKind.UNDO, seconds=31)], _reply(0.9), DEFAULT)
    assert dict(later.parts)["user"] == 0.1


@pytest.mark.parametrize(("score", "value"), [(1.0, 1.0), (0.0, 0.0)])
def test_a_verifier_outranks_everything(score: float, value: float) -> None:  # S13
    others = [_signal(SignalKind.UNDO), _signal(SignalKind.CORRECTION), _signal(SignalKind.ACCEPTANCE)]
    verdict = _signal(SignalKind.VERIFIED, score, source=Source.VERIFIER)
    assert compute_confidence([*others, verdict], _reply(0.5), DEFAULT).value == value


def test_the_last_verdict_holds() -> None:  # S13
    verdicts = [_signal(SignalKind.VERIFIED, 1.0, seconds=9), _signal(SignalKind.VERIFIED, 0.0, seconds=3)]
    assert compute_confidence(verdicts, None, DEFAULT).value == 1.0


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (None, None),
        (1.0, None),
        (0.7, None),
        (0.69, Band.FLAG),
        (0.5, Band.FLAG),
        (0.49, Band.ADAPTIVE),
        (0.3, Band.ADAPTIVE),
        (0.29, Band.NIGHTLY),
        (0.0, Band.NIGHTLY),
    ],
)
def test_the_bands(value: float | None, what: Band | None) -> None:  # S5
    assert choose_band(Confidence(value), DEFAULT) is what


KINDS = st.lists(st.sampled_from(list(SignalKind)), max_size=6)
SHARES = st.none() | st.floats(0, 1)


@given(KINDS, SHARES, SHARES, st.none() | st.booleans(), st.booleans())
def test_confidence_is_a_share_or_unknown(
    kinds: list[SignalKind], stated: float | None, agreed: float | None, ordinary: bool | None, followed: bool
) -> None:
    signals = [_signal(kind) for kind in kinds]
    sure = compute_confidence(
        signals, _reply(stated), DEFAULT, consistency=agreed, in_distribution=ordinary, followed=followed
    )
    assert sure.value is None or 0.0 <= sure.value <= 1.0
    assert all(0.0 <= part <= 1.0 for _, part in sure.parts)


@given(KINDS, SHARES)
def test_thanks_never_lower_confidence(kinds: list[SignalKind], stated: float | None) -> None:  # S9
    signals = [_signal(kind) for kind in kinds]
    plain = compute_confidence(signals, _reply(stated), DEFAULT, followed=True).value
    thanked = compute_confidence(
        [*signals, _signal(SignalKind.ACCEPTANCE)], _reply(stated), DEFAULT, followed=True
    ).value
    assert (plain is None) == (thanked is None)
    assert plain is None or thanked is None or thanked >= plain
