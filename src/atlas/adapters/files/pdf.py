"""PDF by its pages, and by the marks that its own outline sets; read by pypdf, which is an extra."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from atlas.errors import BadInput
from atlas.model.source_file import Section, SkipReason

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_PAGES: Final = 2_000
MAX_MARKS: Final = 2_000


def read_pdf(data: bytes) -> Iterable[Section] | SkipReason:
    try:
        import pypdf  # an extra, and slow to import
    except ImportError:
        return SkipReason.EXTRA
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what is broken in a file is told by us, once
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted:
            return SkipReason.ENCRYPTED
        return list(_read_pages(reader))
    except Exception as trouble:  # noqa: BLE001 - a broken file breaks its parser in ways that nobody can list
        raise BadInput(f"The PDF cannot be read: {type(trouble).__name__}.") from None


def _read_pages(reader: PdfReader) -> Iterator[Section]:
    marks = dict(_list_marks(reader, reader.outline, ()))
    path: tuple[str, ...] = ()
    for number, page in enumerate(reader.pages[:MAX_PAGES]):
        path = marks.get(number, path)
        yield Section((*path, f"page {number + 1}"), page.extract_text().strip())


def _list_marks(
    reader: PdfReader, outline: list[Any], above: tuple[str, ...], left: int = MAX_MARKS
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The last mark of each page, with the marks that it stands below."""
    path = above
    for item in outline[:left]:
        if isinstance(item, list):
            yield from _list_marks(reader, item, path, left - 1)
            continue
        page = reader.get_destination_page_number(item)
        path = (*above, " ".join(str(item.title).split()))
        if page is not None and page >= 0:
            yield page, path
