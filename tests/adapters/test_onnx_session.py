"""One text has one vector on every processor (X8): bytes are multiplied exactly, and quickly where that is exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlas.adapters import onnx_session
from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.adapters.onnx_session import PinnedModel
from atlas.adapters.reading import onnx_annotator
from atlas.errors import EmbedderTrouble

_SETTING = onnx_session._EXACT_PRODUCTS
_MODEL = onnx_session._BYTE_PRODUCTS


class _Options:
    def __init__(self) -> None:
        self.entries: dict[str, str] = {}

    def add_session_config_entry(self, key: str, value: str) -> None:
        self.entries[key] = value


@dataclass(eq=False)
class _Runtime:
    """Stands in for onnxruntime on a processor whose sums of two products stop at `limit`."""

    limit: int
    sessions: list[_Options] = field(default_factory=list)
    SessionOptions = _Options

    def InferenceSession(self, data: bytes, options: _Options, providers: list[str]) -> _Runtime:  # noqa: N802 # its name
        self.sessions.append(options)
        return self

    def run(self, names: None, feed: dict[str, Any]) -> list[Any]:
        rows, width = feed["activations"].shape
        pair = min(2 * 255 * 127, self.limit)
        signs = np.array([1, -1] * (width // 2))
        return [np.tile(signs * pair * (width // 2), (rows, 1))]


class _Faulty(_Runtime):
    def run(self, names: None, feed: dict[str, Any]) -> list[Any]:
        raise RuntimeError("no such kernel")


def _open_with(runtime: _Runtime, patch: pytest.MonkeyPatch) -> _Options:
    """The options with which a model is opened, after the product was tried."""
    patch.setattr(onnx_session, "_import_runtime", lambda _: runtime)
    onnx_session._load_session(_MODEL, 1)
    return runtime.sessions[-1]


def test_a_processor_that_saturates_is_told_to_be_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = _Runtime(limit=2**15 - 1)
    assert _open_with(runtime, monkeypatch).entries == {_SETTING: "1"}
    assert runtime.sessions[0].entries == {}, "the product is tried as the processor does it by itself"


def test_a_processor_that_is_exact_by_itself_is_left_to_be_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _open_with(_Runtime(limit=2**31 - 1), monkeypatch).entries == {}


def test_where_the_product_cannot_be_tried_exactness_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _open_with(_Faulty(limit=0), monkeypatch).entries == {_SETTING: "1"}


def test_the_product_is_tried_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = _Runtime(limit=2**15 - 1)
    for _ in range(3):
        _open_with(runtime, monkeypatch)
    assert [each.entries for each in runtime.sessions] == [{}, *[{_SETTING: "1"}] * 3]


def test_an_altered_file_is_refused_before_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "byte_products.onnx"
    other.write_bytes(b"another model")
    monkeypatch.setattr(
        onnx_session, "_BYTE_PRODUCTS", PinnedModel(other, _MODEL.sha256, "model", "reinstall", EmbedderTrouble)
    )
    with pytest.raises(EmbedderTrouble, match="altered"):
        onnx_session._load_session(EncoderEmbedder()._model, 1)


def test_products_are_exact_on_this_processor() -> None:
    session = onnx_session._load_session(_MODEL, 1)
    assert all(onnx_session._is_product_exact(session, rows) for rows in (1, 2, 5, 16, 33))


@pytest.mark.parametrize(
    "model",
    [EncoderEmbedder()._model, onnx_annotator.load_reader(onnx_annotator.SHIPPED)[0]],
    ids=["encoder", "reader"],
)
def test_the_networks_give_the_same_numbers_whichever_way(model: PinnedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = onnx_session._load_session(model, 1)
    monkeypatch.setattr(onnx_session, "_multiplies_exactly", lambda *_: False)
    exact = onnx_session._load_session(model, 1)
    for tokens in (1, 7, 40, 190):
        ids = np.random.default_rng(tokens).integers(1_000, 20_000, (1, tokens))
        feed = {"ids": ids, "types": np.zeros_like(ids)}
        pairs = zip(chosen.run(None, feed), exact.run(None, feed), strict=True)
        assert all(one.tobytes() == other.tobytes() for one, other in pairs)
