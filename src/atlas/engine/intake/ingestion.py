"""Knowledge from files (C6): a folder is read, and what changed since comes in, chunk by chunk, through the one door.

A manifest in the store says which chunks were made of which file. What stands in it unchanged is not read again; of a
changed file only the changed chunks are made anew; a chunk that is gone from its file, or whose file is gone, is
withdrawn, and undo brings it back. Each batch of files is one transaction: whoever is killed goes on from there.

Nothing here is a message, so that nothing that thinks about conversations ever sees it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from atlas.curation.effects import Effects, MemoryChange, compute_effects, next_version
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput, WrittenSource
from atlas.curation.policy import CurationPolicy
from atlas.engine.core.escalation import restrain_policy
from atlas.engine.core.ledger import ChangeRun, Ledger, edge_change, memory_row, note_change
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput, NotFound, Refused
from atlas.language.chunking import cut_chunks
from atlas.language.folding import content_hash
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.journal import Action, Actor, Change, RowKind
from atlas.model.memory import Basis, Kind, Memory, State
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.source_file import FoundFile, Section, SkippedFile, SkipReason, SourceFile, WatchedFolder
from atlas.model.verdict import Outcome
from atlas.ports.file_reader import FileReader
from atlas.ports.writing import Writer

BATCH_FILES: Final = 40
BATCH_CHUNKS: Final = 400
"""Of one transaction: whoever talks meanwhile does not wait long for their turn to write."""
SHOWN: Final = 5
PREFIX: Final = "file:"
"""How the conversation of a chunk begins: the file that it stands in."""
SEPARATOR: Final = " › "
_HEADING: Final = 80
_PATH: Final = 300
_NAME: Final = 200
_REASON: Final = "It stands in a file that was ingested."
_REFUSED: Final = MemoryId("")
"""In the manifest: the chunk was refused, and is not tried again while it stays as it is."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class IngestOptions:
    review: bool = False
    """Whether all of it waits for a person."""
    dry_run: bool = False
    actor: Actor = Actor.OPERATOR


@dataclass(slots=True)
class IngestReport:
    """What stood in a folder, and what became of it."""

    folder: str
    """Its name."""
    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    """Files that were there and are no more."""
    chunks: int = 0
    """New ones."""
    kept: int = 0
    """Chunks of changed files that stayed as they were."""
    withdrawn: int = 0
    """Chunks that are gone from their file, or with it."""
    held: int = 0
    """New chunks that wait for a person."""
    refused: int = 0
    redacted: int = 0
    """Secrets that were taken out."""
    skipped: Counter[SkipReason] = field(default_factory=Counter)
    examples: list[SkippedFile] = field(default_factory=list)
    left: str | None = None
    """Why what is gone was not withdrawn, where it was not."""

    def record_skipped(self, found: SkippedFile) -> None:
        self.skipped[found.why] += 1
        if sum(each.why is found.why for each in self.examples) < SHOWN:
            self.examples.append(found)


@dataclass(frozen=True, slots=True)
class _Chunk:
    content: str
    origin: Origin
    digest: str


@dataclass(frozen=True, slots=True)
class _ReadFile:
    key: str
    label: str
    digest: str
    chunks: tuple[_Chunk, ...]
    written_at: datetime


def ingest_path(runtime: Runtime, path: Path, options: IngestOptions, progress: Progress | None = None) -> IngestReport:
    """Bring the knowledge of a file or a folder up to what stands there now."""
    reader = _find_reader(runtime)
    root = path.resolve()
    folder = root.parent if root.is_file() else root
    report = IngestReport(clean_name(folder.name))
    work = _Ingestion(runtime, make_key(str(folder)), options, report)
    with runtime.reading() as rows:
        known = {row.file: row for row in rows.source_files(work.folder)}
    found = list(reader.find_files(str(path)))
    seen: set[str] = set()
    for number, batch in enumerate(_make_batches(work.read_files(reader, found, known, seen, progress))):
        if number:
            runtime.checkpoint()
        work.store(batch)
    if root.is_dir():
        work.withdraw_missing([row for key, row in known.items() if key not in seen], found)
    return report


