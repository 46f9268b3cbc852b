"""A reader that was just exported, pinned by its own bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from atlas.adapters.onnx_session import PinnedModel
from atlas.errors import AnnotatorTrouble


def pin_reader(folder: Path) -> PinnedModel:
    path = folder / "reader.onnx"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return PinnedModel(path, digest, "reading model", "export it again", AnnotatorTrouble)
