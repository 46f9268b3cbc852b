"""A quarantine, what it contains and what it touched, as JSON and in words."""

from __future__ import annotations

from collections import Counter
from datetime import tzinfo
from typing import TYPE_CHECKING

from atlas.model.memory import Kind
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.text import format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from atlas.engine.curate.quarantine import QuarantineReceipt, QuarantineStory, TouchedContext
    from atlas.model.quarantine import Quarantine


def describe_selection(quarantine: Quarantine, zone: tzinfo) -> str:
    """Describe what is contained: `the conversation “c1” since 2026-03-01 09:00`."""
    if quarantine.memory is not None:
        return f"the memory {short_id(quarantine.memory)}"
    parts = [f"the conversation “{one_line(quarantine.conversation)}”"] if quarantine.conversation is not None else []
    parts += [f"the origin {quarantine.origin.value}"] if quarantine.origin is not None else []
    since = f"since {format_moment(quarantine.since, zone)}" if quarantine.since is not None else ""
    named = " from ".join(parts) or "everything said"
    return f"{named} {since}".rstrip()


def describe_memories(receipt: QuarantineReceipt) -> str:
    """Count what goes out of service, by kind: `2 messages, 3 facts, 1 lesson`."""
    kinds = Counter(each.kind for each in receipt.memories)
    named = {kind: "message" if kind is Kind.EPISODE else kind.value for kind in Kind}
    counted = [format_count(kinds[kind], named[kind], _plural(named[kind])) for kind in Kind if kinds[kind]]
    return ", ".join(counted) or "nothing more"


def _plural(word: str) -> str:
    return word if word == "knowledge" else f"{word}s"


def view_receipt(receipt: QuarantineReceipt) -> dict[str, object]:
    return {
        "quarantine": make_plain(receipt.quarantine),
        "dry_run": not receipt.entry,
        "memories": [{"id": each.id, "kind": each.kind, "content": each.content} for each in receipt.memories],
        "beliefs": receipt.beliefs,
        "arguments": receipt.arguments,
        "documents": receipt.documents,
        "reopened": receipt.reopened,
        "contexts": [_view_context(each) for each in receipt.contexts],
        "entry": receipt.entry,
    }


def _view_context(context: TouchedContext) -> dict[str, object]:
    serving, reply = context.serving, context.reply
    said = {"message": reply.id, "at": reply.at, "text": reply.text} if reply else None
    known = {"serving": serving.id, "at": serving.at, "conversation": serving.conversation, "query": serving.query}
    return {**known, "reply": said}


def view_story(story: QuarantineStory) -> dict[str, object]:
    return {
        **make_plain(story.quarantine),
        "contained": story.contained,
        "since_then": story.since_then,
        "reason": story.reason,
    }
