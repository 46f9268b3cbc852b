"""The context block for a question, and the record that it was served (C7, C8)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.context.assemble import Block, assemble_context
from atlas.context.host import HostText
from atlas.context.instructions import build_learned, list_written
from atlas.context.layers import Layers, Occasion
from atlas.context.lines import find_pasted_parts
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.constitution import uphold_constitution
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.suggestions import mark_offered
from atlas.engine.intake.observe import to_utc
from atlas.engine.serve.context_layers import read_filed, read_layers, read_shelf, read_wishes
from atlas.engine.serve.position_choice import as_served
from atlas.engine.serve.positions import read_positions
from atlas.engine.serve.question_pairing import QuestionPairing, is_reply, read_question_pairing
from atlas.engine.serve.recall import MAX_RESULTS, Query
from atlas.engine.serve.wider_quotes import widen_quotes
from atlas.errors import StoreTrouble
from atlas.language.folding import fold_text
from atlas.language.words import MAX_QUERY, words
from atlas.model.belief import Position
from atlas.model.document import Document
from atlas.model.entity import EntityId
from atlas.model.ids import DocumentId, MemoryId, ServingId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import FILED, Recalled, ServedDocument, ServedItem, Serving
from atlas.model.suggestion import Suggestion
from atlas.retrieval.line_cut import CUTS, cut_lines
from atlas.retrieval.query_terms import extract_terms
from atlas.retrieval.uninformative import is_idle_question

_LOG: Final = logging.getLogger("atlas.serve")
_LEARNED: Final = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.RULE})
CONTEXT_RESULTS = 40
_BESIDE_SENT = 40
"""Looked at beyond that where the host sends text of its own: what stands in it already takes no place."""


@dataclass(frozen=True, slots=True)
class Context:
    """A block of text for a model's context, with what stands in it."""

    text: str
    instructions: str
    """The constitution and the documents that were approved, for models that take those apart."""
    data: str
    """The rest of the text: what is remembered, quoted."""
    learned: str
    """Of the instructions those that were learned: the standing wishes and the lines of approved documents, for a host
    that has instructions of its own (C12, E8)."""
    tokens: int
    served: tuple[Recalled, ...]
    serving: ServingId | None
    """What `why` explains; None when nothing was served or it could not be recorded."""
    documents: tuple[Document, ...] = ()
    """Those of which anything stands in the text."""
    suggestions: tuple[Suggestion, ...] = ()
    """What is offered in it (J16)."""
    positions: tuple[Position, ...] = ()
    """The assistant's own that stand in it (B1-B8)."""


def build_context(
    runtime: Runtime,
    query: Query,
    budget: int | None = None,
    record: bool = True,
    already: Iterable[str] = (),
    layers: Layers | None = None,
    beside: Sequence[Recalled] = (),
) -> Context:
    """Build and record the context for a query; what the host sends itself (`already`) is not served again (C13).

    Whoever has read the `layers` before gives them along, and whoever tells something of them `beside` the block: that
    was served too, and is on record with it (X2).
    """
    law = uphold_constitution(runtime)
    asked = query if query.limit is not None else replace(query, limit=CONTEXT_RESULTS)
    sent = HostText(already)
    found = layers or (_read_unsent_layers(runtime, asked, sent) if sent else read_layers(runtime, asked))
    kept = _cut_lines(runtime, found.recalled)
    other, brief = _sort_other_texts(runtime, kept, query.text)
    other |= _find_quoted_whole(kept, found.positions) | _find_idle_questions(runtime, kept)
    recalled = _drop_unpaired(runtime, [item for item in kept if item.memory.id not in other], kept)
    moment = query.as_of or query.at
    setting = Occasion(to_utc(moment) if moment else runtime.now(), runtime.zone, law)
    shown = recalled if query.as_of else widen_quotes(runtime, recalled, setting.now)
    chosen = replace(found, recalled=shown, brief=brief)
    block, quoted = _assemble_block(runtime, chosen, setting, budget)
    standing = [item for item in chosen.wishes if item.memory.id in block.wishes]
    served = (*standing, *_list_filed(chosen, block.filed), *quoted)
    inside = {item.memory.id for item in served}
    served += tuple(item for item in beside if item.memory.id not in inside)
    documents = _list_documents(chosen.documents, block.documents)
    offers = tuple(each for each in chosen.suggestions if each.id in block.suggestions)
    positions = tuple(each for each in chosen.positions if each.belief.id in block.beliefs)
    recorded = record and (served or documents or offers or positions)
    written = list_written(chosen.documents, block.written)
    serving = _record_serving(runtime, query, served, written, block.tokens, offers, positions) if recorded else None
    return Context(
        block.text,
        block.instructions,
        block.data,
        block.learned,
        block.tokens,
        served,
        serving,
        documents,
        offers,
        positions,
    )


