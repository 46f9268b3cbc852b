"""The tier for replies that are doubted (J1, J8): critique, revision, critique again, and one lesson of it.

What judges and what writes are two prompts (J11): the one that writes is told what was found, never how it was graded.
The revised reply is kept for review with the reflection; nothing applies it (S13).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.model.memory import Basis, Kind
from atlas.model.proposal import Remember
from atlas.model.signal import Signal
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Doubt, Given, Proposed, Request, Thinking, Thoughts
from atlas.reflection.consistency import Consistency, noticed, sampled, wanted
from atlas.reflection.lessons import (
    IMPORTANCE,
    asked_in,
    corrected,
    drawn,
    evidence_for,
    not_drawn,
    reply_in,
)
from atlas.reflection.policy import ConsistencyPolicy
from atlas.reflection.questions import by_model, read
from atlas.reflection.quoting import MAX_SHOWN, MODEL_CONFIDENCE, lines, listed, shown
from atlas.reflection.shapes import critique_shape, revision_shape

CRITIQUE: Final = "critique"
REVISION: Final = "revision"
CRITIQUE_TOKENS: Final = 500
REVISION_TOKENS: Final = 1_000
REVISION_TEMPERATURE: Final = 0.3
MAX_TURNS: Final = 4
"""Questions in one chain: critique, revision, critique, and at most one revision more."""
STEP: Final = 1
"""Points by which a revision has to be better for another one to be worth it."""

_Turn = Generator[tuple[Request, ...], tuple[Given, ...], dict[str, Any] | Problem]


def adaptive(doubt: Doubt) -> Thinking:
    """By rules: the lesson that the user's own words hold, if somebody said what was wrong (J14)."""
    yield from ()
    lesson = drawn(doubt)
    if lesson is None:
        return Thoughts(said={"thinker": "rules", "lesson": None, "why": not_drawn(doubt)})
    return Thoughts((lesson,), {"thinker": "rules", "lesson": _content(lesson)})


def with_model(doubt: Doubt, *, samples: ConsistencyPolicy | None = None) -> Thinking:
    policy = samples or ConsistencyPolicy()
    if reply_in(doubt) is None:
        return (yield from adaptive(doubt))
    seen = (yield from sampled(doubt, policy)) if wanted(doubt, policy) else None
    signals = noticed(doubt, seen, policy) if seen else ()
    chain = _Chain()
    problem = yield from _argue(doubt, chain)
    if problem is not None:
        return Thoughts(signals=signals, left=(doubt.about.interaction.id,), problem=problem.says)
    return _concluded(doubt, chain, seen, signals)


@dataclass(slots=True)
class _Chain:
    critiques: list[dict[str, Any]] = field(default_factory=list)
    revisions: list[dict[str, Any]] = field(default_factory=list)

    @property
    def turns(self) -> int:
        return len(self.critiques) + len(self.revisions)

    @property
    def escalate(self) -> bool:
        return any(answer["escalate"] for answer in (*self.critiques, *self.revisions))

    @property
    def gain(self) -> int:
        """By how many points the last critique is better than the one before it."""
        return int(self.critiques[-1]["score"] - self.critiques[-2]["score"])

    @property
    def worse(self) -> bool:
        return bool(self.critiques[-1]["score"] < self.critiques[0]["score"])


def _argue(doubt: Doubt, chain: _Chain) -> Generator[tuple[Request, ...], tuple[Given, ...], Problem | None]:
    """The chain itself. It always runs through on a reply that the user corrected, whatever the first critique says."""
    reply = reply_in(doubt)
    text = reply.text if reply else ""
    while True:
        critique = yield from _critique(doubt, text)
        if isinstance(critique, Problem):
            return critique
        chain.critiques.append(critique)
        if not _go_on(doubt, chain):
            return None
        revision = yield from _asked(revision_ask(doubt, text, critique))
        if isinstance(revision, Problem):
            return revision
        chain.revisions.append(revision)
        text = revision["revision"]
        if chain.turns >= MAX_TURNS:
            return None


def _go_on(doubt: Doubt, chain: _Chain) -> bool:
    if len(chain.critiques) == 1:
        return corrected(doubt) or not chain.critiques[0]["none"]
    return not chain.critiques[-1]["none"] and chain.gain >= STEP


def _critique(doubt: Doubt, text: str) -> _Turn:
    answer = yield from _asked(critique_ask(doubt, text))
    if not isinstance(answer, Problem) and answer["none"] is bool(answer["issues"]):
        return Problem("The answer says both that something is wrong and that nothing is.")
    return answer


def _asked(ask: Ask) -> _Turn:
    (given,) = yield (ask,)
    answer = read(ask, given)
    if not isinstance(answer, Problem) and not answer.get("revision", "-").strip():
        return Problem("The answer holds an empty revision.")
    return answer


def critique_ask(doubt: Doubt, text: str) -> Ask:
    signals = [{"noticed": signal.kind.value, "score": round(signal.score, 2)} for signal in doubt.signals]
    values = (*_values(doubt, text), ("signals", lines(signals)))
    return Ask(CRITIQUE, values, CRITIQUE_TOKENS, critique_shape(), Size.MEDIUM)


def revision_ask(doubt: Doubt, text: str, critique: dict[str, Any]) -> Ask:
    values = (*_values(doubt, text), ("issues", lines(critique["issues"])))
    return Ask(REVISION, values, REVISION_TOKENS, revision_shape(), Size.MEDIUM, REVISION_TEMPERATURE)


def _values(doubt: Doubt, text: str) -> tuple[tuple[str, str], ...]:
    asked = asked_in(doubt)
    return (
        ("before", shown(doubt.about.earlier)),
        ("question", shown([asked] if asked else [])),
        ("reply", text[:MAX_SHOWN]),
        ("afterwards", shown(doubt.after)),
        ("known", listed(doubt.known)),
    )


def _concluded(doubt: Doubt, chain: _Chain, seen: Consistency | None, signals: tuple[Signal, ...]) -> Thoughts:
    lesson = _lesson(doubt, chain)
    said = {
        "thinker": "model",
        "none": chain.critiques[0]["none"],
        "critique": [critique["issues"] for critique in chain.critiques],
        "scores": [critique["score"] for critique in chain.critiques],
        "revision": chain.revisions[-1]["revision"] if chain.revisions else None,
        "lesson": _content(lesson) if lesson else None,
        "turns": chain.turns,
        "consistency": seen.told() if seen else None,
    }
    return Thoughts((lesson,) if lesson else (), said, signals=signals, escalate=chain.escalate)


def _lesson(doubt: Doubt, chain: _Chain) -> Proposed | None:
    """One lesson of reply, critique and revision. The user's correction teaches also where the model draws nothing."""
    told = " ".join((chain.revisions[-1]["lesson"] or "").split()) if chain.revisions else ""
    evidence = evidence_for(doubt)
    if told and evidence and not chain.worse:
        lesson = Remember(
            told,
            Kind.LESSON,
            Basis.INFERRED,
            evidence,
            confidence=MODEL_CONFIDENCE,
            importance=IMPORTANCE,
            reason="A critique of the reply, and its revision.",
        )
        return by_model([lesson], doubt.trust)[0]
    ruled = drawn(doubt) if corrected(doubt) else None
    return replace(ruled, ceiling=min(ruled.ceiling, doubt.trust)) if ruled else None


def _content(lesson: Proposed) -> str:
    return lesson.proposal.content if isinstance(lesson.proposal, Remember) else ""
