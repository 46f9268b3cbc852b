"""The page of a week on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.surfaces.cli.shared.output import hint_text, indent_part, make_table, styled_text
from atlas.surfaces.views.metrics import draw_sparkline, format_value
from atlas.surfaces.views.week import Evidence, Section, WeekPage, pick_plotted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.week import WeekReport

_COLOURS: Final = {"better": "green", "worse": "red", "mixed": "yellow"}
_MARKS: Final = {1: ("better", "green"), -1: ("worse", "red"), 0: ("", "")}
_MOST_ROWS: Final = 6
_SPARK: Final = 14
"""Two days a block."""
_WIDTH: Final = 78


def render_terminal(report: WeekReport, page: WeekPage) -> Iterator[RenderableType]:
    yield styled_text((page.title, "bold"))
    yield _wrap(styled_text((page.headline, _COLOURS.get(page.course, ""))))
    shown = pick_plotted(report, page)[:_MOST_ROWS]
    if shown:
        yield ""
        yield indent_part(
            make_table(
                ["FIGURE", "BEFORE", "NOW", "OF", "FOUR WEEKS", ""], [_list_cells(report, each) for each in shown], ""
            ),
            2,
        )
    yield from _tell_rest(page, shown)
    for section in page.sections:
        yield ""
        yield from _render_section(section)
    yield ""
    yield _wrap(hint_text(page.footer))


def _list_cells(report: WeekReport, each: Evidence) -> list[str | Text]:
    before = "–" if each.before is None else format_value(each.name, each.before)
    drawn = draw_sparkline(report.figures.get(each.name, ()), _SPARK)
    return [
        each.name,
        before,
        format_value(each.name, each.now),
        f"{each.cases:,}",
        drawn,
        styled_text(_MARKS[each.direction]),
    ]


def _tell_rest(page: WeekPage, shown: Sequence[Evidence]) -> Iterator[RenderableType]:
    rest = [f"{each.name} {format_value(each.name, each.now)}" for each in page.evidence if each not in shown]
    if rest:
        yield indent_part(_wrap(hint_text(f"Also: {', '.join(rest)}.")), 2)
    if page.without_data:
        yield indent_part(_wrap(hint_text(f"No data: {', '.join(page.without_data)}.")), 2)


def _render_section(section: Section) -> Iterator[RenderableType]:
    yield styled_text((section.title, "bold yellow" if section.warns else "bold"))
    for each in section.sentences:
        yield indent_part(_wrap(styled_text(each)), 2)
    for each in section.items:
        yield indent_part(_hang(each), 2)


def _hang(text: str) -> RenderableType:
    """An item whose wrapped lines stand below its words."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold", max_width=_WIDTH - 4)
    grid.add_row("·", text)
    return grid


def _wrap(text: Text) -> RenderableType:
    """Prose stays narrow enough to be read, on a wide terminal too."""
    from rich.table import Table

    grid = Table.grid()
    grid.add_column(overflow="fold", max_width=_WIDTH - 2)
    grid.add_row(text)
    return grid
