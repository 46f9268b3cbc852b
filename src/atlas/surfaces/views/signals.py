"""Signals and failures, as JSON."""

from __future__ import annotations

from dataclasses import replace

from atlas.model.failure import Failure
from atlas.model.signal import Confidence
from atlas.surfaces.views.id_lookup import MessageLookup
from atlas.surfaces.views.json_text import make_plain


def view_confidence(confidence: Confidence) -> dict[str, object]:
    return {"value": confidence.value, "parts": dict(confidence.parts)}


def view_failure(failure: Failure, messages: MessageLookup) -> dict[str, object]:
    """A failure as JSON: without its vector, which tells a reader nothing, and with the words of its messages."""
    texts = {"asked_text": messages.message_text(failure.asked), "told_text": messages.message_text(failure.told)}
    return {**make_plain(replace(failure, vector=None)), **texts}
