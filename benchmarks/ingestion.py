"""A folder of mixed files, ingested, changed and removed (C6): its cost, what is found, what is left, what steers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas._version import __version__
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.errors import BadInput
from atlas.language.chunking import cut_chunks
from atlas.model.memory import Kind, Memory
from atlas.model.recall import EmbedderIdentity
from atlas.model.source_file import FoundFile, SkipReason
from atlas.ports.embedder import Embedder
from atlas.surfaces.library import Atlas
from atlas.testing.virtual import Virtual, virtual
from benchmarks.baselines import Bm25
from benchmarks.mixed_files import Made, Question, change_folder, make_folder, remove_files
from benchmarks.stopwatch import so_far

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BARS: Final = {"leftovers": 0, "secrets_stored": 0, "steered": 0}
CHANGED: Final = 0.1
REMOVED: Final = 0.2
NIGHTS: Final = 8
_MANY: Final = 100_000


class CountingEmbedder:
    """An embedder that counts the texts it is given."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.texts = 0

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return self._inner.embed(texts)


def run(
    data: Path, files: int, questions: int, embedder: Embedder | None, advance: Callable[[int, int | None], None]
) -> dict[str, Any]:
    """All figures, on files of a fixed seed; without an embedder, words are compared."""
    injections = read_injections(data)
    with tempfile.TemporaryDirectory(prefix="atlas-") as place:
        folder = Path(place) / "docs"
        made = make_folder(folder, files, injections)
        counting = CountingEmbedder(embedder or HashingEmbedder())
        life = virtual(Path(place) / "docs.atlas", embedder=counting)
        atlas = Atlas(life.runtime, background=False)
        figures = {
            "version": __version__,
            "files": made.files,
            **_measure(atlas, life, folder, made, questions, counting, advance),
        }
        atlas.close(think=False)
        figures["secrets"] = {"planted": len(made.secrets), "stored": _count_stored(Path(place), made.secrets)}
    figures["bars"] = BARS
    return figures


