"""The composite confidence in a reply (S5), and the band of thinking that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from atlas.model.interaction import Message
from atlas.model.signal import Confidence, Signal, SignalKind
from atlas.signals.policy import SignalPolicy

_ACCEPTING: Final = (SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP)
_RIGHT: Final = 0.5
_ROUNDING: Final = 1e-9


class Band(StrEnum):
    FLAG = "flag"
    ADAPTIVE = "adaptive"
    NIGHTLY = "nightly"


def compute_confidence(
    signals_about: Sequence[Signal],
    reply: Message | None,
    policy: SignalPolicy,
    *,
    consistency: float | None = None,
    in_distribution: bool | None = None,
    followed: bool = False,
) -> Confidence:
    """Compute the weighted sum of the known parts; the weight of unknown parts is shared out.

    Three parts come from outside the signals: the share of agreeing samples, whether the question was measured as
    ordinary, and whether the user went on without any comment on the reply.
    """
    verdicts = [signal for signal in signals_about if signal.kind is SignalKind.VERIFIED]
    if verdicts:
        right = max(verdicts, key=lambda signal: signal.at).score >= _RIGHT
        return Confidence(1.0 if right else 0.0, (("verified", 1.0 if right else 0.0),))
    if any(signal.kind is SignalKind.UNDO and _is_immediate(signal, reply, policy) for signal in signals_about):
        return Confidence(0.0, (("user", policy.user_undoes),))
    parts = {
        "verbalized": _clamp_share(reply.confidence) if reply else None,
        "consistency": _lowest_agreement(signals_about, consistency),
        "in_distribution": _score_distribution(signals_about, in_distribution),
        "user": _score_user_reaction(signals_about, policy, followed),
    }
    return _weigh_parts({name: value for name, value in parts.items() if value is not None}, policy)


def choose_band(confidence: Confidence, policy: SignalPolicy) -> Band | None:
    """Choose the band of thinking for a confidence; for an unknown one, none."""
    value = confidence.value
    if value is None or value >= policy.flag_below:
        return None
    if value >= policy.adaptive_below:
        return Band.FLAG
    return Band.ADAPTIVE if value >= policy.nightly_below else Band.NIGHTLY


def _weigh_parts(parts: dict[str, float], policy: SignalPolicy) -> Confidence:
    weights = {
        "verbalized": policy.verbalized_weight,
        "consistency": policy.consistency_weight,
        "in_distribution": policy.in_distribution_weight,
        "user": policy.user_weight,
    }
    covered = sum(weights[name] for name in parts)
    whole = sum(weights.values())
    known = tuple(parts.items())
    if not parts or covered < policy.covering * whole - _ROUNDING:
        return Confidence(None, known)
    return Confidence(_clamp_share(sum(weights[name] * value for name, value in parts.items()) / covered), known)


def _lowest_agreement(signals: Iterable[Signal], told: float | None) -> float | None:
    """Return the lowest agreement among samples of any signal."""
    seen = [
        dict(signal.figures).get("agreement", 1.0 - signal.score)
        for signal in signals
        if signal.kind is SignalKind.INCONSISTENT
    ]
    return _clamp_share(min(seen, default=told))


def _score_distribution(signals: Iterable[Signal], told: bool | None) -> float | None:
    if any(signal.kind is SignalKind.STRANGE for signal in signals):
        return 0.0
    return None if told is None else float(told)


def _score_user_reaction(signals: Sequence[Signal], policy: SignalPolicy, followed: bool) -> float | None:
    """Score the worst reaction, raised by acceptance; None while the user has said nothing."""
    against = {
        SignalKind.RE_ASK: policy.user_re_asks,
        SignalKind.CORRECTION: policy.user_corrects,
        SignalKind.THUMBS_DOWN: policy.user_corrects,
        SignalKind.UNDO: policy.user_corrects,  # later than at once: as much as a correction
        SignalKind.DISSATISFACTION: policy.user_discontent,
        SignalKind.ABANDONMENT: policy.user_leaves,
    }
    kinds = {signal.kind for signal in signals}
    shown = [value for kind, value in against.items() if kind in kinds]
    accepted = not kinds.isdisjoint(_ACCEPTING)
    if not (shown or accepted or followed):
        return None
    return _clamp_share(min(shown, default=policy.user_neutral) + (policy.user_accepts if accepted else 0.0))


def _is_immediate(signal: Signal, reply: Message | None, policy: SignalPolicy) -> bool:
    return reply is None or signal.at - reply.at <= policy.undo_within


def _clamp_share(value: float | None) -> float | None:
    return None if value is None else min(1.0, max(0.0, value))
