"""One card of the queue, with everything that a decision needs (C9). Looking at it changes and embeds nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from atlas.curation.review_clusters import ReviewItem
from atlas.curation.risk import draw_hidden, hides_characters
from atlas.curation.word_diff import diff_words
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index
from atlas.engine.curate.proposals import find_proposal_of, find_replaced, read_rivals
from atlas.engine.curate.review_beliefs import make_belief_card
from atlas.engine.curate.review_queue import OpenQueue, open_queue
from atlas.errors import NotFound
from atlas.model.ids import MemoryId, ProposalId
from atlas.model.memory import Evidence, Kind, Memory
from atlas.model.proposal import (
    Amend,
    Archive,
    Argue,
    Forget,
    Merge,
    Promote,
    Proposal,
    Revise,
    Strengthen,
    evidence_of,
    named_memories,
)
from atlas.model.review import Card, DiffKind, DiffPiece, Quote
from atlas.model.thinking import Judged
from atlas.ports.reading import Reader

_SIMILAR: Final = 3
_LOOKED_AT: Final = 24
_LEAST_ALIKE: Final = 0.56
"""Cosine from which an approved memory is shown as saying something like it."""
_CHANGES: Final[dict[type[Proposal], str]] = {
    Amend: "change of a document",
    Revise: "change of a memory",
    Merge: "merge",
    Promote: "promotion",
    Archive: "archiving",
    Forget: "forgetting",
    Strengthen: "link",
    Argue: "argument",
}


def read_card(runtime: Runtime, id: str) -> Card:
    """Everything that a decision on one thing needs."""
    with runtime.reading() as reader:
        queue = open_queue(runtime, reader)
        item = queue.find(id)
        memory = reader.memory(MemoryId(id)) if item else None
        if item is not None and memory is not None:
            return _make_memory_card(runtime, reader, queue, item, memory)
        position = make_belief_card(reader, item, len(queue.questions)) if item else None
        if position is not None:
            return position
        judged = reader.judged(ProposalId(id)) if item else None
        if item is None or judged is None:
            raise NotFound(f"{id} does not wait for a decision.")
        return _make_change_card(reader, queue, item, judged)


def _make_memory_card(runtime: Runtime, reader: Reader, queue: OpenQueue, item: ReviewItem, memory: Memory) -> Card:
    proposal = find_proposal_of(reader, memory)
    in_slot = read_rivals(reader, memory.claim, proposal.replaces if proposal else None) if memory.claim else ()
    replaced = find_replaced(runtime, memory, proposal, in_slot)
    return Card(
        id=item.id,
        what="wish about answers" if memory.is_wish else memory.kind.value,
        text=item.text,
        since=item.since,
        risk=item.risk,
        reach=item.reach,
        of=len(queue.questions),
        why=_explain_memory(reader, memory),
        diff=diff_words(draw_hidden(replaced[0].content), item.text) if replaced else (),
        quotes=tuple(_read_quotes(reader, memory.evidence)),
        similar=_find_similar(runtime, reader, memory, in_slot),
        replaces=tuple(each.id for each in replaced),
        hides=any(map(hides_characters, (memory.content, *(each.quote for each in memory.evidence)))),
    )


def _make_change_card(reader: Reader, queue: OpenQueue, item: ReviewItem, judged: Judged) -> Card:
    proposal = judged.proposal
    named = reader.memories(named_memories(proposal))
    evidence = evidence_of(proposal) or tuple(each for memory in named for each in memory.evidence)
    return Card(
        id=item.id,
        what=_CHANGES.get(type(proposal), "change"),
        text=item.text,
        since=item.since,
        risk=item.risk,
        reach=item.reach,
        of=len(queue.questions),
        why=" ".join(filter(None, (proposal.reason, judged.verdict.why))),
        diff=_diff_change(proposal, named),
        quotes=tuple(_read_quotes(reader, evidence)),
        replaces=tuple(each.id for each in named),
        hides=hides_characters(item.text),
    )


def _explain_memory(reader: Reader, memory: Memory) -> str:
    for judged in reader.judged_about([memory.id], []):
        if judged.memory == memory.id:
            return " ".join(filter(None, (judged.proposal.reason, judged.verdict.why)))
    if memory.kind is Kind.LESSON:
        return "It was learned from a correction, and waits for a decision."
    return "It was put back to be looked at."


def _read_quotes(reader: Reader, evidence: Sequence[Evidence]) -> Iterator[Quote]:
    said = {message.id: message for message in reader.messages({item.message for item in evidence})}
    for item in dict.fromkeys(evidence):
        message = said.get(item.message)
        if message is not None:
            speaker = message.speaker or message.role.value
            yield Quote(item.message, draw_hidden(item.quote), speaker, message.at, item.origin)


def _find_similar(runtime: Runtime, reader: Reader, memory: Memory, in_slot: Sequence[Memory]) -> tuple[Memory, ...]:
    """Approved memories that say something like it: in its slot, and by the vectors that are there."""
    found = {each.id: each for each in in_slot if each.served and each.id != memory.id}
    near = _find_nearest(runtime, reader, memory.id)
    for each in reader.memories(id for id in near if id not in found):
        if each.served and each.kind is not Kind.EPISODE:
            found[each.id] = each
    return tuple(found.values())[:_SIMILAR]


def _find_nearest(runtime: Runtime, reader: Reader, id: MemoryId) -> list[MemoryId]:
    import numpy as np

    identity = runtime.embedder.identity
    for _, blob in reader.vectors_of(identity, [id]):
        vector = np.frombuffer(blob, dtype=np.float32)[: identity.dimension]
        near = open_index(runtime, reader).nearest(vector, _LOOKED_AT)
        return [each for each, cosine in near if each != id and cosine >= _LEAST_ALIKE]
    return []


def _diff_change(proposal: Proposal, named: Sequence[Memory]) -> tuple[DiffPiece, ...]:
    if isinstance(proposal, Amend):
        return tuple(piece for edit in proposal.edits for piece in _diff_edit(edit.document, edit.old, edit.new))
    if isinstance(proposal, Revise) and proposal.content and named:
        return diff_words(draw_hidden(named[0].content), draw_hidden(proposal.content))
    if isinstance(proposal, Archive) and proposal.gist and named:
        return diff_words(draw_hidden(named[0].content), draw_hidden(proposal.gist))
    if isinstance(proposal, Forget | Archive) and named:
        return (DiffPiece(DiffKind.REMOVED, draw_hidden(named[0].content)),)
    if isinstance(proposal, Merge) and named:
        first, *others = named
        gone = tuple(DiffPiece(DiffKind.REMOVED, draw_hidden(f"\n{each.content}")) for each in others)
        return (DiffPiece(DiffKind.SAME, draw_hidden(first.content)), *gone)
    return ()


def _diff_edit(document: str, old: str, new: str) -> tuple[DiffPiece, ...]:
    heading = DiffPiece(DiffKind.SAME, f"{document}\n")
    return (heading, *diff_words(draw_hidden(old), draw_hidden(new)), DiffPiece(DiffKind.SAME, "\n"))
