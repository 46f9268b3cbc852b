"""What went wrong, written down (S12): one failure for each reply, known by what was asked, and of which type it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import query_vectors
from atlas.engine.thinking.schedule import fire_counted
from atlas.model.failure import Failure
from atlas.model.ids import MessageId
from atlas.model.interaction import Role
from atlas.model.signal import Signal, SignalKind
from atlas.ports.embedder import Embedder
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.signals.policy import SignalPolicy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]

COMPARED: Final = 2_000
"""Earlier failures that a new one is compared with: the newest."""
RECENT: Final = 200
FAILING: Final = frozenset(
    {
        SignalKind.CORRECTION,
        SignalKind.RE_ASK,
        SignalKind.UNDO,
        SignalKind.ABANDONMENT,
        SignalKind.TASK_FAILURE,
        SignalKind.TOOL_ERROR,
        SignalKind.THUMBS_DOWN,
        SignalKind.REPETITION,
        SignalKind.LONG_TASK,
    }
)
"""Signals by which a failure is known; a verifier's no is another."""


def is_failure(signal: Signal) -> bool:
    return signal.kind in FAILING or (signal.kind is SignalKind.VERIFIED and signal.score < 0.5)


class EarlierFailures:
    """The failures before, read once a transaction, and only if there is one more."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: list[Failure] | None = None

    def read_all(self) -> list[Failure]:
        if self._known is None:
            self._known = list(self._reader.failures(COMPARED))
        return self._known

    def add_failure(self, failure: Failure) -> None:
        self._known = [failure, *(each for each in self.read_all() if each.id != failure.id)]


def add_failure(
    runtime: Runtime, txn: Writer, signal: Signal, vectors: Mapping[MessageId, Rows], earlier: EarlierFailures
) -> None:
    """Record one failure for each reply that failed, however many signals tell of it."""
    if any(failure.about == signal.about for failure in earlier.read_all()):
        return
    failed = txn.interaction(signal.about)
    said = [message.id for message in failed.messages if message.role is Role.USER] if failed else []
    asked = said[-1] if said else None
    failure = Failure(runtime.failure_id(), signal.about, signal.kind, runtime.now(), asked, signal.message)
    vector = vectors.get(asked) if asked else None
    made = (
        failure
        if vector is None
        else _assign_type(runtime.signals, txn, _with_vector(runtime.embedder, failure, vector), earlier)
    )
    txn.put_failure(made)
    earlier.add_failure(made)


def embed_failures(runtime: Runtime) -> int:
    """Embed failures that were reported, since a report waits for no embedder; how many."""
    with runtime.reading() as reader:
        bare = {each.id: each for each in reversed(reader.failures(RECENT)) if _lacks_vector(runtime.embedder, each)}
        words = {
            message.id: message.text for message in reader.messages(each.asked for each in bare.values() if each.asked)
        }
    asked = [each for each in bare.values() if each.asked in words]
    rows = query_vectors(runtime, [words[each.asked] for each in asked if each.asked]) if asked else None
    if rows is None:
        return 0
    with runtime.writing() as txn:
        earlier = EarlierFailures(txn)
        for each, row in zip(asked, rows, strict=True):
            current = txn.failure(each.id)
            if current is not None and _lacks_vector(runtime.embedder, current):
                made = _assign_type(runtime.signals, txn, _with_vector(runtime.embedder, current, row), earlier)
                txn.put_failure(made)
                earlier.add_failure(made)
        fire_counted(runtime, txn)
    return len(asked)


def _lacks_vector(embedder: Embedder, failure: Failure) -> bool:
    return failure.asked is not None and failure.identity != embedder.identity.key


def _with_vector(embedder: Embedder, failure: Failure, vector: Rows) -> Failure:
    return replace(failure, identity=embedder.identity.key, vector=vector.astype("<f4").tobytes())


def _assign_type(policy: SignalPolicy, txn: Writer, failure: Failure, earlier: EarlierFailures) -> Failure:
    """A failure of the type of the nearest earlier one that is near enough; else the first of its own type."""
    if failure.type is not None:
        return failure
    import numpy as np  # slow to import

    from atlas.signals.failure_clusters import find_same_type  # brings in numpy

    own = np.frombuffer(failure.vector or b"", dtype="<f4")
    known = _comparable_failures(earlier, failure)
    rows = np.stack([np.frombuffer(each.vector or b"", dtype="<f4") for each in known]) if known else own[None][:0]
    nearest = find_same_type(own, rows, policy)
    if nearest is None:
        return replace(failure, type=failure.id)
    score = min(1.0, max(0.0, float(rows[nearest] @ own)))
    about = failure.about
    txn.put_signal(Signal(SignalKind.SAME_FAILURE, about, about, score, failure.at, message=failure.asked))
    return replace(failure, type=known[nearest].type or known[nearest].id)


def _comparable_failures(earlier: EarlierFailures, failure: Failure) -> Sequence[Failure]:
    """Earlier failures with a vector of the same embedder."""
    return [
        each
        for each in earlier.read_all()
        if each.vector and each.identity == failure.identity and each.id != failure.id
    ]
