"""One batch of a day, all of one trust: the nightly question about it, and the reading of the answer (J9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from atlas.model.ids import MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Batch, Day, Seen, Tomorrow
from atlas.reflection.open_plans import BatchFacts, find_plans, is_upcoming, offer_time
from atlas.reflection.policy import ReflectionPolicy
from atlas.reflection.prompt_rows import (
    MODEL_CONFIDENCE,
    find_evidence,
    format_messages,
    format_rows,
    read_facts,
    same_claim,
    user_messages,
)
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model
from atlas.reflection.shapes import nightly_shape

PROMPT: Final = "nightly"
IMPORTANCE: Final = 0.6


def make_batch_ask(batch: Batch, day: Day, policy: ReflectionPolicy) -> Ask:
    messages = _list_messages(batch)
    dates = format_rows([{"from": day.start.isoformat(), "to": day.end.isoformat(), "zone": day.zone}])
    ids = [message.id for message in user_messages(messages)]
    values = (("day", dates), ("messages", format_messages(messages)))
    return Ask(PROMPT, values, policy.nightly_tokens, nightly_shape(ids), Size.MEDIUM)


def read_batch_answer(batch: Batch, stated: BatchFacts, day: Day, answer: dict[str, Any] | Problem) -> AnswerPart:
    """Read an answer; facts already learned from an exchange are not proposed a second time."""
    if isinstance(answer, Problem):
        return AnswerPart(left=tuple(material.interaction.id for material in batch.materials), problem=answer)
    known = [fact for _, found in stated for fact in found]
    facts = read_facts(answer["facts"], _list_messages(batch))
    fresh = [fact for fact in facts if not any(same_claim(fact, other) for other in known)]
    changes = list(_propose_changes(answer["behaviour_changes"], batch))
    return AnswerPart(
        propose_by_model([*fresh, *changes], lowest_batch_trust(batch)),
        tuple(_propose_actions(answer["tomorrow"], batch, stated, day)),
        tuple(_find_habits(answer["patterns"], batch)),
        tuple(filter(None, [one_line(answer["insight"])])),
        dropped=len(answer["facts"]) - len(facts) + len(answer["behaviour_changes"]) - len(changes),
        escalate=answer["escalate"],
    )


def lowest_batch_trust(batch: Batch) -> Trust:
    return min([batch.trust, *(message.origin.trust for message in _list_messages(batch))])


def _propose_changes(rows: Sequence[Mapping[str, Any]], batch: Batch) -> Iterator[Remember]:
    """Propose changes of behaviour: each cites words of the user, and waits for a person (C3)."""
    known = _index_messages(batch)
    for row in rows:
        message = known.get(row["message"])
        place = find_evidence(row["quote"], message) if message else None
        content = one_line(row["says"])
        if place is not None and content:
            yield Remember(
                content,
                Kind(row["kind"]),
                Basis.INFERRED,
                (place,),
                confidence=MODEL_CONFIDENCE,
                importance=IMPORTANCE,
                reason="A model's conclusion from the day.",
            )


def _propose_actions(
    rows: Sequence[Mapping[str, Any]], batch: Batch, stated: BatchFacts, day: Day
) -> Iterator[Tomorrow]:
    """Propose the dated plans that were read, and what the model points to in other messages.

    The text is the user's, not the model's: a suggestion is read before anybody has decided about it.
    """
    ruled = list(find_plans(stated, day))
    yield from ruled
    taken = {source for item in ruled for source in item.sources}
    known = {id: message for id, message in _index_messages(batch).items() if message.id not in taken}
    for row in rows:
        message = known.get(row["message"])
        place = find_evidence(row["quote"], message) if message else None
        when = _parse_date(row["date"])
        fits = row["date"] is None or (when is not None and is_upcoming(when, day))
        if place is not None and fits:
            text = f"Come back to what was said: “{one_line(place.quote)}”"
            yield Tomorrow(
                text, _list_sources(batch), lowest_batch_trust(batch), offer_time(when, day) if when else None
            )


def _parse_date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _find_habits(rows: Sequence[Mapping[str, Any]], batch: Batch) -> Iterator[Seen]:
    """Find patterns seen in at least two messages."""
    known = _index_messages(batch)
    for row in rows:
        sources = tuple(dict.fromkeys(known[each].id for each in row["messages"] if each in known))
        description = one_line(row["description"])
        if len(sources) > 1 and description:
            yield Seen(row["type"], description, len(sources) / (len(sources) + 2), sources=_list_sources(batch))


def _list_messages(batch: Batch) -> tuple[Message, ...]:
    return tuple(message for material in batch.materials for message in material.interaction.messages)


def _list_sources(batch: Batch) -> tuple[MessageId, ...]:
    """List all messages of the question: forgetting one forgets everything made of it (X3)."""
    return tuple(dict.fromkeys(message.id for message in _list_messages(batch)))


def _index_messages(batch: Batch) -> dict[str, Message]:
    return {str(message.id): message for message in user_messages(_list_messages(batch))}