def build_learned_instructions(runtime: Runtime, asker: EntityId) -> str:
    """What was learned of how to answer somebody, for a host that asks for nothing else (C12, E8).

    Where lines of documents are among it, that is on record as any context is (X2).
    """
    uphold_constitution(runtime)
    query = Query("", asker=asker)
    with runtime.reading() as reader:
        wishes = read_wishes(runtime, reader, query)
        shelf = read_shelf(runtime, reader, query)
        filed = read_filed(runtime, reader, query, shelf.sources)
    made = build_learned(
        shelf.documents,
        runtime.context,
        runtime.context.total_tokens,
        [item.memory for item in wishes],
        {item.memory.id for item in filed},
    )
    if made.written:
        standing = [item for item in wishes if item.memory.id in made.wishes]
        served = (*standing, *_list_filed(Layers(filed=filed), made.filed))
        written = list_written(shelf.documents, made.written)
        _record_serving(runtime, query, served, written, runtime.context.count(made.text), ())
    return made.text


def build_positions(runtime: Runtime, query: Query) -> str:
    """The assistant's own positions on what is asked about, quoted as in a context, for a host that asks for nothing
    else; empty where there is none. It is on record as any context is (X2)."""
    uphold_constitution(runtime)
    with runtime.reading() as reader:
        held = read_positions(runtime, reader, query)
    setting = Occasion(runtime.now(), runtime.zone, "")
    block = assemble_context(Layers(positions=held), setting, runtime.context)
    told = [each for each in held if each.belief.id in block.beliefs]
    if told:
        _record_serving(runtime, query, (), (), block.tokens, (), told)
    return block.data


def _list_filed(layers: Layers, filed: Sequence[MemoryId]) -> list[Recalled]:
    """The memories that stand as lines of documents; what was found for the question besides says so."""
    known = {item.memory.id: item for item in layers.filed}
    found = {item.memory.id: item for item in (*layers.profile, *layers.recalled)}
    return [
        replace(found[id], components=(*found[id].components, (FILED, 0.0))) if id in found else known[id]
        for id in filed
    ]


def _list_documents(documents: Iterable[Document], ids: Sequence[DocumentId]) -> tuple[Document, ...]:
    known = {document.id: document for document in documents}
    return tuple(known[id] for id in ids)


def _read_unsent_layers(runtime: Runtime, query: Query, sent: HostText) -> Layers:
    """The layers with as many results as asked for beside what the host sends, however long that is."""
    wanted = query.limit or CONTEXT_RESULTS
    for limit in (wanted + _BESIDE_SENT, 8 * wanted, MAX_RESULTS):
        layers = read_layers(runtime, replace(query, limit=min(limit, MAX_RESULTS)))
        unsent = [item for item in layers.recalled if not sent.contains(item.memory.content)]
        if 2 * len(unsent) >= wanted or len(layers.recalled) < wanted:
            break
    kept = unsent[:wanted]
    return replace(layers, recalled=kept, unquoted=frozenset(_quoted_in_host(kept, sent)))


def _cut_lines(runtime: Runtime, recalled: Sequence[Recalled]) -> list[Recalled]:
    """What is worth its line (C13); a reply whose question is not goes with it (C3)."""
    return _drop_unpaired(runtime, cut_lines(recalled, CUTS.get(runtime.embedder.identity.model)), recalled)


def _drop_unpaired(access: ReadAccess, kept: list[Recalled], recalled: Sequence[Recalled]) -> list[Recalled]:
    return kept if len(kept) == len(recalled) else _read_pairing(access, recalled).drop_unpaired(kept)


def _sort_other_texts(
    access: ReadAccess, recalled: Sequence[Recalled], question: str
) -> tuple[frozenset[MemoryId], frozenset[MemoryId]]:
    """Messages about a pasted text that does not bear on the question: those that tell nothing else, and the others.

    Who brings a text along speaks of that text (C13). Where something was learned of the words around it, the
    beginning of the text will do.
    """
    found = {item.memory.id: item.memory.transcribes for item in _find_other_texts(recalled, question)}
    if not found:
        return frozenset(), frozenset()
    with access.reading() as reader:
        citing = reader.find_citing(message for message in found.values() if message)
    told = {each.message for fact in citing if fact.kind in _LEARNED for each in fact.evidence}
    brief = frozenset(id for id, message in found.items() if message in told)
    return frozenset(found) - brief, brief


