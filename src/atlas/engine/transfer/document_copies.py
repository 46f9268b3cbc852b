"""Documents checked out as files, and brought back by a person as operator, or refused with a sentence (E4).

A copy says in `meta/version.json` of which journal it is and what each file was, so that what was changed in it can be
told from what was changed here meanwhile.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from atlas.engine.core.document_files import VERSION_PATH, read_document_files
from atlas.engine.core.document_versions import count_versions
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.documents import Amended, clean_document, write_documents
from atlas.errors import Refused
from atlas.evolution.versions import diff_texts
from atlas.model.document_paths import Access, find_access
from atlas.model.journal import GENESIS
from atlas.ports.reading import Reader

_REASON: Final = "Brought back from a folder."


@dataclass(frozen=True, slots=True)
class DocumentsImported:
    """What a copy changed, or would change."""

    diffs: Mapping[str, str]
    """By path, each as a unified diff."""
    amended: Amended | None = None
    """What became of it; None where it was only looked at."""


def copy_documents(runtime: Runtime) -> dict[str, str]:
    """All documents by path, read-only ones too; the last file is the one that says of what it is a copy."""
    with runtime.reading() as reader:
        files = dict(read_document_files(runtime, reader).files)
        del files[VERSION_PATH]
        seq, chain = reader.tip() or (0, GENESIS)
        digests = {path: _digest(text) for path, text in sorted(files.items())}
        meta = {"version": count_versions(reader), "entry": seq, "chain": chain, "files": digests}
        return {**files, VERSION_PATH: f"{json.dumps(meta, indent=2)}\n"}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def import_documents(runtime: Runtime, files: Mapping[str, str], dry_run: bool = False) -> DocumentsImported:
    """Write what was changed in a copy, as operator: all of it or nothing, and one version."""
    with runtime.reading() as reader:
        here = read_document_files(runtime, reader).files
        base = _check_base(reader, files)
    texts = {path: text for path, text in _find_changed(files, base).items() if text != here.get(path)}
    for path in texts:
        if _digest(here.get(path, "")) != base.get(path, _digest("")):
            raise Refused(f"{path} was changed here since it was exported: export again, and make your changes there.")
    diffs = {path: diff_texts(here.get(path, ""), text, (path, path)) for path, text in sorted(texts.items())}
    if dry_run:
        return DocumentsImported(diffs)
    return DocumentsImported(diffs, write_documents(runtime, texts, _REASON, {path: here.get(path) for path in texts}))


def _check_base(reader: Reader, files: Mapping[str, str]) -> dict[str, str]:
    """The digests of the files as they were exported; of a copy of another journal nothing is taken."""
    try:
        meta: dict[str, Any] = json.loads(files[VERSION_PATH])
        seq, chain = int(meta["entry"]), str(meta["chain"])
        base = {str(path): str(digest) for path, digest in meta["files"].items()}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        raise Refused(f"{VERSION_PATH} does not say of what this is a copy; atlas docs export writes one.") from None
    entry = reader.entry(seq) if 0 < seq < 2**63 else None
    if chain != (entry.chain if entry else GENESIS if seq == 0 else None):
        raise Refused(f"{VERSION_PATH} is of another store or space: these documents were not exported from here.")
    return base


def _find_changed(files: Mapping[str, str], base: Mapping[str, str]) -> dict[str, str]:
    """The texts that are not as they were exported. What may not be written, or is missing, is refused by its path."""
    missing = sorted(base.keys() - files.keys())
    if missing:
        raise Refused(f"{missing[0]} is missing: a document cannot be deleted; put it back, or export again.")
    changed = {path: text for path, text in files.items() if path != VERSION_PATH and _digest(text) != base.get(path)}
    for path in sorted(changed):
        if find_access(path) is Access.READ_ONLY:
            raise Refused(f"{path} was changed and is read-only: put it back as it was exported.")
    return {path: clean_document(path, text) for path, text in changed.items()}
