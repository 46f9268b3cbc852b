"""The assistant's own positions on what is asked about, with the best that was said on either side (B1-B8, C1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.beliefs.best_evidence import Quotable, list_best_arguments, take_position
from atlas.engine.core.belief_rows import beliefs_as_of
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import to_utc
from atlas.engine.serve.position_choice import choose_beliefs
from atlas.engine.serve.recall import Query
from atlas.engine.serve.redaction_reading import redact_items
from atlas.language.words import words
from atlas.model.belief import Argument, Belief, Position
from atlas.model.ids import BeliefId, MessageId
from atlas.model.recall import Recalled
from atlas.ports.reading import Reader
from atlas.retrieval.query_terms import extract_terms

_TELLING: Final = 3
"""How many of the best results say by what was argued in them what a question is about."""


def read_positions(runtime: Runtime, reader: Reader, query: Query, found: Sequence[Recalled] = ()) -> list[Position]:
    """Positions on topics that the question names, then those that were argued about in the best of what was found.

    Where nothing is asked, the surest ones. Only what is in service is told (C1), in words that may be (C5).
    """
    moment = to_utc(query.as_of) if query.as_of else None
    held = _list_served(reader, moment)
    chosen = choose_beliefs(held, query.text, _find_argued(reader, query.text, found))[: runtime.context.positions]
    best = {each.id: _list_best(runtime, reader, each, moment) for each in chosen}
    asked_at = moment or (to_utc(query.at) if query.at else runtime.now())
    quotable = read_quotable(reader, {each.message for some in best.values() for each in some}, asked_at)
    return [take_position(each, best[each.id], quotable) for each in chosen]


def read_quotable(reader: Reader, messages: Iterable[MessageId], moment: datetime) -> Quotable:
    """Of these messages those that are in service whole, as they may be told."""
    wanted = set(messages)
    if not wanted:
        return {}
    episodes = [each for each in reader.find_citing(sorted(wanted)) if each.transcribes in wanted and each.served]
    told = redact_items(reader, [Recalled(each, 0.0, ()) for each in episodes], moment)
    speakers = {each.id: each.speaker for each in reader.messages(wanted)}
    return {
        id: (item.memory.content, item.memory.origin, speakers.get(id))
        for item in told
        if not item.masked and (id := item.memory.transcribes) is not None
    }


def _list_served(reader: Reader, moment: datetime | None) -> list[Belief]:
    known = beliefs_as_of(reader, moment) if moment is not None else reader.beliefs()
    return [each for each in known if each.served]


def _list_best(runtime: Runtime, reader: Reader, belief: Belief, moment: datetime | None) -> list[Argument]:
    made = (each for each in reader.arguments(belief.id) if moment is None or each.at <= moment)
    return list_best_arguments(belief, made, runtime.beliefs)


def _find_argued(reader: Reader, question: str, found: Sequence[Recalled]) -> list[BeliefId]:
    """The beliefs that the best results argued about, where at least half of what is asked for stands in these."""
    terms = frozenset(extract_terms(question))
    near = (
        item.memory
        for item in found[:_TELLING]
        if 2 * len(terms.intersection(words(item.memory.content))) >= len(terms)
    )
    messages = [each.transcribes for each in near if each.transcribes] if terms else []
    return [each.belief for each in reader.arguments_from(messages)] if messages else []
