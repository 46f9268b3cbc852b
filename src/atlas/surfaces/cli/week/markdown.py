"""The page of a week as Markdown: every text on one line, with nothing in it that Markdown would take for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from atlas.surfaces.views.metrics import MEANINGS, format_value
from atlas.surfaces.views.week import Evidence, WeekPage

if TYPE_CHECKING:
    from atlas.engine.inspect.week import WeekReport

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#|!~&])")


def render_markdown(report: WeekReport, page: WeekPage) -> Iterator[str]:
    yield f"# {_escape(page.title)}\n\n**{_escape(page.headline)}**\n"
    if page.evidence:
        yield "\n| figure | what it is | week before | this week | cases | |\n|---|---|---:|---:|---:|---|\n"
        yield from (_render_row(each) for each in page.evidence)
    if page.without_data:
        yield f"\nNo data: {_escape(', '.join(page.without_data))}.\n"
    for section in page.sections:
        yield f"\n## {_escape(section.title)}\n\n"
        yield from (f"{_escape(each)}\n" for each in section.sentences)
        yield "\n" if section.sentences and section.items else ""
        yield from (f"- {_escape(each)}\n" for each in section.items)
    yield f"\n---\n\n{_escape(page.footer)}\n"


def _render_row(each: Evidence) -> str:
    before = "–" if each.before is None else format_value(each.name, each.before)
    cells = (each.name, MEANINGS.get(each.name, ""), before, format_value(each.name, each.now), f"{each.cases:,}")
    return f"| {' | '.join(_escape(cell) for cell in (*cells, each.moved))} |\n"


def _escape(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