def withdraw_path(runtime: Runtime, path: Path, options: IngestOptions) -> IngestReport:
    """Take out of service what was read of a folder, or of one file; and watch it no longer."""
    root = path.resolve()
    with runtime.reading() as rows:
        whole = [*rows.source_files(make_key(str(root)))]
        one = rows.source_file(make_key(str(root.parent)), make_key(root.name))
    folder = make_key(str(root)) if whole or one is None else make_key(str(root.parent))
    report = IngestReport(clean_name(root.name))
    work = _Ingestion(runtime, folder, options, report)
    work.withdraw(whole or ([one] if one else []))
    if not options.dry_run:
        with runtime.writing() as txn:
            Ledger(runtime, txn).unwatch_folder(make_key(str(root)))
    return report


def watch_folder(runtime: Runtime, path: Path, *, review: bool = False) -> WatchedFolder:
    """Have a folder read again by night."""
    root = path.resolve()
    if not root.is_dir():
        raise BadInput(f"{path.name} is no folder; only folders are watched.")
    watched = WatchedFolder(make_key(str(root)), str(root), runtime.now(), review)
    with runtime.writing() as txn:
        Ledger(runtime, txn).watch_folder(watched)
    return watched


def ingest_watched(runtime: Runtime, *, dry_run: bool = False) -> list[IngestReport]:
    """Bring every watched folder up to what stands there; one that is not there is left as it is, and said."""
    with runtime.reading() as rows:
        watched = rows.watched_folders()
    reports = []
    for each in watched:
        try:
            options = IngestOptions(review=each.review, dry_run=dry_run)
            reports.append(ingest_path(runtime, Path(each.path), options))
        except NotFound as missing:
            reports.append(IngestReport(clean_name(Path(each.path).name), left=str(missing)))
    return reports


def _find_reader(runtime: Runtime) -> FileReader:
    if runtime.files is None:
        raise Refused("Nothing here reads files.")
    return runtime.files


