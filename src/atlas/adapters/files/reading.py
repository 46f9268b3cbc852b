"""Which reader a file has, by its name; and bytes as text."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from atlas.adapters.files import agent_runs, code_comments, html, markdown, pdf, plain, saved_searches
from atlas.errors import BadInput
from atlas.model.source_file import FoundFile, Section, SkipReason

MAX_SECTIONS: Final = 5_000
"""Of one file."""
_HEAD: Final = 4_096
_ENCRYPTED: Final = re.compile(
    rb"\A\s*(?:-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE|ENCRYPTED PRIVATE KEY)"
    rb"|\$ANSIBLE_VAULT;|age-encryption\.org/)"
)
_LOCKED: Final = frozenset({".gpg", ".pgp", ".age", ".enc", ".asc", ".vault"})
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_MARKDOWN: Final = frozenset({".md", ".markdown", ".mdx", ".mdown"})
_HTML: Final = frozenset({".html", ".htm", ".xhtml"})
_PLAIN: Final = frozenset({".txt", ".text", ".rst", ".adoc", ".org", ".tex", ".log", ""})

_READERS: Final[Mapping[str, Callable[[str], Iterable[Section] | SkipReason]]] = {
    **dict.fromkeys(_MARKDOWN, markdown.read_markdown),
    **dict.fromkeys(_HTML, html.read_html),
    **dict.fromkeys(_PLAIN, plain.read_plain),
    ".json": saved_searches.read_search,
}
_RUNS: Final = ".jsonl"
_PDF: Final = ".pdf"


def read_digest(file: FoundFile) -> str:
    """The digest of a file's bytes; links that were laid in its place meanwhile are not followed."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(_read_bytes(file))
    return digest.hexdigest()


def read_sections(file: FoundFile) -> list[Section] | SkipReason:
    """What stands in a file, section by section; or why nothing of it is read."""
    suffix = Path(file.path).suffix.casefold()
    try:
        data = _read_bytes(file)
        if suffix in _LOCKED or _ENCRYPTED.match(data[:_HEAD]):
            return SkipReason.ENCRYPTED
        if suffix == _PDF:
            found = pdf.read_pdf(data)
        elif suffix == _RUNS:
            found = agent_runs.read_runs(Path(file.path))
        else:
            found = _read_text(file, suffix, data)
        if isinstance(found, SkipReason):
            return found
        sections = [each for each in islice(found, MAX_SECTIONS) if each.text.strip()]
    except (OSError, BadInput, ValueError, RecursionError):
        return SkipReason.UNREADABLE
    return sections or SkipReason.EMPTY


def _read_text(file: FoundFile, suffix: str, data: bytes) -> Iterable[Section] | SkipReason:
    text = _decode(data)
    if text is None:
        return SkipReason.BINARY
    if suffix in _READERS:
        return _READERS[suffix](text)
    return code_comments.read_comments(text, Path(file.path).name)


def _read_bytes(file: FoundFile) -> bytes:
    handle = os.open(file.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as opened:
        return opened.read(file.size + 1)


def _decode(data: bytes) -> str | None:
    """The text of these bytes; None where they are none."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _try_decoding(data, "utf-16")
    if b"\0" in data:
        return None
    text = _try_decoding(data, "utf-8-sig")
    if text is None:
        text = _try_decoding(data, "cp1252")
        return None if text is None or _CONTROLS.search(text) else text.replace("\r\n", "\n")
    return text.replace("\r\n", "\n")


def _try_decoding(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
