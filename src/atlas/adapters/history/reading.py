"""What a path holds, and its items one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final

from atlas.adapters.history import chatgpt, claude, claude_code, codex, markdown, mem0, turns
from atlas.adapters.history.archives import is_archive, list_archive_sources
from atlas.adapters.history.folders import list_folder_sources
from atlas.adapters.history.rows import Row, rows, unbroken
from atlas.adapters.history.sources import Source, file_source, report_chunks
from atlas.adapters.history.text_limits import drop_long_texts
from atlas.errors import BadInput, NotFound
from atlas.model.history import Format, Heard, Item, Skipped

_LOOKED_AT: Final = 50
"""Items or files, before it is said that nothing fits."""
_HEAD_BYTES: Final = 2**16
_IDS: Final = ("uuid", "sessionId", "leafUuid", "messageId")
_SUFFIXES: Final = (".md", ".markdown")

_EACH: Final[Mapping[Format, Callable[[Row], Iterator[Item]]]] = {
    Format.CHATGPT: chatgpt.read_conversation,
    Format.CLAUDE: claude.read_conversation,
    Format.MEM0: mem0.read_note,
}
"""Formats in which a row stands for itself."""
_GATHERED: Final = {
    Format.CLAUDE_CODE: claude_code.read_conversations,
    Format.CODEX: codex.read_conversations,
    Format.TURNS: turns.read_conversations,
}
"""Formats in which a row is a part of a conversation."""


@dataclass(frozen=True, slots=True)
class _Glance:
    kind: Format | None
    by_lines: bool = False
    why: str = ""
    """Where it is nothing: what is wrong with the first item that cannot be read."""


def recognise(path: Path) -> Format:
    """What this file or folder is, by what stands in it; BadInput when it is nothing that can be read."""
    folder = (_Glance(kind) for kind in Format if _holds_format(path, kind))
    why = ""
    for glance in folder if path.is_dir() else map(_glance_at_source, _keep_sources(_open_sources(path))):
        if glance.kind:
            return glance.kind
        why = why or glance.why
    raise BadInput(f"{path.name} is nothing that can be read. Known are {', '.join(Format)}. {why}".rstrip())


def read(path: Path, format: Format | None = None, heard: Heard | None = None) -> Iterator[Item]:  # noqa: A002 - it is what one says
    """What stands in a file or folder, item by item.

    `heard` is told how many more bytes were read, for a bar that shows how far it is (`extent` says of how many).
    BadInput when it cannot be read, which can come late: a file may break in its middle.
    """
    kind = format or recognise(path)
    found = _list_sources(path, kind)
    if path.is_dir():
        return chain.from_iterable(_of_many(each, kind, heard) for each in found)
    return chain.from_iterable(_read_items(each, kind, heard) for each in found)


def extent(path: Path, format: Format) -> int:  # noqa: A002 - it is what one says
    """How many bytes a reading goes through."""
    return sum(source.size for source in _keep_sources(_list_sources(path, format)))


def _list_sources(path: Path, kind: Format) -> Iterator[Source | Skipped]:
    return list_folder_sources(path, kind) if path.is_dir() else _open_sources(path)


def _open_sources(path: Path) -> Iterator[Source | Skipped]:
    """A file as itself or, when it is an archive, as what is in it."""
    if not path.exists():
        raise NotFound(f"There is no file or folder {path}.")
    if not path.is_file():
        raise BadInput(f"{path.name} is neither a file nor a folder.")
    source = file_source(path, path.name)
    if not is_archive(_read_head(source)):
        yield source
        return
    found = list_archive_sources(path)
    if not any(isinstance(part, Source) for part in found):
        whys = [f" {part.where}: {part.why}" for part in found if isinstance(part, Skipped)]
        raise BadInput(f"{path.name} is a ZIP archive without conversations that can be read.{''.join(whys[:1])}")
    yield from found


def _of_many(found: Source | Skipped, kind: Format, heard: Heard | None) -> Iterator[Item]:
    """Of many files one may be something else, or beyond reading; of one there is nothing else."""
    try:
        if isinstance(found, Source) and _glance_at_source(found).kind is not kind:
            yield Skipped(found.name, f"It is not {kind.described}.")
        else:
            yield from _read_items(found, kind, heard)
    except BadInput as trouble:
        yield Skipped(found.name if isinstance(found, Source) else found.where, str(trouble))


def _read_items(found: Source | Skipped, kind: Format, heard: Heard | None) -> Iterator[Item]:
    if isinstance(found, Skipped):
        yield found
        return
    source = report_chunks(found, heard)
    if kind is Format.MARKDOWN:
        yield from markdown.read_notes(markdown.lines_of(source), source.name)
        return
    told = rows(source, by_lines=_glance_at_source(found).by_lines)
    if gather := _GATHERED.get(kind):
        yield from drop_long_texts(gather(told, Path(source.name).stem), source.name)
    else:
        each = ([row] if isinstance(row, Skipped) else _EACH[kind](row) for row in told)
        yield from drop_long_texts(unbroken(chain.from_iterable(each)), source.name)


def _glance_at_source(source: Source) -> _Glance:
    """The format of the first row that has one, and whether rows are lines."""
    head = _read_head(source)
    begins = head.lstrip()[:1]
    if begins == b"{":
        # A document that is one long line is no line.
        with suppress(BadInput):
            if kind := _first_known(rows(source, by_lines=True)).kind:
                return _Glance(kind, by_lines=True)
    glance = _first_known(rows(source, by_lines=False)) if begins in (b"{", b"[") else _Glance(None)
    if glance.kind:
        return glance
    return _Glance(Format.MARKDOWN if _is_prose(source.name, head) else None, begins == b"{", glance.why)


def _first_known(found: Iterable[Row | Skipped]) -> _Glance:
    why = ""
    for row in islice(found, _LOOKED_AT):
        if isinstance(row, Skipped):
            why = why or f"{row.where}: {row.why}"
        elif kind := _find_format(row.value):
            return _Glance(kind)
    return _Glance(None, why=why)


def _find_format(row: Mapping[str, object]) -> Format | None:
    if isinstance(row.get("mapping"), dict):
        return Format.CHATGPT
    if isinstance(row.get("chat_messages"), list):
        return Format.CLAUDE
    if isinstance(row.get("memory"), str):
        return Format.MEM0
    if codex.is_rollout(row):
        return Format.CODEX
    if isinstance(row.get("role"), str) and ("text" in row or "content" in row):
        return Format.TURNS
    if isinstance(row.get("type"), str) and any(isinstance(row.get(id), str) for id in _IDS):
        return Format.CLAUDE_CODE
    return None


def _is_prose(name: str, head: bytes) -> bool:
    """Text that is called Markdown: headings and bullets stand in programs too."""
    return name.lower().endswith(_SUFFIXES) and bool(head.strip()) and b"\0" not in head


def _holds_format(folder: Path, kind: Format) -> bool:
    for source in islice(_keep_sources(list_folder_sources(folder, kind)), _LOOKED_AT):
        with suppress(BadInput):
            if _glance_at_source(source).kind is kind:
                return True
    return False


def _keep_sources(found: Iterator[Source | Skipped]) -> Iterator[Source]:
    return (source for source in found if isinstance(source, Source))


def _read_head(source: Source) -> bytes:
    head = b""
    for chunk in source.chunks():
        head += chunk
        if len(head) >= _HEAD_BYTES:
            break
    return head[:_HEAD_BYTES]
