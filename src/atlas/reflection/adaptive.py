"""The tier for doubted replies (J1, J8): critique, revision, second critique, and one lesson.

The critique holds the reply against the constitution's principles, by their numbers, and against four qualities (H1).
Judging and writing are two prompts (J11): the writer is told the findings, never the grade. The revised reply is kept
for review with the reflection; nothing applies it. A verifier's verdict outranks the critique, either way (S13).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.model.memory import Basis, Kind
from atlas.model.proposal import Remember
from atlas.model.signal import Signal
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Doubt, Given, Proposed, Request, Thinking, Thoughts
from atlas.reflection.consistency import Consistency, detect_inconsistency, sample_answers, should_sample
from atlas.reflection.consistency_policy import ConsistencyPolicy
from atlas.reflection.lessons import (
    IMPORTANCE,
    collect_evidence,
    draw_lesson,
    explain_no_lesson,
    find_doubted_reply,
    find_question,
    read_verdict,
    was_corrected,
)
from atlas.reflection.policy import DEFAULT, ReflectionPolicy
from atlas.reflection.prompt_rows import MAX_SHOWN, MODEL_CONFIDENCE, format_memories, format_messages, format_rows
from atlas.reflection.questions import propose_by_model, read_answer
from atlas.reflection.shapes import critique_shape, revision_shape

CRITIQUE: Final = "critique"
REVISION: Final = "revision"
REVISION_TEMPERATURE: Final = 0.3
MAX_TURNS: Final = 4
"""Questions in one chain: critique, revision, critique, and at most one revision more."""
STEP: Final = 1
"""Points by which a revision has to be better for another one to be worth it."""

_Turn = Generator[tuple[Request, ...], tuple[Given, ...], dict[str, Any] | Problem]


def reflect_by_rules(doubt: Doubt) -> Thinking:
    """Draw the lesson in the user's own words, if somebody said what was wrong (J14)."""
    lesson = yield from draw_lesson(doubt)
    if lesson is None:
        return Thoughts(said={"thinker": "rules", "lesson": None, "why": explain_no_lesson(doubt)})
    return Thoughts((lesson,), {"thinker": "rules", "lesson": _lesson_content(lesson)})


def reflect_with_model(
    doubt: Doubt,
    samples: ConsistencyPolicy | None = None,
    policy: ReflectionPolicy = DEFAULT,
    principles: Mapping[int, str] | None = None,
) -> Thinking:
    """Look into a reply, unless a verifier found it right and no user called it wrong.

    `principles` are those of the constitution that bind, by their numbers; the prompt's law has them in words.
    """
    samples = samples or ConsistencyPolicy()
    if find_doubted_reply(doubt) is None or (read_verdict(doubt) and not was_corrected(doubt)):
        return (yield from reflect_by_rules(doubt))
    seen = (yield from sample_answers(doubt, samples)) if should_sample(doubt, samples) else None
    signals = detect_inconsistency(doubt, seen, samples) if seen else ()
    chain = _Chain(principles or {}, policy)
    problem = yield from _run_chain(doubt, chain)
    if problem is not None:
        return Thoughts(signals=signals, left=(doubt.about.interaction.id,), problem=problem.says)
    ruled = (yield from draw_lesson(doubt)) if _is_known_wrong(doubt) else None
    return _build_thoughts(chain, _draw_lesson_with_model(doubt, chain, ruled), seen, signals)


@dataclass(slots=True)
class _Chain:
    principles: Mapping[int, str]
    policy: ReflectionPolicy
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

    @property
    def named_principles(self) -> dict[str, str]:
        """The principles that issues name, in the words that they had."""
        named = {issue["principle"] for critique in self.critiques for issue in critique["issues"]}
        return {str(number): text for number, text in self.principles.items() if str(number) in named}


def _run_chain(doubt: Doubt, chain: _Chain) -> Generator[tuple[Request, ...], tuple[Given, ...], Problem | None]:
    """Run the chain; where a user or verifier called the reply wrong it continues whatever the first critique says."""
    reply = find_doubted_reply(doubt)
    text = reply.text if reply else ""
    while True:
        critique = yield from _ask_critique(doubt, text, chain)
        if isinstance(critique, Problem):
            return critique
        chain.critiques.append(critique)
        if not _should_continue(doubt, chain):
            return None
        revision = yield from _ask_model(make_revision_ask(doubt, text, critique, chain.policy))
        if isinstance(revision, Problem):
            return revision
        chain.revisions.append(revision)
        text = revision["revision"]
        if chain.turns >= MAX_TURNS:
            return None


