"""A cache of vectors: the same answers, fewer questions, and never in the way."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from _patience import LIMIT_S
from atlas.adapters.embedding.cached import CachedEmbedder
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    from numpy.typing import NDArray


class _Counting:
    """A real embedder that remembers what it was asked."""

    def __init__(self, version: str = "1") -> None:
        self._inner = HashingEmbedder(16)
        self._version = version
        self.asked: list[str] = []

    @property
    def identity(self) -> EmbedderIdentity:
        return EmbedderIdentity("counting", 16, self._version)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.extend(texts)
        return self._inner.embed(texts)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "vectors.db"


@pytest.fixture
def cached(path: Path) -> Iterator[Callable[[_Counting], CachedEmbedder]]:
    made: list[CachedEmbedder] = []

    def build(inner: _Counting) -> CachedEmbedder:
        made.append(CachedEmbedder(inner, path))
        return made[-1]

    yield build
    for embedder in made:
        embedder.close()


Build = Callable[[_Counting], CachedEmbedder]


def test_a_text_is_embedded_once_even_across_openings(cached: Build) -> None:
    first, second = _Counting(), _Counting()
    rows = cached(first).embed(["a", "b", "a"])
    again = cached(second).embed(["b", "c", "a"])
    assert (first.asked, second.asked) == (["a", "b"], ["c"])
    assert np.array_equal(again[[2, 0]], rows[[0, 1]])
    assert np.array_equal(rows, HashingEmbedder(16).embed(["a", "b", "a"]))


def test_another_identity_never_sees_these_vectors(cached: Build) -> None:
    cached(_Counting("1")).embed(["a"])
    newer = _Counting("2")
    cached(newer).embed(["a"])
    assert newer.asked == ["a"]  # X8


def test_rows_are_the_callers_own(cached: Build) -> None:
    embedder = cached(_Counting())
    rows = embedder.embed(["a"])
    rows[:] = 7.0
    assert np.allclose(np.linalg.norm(embedder.embed(["a"])), 1.0, atol=1e-5)


def test_no_texts_and_strange_texts(cached: Build) -> None:
    embedder = cached(_Counting())
    assert embedder.embed([]).shape == (0, 16)
    assert embedder.embed(["", "\ud800", "\x00", "x" * 100_000]).shape == (4, 16)
    assert embedder.embed(["\ud800"]).shape == (1, 16)


def test_more_texts_than_one_statement_holds(cached: Build) -> None:
    inner = _Counting()
    texts = [f"text {number}" for number in range(1300)]
    rows = cached(inner).embed(texts)
    assert np.array_equal(cached(inner).embed(texts), rows)
    assert len(inner.asked) == 1300


@pytest.mark.parametrize(
    "junk", [b"this is no database, it only looks like a file" * 100, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_corrupt_file_is_made_anew(cached: Build, path: Path, junk: bytes) -> None:
    # R7: a spoilt cache is only slower.
    path.parent.mkdir()
    path.write_bytes(junk)
    inner = _Counting()
    embedder = cached(inner)
    assert embedder.embed(["a"]).shape == (1, 16)
    embedder.embed(["a"])
    embedder.embed(["a"])
    assert inner.asked.count("a") == 1


def test_a_file_spoilt_in_the_middle_still_answers(cached: Build, path: Path) -> None:
    texts = [f"text {number}" for number in range(300)]
    cached(_Counting()).embed(texts)
    path.write_bytes(path.read_bytes()[:4096] + b"\xee" * 20_000)
    for leftover in (Path(f"{path}-wal"), Path(f"{path}-shm")):
        leftover.unlink(missing_ok=True)
    inner = _Counting()
    rows = cached(inner).embed(texts)
    assert np.array_equal(rows, HashingEmbedder(16).embed(texts))


@pytest.mark.parametrize("torn", [b"", b"\0" * 64, b"\xff" * 64, b"\0" * 60, np.full(16, 9.0, np.float32).tobytes()])
def test_a_torn_row_is_made_again_and_replaced(cached: Build, path: Path, torn: bytes) -> None:
    inner = _Counting()
    embedder = cached(inner)
    good = embedder.embed(["a"])
    connection = apsw.Connection(str(path))
    connection.execute("update vectors set vector = ?", (torn,))
    connection.close()
    assert np.array_equal(embedder.embed(["a"]), good)
    assert np.array_equal(embedder.embed(["a"]), good)
    assert inner.asked == ["a", "a"]


def test_a_place_that_cannot_hold_a_file_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for place in (tmp_path, tmp_path / "file" / "below.db"):
        inner = _Counting()
        embedder = CachedEmbedder(inner, place)
        assert embedder.embed(["a"]).shape == (1, 16)
        assert embedder.embed(["a"]).shape == (1, 16)
        assert inner.asked == ["a", "a"]
        embedder.close()


def test_no_text_is_kept(cached: Build, path: Path) -> None:
    embedder = cached(_Counting())
    embedder.embed(["canary-7f3a"])
    embedder.close()
    assert all(b"canary" not in file.read_bytes() for file in path.parent.iterdir())  # P3


def test_threads_share_one_cache(cached: Build) -> None:
    embedder, wrong = cached(_Counting()), []
    texts = [f"text {number}" for number in range(60)]
    expected = HashingEmbedder(16).embed(texts)

    def work() -> None:
        if not np.array_equal(embedder.embed(texts), expected):
            wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_processes_share_one_file(path: Path, cached: Build) -> None:
    code = f"""
from pathlib import Path
from atlas.adapters.embedding.cached import CachedEmbedder
from atlas.adapters.embedding.hashing import HashingEmbedder
embedder = CachedEmbedder(HashingEmbedder(16), Path({str(path)!r}))
for round in range(20):
    embedder.embed([f"text {{number}}" for number in range(round * 5, round * 5 + 40)])
"""
    command = [sys.executable, "-c", code]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(LIMIT_S) for process in running] == [0, 0, 0]
    connection = apsw.Connection(str(path))
    assert connection.execute("select count(*) from vectors").fetchall() == [(135,)]
    assert connection.pragma("integrity_check") == "ok"
    connection.close()