def _find_idle_questions(access: ReadAccess, recalled: Sequence[Recalled]) -> frozenset[MemoryId]:
    """Questions, the user's own or reported ones, of which nothing was read and to which no reply stands (C13).

    They are left out behind the cut, so that nothing farther away takes their place.
    """
    asking = {item.memory.id: item.memory.transcribes for item in recalled if _asks_idly(item.memory)}
    if not asking:
        return frozenset()
    with access.reading() as reader:
        citing = reader.find_citing(message for message in asking.values() if message)
        exchanges = read_question_pairing(reader, recalled).interactions
    replies = (item.memory.transcribes for item in recalled if is_reply(item.memory))
    answered = {exchanges.get(message) for message in replies if message} - {None}
    told = {each.message for fact in citing if fact.kind in _LEARNED for each in fact.evidence}
    told |= {message for message, exchange in exchanges.items() if exchange in answered}
    return frozenset(id for id, message in asking.items() if message not in told)


def _asks_idly(memory: Memory) -> bool:
    return memory.transcribes is not None and memory.origin is not Origin.ASSISTANT and is_idle_question(memory.content)


def _find_quoted_whole(recalled: Sequence[Recalled], positions: Sequence[Position]) -> frozenset[MemoryId]:
    """Messages that a position quotes as they stand: none is quoted twice (C13)."""
    sides = (side for each in positions for side in (each.best_for, each.best_against) if side)
    quoted = {side.argument.message: fold_text(side.quote) for side in sides}
    said = ((item.memory, item.memory.transcribes) for item in recalled)
    return frozenset(each.id for each, message in said if message and quoted.get(message) == fold_text(each.content))


def _find_other_texts(recalled: Sequence[Recalled], question: str) -> Iterator[Recalled]:
    """Messages in whose pasted text less than half of what is asked for stands."""
    terms = frozenset(extract_terms(question))
    for item in recalled:
        pasted = " ".join(item.memory.content[start:end] for start, end in find_pasted_parts(item.memory))
        if pasted and 2 * len(terms.intersection(words(pasted))) < len(terms):
            yield item


def _quoted_in_host(recalled: Sequence[Recalled], sent: HostText) -> Iterator[MemoryId]:
    """Memories whose quote the host sends already: their line does not quote it once more."""
    for item in recalled:
        if item.memory.evidence and sent.contains(item.memory.evidence[0].quote):
            yield item.memory.id


def _assemble_block(
    runtime: Runtime, layers: Layers, setting: Occasion, budget: int | None
) -> tuple[Block, tuple[Recalled, ...]]:
    """The block that fits; where the cut took a user's message and left the reply to it, the reply goes too (C3)."""
    pairing: QuestionPairing | None = None
    while True:
        block = assemble_context(layers, setting, runtime.context, budget)
        found = (item for item in (*layers.recalled, *layers.profile) if item.memory.id not in block.filed)
        by_id = {item.memory.id: item for item in found}
        served = tuple(by_id[memory] for memory in block.items)
        if len(served) == len(by_id):
            return block, served
        pairing = pairing or _read_pairing(runtime, layers.recalled)
        alone = {item.memory.id for item in served} - {item.memory.id for item in pairing.drop_unpaired(served)}
        if not alone:
            return block, served
        kept = [item for item in layers.recalled if item.memory.id not in alone]
        layers = replace(layers, recalled=kept)


def _read_pairing(access: ReadAccess, recalled: Sequence[Recalled]) -> QuestionPairing:
    with access.reading() as reader:
        return read_question_pairing(reader, recalled)


def _record_serving(
    runtime: Runtime,
    query: Query,
    served: Sequence[Recalled],
    written: tuple[ServedDocument, ...],
    tokens: int,
    offers: Sequence[Suggestion],
    positions: Sequence[Position] = (),
) -> ServingId | None:
    """Record what was there to be used; being fetched is not being used (T3)."""
    items = tuple(ServedItem(item.memory.id, item.score, item.components) for item in served)
    asked = redact_secrets(clean_text(query.text[:MAX_QUERY]))[0]
    serving = Serving(
        runtime.serving_id(),
        runtime.now(),
        asked,
        query.conversation,
        items,
        tokens,
        written,
        tuple(map(as_served, positions)),
    )
    try:
        with runtime.writing() as txn:
            txn.add_serving(serving)
            mark_offered(runtime, txn, offers)
    except StoreTrouble as trouble:
        runtime.note_trouble("context", str(trouble))
        _LOG.info("A serving could not be recorded.", extra=log_fields(trouble=type(trouble)))
        return None
    _LOG.debug(
        "A context was served.",
        extra=log_fields(serving=serving.id, memories=len(items), documents=len(written), tokens=tokens),
    )
    return serving.id
