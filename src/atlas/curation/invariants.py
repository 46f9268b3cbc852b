"""The invariants of every proposal, under any policy: existing memories, verbatim evidence, bounds, no secrets, no
hidden characters and no echo of ATLAS's own memory (X2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from atlas.curation.echoes import is_echo
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.judgement_input import JudgementInput
from atlas.model.claim import MAX_VALUE_WORDS
from atlas.model.memory import Evidence, State
from atlas.model.proposal import (
    Amend,
    Archive,
    Argue,
    Proposal,
    Remember,
    Revise,
    Strengthen,
    evidence_of,
    named_memories,
)
from atlas.model.verdict import Finding

MAX_CONTENT: Final = 4_000
MAX_PHRASE: Final = 400
"""Of a claim's value or attribute, a tag, a name, in characters."""
MAX_LISTED: Final = 200
"""Of anything a proposal lists: evidence, sources, tags, names."""


def check_invariants(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    """Find violations; an oversized proposal is read no further, so that later checks may count on its size."""
    oversized = tuple(_check_bounds(proposal, before))
    if oversized:
        yield from oversized
        return
    for check in _CHECKS:
        yield from check(proposal, before)


def _check_named_memories(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    for memory in named_memories(proposal):
        if memory not in before.named:
            yield Finding("exists", f"It names the memory {memory}, which does not exist.")
        elif before.named[memory].state is State.GONE:
            yield Finding("exists", f"It names the memory {memory}, which was forgotten.")


def _check_evidence(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    if not isinstance(proposal, Remember | Revise | Argue):
        return
    unfounded = not proposal.evidence and before.source is None
    if unfounded and not (isinstance(proposal, Remember) and proposal.sources):
        yield Finding("evidence", "It has no evidence.")
    for item in proposal.evidence:
        message = before.cited.get(item.message)
        if message is None or not _is_verbatim_quote(item, message.text):
            yield Finding("evidence", "Its quote does not stand in the message it names.")
        elif message.origin is not item.origin:
            yield Finding("X1", "It claims another origin for its quote than the one recorded.")


def _is_verbatim_quote(item: Evidence, text: str) -> bool:
    """Tell whether the quote stands word for word at its span; a span counted from the end would mislead readers."""
    return 0 <= item.start < item.end and text[item.start : item.end] == item.quote and bool(item.quote.strip())


def _check_bounds(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    text = _get_content(proposal)
    if text is not None and not text.strip():
        yield Finding("size", "It is empty.")
    if text is not None and len(text) > MAX_CONTENT:
        yield Finding("size", f"It is longer than {MAX_CONTENT:,} characters.")
    claim = proposal.claim if isinstance(proposal, Remember | Revise) else None
    if claim and (not claim.value.strip() or len(claim.value.split()) > MAX_VALUE_WORDS):
        yield Finding("size", f"A claim's value has one to {MAX_VALUE_WORDS} words.")
    if claim and not (claim.subject.strip() and claim.attribute.strip()):
        yield Finding("size", "A claim says something of somebody.")
    if any(len(phrase) > MAX_PHRASE for phrase in _collect_phrases(proposal)):
        yield Finding("size", f"A value, tag or name is longer than {MAX_PHRASE} characters.")
    if any(len(listed) > MAX_LISTED for listed in _collect_lists(proposal)):
        yield Finding("size", f"It lists more than {MAX_LISTED} things.")


def _get_content(proposal: Proposal) -> str | None:
    if isinstance(proposal, Remember | Revise):
        return proposal.content
    if isinstance(proposal, Argue):
        return proposal.topic
    return proposal.gist if isinstance(proposal, Archive) else None


def _collect_phrases(proposal: Proposal) -> Iterator[str]:
    """List the short texts stored beside the content."""
    if isinstance(proposal, Remember | Revise) and proposal.claim:
        yield from (proposal.claim.subject, proposal.claim.attribute, proposal.claim.value)
    if isinstance(proposal, Amend):
        yield from (text for edit in proposal.edits for text in (edit.document, edit.block))
    if isinstance(proposal, Argue):
        yield from (proposal.topic, proposal.insight)
    if isinstance(proposal, Remember):
        yield from proposal.tags
        yield from (name for entity in proposal.entities for name in (entity.id, *entity.names))


def _collect_lists(proposal: Proposal) -> Iterator[tuple[object, ...]]:
    yield named_memories(proposal)
    yield evidence_of(proposal)
    if isinstance(proposal, Remember):
        yield from (proposal.tags, proposal.entities)
    if isinstance(proposal, Amend):
        yield from (proposal.edits, proposal.beliefs, proposal.arguments)


def _check_numbers_and_times(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    """Check that numbers are finite shares of one and that moments have a time zone."""
    shares = (proposal.confidence, proposal.importance, proposal.emotion) if isinstance(proposal, Remember) else ()
    if not all(math.isfinite(share) and 0.0 <= share <= 1.0 for share in shares):
        yield Finding("size", "Its confidence, importance or emotion is not between 0 and 1.")
    if isinstance(proposal, Strengthen) and not (math.isfinite(proposal.amount) and 0.0 < proposal.amount <= 1.0):
        yield Finding("size", "It would strengthen by something that is not above 0 and up to 1.")
    if any(moment.tzinfo is None for moment in _collect_moments(proposal)):
        yield Finding("time", "It names a moment without its time zone.")
    elif isinstance(proposal, Remember) and _ends_before_it_begins(proposal):
        yield Finding("time", "It would end before it begins.")


def _ends_before_it_begins(proposal: Remember) -> bool:
    begins, ends = proposal.valid_from, proposal.valid_until
    return begins is not None and ends is not None and ends < begins


def _collect_moments(proposal: Proposal) -> Iterator[datetime]:
    if isinstance(proposal, Remember):
        yield from filter(None, (proposal.referred_at, proposal.valid_from, proposal.valid_until))
    elif isinstance(proposal, Revise):
        yield from filter(None, (proposal.valid_until,))


def _collect_texts(proposal: Proposal) -> Iterator[str]:
    yield _get_content(proposal) or ""
    yield from _collect_phrases(proposal)
    if isinstance(proposal, Amend):
        yield from (edit.new for edit in proposal.edits)


def _check_secrets(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    for name in dict.fromkeys(name for text in _collect_texts(proposal) for name in redact_secrets(text)[1]):
        yield Finding("I6", f"It holds a secret ({name}).")


def _check_hidden_characters(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    """Find hidden characters: stored messages are clean already, a model's text may not be."""
    if any(clean_text(text) != text for text in _collect_texts(proposal)):
        yield Finding("hidden", "It holds characters that nobody sees.")


def check_echo(proposal: Proposal, before: JudgementInput) -> Iterator[Finding]:
    """X2: Find evidence that quotes a served context, so that ATLAS never learns its own memory as new."""
    if not isinstance(proposal, Remember | Argue):
        return
    if any(is_echo(item, before.cited[item.message], before.served, before.foreign) for item in proposal.evidence):
        yield Finding("X2", "Its quote is ATLAS's own memory coming back, not something new.")


_CHECKS: Final[tuple[Callable[[Proposal, JudgementInput], Iterator[Finding]], ...]] = (
    _check_named_memories,
    _check_evidence,
    _check_numbers_and_times,
    _check_secrets,
    _check_hidden_characters,
)
