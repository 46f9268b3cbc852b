"""What the two networks on board make of a text, kept by the process that tests: most tests read what others read.

Tests alone may do this: of a user nothing stays in memory that is not in the store (X3). A test of the networks
themselves is marked `runs_networks`. What a test starts as a process of its own runs them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from _switch import Switch
from atlas.adapters.embedding import encoder
from atlas.adapters.reading import onnx_annotator

if TYPE_CHECKING:
    import pytest

    from atlas.adapters.onnx_session import PinnedModel
    from atlas.adapters.reading.confidence import Confidence
    from atlas.model.reading import Reading, Unread

_LONGEST = 2_000
"""Characters of a window that is worth keeping."""


class NetworkCache(Switch):
    """Runs the networks once for each text, unless it is told to run them every time."""

    def __init__(self) -> None:
        super().__init__()
        self._read = onnx_annotator._read_window
        self._run = encoder.run_session
        self._readings: dict[tuple[PinnedModel, Unread], Reading] = {}
        self._rows: dict[tuple[PinnedModel, bytes], list[Any]] = {}

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(onnx_annotator, "_read_window", self._read_cached)
        patch.setattr(encoder, "run_session", self._run_cached)

    def _read_cached(self, session: Any, model: PinnedModel, confidence: Confidence, window: Unread) -> Reading:
        key = (model, window)
        if not self.on or len(window.text) + len(window.before) > _LONGEST:
            return self._read(session, model, confidence, window)
        if key not in self._readings:
            self._readings[key] = self._read(session, model, confidence, window)
        return self._readings[key]

    def _run_cached(self, session: Any, model: PinnedModel, feed: Mapping[str, Any]) -> list[Any]:
        key = (model, feed["ids"].tobytes())
        if not self.on:
            return self._run(session, model, feed)
        if key not in self._rows:
            self._rows[key] = self._run(session, model, feed)
        return self._rows[key]
