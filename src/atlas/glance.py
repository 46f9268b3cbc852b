"""Settings into a context at a glance: the small sister of compose, for hooks, which load as little as they can."""

from __future__ import annotations

import json
from typing import Final

from atlas.adapters.clock import SystemClock
from atlas.adapters.entropy import SystemEntropy
from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.adapters.transcript_queue import Turns
from atlas.engine.serve.glance import GlanceContext, context_for_prompt, context_for_session_start
from atlas.errors import AtlasError
from atlas.model.ids import ENTROPY_BYTES, Prefix, make_id
from atlas.retrieval.query_terms import MAX_QUERY
from atlas.settings import Settings

__all__ = ["Turns", "at_beginning", "at_prompt", "turns_beside"]

PROMPT_TOKENS: Final = 600
BEGINNING_TOKENS: Final = 900
"""Small beside what a host's model holds: memory is a guest in its context."""


def at_prompt(settings: Settings, space: str | None, prompt: str, conversation: str) -> GlanceContext:
    """The context for a prompt; empty where there is nothing to say."""
    now = SystemClock().now()
    with StoreGlance.open(settings.store, space or settings.space) as store:
        found = context_for_prompt(store, prompt, conversation, now, settings.zone, PROMPT_TOKENS)
        _note(store, found, prompt, conversation, now.isoformat(timespec="microseconds"))
    return found


def at_beginning(settings: Settings, space: str | None, conversation: str) -> GlanceContext:
    """What is worth knowing when a session begins; empty where nothing is."""
    now = SystemClock().now()
    with StoreGlance.open(settings.store, space or settings.space) as store:
        found = context_for_session_start(store, now, settings.zone, BEGINNING_TOKENS)
        _note(store, found, "", conversation, now.isoformat(timespec="microseconds"))
    return found


def turns_beside(settings: Settings) -> Turns:
    """Whose turn it is to follow the transcripts that go into this store."""
    return Turns(settings.store)


def _note(store: StoreGlance, found: GlanceContext, prompt: str, conversation: str, at: str) -> None:
    """What was shown is on record (C8), and is not learned again from this conversation (X2).

    A store that cannot be written just now still answers: the record is then missing, and nothing else.
    """
    if not found.items:
        return
    id = make_id(Prefix.SERVING, SystemEntropy().draw(ENTROPY_BYTES))
    serving = {"id": id, "at": at, "query": _safe(prompt), "conversation": conversation, "tokens": found.tokens}
    items: list[dict[str, object]] = [
        {"memory": item.memory.id, "score": item.score, "components": json.dumps(item.components)}
        for item in found.items
    ]
    try:
        store.note(dict(serving), items)
    except AtlasError:
        return


def _safe(prompt: str) -> str:
    """A secret that was typed is not written down here either (P5)."""
    from atlas.curation.hygiene import (  # its patterns take a while, and often nothing is shown
        clean_text,
        redact_secrets,
    )

    return redact_secrets(clean_text(prompt[:MAX_QUERY]))[0]
