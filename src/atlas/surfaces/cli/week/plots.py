"""The plots of a week's page, as SVG inside it; the page's style has their colours, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from itertools import pairwise
from typing import Final

from atlas.metrics.alerts import LIMITS
from atlas.surfaces.views.metrics import format_value

_WIDTH: Final = 300
_HEIGHT: Final = 112
_LEFT: Final = 38
_RIGHT: Final = 8
_TOP: Final = 10
_BOTTOM: Final = 22
_WEEK: Final = 7
_BAR_NAME: Final = 100
_BAR_LINE: Final = 30
_BAR_WIDTH: Final = 520
_BAR_FIGURE: Final = 160


def draw_days(name: str, days: Sequence[date], values: Sequence[float | None]) -> str:
    """One figure day by day: the last week on a band, its limit dashed where it has one."""
    known = [value for value in values if value is not None]
    limit = LIMITS.get(name)
    edge = (limit.least if limit.least is not None else limit.most) if limit else None
    low, high = _choose_ends([*known, *([edge] if edge is not None else [])])
    drawn = [*_draw_frame(name, days, low, high)]
    if edge is not None:
        y = _place_value(edge, low, high)
        drawn.append(f'<path class="limit" d="M{_LEFT},{y:.1f} H{_WIDTH - _RIGHT}"/>')
    drawn += _draw_line(name, days, values, low, high)
    return _wrap_svg(_WIDTH, _HEIGHT, f"{name}, day by day", "".join(drawn))


def _choose_ends(values: Sequence[float]) -> tuple[float, float]:
    """From zero or the least, to the most; a share keeps its whole scale, so that little does not look like much."""
    low, high = min(0.0, *values), max(values)
    if high <= 1.0 and low >= -1.0:
        return (-1.0 if low < 0 else 0.0), 1.0
    return low, high * 1.1 if high > low else low + 1.0


def _place_day(number: int, count: int) -> float:
    return _LEFT + 4 + (_WIDTH - _LEFT - _RIGHT - 8) * (number / (count - 1) if count > 1 else 0.5)


def _place_value(value: float, low: float, high: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low)


def _draw_frame(name: str, days: Sequence[date], low: float, high: float) -> Iterator[str]:
    count = len(days)
    begin, end = _place_day(max(0, count - _WEEK), count) - 4, _WIDTH - _RIGHT
    yield (
        f'<rect class="band" x="{begin:.1f}" y="{_TOP}" width="{end - begin:.1f}" height="{_HEIGHT - _TOP - _BOTTOM}"/>'
    )
    for value in (low, high):
        y = _place_value(value, low, high)
        yield f'<path class="grid" d="M{_LEFT},{y:.1f} H{_WIDTH - _RIGHT}"/>'
        yield f'<text class="scale" x="{_LEFT - 5}" y="{y + 4:.1f}">{escape(format_value(name, value))}</text>'
    for number in (0, count // 2, count - 1):
        if 0 <= number < count:
            anchor = "end" if number == count - 1 else "start" if not number else "middle"
            yield (
                f'<text class="{anchor}" x="{_place_day(number, count):.1f}" y="{_HEIGHT - 6}">'
                f"{days[number].day} {days[number]:%b}</text>"
            )


def _draw_line(
    name: str, days: Sequence[date], values: Sequence[float | None], low: float, high: float
) -> Iterator[str]:
    """A dot for each day with a value, and a line from each to the next."""
    told = [
        (_place_day(number, len(days)), _place_value(value, low, high), days[number], value)
        for number, value in enumerate(values)
        if value is not None
    ]
    path = " ".join(f"M{x:.1f},{y:.1f} L{to_x:.1f},{to_y:.1f}" for (x, y, *_), (to_x, to_y, *_) in pairwise(told))
    yield f'<path class="line" d="{path}"/>' if path else ""
    for x, y, day, value in told:
        hint = f"{day.day} {day:%B}: {format_value(name, value)}"
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6"><title>{escape(hint)}</title></circle>'


def draw_bars(title: str, bars: Sequence[tuple[str, int, int, str]]) -> str:
    """Shares beside each other: a name, how many, of how many, and the class of its colour."""
    rail = _BAR_WIDTH - _BAR_NAME - _BAR_FIGURE
    drawn = []
    for number, (name, part, whole, style) in enumerate(bars):
        top, share = number * _BAR_LINE, part / whole if whole else 0.0
        drawn.append(
            f'<text class="name" x="0" y="{top + 19}">{escape(name)}</text>'
            f'<rect class="rail" x="{_BAR_NAME}" y="{top + 6}" width="{rail}" height="17" rx="3"/>'
            f'<rect class="{style}" x="{_BAR_NAME}" y="{top + 6}" width="{max(share * rail, 1.5):.1f}" height="17" '
            f'rx="3"/><text class="name" x="{_BAR_NAME + rail + 10}" y="{top + 19}">{share:.0%} '
            f"({part:,} of {whole:,})</text>"
        )
    return _wrap_svg(_BAR_WIDTH, len(bars) * _BAR_LINE, title, "".join(drawn))


def _wrap_svg(width: int, height: int, title: str, inner: str) -> str:
    told = escape(title, quote=True)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{told}">{inner}</svg>'