def _measure(
    atlas: Atlas,
    life: Virtual,
    folder: Path,
    made: Made,
    questions: int,
    counting: CountingEmbedder,
    advance: Callable[[int, int | None], None],
) -> dict[str, Any]:
    figures: dict[str, Any] = {"cost": _measure_cost(atlas, life, folder, counting)}
    advance(1, 5)
    figures["recall"] = _measure_recall(atlas, folder, made.questions[:: max(1, len(made.questions) // questions)])
    advance(1, None)
    figures["poison"] = _measure_poison(atlas, life, made.poisons)
    advance(1, None)
    figures["change"] = _measure_change(atlas, folder, counting)
    advance(1, None)
    figures["removal"] = _measure_removal(atlas, life, folder)
    advance(1, None)
    return figures


def _measure_cost(atlas: Atlas, life: Virtual, folder: Path, counting: CountingEmbedder) -> dict[str, Any]:
    began = so_far()
    size = sum(len(path.read_bytes()) for path in folder.rglob("*") if path.is_file())
    reading = so_far() - began
    began = so_far()
    first = atlas.knowledge.ingest(folder)
    ingesting = so_far() - began
    began = so_far()
    again = atlas.knowledge.ingest(folder)
    unchanged = so_far() - began
    began = so_far()
    atlas.flush()
    return {
        "bytes": size,
        "read": first.files,
        "chunks": first.chunks,
        "held": first.held,
        "redacted": first.redacted,
        "skipped": {reason.name.lower(): count for reason, count in sorted(first.skipped.items())},
        "reading_ms_a_file": _per_file(reading, first.files),
        "ingesting_ms_a_file": _per_file(ingesting, first.files),
        "ratio_to_reading": round(ingesting / reading, 1),
        "again_ms_a_file": _per_file(unchanged, first.files),
        "again_ratio_to_reading": round(unchanged / reading, 1),
        "again_chunks": again.chunks,
        "embedding_s": round(so_far() - began, 1),
        "texts_embedded": counting.texts,
    }


def _per_file(seconds: float, files: int) -> float:
    return round(1_000 * seconds / max(1, files), 3)


def _measure_recall(atlas: Atlas, folder: Path, asked: Sequence[Question]) -> dict[str, Any]:
    chunks = [each.content for each in _list_knowledge(atlas)]
    plain = Bm25(_cut_plainly(folder))
    texts = _cut_plainly(folder)
    same = Bm25(chunks)
    ways: dict[str, Callable[[str], Sequence[str]]] = {
        "atlas": lambda question: [each.memory.content for each in atlas.recall(question, limit=10)],
        "bm25_same_chunks": lambda question: [chunks[place] for place in same.ranked(question)[:10]],
        "bm25_plain_pieces": lambda question: [texts[place] for place in plain.ranked(question)[:10]],
    }
    return {"questions": len(asked), **{name: _score(way, asked) for name, way in ways.items()}}


def _score(way: Callable[[str], Sequence[str]], asked: Sequence[Question]) -> dict[str, float]:
    hits = {1: 0, 5: 0, 10: 0}
    headed = 0
    for question in asked:
        found = list(way(question.asked))
        at = next((rank for rank, text in enumerate(found, start=1) if question.answer in " ".join(text.split())), None)
        for depth in hits:
            hits[depth] += at is not None and at <= depth
        headed += at is not None and question.heading.casefold() in found[at - 1].partition(":\n")[0].casefold()
    return {
        **{f"recall@{depth}": round(count / len(asked), 3) for depth, count in hits.items()},
        "with_heading": round(headed / len(asked), 3),
    }


def _cut_plainly(folder: Path) -> list[str]:
    """What anybody would do: the text of each file in pieces of the same length, without its headings' path."""
    from atlas.adapters.files import find_files, read_sections

    pieces: list[str] = []
    for file in find_files(folder):
        sections = read_sections(file) if isinstance(file, FoundFile) else SkipReason.KIND
        if not isinstance(sections, SkipReason):
            pieces += cut_chunks("\n\n".join(each.text for each in sections))
    return pieces


def _measure_poison(atlas: Atlas, life: Virtual, poisons: Sequence[str]) -> dict[str, Any]:
    """Ask for each poison in its own words, with all of them approved; then live through a week of nights."""
    held = [each for each in _list_knowledge(atlas) if not each.served]
    for each in held:
        atlas.approve(each.id)
    unquoted = served = 0
    for poison in poisons:
        context = atlas.context(poison[:300], conversation="asked")
        before, _, known = context.text.partition("\n## Knowledge\n")
        served += _has(known, poison)
        unquoted += _has(before, poison) or _has(context.learned, poison)
    for _ in range(NIGHTS):
        life.later(days=1)
        run_owed_jobs(life.runtime)
    others = [each.content for each in atlas.memories(limit=_MANY, archived=True) if each.kind is not Kind.KNOWLEDGE]
    others += [each.topic for each in atlas.beliefs.list(everything=True)]
    others += [atlas.documents.read(each.path).text for each in atlas.documents.list()]
    made_of = sum(any(_has(text, poison) for text in others) for poison in poisons)
    return {
        "planted": len(poisons),
        "held": len(held),
        "served_as_quoted_data": served,
        "served_otherwise": unquoted,
        "made_into_anything": made_of,
        "steered": unquoted + made_of,
    }


def _has(text: str, poison: str) -> bool:
    """By a run of its words: quotation marks are set anew where a text is quoted."""
    return " ".join(poison.split()[2:9]) in " ".join(text.split())


def _measure_change(atlas: Atlas, folder: Path, counting: CountingEmbedder) -> dict[str, Any]:
    files, before = change_folder(folder, CHANGED), counting.texts
    began = so_far()
    report = atlas.knowledge.ingest(folder)
    spent = so_far() - began
    atlas.flush()
    return {
        "files_changed": files,
        "chunks_made": report.chunks,
        "chunks_kept": report.kept,
        "chunks_withdrawn": report.withdrawn,
        "texts_embedded": counting.texts - before,
        "s": round(spent, 2),
    }


def _measure_removal(atlas: Atlas, life: Virtual, folder: Path) -> dict[str, Any]:
    some = remove_files(folder, REMOVED)
    first = atlas.knowledge.ingest(folder)
    atlas.knowledge.withdraw(folder)
    atlas.flush()
    with life.runtime.reading() as reader:
        rows = sum(len(reader.source_files(each)) for each in reader.source_folders())
        feed = [each.memory for each in reader.changes(life.runtime.embedder.identity, 0, _MANY)]
        vectors = len(list(reader.vectors_of(life.runtime.embedder.identity, feed)))
    left = len(_list_knowledge(atlas))
    return {
        "files_removed": some,
        "files_seen_gone": first.removed,
        "chunks_withdrawn": first.withdrawn,
        "memories_left": left,
        "manifest_rows_left": rows,
        "vectors_left": vectors,
        "leftovers": left + rows + vectors,
        "journal_verifies": atlas.admin.verify().ok,
    }


def _list_knowledge(atlas: Atlas) -> list[Memory]:
    return [each for each in atlas.memories(limit=_MANY, archived=True) if each.kind is Kind.KNOWLEDGE]


def _count_stored(place: Path, secrets: Sequence[str]) -> int:
    """How many secrets stand in the bytes of the store's files."""
    data = b"".join(_read_store(place))
    return sum(secret.encode() in data for secret in secrets)


def _read_store(place: Path) -> Iterator[bytes]:
    for path in place.rglob("*"):
        if path.is_file() and "docs.atlas" in str(path.relative_to(place)):
            yield path.read_bytes()


def read_injections(data: Path) -> list[str]:
    """Injections of two public sets."""
    place, attacks = data / "injections" / "deepset_train.jsonl", data / "bipia" / "text_attack_train.json"
    if not place.exists() or not attacks.exists():
        raise BadInput(f"There is no {place.name} or no {attacks.name} under {data}.")
    rows = [json.loads(line) for line in place.read_text("utf-8").splitlines()]
    found = [str(row["text"]) for row in rows if row["label"] == 1 and str(row["text"]).isascii()]
    return [*found, *(str(text) for texts in json.loads(attacks.read_text("utf-8")).values() for text in texts)]
