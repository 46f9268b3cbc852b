"""The wiki by rules (C6): a log of what was learned, and pages by topic, each line with its memory.

Only what the user or an operator stands behind is written down, and only while it is approved: a line whose memory is
not any more is taken out. What is written names its source, so that writing twice changes nothing. Each page says up
to which day it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, tzinfo
from typing import Final

from atlas.language.document_blocks import find_block, split_blocks
from atlas.language.document_sources import find_source, make_sourced_line
from atlas.language.registry import LANGUAGE
from atlas.language.words import split_words
from atlas.model.document import WHOLE, Edit
from atlas.model.document_paths import LOG_SLUG, make_wiki_path
from atlas.model.entity import EntityId, is_self
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Amend

KINDS: Final = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.LESSON, Kind.INSIGHT, Kind.DECISION})
LOG: Final = make_wiki_path(LOG_SLUG)
KNOWN: Final = "What is known"
SUMMARY: Final = "In short"
"""What a model writes at the beginning of a page."""
LEAST: Final = 3
"""Memories that name a topic before it has a page."""
NIGHT_LINES: Final = 30
PAGE_LINES: Final = 25
"""Of one page."""
WEEK_LINES: Final = 60
LOG_LINES: Final = 300
"""Of the log; beyond that the oldest go."""
_MOST_WORDS: Final = 3
_MAX_LINE: Final = 400
_UPTO: Final = re.compile(r"<!-- up to \d{4}-\d\d-\d\d -->")
_GAPS: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_SLUG: Final = 40


def write_log(files: Mapping[str, str], memories: Sequence[Memory], zone: tzinfo) -> Amend | None:
    """Append what was learned and is not there yet, the oldest first; None where all of it is."""
    text = files.get(LOG, "")
    fresh = [memory for memory in _pick_worthy(memories) if f"<!-- {memory.id} -->" not in text][:NIGHT_LINES]
    if not fresh:
        return None
    by_month: dict[str, list[str]] = {}
    for memory in fresh:
        day = memory.created_at.astimezone(zone).date()
        line = make_sourced_line(f"{day.isoformat()}: {memory.content}", memory.id)
        by_month.setdefault(f"{day:%Y-%m}", []).append(line)
    last = max(memory.created_at.astimezone(zone).date() for memory in fresh)
    if not text:
        body = "".join(f"## {month}\n{''.join(lines)}\n" for month, lines in sorted(by_month.items()))
        edits = [Edit(LOG, WHOLE, "", f"# Log\n{_mark_day(last)}\n\n{body.rstrip()}\n")]
    else:
        edits = [*_move_watermark(LOG, text, last), *_drop_oldest(text, len(fresh))]
        edits += [Edit(LOG, month, "", "".join(lines)) for month, lines in sorted(by_month.items())]
    return _make_amendment(edits, fresh, f"Logged what was learned up to {last.isoformat()}.")


def write_pages(files: Mapping[str, str], memories: Sequence[Memory], zone: tzinfo) -> Amend | None:
    """Bring the pages by topic up to what is approved; None where they are."""
    worthy = _pick_worthy(memories)
    edits: list[Edit] = []
    filed: dict[MemoryId, Memory] = {}
    room = WEEK_LINES
    for topic, about in _find_topics(worthy).items():
        made = _write_page(files, topic, about[-min(PAGE_LINES, room) :] if room else (), zone)
        named = {source for edit in made for line in edit.new.splitlines() if (source := find_source(line))}
        edits += made
        room -= len(named)
        filed |= {memory.id: memory for memory in about if memory.id in named}
    edits += _take_out_lapsed(files, {memory.id for memory in worthy})
    if not edits:
        return None
    return _make_amendment(edits, tuple(filed.values()), "Brought the wiki's pages up to what is approved.")


def find_pages(memories: Sequence[Memory]) -> dict[str, list[Memory]]:
    """The page of each topic, by its path, with the newest of what it is about."""
    topics = _find_topics(_pick_worthy(memories))
    return {make_wiki_path(topic): about[-PAGE_LINES:] for topic, about in topics.items()}


def _pick_worthy(memories: Sequence[Memory]) -> list[Memory]:
    """What may be written down, the oldest first."""
    kept = (each for each in memories if each.kind in KINDS and each.served and each.trust >= Trust.USER)
    told = (each for each in kept if not each.is_wish and len(each.content) <= _MAX_LINE)
    sound = (each for each in told if not LANGUAGE.overrides.claims_to_override(each.content))
    return sorted(sound, key=lambda each: (each.created_at, each.id))


def _find_topics(memories: Sequence[Memory]) -> dict[str, list[Memory]]:
    """Names that several memories speak of, by their slug, with these memories; what most speak of comes first."""
    stems = {memory.id: frozenset(split_words(memory.content.casefold())) for memory in memories}
    found: dict[str, list[Memory]] = {}
    for name in dict.fromkeys(name for memory in memories for name in _list_names(memory)):
        words, slug = frozenset(split_words(name.casefold())), _make_slug(name)
        about = [memory for memory in memories if words and words <= stems[memory.id]]
        if slug and slug != LOG_SLUG and len(about) >= LEAST:
            found.setdefault(slug, about)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def _list_names(memory: Memory) -> Iterator[str]:
    """What a memory could be filed under: whom it is about, and the name that it tells."""
    if memory.claim is None:
        return
    if not is_self(EntityId(memory.claim.subject)):
        yield memory.claim.subject.rpartition("/")[2].rpartition(":")[2].replace("_", " ").replace("-", " ")
    value = memory.claim.value
    if value[:1].isupper() and len(value.split()) <= _MOST_WORDS:
        yield value


def _write_page(files: Mapping[str, str], slug: str, about: Sequence[Memory], zone: tzinfo) -> list[Edit]:
    path = make_wiki_path(slug)
    text = files.get(path, "")
    fresh = [memory for memory in about if f"<!-- {memory.id} -->" not in text]
    if not fresh:
        return []
    last = max(memory.created_at.astimezone(zone).date() for memory in fresh)
    lines = "".join(make_sourced_line(memory.content, memory.id) for memory in fresh)
    if not text:
        title = slug.replace("-", " ").title()
        return [Edit(path, WHOLE, "", f"# {title}\n{_mark_day(last)}\n\n## {KNOWN}\n{lines}")]
    return [*_move_watermark(path, text, last), Edit(path, KNOWN, "", lines)]


def _take_out_lapsed(files: Mapping[str, str], standing: Iterable[MemoryId]) -> list[Edit]:
    """Take out the lines of pages whose memories are not approved any more."""
    held = frozenset(standing)
    edits = []
    pages = [(path, text) for path, text in sorted(files.items()) if path.startswith("wiki/")]
    for path, text, name in ((*page, name) for page in pages for name in (SUMMARY, KNOWN)):
        block = find_block(text, name)
        for line in block.text.splitlines(keepends=True) if block else ():
            source = find_source(line)
            if source is not None and source not in held:
                edits.append(Edit(path, name, line, ""))
    return edits


def _drop_oldest(text: str, coming: int) -> Iterator[Edit]:
    lines = [(block.name, line) for block in split_blocks(text) for line in block.text.splitlines(keepends=True)]
    filed = [(name, line) for name, line in lines if find_source(line)]
    for name, line in filed[: max(0, len(filed) + coming - LOG_LINES)]:
        yield Edit(LOG, name, line, "")


def _move_watermark(path: str, text: str, last: date) -> list[Edit]:
    head = find_block(text, "")
    old = _UPTO.search(head.text) if head else None
    new = _mark_day(last)
    return [Edit(path, "", old[0], new)] if old and old[0] < new else []


def _mark_day(day: date) -> str:
    return f"<!-- up to {day.isoformat()} -->"


def _make_slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return _GAPS.sub("-", plain).strip("-")[:_LONGEST_SLUG].strip("-")


def _make_amendment(edits: Sequence[Edit], filed: Sequence[Memory], reason: str) -> Amend:
    shortened = tuple(dict.fromkeys(edit.document for edit in edits if edit.old and len(edit.new) < len(edit.old)))
    sources = tuple(memory.id for memory in filed)
    return Amend(tuple(edits), sources=sources, compacted=shortened, reason=reason)