def _should_continue(doubt: Doubt, chain: _Chain) -> bool:
    if len(chain.critiques) == 1:
        return _is_known_wrong(doubt) or not chain.critiques[0]["none"]
    return not chain.critiques[-1]["none"] and chain.gain >= STEP


def _is_known_wrong(doubt: Doubt) -> bool:
    return was_corrected(doubt) or read_verdict(doubt) is False


def _ask_critique(doubt: Doubt, text: str, chain: _Chain) -> _Turn:
    answer = yield from _ask_model(make_critique_ask(doubt, text, chain.principles, chain.policy))
    if not isinstance(answer, Problem) and answer["none"] is bool(answer["issues"]):
        return Problem("The answer says both that something is wrong and that nothing is.")
    return answer


def _ask_model(ask: Ask) -> _Turn:
    (given,) = yield (ask,)
    answer = read_answer(ask, given)
    if not isinstance(answer, Problem) and not answer.get("revision", "-").strip():
        return Problem("The answer holds an empty revision.")
    return answer


def make_critique_ask(doubt: Doubt, text: str, principles: Mapping[int, str], policy: ReflectionPolicy) -> Ask:
    signals = [{"noticed": signal.kind.value, "score": round(signal.score, 2)} for signal in doubt.signals]
    values = (*_prompt_values(doubt, text), ("signals", format_rows(signals)))
    return Ask(CRITIQUE, values, policy.critique_tokens, critique_shape(principles), Size.MEDIUM)


def make_revision_ask(doubt: Doubt, text: str, critique: dict[str, Any], policy: ReflectionPolicy) -> Ask:
    values = (*_prompt_values(doubt, text), ("issues", format_rows(critique["issues"])))
    return Ask(REVISION, values, policy.revision_tokens, revision_shape(), Size.MEDIUM, REVISION_TEMPERATURE)


def _prompt_values(doubt: Doubt, text: str) -> tuple[tuple[str, str], ...]:
    asked = find_question(doubt)
    return (
        ("before", format_messages(doubt.about.earlier)),
        ("question", format_messages([asked] if asked else [])),
        ("reply", text[:MAX_SHOWN]),
        ("afterwards", format_messages(doubt.after)),
        ("known", format_memories(doubt.known)),
    )


def _build_thoughts(
    chain: _Chain, lesson: Proposed | None, seen: Consistency | None, signals: tuple[Signal, ...]
) -> Thoughts:
    said = {
        "thinker": "model",
        "none": chain.critiques[0]["none"],
        "critique": [critique["issues"] for critique in chain.critiques],
        "principles": chain.named_principles,
        "scores": [critique["score"] for critique in chain.critiques],
        "revision": chain.revisions[-1]["revision"] if chain.revisions else None,
        "lesson": _lesson_content(lesson) if lesson else None,
        "turns": chain.turns,
        "consistency": seen.to_record() if seen else None,
    }
    return Thoughts((lesson,) if lesson else (), said, signals=signals, escalate=chain.escalate)


def _draw_lesson_with_model(doubt: Doubt, chain: _Chain, ruled: Proposed | None) -> Proposed | None:
    """Draw one lesson from reply, critique and revision; else the rules' one from who called the reply wrong.

    Of a reply that a verifier found right, the critique teaches nothing (S13).
    """
    told = " ".join((chain.revisions[-1]["lesson"] or "").split()) if chain.revisions else ""
    evidence = collect_evidence(doubt)
    if told and evidence and not chain.worse and not read_verdict(doubt):
        lesson = Remember(
            told,
            Kind.LESSON,
            Basis.INFERRED,
            evidence,
            confidence=MODEL_CONFIDENCE,
            importance=IMPORTANCE,
            reason="A critique of the reply, and its revision.",
        )
        return propose_by_model([lesson], doubt.trust)[0]
    return replace(ruled, ceiling=min(ruled.ceiling, doubt.trust)) if ruled else None


def _lesson_content(lesson: Proposed) -> str:
    return lesson.proposal.content if isinstance(lesson.proposal, Remember) else ""
