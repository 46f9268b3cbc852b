"""Models in ONNX files, run on the CPU: the bytes are pinned by their hash, and loaded once a process.

Importing this module costs nothing: onnxruntime is loaded with the first model.
"""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.errors import Trouble

if TYPE_CHECKING:
    from collections.abc import Mapping

_FATAL: Final = 4
"""onnxruntime's level of logging: what is wrong arrives as an exception, and stderr is the application's."""

_QUIET: Final = "ORT_DISABLE_TELEMETRY"
"""onnxruntime reports to its makers, and keeps a device id in the home, unless this is set before it is loaded."""

_EXACT_PRODUCTS: Final = "session.x64quantprecision"
"""Processors without VNNI multiply bytes by an instruction that saturates: the same text would get other vectors there
(X8). With this onnxruntime takes another instruction, which is exact and half as fast; it would take it on processors
with VNNI too, whose own is exact already."""

_sessions: Final[dict[tuple[Path, int], Any]] = {}
_sessions_lock: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class PinnedModel:
    """A model's file, the hash of its bytes, and what people call it."""

    path: Path
    sha256: str
    title: str
    remedy: str
    """What to do where the file is not what it should be: "reinstall …"."""
    trouble: type[Trouble]
    """What is raised where it cannot be run."""


_BYTE_PRODUCTS: Final = PinnedModel(
    Path(__file__).parent / "data" / "byte_products.onnx",
    "b1b2b9e59f4ba1aa63d04dcd969138dc7cab3a8495d845c8b2fcdfffc28b2b84",
    "model that tries how this processor multiplies",
    "reinstall ATLAS",
    Trouble,
)
"""The largest weights alone, as our models hold theirs; `training/byte_products.py` makes it."""

_LARGEST: Final = 255
_WEIGHT: Final = 127
_WIDTH: Final = 16
_ROWS: Final = (1, 16)
"""One token and several."""


def open_session(model: PinnedModel, threads: int) -> Any:
    """One for the process: loading takes time, and the bytes are checked once."""
    with _sessions_lock:
        key = (model.path, threads)
        if key not in _sessions:
            _sessions[key] = _load_session(model, threads)
        return _sessions[key]


def run_session(session: Any, model: PinnedModel, feed: Mapping[str, Any]) -> list[Any]:
    try:
        outputs: list[Any] = session.run(None, dict(feed))
    except list_faults() as error:
        raise model.trouble(f"The {model.title} could not be run on this text.") from error
    return outputs


def _load_session(model: PinnedModel, threads: int) -> Any:
    data = _read_checked_bytes(model)
    products = _read_checked_bytes(replace(_BYTE_PRODUCTS, trouble=model.trouble))
    runtime = _import_runtime(model.trouble)
    options = _make_options(runtime, threads)
    if not _multiplies_exactly(runtime, products):
        options.add_session_config_entry(_EXACT_PRODUCTS, "1")
    try:
        return _make_session(runtime, data, options)
    except list_faults() as error:
        raise model.trouble(f"The installed onnxruntime cannot load the {model.title}.") from error


def _make_options(runtime: Any, threads: int) -> Any:
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    return options


def _make_session(runtime: Any, data: bytes, options: Any) -> Any:
    return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


@cache
def _multiplies_exactly(runtime: Any, products: bytes) -> bool:
    """Tell whether this processor multiplies the largest bytes exactly by itself: tried once a process.

    Where that cannot be tried, it is taken not to.
    """
    try:
        session = _make_session(runtime, products, _make_options(runtime, 1))
        return all(_is_product_exact(session, rows) for rows in _ROWS)
    except list_faults():
        return False


def _is_product_exact(session: Any, rows: int) -> bool:
    """Multiply rows of the largest activation by the columns of the largest weight and of its negative."""
    import numpy as np

    found = session.run(None, {"activations": np.full((rows, _WIDTH), _LARGEST, np.uint8)})[0]
    largest = _LARGEST * _WEIGHT * _WIDTH
    return bool((found[:, 0::2] == largest).all() and (found[:, 1::2] == -largest).all())


def _read_checked_bytes(model: PinnedModel) -> bytes:
    """The very bytes that will run: a file checked and then opened again could have changed in between."""
    try:
        data = model.path.read_bytes()
    except OSError as error:
        raise model.trouble(f"The {model.title} cannot be read: {error.strerror}; {model.remedy}.") from error
    if hashlib.sha256(data).hexdigest() != model.sha256:
        raise model.trouble(f"The {model.title} has been altered; {model.remedy}.")
    return data


def _import_runtime(trouble: type[Trouble]) -> Any:
    os.environ[_QUIET] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise trouble("onnxruntime is not installed, or not for this machine.") from error
    onnxruntime.set_default_logger_severity(_FATAL)
    return onnxruntime


def list_faults() -> tuple[type[Exception], ...]:
    """onnxruntime's exceptions have no common parent but `Exception`, so they are named."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = ("EPFail", "EngineError", "Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "NotImplemented")
    return (*(getattr(state, name) for name in names), state.RuntimeException, RuntimeError)