def make_key(text: str) -> str:
    """Digest of a path: the manifest holds no names."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def clean_name(name: str) -> str:
    """Clean a name of a file or folder: input like any other (trust rule 14)."""
    plain = " ".join(clean_text(name.encode("utf-8", "replace").decode("utf-8")).split())
    return redact_secrets(plain)[0][-_NAME:]


@dataclass(slots=True)
class _Claims:
    """The chunks that some manifest names. They are read once a run, where a chunk is found to be here already, and
    kept up with what the run itself writes: a manifest is long, and there may be as many such chunks."""

    claimed: set[MemoryId] | None = None

    def find_free(self, txn: Writer, memories: Sequence[Memory]) -> MemoryId | None:
        """The first of these that no manifest names; what a file says twice is one memory, named when it is stored."""
        if self.claimed is None:
            rows = (row for folder in txn.source_folders() for row in txn.source_files(folder))
            self.claimed = {claimed for row in rows for claimed in row.memories}
        return next((each.id for each in memories if each.id not in self.claimed), None)

    def move(self, before: SourceFile | None, after: SourceFile) -> None:
        if self.claimed is not None:
            self.claimed.difference_update(before.memories if before else ())
            self.claimed.update(after.memories)


@dataclass(frozen=True, slots=True)
class _Ingestion:
    runtime: Runtime
    folder: str
    options: IngestOptions
    report: IngestReport
    claims: _Claims = field(default_factory=_Claims)

    def read_files(
        self,
        reader: FileReader,
        found: Sequence[FoundFile | SkippedFile],
        known: Mapping[str, SourceFile],
        seen: set[str],
        progress: Progress | None,
    ) -> Iterator[_ReadFile]:
        """Read what is new or has changed; `seen` is told what is still there."""
        total = sum(each.size for each in found if isinstance(each, FoundFile))
        for file in found:
            if isinstance(file, SkippedFile):
                self.report.record_skipped(file)
                continue
            made = self._read_file(reader, file, known, seen)
            if made is not None:
                yield made
            if progress is not None:
                progress("reading", file.size, total)

    def _read_file(
        self, reader: FileReader, file: FoundFile, known: Mapping[str, SourceFile], seen: set[str]
    ) -> _ReadFile | None:
        key = make_key(file.name)
        try:
            digest = reader.read_digest(file)
        except OSError:
            self.report.record_skipped(SkippedFile(file.name, SkipReason.UNREADABLE))
            seen.add(key)
            return None
        before = known.get(key)
        if before is not None and before.digest == digest:
            self.report.files += 1
            self.report.unchanged += 1
            seen.add(key)
            return None
        sections = reader.read_sections(file)
        if isinstance(sections, SkipReason):
            self.report.record_skipped(SkippedFile(file.name, sections))
            if sections is SkipReason.UNREADABLE:
                seen.add(key)
            return None
        seen.add(key)
        self.report.files += 1
        self.report.new += before is None
        self.report.changed += before is not None
        label = clean_name(f"{self.report.folder}/{file.name}")
        return _ReadFile(key, label, digest, tuple(self._make_chunks(label, sections)), file.changed_at)

    def _make_chunks(self, label: str, sections: Iterable[Section]) -> Iterator[_Chunk]:
        for section in sections:
            text, secrets = redact_secrets(clean_text(section.text))
            self.report.redacted += len(secrets)
            above = SEPARATOR.join([label, *(_clean_heading(each) for each in section.headings)])[:_PATH]
            for part in cut_chunks(text):
                content = f"{above}:\n{part}"
                yield _Chunk(content, section.origin, make_key(content))

    def store(self, batch: Sequence[_ReadFile]) -> None:
        """Write the chunks of some files, all or none."""
        if self.options.dry_run:
            with self.runtime.reading() as rows:
                for file in batch:
                    self._count(rows.source_file(self.folder, file.key), file)
            return
        with self.runtime.writing() as txn:
            ledger = Ledger(self.runtime, txn)
            policy = restrain_policy(self.runtime.curation, txn)
            run = ChangeRun(ledger, self.options.actor, Action.INGESTED)
            run.add(note_change(self.runtime.note_id(), _describe_batch(batch)))
            for file in batch:
                before = txn.source_file(self.folder, file.key)
                self._count(before, file)
                self._store_file(run, file, before, policy)
            run.close()

    def _count(self, before: SourceFile | None, file: _ReadFile) -> None:
        old = Counter(before.chunks if before else ())
        now = Counter(each.digest for each in file.chunks)
        self.report.chunks += (now - old).total()
        self.report.kept += (now & old).total()
        self.report.withdrawn += (old - now).total()

    def _store_file(self, run: ChangeRun, file: _ReadFile, before: SourceFile | None, policy: CurationPolicy) -> None:
        old: dict[str, list[MemoryId]] = {}
        for digest, memory in zip(before.chunks, before.memories, strict=True) if before else ():
            old.setdefault(digest, []).append(memory)
        memories = []
        for chunk in file.chunks:
            kept = old.get(chunk.digest)
            memories.append(kept.pop(0) if kept else self._remember(run, file, chunk, policy))
        _withdraw(run, [memory for left in old.values() for memory in left if memory not in memories])
        digests = tuple(each.digest for each in file.chunks)
        row = SourceFile(self.folder, file.key, file.digest, digests, tuple(memories), self.runtime.now())
        run.ledger.record_source_file(row)
        self.claims.move(before, row)

    def _remember(self, run: ChangeRun, file: _ReadFile, chunk: _Chunk, policy: CurationPolicy) -> MemoryId:
        proposal = Remember(chunk.content, Kind.KNOWLEDGE, Basis.OBSERVED, (), reason=_REASON)
        same = tuple(run.ledger.txn.with_content(content_hash(chunk.content)))
        known = self._find_unclaimed(run.ledger.txn, same, file)
        if known is not None:
            return known
        vouched = self.options.actor is Actor.OPERATOR and not self.options.review
        talk = ConversationId(f"{PREFIX}{file.label}")
        source = WrittenSource(chunk.origin, talk, file.written_at, vouched)
        before = JudgementInput(same_content=same, source=source)
        verdict = judge_proposal(proposal, before, policy)
        if verdict.outcome is Outcome.REFUSED:
            self.report.refused += 1
            return _REFUSED
        self.report.held += verdict.outcome is Outcome.HELD
        stamp = self.runtime.make_stamp(by=Actor.OPERATOR.value)
        run.ledger.add_to(run, compute_effects(proposal, verdict, before, stamp, policy))
        return stamp.id

    def _find_unclaimed(self, txn: Writer, same: Sequence[Memory], file: _ReadFile) -> MemoryId | None:
        """A chunk of this file that is here and in no manifest: it came with an export, or is from before an undo."""
        talk = f"{PREFIX}{file.label}"
        here = [each for each in same if each.kind is Kind.KNOWLEDGE and each.conversation == talk]
        return self.claims.find_free(txn, here) if here else None

    def withdraw_missing(self, gone: Sequence[SourceFile], found: Sequence[FoundFile | SkippedFile]) -> None:
        """Withdraw the chunks of files that are gone, unless that may be the disk's fault."""
        if not gone:
            return
        if not found:
            self.report.left = "The folder is empty now, as when a disk is not there: --remove takes it out."
        elif any(isinstance(each, SkippedFile) and each.why in _UNSEEN for each in found):
            self.report.left = "Not all of the folder could be looked at, so that what is gone stays for now."
        else:
            self.withdraw(gone)

    def withdraw(self, gone: Sequence[SourceFile]) -> None:
        for start in range(0, len(gone), BATCH_FILES):
            some = gone[start : start + BATCH_FILES]
            self.report.removed += len(some)
            self.report.withdrawn += sum(len(each.chunks) for each in some)
            if not self.options.dry_run:
                self._withdraw_files(some)

    def _withdraw_files(self, gone: Sequence[SourceFile]) -> None:
        with self.runtime.writing() as txn:
            run = ChangeRun(Ledger(self.runtime, txn), self.options.actor, Action.INGESTED)
            for each in gone:
                row = txn.source_file(each.folder, each.file)
                if row is not None:
                    _withdraw(run, row.memories)
                    run.ledger.drop_source_file(row)
            run.close()


