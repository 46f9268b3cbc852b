"""One batch of a day, all of one trust: what nightly thinking asks of it, and what it makes of the answer (J9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from atlas.language.english.rules.thinker import propose
from atlas.model.ids import MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Batch, Day, Seen, Tomorrow
from atlas.reflection.open_plans import due, planned, upcoming
from atlas.reflection.questions import Part, by_model, one_line
from atlas.reflection.quoting import MODEL_CONFIDENCE, evidence, lines, same_claim, shown, spoken, stated
from atlas.reflection.shapes import nightly_shape

PROMPT: Final = "nightly"
MAX_TOKENS: Final = 4_000
IMPORTANCE: Final = 0.6


def batch_ask(batch: Batch, day: Day) -> Ask:
    messages = _messages(batch)
    dates = lines([{"from": day.start.isoformat(), "to": day.end.isoformat(), "zone": day.zone}])
    ids = [message.id for message in spoken(messages)]
    return Ask(PROMPT, (("day", dates), ("messages", shown(messages))), MAX_TOKENS, nightly_shape(ids), Size.MEDIUM)


def batch_part(batch: Batch, day: Day, answer: dict[str, Any] | Problem) -> Part:
    """What was learned from each exchange when it happened is known, and not proposed a second time."""
    if isinstance(answer, Problem):
        return Part(left=tuple(material.interaction.id for material in batch.materials), problem=answer)
    known = [fact for material in batch.materials for fact in propose(material)]
    facts = stated(answer["facts"], _messages(batch))
    fresh = [fact for fact in facts if not any(same_claim(fact, other) for other in known)]
    changes = list(_changes(answer["behaviour_changes"], batch))
    return Part(
        by_model([*fresh, *changes], batch_trust(batch)),
        tuple(_actions(answer["tomorrow"], batch, day)),
        tuple(_habits(answer["patterns"], batch)),
        tuple(filter(None, [one_line(answer["insight"])])),
        dropped=len(answer["facts"]) - len(facts) + len(answer["behaviour_changes"]) - len(changes),
        escalate=answer["escalate"],
    )


def batch_trust(batch: Batch) -> Trust:
    return min([batch.trust, *(message.origin.trust for message in _messages(batch))])


def _changes(rows: Sequence[Mapping[str, Any]], batch: Batch) -> Iterator[Remember]:
    """What to do differently: each stands on words of the user, and waits for a person (C3)."""
    known = _by_id(batch)
    for row in rows:
        message = known.get(row["message"])
        place = evidence(row["quote"], message) if message else None
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


def _actions(rows: Sequence[Mapping[str, Any]], batch: Batch, day: Day) -> Iterator[Tomorrow]:
    """What the rules find ahead, and what the model points to in other messages.

    It is put in the user's words, not the model's: a suggestion is read before anybody has decided about it.
    """
    ruled = list(planned(batch, day))
    yield from ruled
    taken = {source for item in ruled for source in item.sources}
    known = {id: message for id, message in _by_id(batch).items() if message.id not in taken}
    for row in rows:
        message = known.get(row["message"])
        place = evidence(row["quote"], message) if message else None
        when = _date(row["date"])
        fits = row["date"] is None or (when is not None and upcoming(when, day))
        if place is not None and fits:
            text = f"Come back to what was said: “{one_line(place.quote)}”"
            yield Tomorrow(text, _seen(batch), batch_trust(batch), due(when, day) if when else None)


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _habits(rows: Sequence[Mapping[str, Any]], batch: Batch) -> Iterator[Seen]:
    """A pattern is seen in at least two messages."""
    known = _by_id(batch)
    for row in rows:
        sources = tuple(dict.fromkeys(known[each].id for each in row["messages"] if each in known))
        description = one_line(row["description"])
        if len(sources) > 1 and description:
            yield Seen(row["type"], description, len(sources) / (len(sources) + 2), sources=_seen(batch))


def _messages(batch: Batch) -> tuple[Message, ...]:
    return tuple(message for material in batch.materials for message in material.interaction.messages)


def _seen(batch: Batch) -> tuple[MessageId, ...]:
    """All that the question could see: to forget any of it is to forget what was made of it (X3)."""
    return tuple(dict.fromkeys(message.id for message in _messages(batch)))


def _by_id(batch: Batch) -> dict[str, Message]:
    return {str(message.id): message for message in spoken(_messages(batch))}
