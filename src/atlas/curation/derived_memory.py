"""One memory made of others, as a value: the survivor of a merge, knowledge promoted from a transcript, what an edit
makes of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from atlas.language.sentences import sentence_spans
from atlas.model.claim import Claim
from atlas.model.ids import MemoryId
from atlas.model.interaction import Message
from atlas.model.memory import Evidence, Form, Kind, Link, Memory, Relation, Status

MAX_EVIDENCE: Final = 12
LONGEST_LEAD: Final = 400


def merge_memories(survivor: Memory, absorbed: Sequence[Memory]) -> Memory:
    """T8: Union tags and evidence, sum counts, and link the survivor to the absorbed memories.

    The earliest start, the highest strength and any pin among them pass to the survivor.
    """
    everyone = [survivor, *sorted(absorbed, key=lambda memory: memory.observed_at)]
    quotes = dict.fromkeys(item for memory in everyone for item in memory.evidence)
    return replace(
        survivor,
        tags=tuple(dict.fromkeys(tag for memory in everyone for tag in memory.tags)),
        evidence=tuple(quotes)[:MAX_EVIDENCE],
        valid_from=min((memory.valid_from for memory in everyone if memory.valid_from), default=None),
        uses=sum(memory.uses for memory in everyone),
        contexts=sum(memory.contexts for memory in everyone),
        applications=sum(memory.applications for memory in everyone),
        strength=max(memory.strength for memory in everyone),
        stability_days=max(memory.stability_days for memory in everyone),
        reinforced_at=max(memory.reinforced_at for memory in everyone),
        importance=max(memory.importance for memory in everyone),
        emotion=max(memory.emotion for memory in everyone),
        pinned=any(memory.pinned for memory in everyone),
        links=(*survivor.links, *(Link(Relation.SUPERSEDES, memory.id) for memory in absorbed)),
        version=survivor.version + 1,
    )


def edit_claim(claim: Claim | None, old: str, new: str) -> Claim | None:
    """Give a claim the value that an edit put in the place of the old one; None where it changed anything else."""
    if claim is None or old.count(claim.value) != 1:
        return None
    before, after = old.split(claim.value)
    value = new[len(before) : len(new) - len(after)] if after else new[len(before) :]
    fits = new == f"{before}{value}{after}" and value.strip() == value and bool(value)
    return replace(claim, value=value) if fits else None


def promote_episode(episode: Memory, others: Sequence[Memory], message: Message, id: MemoryId, now: datetime) -> Memory:
    """T5: Make knowledge from an episode: with a quote of its message, links to all its episodes, and the lowest
    status and trust among them."""
    start, end = find_lead_span(message.text)
    quote = message.text[start:end]
    sources = [episode, *others]
    least = min(sources, key=lambda memory: memory.trust)
    return replace(
        episode,
        id=id,
        content=quote,
        kind=Kind.INSIGHT,
        form=Form.SEMANTIC,
        status=lowest_status(sources),
        origin=least.origin,
        trust=least.trust,
        confidence=min(memory.confidence for memory in sources),
        created_at=now,
        reinforced_at=now,
        transcribes=None,
        strength=1.0,
        uses=0,
        contexts=0,
        applications=0,
        approved_by=None,
        evidence=(Evidence(message.id, start, end, quote, message.origin),),
        links=tuple(Link(Relation.DERIVED_FROM, memory.id) for memory in sources),
        version=1,
    )


def lowest_status(sources: Sequence[Memory]) -> Status:
    """C3: Approve a memory derived by rule where all its sources are approved."""
    return Status.APPROVED if all(memory.status is Status.APPROVED for memory in sources) else Status.NEEDS_REVIEW


def find_lead_span(text: str) -> tuple[int, int]:
    """Find the span of the first sentences of a text: the whole of a short text."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if end - start <= LONGEST_LEAD:
        return start, max(start, end)
    most = start + LONGEST_LEAD
    whole = [close for _, close in sentence_spans(text) if close <= most]
    end = whole[-1] if whole else max(text.rfind(" ", start, most), 0) or most
    return start, start + len(text[start:end].rstrip())
