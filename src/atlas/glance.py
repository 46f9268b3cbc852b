"""Settings into a context for a hook: the small sister of compose, which loads as little as it can."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final

from atlas.adapters.clock import SystemClock
from atlas.adapters.entropy import SystemEntropy
from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.adapters.transcript_queue import Turns
from atlas.engine.serve.glance import GlanceContext, context_for_prompt, context_for_session_start
from atlas.errors import AtlasError
from atlas.language.words import MAX_QUERY
from atlas.model.ids import ENTROPY_BYTES, Prefix, make_id
from atlas.settings import Settings, read_constitution

__all__ = ["Turns", "context_at_beginning", "context_at_prompt", "count_waiting", "turns_beside"]

PROMPT_TOKENS: Final = 600
BEGINNING_TOKENS: Final = 900
"""Small beside what a host's model holds: memory is a guest in its context."""


def context_at_prompt(settings: Settings, space: str | None, prompt: str, conversation: str) -> GlanceContext:
    """Make the context for a prompt; empty where nothing bears on the prompt."""
    read_constitution(settings.home)  # without it nothing is said either (E9)
    now = SystemClock().now()
    with StoreGlance.open(settings.store, space or settings.space) as store:
        context = context_for_prompt(store, prompt, conversation, now, settings.zone, PROMPT_TOKENS)
        _record_serving(store, context, prompt, conversation, now.isoformat(timespec="microseconds"))
    return context


def context_at_beginning(settings: Settings, space: str | None, conversation: str) -> GlanceContext:
    """Make the context for the beginning of a session; empty where nothing is worth knowing."""
    read_constitution(settings.home)
    now = SystemClock().now()
    with StoreGlance.open(settings.store, space or settings.space) as store:
        context = context_for_session_start(store, now, settings.zone, BEGINNING_TOKENS)
        _record_serving(store, context, "", conversation, now.isoformat(timespec="microseconds"))
    return context


def count_waiting(settings: Settings, space: str | None) -> tuple[int, int]:
    """Count what waits for a person: what is decided one by one, and conversations (C9)."""
    with StoreGlance.open(settings.store, space or settings.space) as store:
        return store.count_waiting()


def turns_beside(settings: Settings) -> Turns:
    """Open the queue of transcripts that are followed into this store."""
    return Turns(settings.store)


def _record_serving(store: StoreGlance, context: GlanceContext, prompt: str, conversation: str, at: str) -> None:
    """Record the served context (C8), so that it is not learned again from this conversation (X2).

    A store that cannot be written just now still answers: the record is then missing, and nothing else.
    """
    if not (context.items or context.documents or context.beliefs):
        return
    id = make_id(Prefix.SERVING, SystemEntropy().draw(ENTROPY_BYTES))
    serving = {
        "id": id,
        "at": at,
        "query": _redact_prompt(prompt),
        "conversation": conversation,
        "tokens": context.tokens,
    }
    items: list[dict[str, object]] = [
        {"memory": item.memory.id, "score": item.score, "components": json.dumps(item.components)}
        for item in context.items
    ]
    documents: list[dict[str, object]] = [
        {"document": each.document, "version": each.version, "lines": json.dumps(each.lines)}
        for each in context.documents
    ]
    try:
        store.note(dict(serving), items, documents, [asdict(each) for each in context.beliefs])
    except AtlasError:
        return


def _redact_prompt(prompt: str) -> str:
    """Redact a secret that was typed: it is not written down here either (P5)."""
    from atlas.curation.hygiene import (  # its patterns take a while, and often nothing is shown
        clean_text,
        redact_secrets,
    )

    return redact_secrets(clean_text(prompt[:MAX_QUERY]))[0]
