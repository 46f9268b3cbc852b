"""Clusters of failures, of one trust: their common description and the lesson from it (S12, H8, J9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from atlas.language.registry import LANGUAGE
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Kind
from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Cluster, Seen
from atlas.reflection.batches import IMPORTANCE
from atlas.reflection.prompt_rows import MODEL_CONFIDENCE, find_evidence, format_messages, format_rows, user_messages
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model
from atlas.reflection.shapes import cluster_shape

PROMPT: Final = "cluster"
MAX_TOKENS: Final = 4_000
FAILURE: Final = "failure"
MAX_SIGNALS: Final = 40


def describe_recurrence(cluster: Cluster) -> Seen:
    """Describe a cluster by rules: the words that its questions share."""
    texts = [message.text for message in cluster.asked]
    about = LANGUAGE.notes.find_common_words(texts) or LANGUAGE.notes.find_topics(texts, 3)
    kinds = sorted({failure.signal.value.replace("_", " ") for failure in cluster.failures})
    topic = f" about {', '.join(about)}" if about else ""
    count = len(cluster.failures)
    description = f"Replies to questions{topic} failed {count} times ({', '.join(kinds)})."
    sources = tuple(dict.fromkeys(message.id for message in _list_messages(cluster)))
    return Seen(FAILURE, description, _compute_confidence(count), cluster.failures, sources, cluster.known)


def make_cluster_ask(cluster: Cluster) -> Ask:
    known = [{"description": cluster.known.description}] if cluster.known else []
    values = (
        ("asked", format_messages(cluster.asked)),
        ("told", format_messages(cluster.told)),
        ("signals", format_rows({"noticed": failure.signal.value} for failure in cluster.failures[-MAX_SIGNALS:])),
        ("known", format_rows(known)),
    )
    ids = [message.id for message in user_messages(_list_messages(cluster))]
    return Ask(PROMPT, values, MAX_TOKENS, cluster_shape(ids), Size.MEDIUM)


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


def _compute_confidence(count: int) -> float:
    """Grow with the count: three failures are a beginning, never a certainty."""
    return count / (count + 2)


def _list_messages(cluster: Cluster) -> tuple[Message, ...]:
    return (*cluster.asked, *cluster.told)
