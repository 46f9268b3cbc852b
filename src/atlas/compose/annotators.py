"""The reader that the settings choose, or none where it is not to be had: then only a model finds facts."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from atlas.settings import Settings

if TYPE_CHECKING:
    from atlas.ports.annotator import Annotator


def choose_annotator(settings: Settings) -> tuple[Annotator | None, tuple[str, ...]]:
    """Choose the reader; where it cannot run, none and a notice."""
    if settings.reader == "none":
        return None, ()
    if find_spec("onnxruntime") is None:
        return None, ("The small reader needs onnxruntime, not installed here: no facts are found in messages.",)
    from atlas.adapters.reading.onnx_annotator import SHIPPED, OnnxAnnotator  # this reader alone

    return OnnxAnnotator(SHIPPED), ()
