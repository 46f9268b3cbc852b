"""The encoder on board: right vectors, pinned bytes, no noise, nothing loaded before it is needed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from atlas.adapters import onnx_session
from atlas.adapters.embedding import encoder
from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.adapters.onnx_session import PinnedModel
from atlas.errors import BadInput, EmbedderTrouble

pytestmark = pytest.mark.runs_networks

_REFERENCE = json.loads((Path(__file__).parent / "reference_vectors.json").read_text(encoding="utf-8"))["cases"]
_MODULE = "atlas.adapters.embedding.encoder"


@pytest.fixture(scope="module")
def embedder() -> EncoderEmbedder:
    return EncoderEmbedder()


def test_vectors_agree_with_the_full_precision_model(embedder: EncoderEmbedder) -> None:
    """Tokenizer, graph, pooling and length are those of the network that was trained; eight bits cost the rest (X8).

    The reference is written by `python -m training.embedding.reference`.
    """
    ours = embedder.embed([text for text, _ in _REFERENCE])
    cosines = [float(np.dot(row, theirs)) for row, (_, theirs) in zip(ours, _REFERENCE, strict=True)]
    assert min(cosines) > 0.98
    assert float(np.median(cosines)) > 0.99


def test_rows_are_of_unit_length_and_of_the_stated_dimension(embedder: EncoderEmbedder) -> None:
    rows = embedder.embed(["coffee", "", "😀", "\ud800", "\x00", "word " * 1000])
    assert rows.shape == (6, embedder.identity.dimension)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_meaning_counts_not_words(embedder: EncoderEmbedder) -> None:
    asked, same, other = embedder.embed(
        ["Which drinks does she like?", "Anna loves espresso.", "The invoice is due on Friday."]
    )
    assert asked @ same > asked @ other + 0.1


def test_identity(embedder: EncoderEmbedder) -> None:
    assert embedder.identity.key == "atlas-encoder@2/384"  # X8


def test_no_texts_give_no_rows_without_loading_anything() -> None:
    assert EncoderEmbedder(model=Path("nowhere")).embed([]).shape == (0, 384)


def test_a_vector_does_not_depend_on_its_company(embedder: EncoderEmbedder) -> None:
    # A cache keyed by content, and a re-embedding that resumes (X8), both stand on this.
    texts = [f"I was in Lisbon {count} times. " * count for count in range(1, 20)]
    together = embedder.embed(texts)
    alone = np.concatenate([embedder.embed([text]) for text in texts[::6]])
    assert np.array_equal(together[::6], alone)


def test_threads_share_one_embedder() -> None:
    embedder, rows = EncoderEmbedder(), {}
    texts = ["coffee", "tea", "the train to Lisbon", "a red bicycle"]

    def work(at: int) -> None:
        rows[at] = embedder.embed([texts[at]])[0]

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.allclose([rows[at] for at in range(len(texts))], embedder.embed(texts), atol=1e-5)


def test_of_a_huge_text_the_beginning_is_read(embedder: EncoderEmbedder) -> None:
    huge, beginning = embedder.embed(["a very long story " * 600_000, "a very long story " * 1_000])
    assert np.allclose(huge, beginning, atol=1e-5)


def test_an_altered_model_is_refused(tmp_path: Path) -> None:
    # R7
    other = tmp_path / "model.onnx"
    other.write_bytes(b"not the model")
    with pytest.raises(EmbedderTrouble, match="altered"):
        EncoderEmbedder(model=other).embed(["x"])


def test_a_missing_model_file_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(EmbedderTrouble, match="cannot be read"):
        EncoderEmbedder(model=tmp_path / "gone.onnx").embed(["x"])


def test_a_missing_runtime_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EmbedderTrouble, match="onnxruntime"):
        onnx_session._import_runtime(EmbedderTrouble)


def test_a_model_the_runtime_cannot_load_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"not onnx")
    pinned = PinnedModel(
        tmp_path / "model.onnx", hashlib.sha256(b"not onnx").hexdigest(), "model", "reinstall it", EmbedderTrouble
    )
    with pytest.raises(EmbedderTrouble, match="cannot load"):
        onnx_session.open_session(pinned, 1)


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0])
def test_senseless_numbers_never_leave(value: float, monkeypatch: pytest.MonkeyPatch) -> None:
    # R7: the port promises EmbedderTrouble, never NaN.
    session = SimpleNamespace(run=lambda *_: [np.full((1, 384), value, np.float32)])
    monkeypatch.setattr(encoder, "open_session", lambda *_: session)
    with pytest.raises(EmbedderTrouble):
        EncoderEmbedder().embed(["x"])


def test_a_fault_of_the_runtime_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: Any) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(encoder, "open_session", lambda *_: SimpleNamespace(run=run))
    with pytest.raises(EmbedderTrouble, match="could not be run"):
        EncoderEmbedder().embed(["x"])


def test_at_least_one_thread() -> None:
    with pytest.raises(BadInput):
        EncoderEmbedder(threads=0)


def test_two_embedders_share_one_loaded_model(embedder: EncoderEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder.embed(["x"])
    monkeypatch.setattr(onnx_session, "_load_session", lambda *_: pytest.fail("loaded again"))
    EncoderEmbedder().embed(["x"])


def test_import_is_light_and_embedding_is_silent() -> None:
    code = f"""
import sys
from {_MODULE} import EncoderEmbedder
embedder = EncoderEmbedder()
heavy = {{"numpy", "onnxruntime", "apsw", "httpx"}} & set(sys.modules)
assert not heavy, heavy
embedder.embed(["x"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nobody_is_told_that_it_runs(tmp_path: Path) -> None:
    """Nothing leaves the machine, and nothing is left in the home: onnxruntime would do both (docs/SECURITY.md)."""
    code = f"from {_MODULE} import EncoderEmbedder; EncoderEmbedder().embed(['x'])"
    paths = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA")}
    env = {key: value for key, value in os.environ.items() if key != onnx_session._QUIET} | paths
    subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert list(tmp_path.rglob("*")) == []
