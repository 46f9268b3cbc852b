"""Signals and failures, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.model.signal import Confidence
from atlas.surfaces.views.id_lookup import Heard
from atlas.surfaces.views.json_text import plain

if TYPE_CHECKING:
    pass
from dataclasses import replace
from typing import TYPE_CHECKING

from atlas.model.failure import Failure

if TYPE_CHECKING:
    pass


def view_confidence(sure: Confidence) -> dict[str, object]:
    return {"value": sure.value, "parts": dict(sure.parts)}


def view_failure(failure: Failure, heard: Heard) -> dict[str, object]:
    """Without its vector, which says nothing to anybody; with its words, which say all."""
    told = {"asked_text": heard.text(failure.asked), "told_text": heard.text(failure.told)}
    return {**plain(replace(failure, vector=None)), **told}
