"""Clusters of failures, of one trust: their common description and the lesson from it (S12, H8, J9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from atlas.language.registry import LANGUAGE
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Kind
from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.signal import SignalKind
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Cluster, Proposed, Seen
from atlas.reflection.batches import IMPORTANCE
from atlas.reflection.policy import ReflectionPolicy
from atlas.reflection.prompt_rows import MODEL_CONFIDENCE, find_evidence, format_messages, format_rows, user_messages
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model, propose_by_rule
from atlas.reflection.shapes import cluster_shape
from atlas.reflection.wording import clip_quote, format_day

PROMPT: Final = "cluster"
FAILURE: Final = "failure"
MAX_SIGNALS: Final = 40
_MAX_EVIDENCE: Final = 300
_TIMES: Final = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times"}
_LEFT_OPEN: Final = "left open"
_HOW: Final = {
    SignalKind.CORRECTION: "corrected",
    SignalKind.RE_ASK: "asked for again",
    SignalKind.UNDO: "undone",
    SignalKind.ABANDONMENT: _LEFT_OPEN,
    SignalKind.TASK_FAILURE: "not done",
    SignalKind.TOOL_ERROR: "stopped by a tool",
    SignalKind.THUMBS_DOWN: "turned down",
    SignalKind.VERIFIED: "found wrong by a check",
}
"""How a failure showed."""


def describe_recurrence(cluster: Cluster) -> Seen:
    """Describe a cluster by rules: one of its questions, how often it went wrong and since when, how that showed."""
    count = len(cluster.failures)
    since = format_day(min(failure.at for failure in cluster.failures))
    kinds = Counter(_HOW.get(failure.signal, "wrong") for failure in cluster.failures)
    like = f"uestions like “{_quote_newest(cluster)}”"
    if set(kinds) == {_LEFT_OPEN}:
        description = f"Q{like} were {_LEFT_OPEN} {_count_times(count)} since {since}."
    elif len(kinds) == 1:
        description = f"Answers to q{like} were {next(iter(kinds))} {_count_times(count)} since {since}."
    else:
        showed = ", ".join(f"{how} {_count_times(times)}" for how, times in kinds.most_common())
        description = f"Answers to q{like} failed {_count_times(count)} since {since}: {showed}."
    sources = tuple(dict.fromkeys(message.id for message in _list_messages(cluster)))
    return Seen(FAILURE, description, _compute_confidence(count), cluster.failures, sources, cluster.known)


def draw_lesson_by_rules(cluster: Cluster) -> tuple[Proposed, ...]:
    """Draw from failures of one kind what to do: what the user said last, where they said what is right."""
    told = {message.id: message for message in cluster.told}
    corrected = [
        told[failure.told]
        for failure in cluster.failures
        if failure.signal is SignalKind.CORRECTION and failure.told in told
    ]
    if not corrected or not cluster.asked:
        return ()
    newest = max(corrected, key=lambda message: message.at)
    order = LANGUAGE.directives.find_instruction(newest.text)
    said = f"go by what the user said on {format_day(newest.at)}: “{clip_quote(newest.text)}”"
    lesson = Remember(
        f"When asked “{_quote_newest(cluster)}” or the like: {order or said}",
        Kind.LESSON,
        Basis.INFERRED,
        (quote_message(cluster.asked[-1]), quote_message(newest)),
        confidence=_compute_confidence(len(cluster.failures)),
        importance=IMPORTANCE,
        reason=f"It went wrong {_count_times(len(cluster.failures))}.",
    )
    return propose_by_rule([lesson])


def make_cluster_ask(cluster: Cluster, policy: ReflectionPolicy) -> Ask:
    known = [{"description": cluster.known.description}] if cluster.known else []
    values = (
        ("asked", format_messages(cluster.asked)),
        ("told", format_messages(cluster.told)),
        ("signals", format_rows({"noticed": failure.signal.value} for failure in cluster.failures[-MAX_SIGNALS:])),
        ("known", format_rows(known)),
    )
    ids = [message.id for message in user_messages(_list_messages(cluster))]
    return Ask(PROMPT, values, policy.nightly_tokens, cluster_shape(ids), Size.MEDIUM)


def read_cluster_answer(cluster: Cluster, answer: dict[str, Any] | Problem) -> AnswerPart:
    """Keep the pattern either way; a good answer describes it better, and may draw a lesson."""
    seen = describe_recurrence(cluster)
    if isinstance(answer, Problem):
        return AnswerPart(patterns=(seen,), problem=answer)
    described = one_line(answer["description"])
    if answer["none"] or not described:
        return AnswerPart(patterns=(seen,), escalate=answer["escalate"])
    seen = replace(seen, description=described, confidence=min(answer["confidence"], seen.confidence))
    lesson = _draw_cluster_lesson(cluster, answer)
    trust = find_lowest_trust(message.origin.trust for message in _list_messages(cluster))
    return AnswerPart(
        propose_by_model([lesson] if lesson else [], trust), patterns=(seen,), escalate=answer["escalate"]
    )


def _draw_cluster_lesson(cluster: Cluster, answer: Mapping[str, Any]) -> Remember | None:
    known = {str(message.id): message for message in user_messages(_list_messages(cluster))}
    message = known.get(answer["message"] or "")
    place = find_evidence(answer["quote"] or "", message) if message else None
    content = one_line(answer["lesson"])
    if place is None or not content:
        return None
    return Remember(
        content,
        Kind.LESSON,
        Basis.INFERRED,
        (place,),
        confidence=MODEL_CONFIDENCE,
        importance=IMPORTANCE,
        reason="A model's conclusion from failures of one kind.",
    )


def _quote_newest(cluster: Cluster) -> str:
    return clip_quote(cluster.asked[-1].text)


def quote_message(message: Message) -> Evidence:
    text = message.text.rstrip()
    cut = text if len(text) <= _MAX_EVIDENCE else text[:_MAX_EVIDENCE].rsplit(" ", 1)[0]
    return Evidence(message.id, 0, len(cut), cut, message.origin)


def _count_times(count: int) -> str:
    return _TIMES.get(count) or f"{count} times"


def _compute_confidence(count: int) -> float:
    """Grow with the count: three failures are a beginning, never a certainty."""
    return count / (count + 2)


def _list_messages(cluster: Cluster) -> tuple[Message, ...]:
    return (*cluster.asked, *cluster.told)