_UNSEEN: Final = frozenset({SkipReason.UNREADABLE, SkipReason.MANY})


def _withdraw(run: ChangeRun, memories: Sequence[MemoryId]) -> None:
    """Take the rows of chunks out of the store; the journal has them whole, until somebody forgets them."""
    txn = run.ledger.txn
    for memory in txn.memories(dict.fromkeys(each for each in memories if each)):
        if memory.state is State.GONE:
            continue
        if txn.linking_to([memory.id]):  # a redacted copy, say: what it stands on is kept, out of service
            if memory.state is State.ACTIVE:
                run.ledger.add_to(run, Effects((MemoryChange(memory, next_version(memory, state=State.ARCHIVED)),)))
            continue
        _withdraw_row(run, txn, memory)


def _withdraw_row(run: ChangeRun, txn: Writer, memory: Memory) -> None:
    for edge in txn.edges([memory.id]):
        run.ledger.write_edge(edge, None)
        run.add(edge_change(edge, None))
    run.ledger.withdraw_memory(memory)
    run.add(Change(RowKind.MEMORY, memory.id, memory_row(memory), None))


def _make_batches(files: Iterable[_ReadFile]) -> Iterator[list[_ReadFile]]:
    batch: list[_ReadFile] = []
    chunks = 0
    for file in files:
        if batch and (len(batch) == BATCH_FILES or chunks + len(file.chunks) > BATCH_CHUNKS):
            yield batch
            batch, chunks = [], 0
        batch.append(file)
        chunks += len(file.chunks)
    if batch:
        yield batch


def _clean_heading(heading: str) -> str:
    return redact_secrets(" ".join(clean_text(heading).split()))[0][:_HEADING]


def _describe_batch(batch: Sequence[_ReadFile]) -> str:
    first = batch[0].label
    return f"Read {first}." if len(batch) == 1 else f"Read {first} and {len(batch) - 1} more."
