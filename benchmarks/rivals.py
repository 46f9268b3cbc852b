"""What else answers the same question over the same texts and vectors: FTS5, sqlite-vec, NumPy, Tantivy.

FTS5 and sqlite-vec are given what they need and no more: no filters, no surroundings, the simplest fusion. Of NumPy and
the memory's bandwidth there is the floor under any scan.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.language.words import words
from benchmarks.baselines import K1, B, fused
from benchmarks.sentences import DIMENSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEPTH: Final = 100
BYTES_A_CODE: Final = DIMENSION // 2
"""Of a vector in four bits a number."""
_WORD: Final = re.compile(r"\w+")
_LOAD: Final = 10_000
_HEAP: Final = 64 << 20
_ALONE: Final = 1_000
"""Rows of a product that one thread does alone. Of larger ones others take a part, and go on spinning for tens of
milliseconds afterwards, which would count as CPU time of whatever is measured next."""


def missing(*packages: str) -> list[str]:
    return [name for name in packages if find_spec(name) is None]


class Sqlite:
    """FTS5 over the texts and sqlite-vec's exact scan over the vectors, in one file."""

    def __init__(self, file: Path, texts: Sequence[str], rows: NDArray[np.float32]) -> None:
        import apsw
        import sqlite_vec

        self._connection = apsw.Connection(str(file))
        self._connection.enable_load_extension(True)
        self._connection.load_extension(sqlite_vec.loadable_path())
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61')")
        self._connection.execute(
            f"CREATE VIRTUAL TABLE vectors USING vec0(vector float[{DIMENSION}] distance_metric=cosine)"
        )
        with self._connection:
            self._connection.executemany("INSERT INTO texts(rowid, text) VALUES (?, ?)", enumerate(texts))
        for start in range(0, len(rows), _LOAD):
            block = ((at, rows[at].tobytes()) for at in range(start, min(start + _LOAD, len(rows))))
            with self._connection:
                self._connection.executemany("INSERT INTO vectors(rowid, vector) VALUES (?, ?)", block)

    def close(self) -> None:
        self._connection.close()

    def by_words(self, question: str) -> list[int]:
        """Any of the question's words. Leaving the common ones out would be quicker, and another ranking."""
        either = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(question.lower())))
        asked = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
        return [row[0] for row in self._connection.execute(asked, (either, DEPTH))] if either else []

    def by_meaning(self, vector: NDArray[np.float32]) -> list[int]:
        asked = "SELECT rowid FROM vectors WHERE vector MATCH ? AND k = ?"
        return [row[0] for row in self._connection.execute(asked, (vector.tobytes(), DEPTH))]

    def hybrid(self, question: str, vector: NDArray[np.float32]) -> list[int]:
        return fused((self.by_words(question), self.by_meaning(vector)))


class Tantivy:
    """Its text leg alone, in memory, over words cut as ours are."""

    def __init__(self, texts: Sequence[str]) -> None:
        import tantivy

        self._tantivy: Any = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", tokenizer_name="whitespace", stored=False)
        builder.add_unsigned_field("row", fast=True, stored=True)
        self._schema = builder.build()
        index = tantivy.Index(self._schema)
        writer = index.writer(_HEAP, 1)
        for row, text in enumerate(texts):
            document = tantivy.Document.from_dict({"text": " ".join(words(text)), "row": row}, self._schema)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def by_words(self, terms: Sequence[str]) -> Any:
        query = self._tantivy.Query
        either = [(self._tantivy.Occur.Should, query.term_query(self._schema, "text", term, "freq")) for term in terms]
        return self._searcher.search(query.boolean_query(either), DEPTH).hits


def nearest(rows: NDArray[np.float32], vector: NDArray[np.float32], depth: int = DEPTH) -> NDArray[np.intp]:
    """Exact, by a matrix product; best first."""
    import numpy as np

    scores = np.concatenate([rows[at : at + _ALONE] @ vector for at in range(0, len(rows), _ALONE)])
    depth = min(depth, len(scores))
    best = np.argpartition(scores, len(scores) - depth)[len(scores) - depth :]
    order: NDArray[np.intp] = best[np.argsort(-scores[best], kind="stable")]
    return order


class Floor:
    """What reading every code once takes, whatever is done with it: no scan of four bits a number is quicker."""

    def __init__(self, count: int) -> None:
        import numpy as np

        self._codes = np.random.default_rng(count).integers(0, 1 << 63, count * BYTES_A_CODE // 8, dtype=np.uint64)

    def read(self) -> int:
        import numpy as np

        return int(np.bitwise_or.reduce(self._codes))


class Words:
    """BM25 by the book over every text, for the words of some questions: what a text leg is held against."""

    def __init__(self, texts: Sequence[str], terms: frozenset[str]) -> None:
        import numpy as np

        places: dict[str, list[tuple[int, int]]] = {term: [] for term in terms}
        lengths = np.zeros(len(texts))
        for row, text in enumerate(texts):
            found = words(text)
            lengths[row] = len(found)
            for term, often in Counter(word for word in found if word in terms).items():
                places[term].append((row, often))
        self._norms = K1 * (1 - B + B * lengths / max(lengths.mean(), 1.0))
        self._places = {term: np.array(each, dtype=np.int64).reshape(-1, 2) for term, each in places.items()}

    def scores(self, terms: Sequence[str]) -> NDArray[np.float64]:
        import numpy as np

        scores = np.zeros(len(self._norms))
        for term in terms:
            rows, often = self._places[term].T
            rare = math.log1p((len(scores) - len(rows) + 0.5) / (len(rows) + 0.5))
            scores[rows] += rare * often * (K1 + 1) / (often + self._norms[rows])
        return scores
