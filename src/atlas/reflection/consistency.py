"""Asking again: does the model say the same each time (S3), or do its answers scatter (S4)?

Answers are bought only where cheaper signals leave doubt. Who answers sees the question and what the user said before
it, and neither the reply nor how it is judged (J11).
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.task import Size
from atlas.model.thinking import Ask, Doubt, Embed, Given, Request
from atlas.reflection.lessons import asked_in, reply_in
from atlas.reflection.meaning import agreement, entropy_bits, groups
from atlas.reflection.policy import ConsistencyPolicy, Sampling
from atlas.reflection.questions import rows_of, texts_of
from atlas.reflection.quoting import shown, spoken

PROMPT: Final = "again"
MAX_TOKENS: Final = 500
MAX_ANSWER: Final = 4_000
SCATTER_SAMPLES: Final = 5
"""S4 is a figure over five answers."""
_SETTLED: Final = frozenset({SignalKind.CORRECTION, SignalKind.UNDO, SignalKind.VERIFIED})
"""Somebody has said what to think of the reply; to ask the model again would buy nothing."""
_CONTENT: Final = frozenset({SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP})


@dataclass(frozen=True, slots=True)
class Consistency:
    """How the answers fell into groups."""

    answers: int
    agreement: float
    bits: float
    groups: tuple[int, ...]
    """How large each group is, the largest first."""

    def told(self) -> dict[str, Any]:
        return {"answers": self.answers, "agreement": self.agreement, "bits": self.bits, "groups": list(self.groups)}


def wanted(doubt: Doubt, policy: ConsistencyPolicy) -> bool:
    """Whether to buy answers: where there is doubt, and nobody has settled it."""
    if policy.when is Sampling.NEVER or asked_in(doubt) is None:
        return False
    kinds = {signal.kind for signal in doubt.signals}
    return policy.when is Sampling.ALWAYS or (bool(kinds - _CONTENT) and not kinds & _SETTLED)


def sampled(
    doubt: Doubt, policy: ConsistencyPolicy
) -> Generator[tuple[Request, ...], tuple[Given, ...], Consistency | None]:
    """Ask again, and once more where the answers disagree. None where fewer than two of them are of use."""
    texts = yield from _answers(doubt, policy, policy.first)
    found = yield from _grouped(texts)
    if len(found) > 1 and policy.most > policy.first:
        texts += yield from _answers(doubt, policy, policy.most - policy.first)
        found = yield from _grouped(texts)
    if len(texts) < 2:
        return None
    sizes = tuple(sorted(map(len, found), reverse=True))
    return Consistency(len(texts), agreement(found), entropy_bits(found), sizes)


def noticed(doubt: Doubt, seen: Consistency, policy: ConsistencyPolicy) -> tuple[Signal, ...]:
    found = []
    if seen.agreement < policy.agree:
        figures = (("agreement", seen.agreement), ("threshold", policy.agree), ("answers", float(seen.answers)))
        found.append(_signal(doubt, SignalKind.INCONSISTENT, 1.0 - seen.agreement, figures))
    if seen.answers >= SCATTER_SAMPLES and seen.bits > policy.scatter_bits:
        figures = (("bits", seen.bits), ("threshold", policy.scatter_bits), ("answers", float(seen.answers)))
        found.append(_signal(doubt, SignalKind.SCATTERED, min(1.0, seen.bits / math.log2(seen.answers)), figures))
    return tuple(found)


def question(doubt: Doubt, policy: ConsistencyPolicy, samples: int) -> Ask:
    asked = asked_in(doubt)
    values = (
        ("before", shown(spoken(doubt.about.earlier))),
        ("question", shown([asked] if asked else [])),
    )
    return Ask(PROMPT, values, MAX_TOKENS, None, Size.MEDIUM, policy.temperature, samples)


def _answers(
    doubt: Doubt, policy: ConsistencyPolicy, samples: int
) -> Generator[tuple[Request, ...], tuple[Given, ...], list[str]]:
    (given,) = yield (question(doubt, policy, samples),)
    return [text.strip()[:MAX_ANSWER] for text in texts_of(given)[:samples] if text.strip()]


def _grouped(texts: list[str]) -> Generator[tuple[Request, ...], tuple[Given, ...], list[list[int]]]:
    if len(set(texts)) < 2:
        return [list(range(len(texts)))] if texts else []
    (given,) = yield (Embed(tuple(texts)),)
    return groups(texts, rows_of(given))


def _signal(doubt: Doubt, kind: SignalKind, score: float, figures: tuple[tuple[str, float], ...]) -> Signal:
    about, reply = doubt.about.interaction, reply_in(doubt)
    at = max(message.at for message in (*about.messages, *doubt.after))
    return Signal(
        kind, about.id, about.id, score, at, Source.MODEL, message=reply.id if reply else None, figures=figures
    )
