"""Vectors made once and kept on disk, so that tests and benchmarks do not drown in embedding.

Made for corpora that are public anyway. It keeps no text, but the vector of a text outlives a forget (X3), so an engine
over a person's memory does not stand on this.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atlas.model.recall import EmbedderIdentity
from atlas.ports.embedder import Embedder

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

_BUSY_MS: Final = 5_000
_LOOKUP: Final = 500
"""Keys in one statement; SQLite has a limit on parameters."""

_SCHEMA: Final = """
pragma journal_mode = wal;
pragma synchronous = off;
create table if not exists vectors (key blob primary key, vector blob not null) without rowid;
"""


class CachedEmbedder:
    """Asks the inner embedder only for texts it has not seen. Several processes may share one file.

    A cache never stands in the way: whatever is wrong with its file, the vectors still come from the inner embedder.
    """

    def __init__(self, inner: Embedder, path: Path) -> None:
        self._inner = inner
        self._path = path
        self._lock = threading.Lock()
        self._connection: apsw.Connection | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        keys = [self._key(text) for text in texts]
        kept = self._load(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
        made = self._make_vectors(missing)
        vectors = {**kept, **made}
        rows = [np.frombuffer(vectors[key], dtype="<f4") for key in keys]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.identity.dimension)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _key(self, text: str) -> bytes:
        """X8: the identity is part of the key, so a new model never meets the vectors of the old one."""
        return hashlib.sha256(f"{self.identity.key}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _make_vectors(self, missing: Mapping[bytes, str]) -> dict[bytes, bytes]:
        if not missing:
            return {}
        rows = self._inner.embed(list(missing.values()))
        made = {key: row.astype("<f4").tobytes() for key, row in zip(missing, rows, strict=True)}
        self._save_vectors(made)
        return made

    def _load(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        import apsw

        with self._lock:
            try:
                found = self._select_vectors(keys)
            except (apsw.NotADBError, apsw.CorruptError):
                self._recreate_file()
                return {}
            except (apsw.Error, OSError):
                return {}
        return {key: vector for key, vector in found.items() if self._is_sound(vector)}

    def _select_vectors(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for at in range(0, len(keys), _LOOKUP):
            some = tuple(keys[at : at + _LOOKUP])
            marks = ",".join("?" * len(some))
            sql = f"select key, vector from vectors where key in ({marks})"  # noqa: S608 - only question marks
            found.update(_read_pairs(self._open().execute(sql, some)))
        return found

    def _is_sound(self, vector: bytes) -> bool:
        """Written without waiting for the disk, a row may be torn by a power cut: then it is made again."""
        import numpy as np

        if len(vector) != 4 * self.identity.dimension:
            return False
        return abs(float(np.linalg.norm(np.frombuffer(vector, dtype="<f4"))) - 1.0) < 1e-3

    def _save_vectors(self, made: Mapping[bytes, bytes]) -> None:
        import apsw

        with self._lock:
            try:
                connection = self._open()
                with connection:
                    connection.executemany("insert or replace into vectors values (?, ?)", made.items())
            except (apsw.NotADBError, apsw.CorruptError):
                self._recreate_file()
            except (apsw.Error, OSError):
                return

    def _open(self) -> apsw.Connection:
        import apsw

        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = apsw.Connection(str(self._path))
            try:
                connection.set_busy_timeout(_BUSY_MS)
                connection.execute(_SCHEMA).fetchall()
            except apsw.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _recreate_file(self) -> None:
        """The log goes first: beside a new file, the log of the old one would spoil it again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        with suppress(OSError):  # a folder that may not be written: then there is no cache
            for suffix in ("-wal", "-shm", ""):
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)


def _read_pairs(rows: Iterable[tuple[object, ...]]) -> dict[bytes, bytes]:
    return {key: vector for key, vector in rows if isinstance(key, bytes) and isinstance(vector, bytes)}
