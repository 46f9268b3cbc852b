"""A path or a link in the documents leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from house._source import ROOT, SRC

DOCUMENTS = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
PATH = re.compile(r"`((?:[a-z_]+/)+(?:[\w-]+\.\w+)?|[a-z_]+\.(?:py|toml))`")


def test_links_between_documents_lead_somewhere() -> None:
    assert not [
        f"{where}: {link}" for where, document, link in _found(LINK) if not (document.parent / link).resolve().exists()
    ]


def test_paths_in_the_text_are_in_the_tree() -> None:
    """`engine/core/ledger.py` is short for the path in the package; anything else is counted from the root."""
    assert not [
        f"{where}: {path}" for where, _, path in _found(PATH) if not any((r / path).exists() for r in (SRC, ROOT))
    ]


def _found(pattern: re.Pattern[str]) -> Iterator[tuple[str, Path, str]]:
    for document in DOCUMENTS:
        for match in pattern.finditer(document.read_text("utf-8")):
            yield str(document.relative_to(ROOT)), document, match[1]
