"""The context block for a question, and the record that it was served (C7, C8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atlas.context.assemble import Block, Setting, assemble
from atlas.curation.constitution import binding
from atlas.curation.hygiene import clean, redact
from atlas.engine.observe import utc
from atlas.engine.recall import Query, fit_to_serve, recall
from atlas.engine.world import World
from atlas.errors import StoreTrouble
from atlas.model.ids import ServingId
from atlas.model.recall import Recalled, ServedItem, Serving
from atlas.retrieval.terms import MAX_QUERY

CONTEXT_RESULTS = 40


@dataclass(frozen=True, slots=True)
class Context:
    """A block of text for a model's context, with what stands in it."""

    text: str
    data: str
    """The text without the constitution's instructions, for models that take those apart."""
    tokens: int
    served: tuple[Recalled, ...]
    serving: ServingId | None
    """What `why` explains; None when nothing was served or it could not be recorded."""


def context(world: World, query: Query, budget: int | None = None, record: bool = True) -> Context:
    found = recall(world, query if query.limit else replace(query, limit=CONTEXT_RESULTS))
    setting = Setting(utc(query.at) if query.at else world.now(), world.zone, binding(world.constitution))
    block, served = _assembled(world, found, setting, budget)
    serving = _record(world, query, served, block.tokens) if record and served else None
    return Context(block.text, block.text.removeprefix(setting.instructions).lstrip(), block.tokens, served, serving)


def _assembled(
    world: World, found: Sequence[Recalled], setting: Setting, budget: int | None
) -> tuple[Block, tuple[Recalled, ...]]:
    """What fits. Where the cut took a user's message and left the reply to it, the reply goes too (C3)."""
    while True:
        block = assemble(found, setting, world.context, budget)
        by_id = {item.memory.id: item for item in found}
        served = tuple(by_id[memory] for memory in block.items)
        with world.store.reading(world.space) as reader:
            alone = {*block.items} - {item.memory.id for item in fit_to_serve(reader, served)}
        if not alone:
            return block, served
        found = [item for item in found if item.memory.id not in alone]


def _record(world: World, query: Query, served: tuple[Recalled, ...], tokens: int) -> ServingId | None:
    """Being fetched is not being used (T3): this only says what was there to be used."""
    items = tuple(ServedItem(item.memory.id, item.score, item.components) for item in served)
    asked = redact(clean(query.text[:MAX_QUERY]))[0]
    serving = Serving(world.serving_id(), world.now(), asked, query.conversation, items, tokens)
    try:
        with world.store.writing(world.space) as txn:
            txn.add_serving(serving)
    except StoreTrouble as trouble:
        world.note_trouble("context", str(trouble))
        return None
    return serving.id
