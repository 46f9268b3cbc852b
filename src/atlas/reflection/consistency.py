"""Repeated sampling: does the model give the same answer each time (S3), or do its answers scatter (S4)? Answers are
bought only where cheaper signals leave doubt. The answering prompt shows the question and the user's earlier
messages, and neither the reply nor its judgement (J11)."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.task import Size
from atlas.model.thinking import Ask, Doubt, Embed, Given, Request
from atlas.reflection.consistency_policy import ConsistencyPolicy, Sampling
from atlas.reflection.lessons import find_doubted_reply, find_question
from atlas.reflection.meaning import entropy_bits, group_by_meaning, measure_agreement
from atlas.reflection.prompt_rows import format_messages, user_messages
from atlas.reflection.questions import get_rows, get_texts

PROMPT: Final = "again"
MAX_ANSWER: Final = 4_000
SCATTER_SAMPLES: Final = 5
"""S4 is a figure over five answers."""
_SETTLED: Final = frozenset({SignalKind.CORRECTION, SignalKind.UNDO, SignalKind.VERIFIED})
"""Somebody has said what to think of the reply; to ask the model again would buy nothing."""
_CONTENT: Final = frozenset({SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP})


@dataclass(frozen=True, slots=True)
class Consistency:
    """How the sampled answers fell into groups."""

    answers: int
    agreement: float
    bits: float
    groups: tuple[int, ...]
    """How large each group is, the largest first."""

    def to_record(self) -> dict[str, Any]:
        return {"answers": self.answers, "agreement": self.agreement, "bits": self.bits, "groups": list(self.groups)}


def should_sample(doubt: Doubt, policy: ConsistencyPolicy) -> bool:
    """Tell whether to buy answers: where there is doubt, and nobody has settled it."""
    if policy.when is Sampling.NEVER or find_question(doubt) is None:
        return False
    kinds = {signal.kind for signal in doubt.signals}
    return policy.when is Sampling.ALWAYS or (bool(kinds - _CONTENT) and not kinds & _SETTLED)


def sample_answers(
    doubt: Doubt, policy: ConsistencyPolicy
) -> Generator[tuple[Request, ...], tuple[Given, ...], Consistency | None]:
    """Sample answers, and more where they disagree; None where fewer than two are of use."""
    texts = yield from _ask_answers(doubt, policy, policy.first)
    found = yield from _group_answers(texts)
    if len(found) > 1 and policy.most > policy.first:
        texts += yield from _ask_answers(doubt, policy, policy.most - policy.first)
        found = yield from _group_answers(texts)
    if len(texts) < 2:
        return None
    sizes = tuple(sorted(map(len, found), reverse=True))
    return Consistency(len(texts), measure_agreement(found), entropy_bits(found), sizes)


def detect_inconsistency(doubt: Doubt, seen: Consistency, policy: ConsistencyPolicy) -> tuple[Signal, ...]:
    found = []
    if seen.agreement < policy.agree:
        figures = (("agreement", seen.agreement), ("threshold", policy.agree), ("answers", float(seen.answers)))
        found.append(_make_signal(doubt, SignalKind.INCONSISTENT, 1.0 - seen.agreement, figures))
    if seen.answers >= SCATTER_SAMPLES and seen.bits > policy.scatter_bits:
        figures = (("bits", seen.bits), ("threshold", policy.scatter_bits), ("answers", float(seen.answers)))
        found.append(_make_signal(doubt, SignalKind.SCATTERED, min(1.0, seen.bits / math.log2(seen.answers)), figures))
    return tuple(found)


def make_question(doubt: Doubt, policy: ConsistencyPolicy, samples: int) -> Ask:
    asked = find_question(doubt)
    values = (
        ("before", format_messages(user_messages(doubt.about.earlier))),
        ("question", format_messages([asked] if asked else [])),
    )
    return Ask(PROMPT, values, policy.tokens, None, Size.MEDIUM, policy.temperature, samples)


def _ask_answers(
    doubt: Doubt, policy: ConsistencyPolicy, samples: int
) -> Generator[tuple[Request, ...], tuple[Given, ...], list[str]]:
    (given,) = yield (make_question(doubt, policy, samples),)
    return [text.strip()[:MAX_ANSWER] for text in get_texts(given)[:samples] if text.strip()]


def _group_answers(texts: list[str]) -> Generator[tuple[Request, ...], tuple[Given, ...], list[list[int]]]:
    if len(set(texts)) < 2:
        return [list(range(len(texts)))] if texts else []
    (given,) = yield (Embed(tuple(texts)),)
    return group_by_meaning(texts, get_rows(given))


def _make_signal(doubt: Doubt, kind: SignalKind, score: float, figures: tuple[tuple[str, float], ...]) -> Signal:
    about, reply = doubt.about.interaction, find_doubted_reply(doubt)
    at = max(message.at for message in (*about.messages, *doubt.after))
    return Signal(
        kind, about.id, about.id, score, at, Source.MODEL, message=reply.id if reply else None, figures=figures
    )
