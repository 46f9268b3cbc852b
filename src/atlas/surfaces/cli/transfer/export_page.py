"""Memories as a page for people, in Markdown: by kind, by whom they are about, with dates and quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from itertools import takewhile
from typing import Any, Final

from atlas.model.entity import EntityId, title_of
from atlas.model.memory import Kind, State, Status
from atlas.surfaces.views.text import format_count, format_day, one_line

_TITLES: Final = {
    Kind.FACT: "Facts",
    Kind.PREFERENCE: "Preferences",
    Kind.RULE: "Rules",
    Kind.DECISION: "Decisions",
    Kind.LESSON: "Lessons",
    Kind.INSIGHT: "Insights",
    Kind.KNOWLEDGE: "Knowledge",
    Kind.OBSERVATION: "Notes",
}
_MARKS: Final = {
    Status.APPROVED.value: "",
    Status.NEEDS_REVIEW.value: " *(waits for review)*",
    Status.SENSITIVE.value: " *(sensitive)*",
}
"""What is shown at all: what was rejected, replaced or has expired is not what is remembered."""
_NOBODY: Final = "In general"
_READ: Final = frozenset({"atlas", "interaction", "entity", "memory"})
"""These come first in an export; for what comes after them, the journal above all, nobody need wait."""

_ACTIVE: Final = re.compile(r"[\\`*_\[\]!|~#]|^[-+=>]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
"""What Markdown, or one of its dialects, makes something of."""

Row = Mapping[str, Any]


def render_page(rows: Iterable[Row], zone: tzinfo) -> Iterator[str]:
    """Write the page in pieces. The transcript is not in it; its messages are counted at the end."""
    names: dict[str, str] = {}
    kinds: dict[str, dict[str, list[str]]] = {}
    messages = 0
    for row in takewhile(lambda row: row["type"] in _READ, rows):
        match row["type"]:
            case "interaction":
                messages += len(row["messages"])
            case "entity":
                names[row["id"]] = row["names"][0] if row.get("names") else ""
            case "memory" if row["status"] in _MARKS and row["state"] == State.ACTIVE.value:
                subjects = kinds.setdefault(row["kind"], {})
                subjects.setdefault(_subject_title(row, names), []).append(_memory_item(row, zone))
    yield "# What is remembered\n"
    for kind, title in _TITLES.items():
        if kind.value in kinds:
            yield f"\n## {title}\n"
            yield from _subject_sections(kinds[kind.value])
    yield f"\n{format_count(messages, 'message')} of the transcript, which are not on this page.\n"


def _subject_sections(subjects: Mapping[str, list[str]]) -> Iterator[str]:
    for subject in sorted(subjects):
        yield f"\n### {subject}\n\n"
        yield from subjects[subject]


def _memory_item(row: Row, zone: tzinfo) -> str:
    item = f"- {_escape_markdown(row['content'])} ({_format_dates(row, zone)}){_MARKS[row['status']]}\n"
    return item + "".join(_quote_evidence(evidence) for evidence in row.get("evidence", ()))


def _subject_title(row: Row, names: Mapping[str, str]) -> str:
    claim = row.get("claim")
    if claim is None:
        return _NOBODY
    return _escape_markdown(names.get(claim["subject"]) or title_of(EntityId(claim["subject"])))


def _format_dates(row: Row, zone: tzinfo) -> str:
    observed = format_day(datetime.fromisoformat(row["observed_at"]), zone)
    if until := row.get("valid_until"):
        return f"{observed}, until {format_day(datetime.fromisoformat(until), zone)}"
    return observed


def _quote_evidence(item: Row) -> str:
    return f"  > “{_escape_markdown(item['quote'])}” ({item['origin']})\n"


def _escape_markdown(text: str) -> str:
    """Put a text on one line that is read as it stands: no picture that is fetched, no link, no heading, no mark of
    ours."""
    return _ACTIVE.sub(r"\\\g<0>", one_line(text).replace("&", "&amp;").replace("<", "&lt;"))
