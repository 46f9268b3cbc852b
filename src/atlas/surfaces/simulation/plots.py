"""The plots of simulated lives, as SVG inside the page; the page's style has their colours, in light and dark.

Days that were measured stand at even distances, whatever lies between them: so each figure has room for its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, log10
from typing import Final

from atlas.surfaces.simulation.figure_text import OUTCOMES, format_figure

Values = Sequence[float | None]
"""One figure on each measured day; None where there was nothing to measure."""

_BAR: Final = 46
_GAP: Final = 8
_BARS_HIGH: Final = 200
_LABELLED: Final = 0.06
"""Smaller parts of a bar have no room for their label."""
_WIDTH: Final = 360
_HEIGHT: Final = 190
_LEFT: Final = 46
_RIGHT: Final = 22
_TOP: Final = 24
_BOTTOM: Final = 38
_INDENT: Final = 18
_LABEL_ABOVE: Final = -8
_LABEL_BELOW: Final = 16
_SHARES: Final = (0.2, 0.5, 1.0)
"""Where the axis of a share may end."""
_ROUND_STEPS: Final = (1.0, 2.0, 4.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True, slots=True)
class Series:
    """The mean of the lives over the measured days, and each life where there are several."""

    name: str
    style: str
    """Its class in the page's style."""
    mean: Values
    lives: Sequence[tuple[str, Values]] = ()
    """What a life is called, and its values."""

    @property
    def all_values(self) -> list[float]:
        rows = [self.mean, *(values for _, values in self.lives)]
        return [value for row in rows for value in row if value is not None]


# --- answers as stacked bars


def draw_answers(day: int, columns: Sequence[tuple[str, Mapping[str, float | None]]]) -> str:
    """The answers of one day: for each who answers a bar of a hundred per cent, cut by outcome."""
    width = len(columns) * (_BAR + _GAP) + _GAP
    bars = "".join(
        _draw_bar(name, shares, _GAP + place * (_BAR + _GAP)) for place, (name, shares) in enumerate(columns)
    )
    title = f"Answers on day {day}"
    axis = f'<path class="axis" d="M0,{_BARS_HIGH + 4} H{width}"/>'
    label = _draw_text(width / 2, _BARS_HIGH + 40, f"day {day}", "day")
    return _wrap_svg(width, _BARS_HIGH + 48, title, f"{bars}{axis}{label}")


def _draw_bar(name: str, shares: Mapping[str, float | None], left: int) -> str:
    drawn, base = [], float(_BARS_HIGH + 4)
    for outcome in OUTCOMES:
        share = shares.get(outcome) or 0.0
        high = share * _BARS_HIGH
        if not share:
            continue
        base -= high
        percent = f"{share:.0%}"
        drawn.append(
            f'<rect class="{outcome}" x="{left}" y="{base:.1f}" width="{_BAR}" height="{high:.1f}">'
            f"<title>{escape(name)}: {percent} {outcome}</title></rect>"
        )
        if share >= _LABELLED:
            drawn.append(_draw_text(left + _BAR / 2, base + high / 2 + 4, percent, f"on-{outcome}"))
    drawn.append(_draw_text(left + _BAR / 2, _BARS_HIGH + 20, name, "label"))
    return "".join(drawn)


# --- a figure over the days as lines


def draw_lines(
    title: str, days: Sequence[int], form: str, series: Sequence[Series], highest: float | None = None
) -> str:
    """One panel: each series as a thick line with its figures, and its lives as thin lines behind.

    The axis ends at the highest, or at a round number above every value.
    """
    found = [value for each in series for value in each.all_values]
    if not found:
        return '<p class="quiet">There was nothing to measure.</p>'
    scale = _Scale(len(days), highest or _choose_end(max(found), form))
    drawn = [
        *_draw_grid(days, form, scale),
        *(_draw_life(name, values, days, form, each.style, scale) for each in series for name, values in each.lives),
        *(_draw_mean(each, scale) for each in series),
        *_draw_labels(series, form, scale),
    ]
    return _wrap_svg(_WIDTH, _HEIGHT, title, "".join(drawn))


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where on a panel a value of a day stands."""

    days: int
    highest: float

    def place_day(self, number: int) -> float:
        wide = _WIDTH - _LEFT - _RIGHT - 2 * _INDENT
        return _LEFT + _INDENT + wide * (number / (self.days - 1) if self.days > 1 else 0.5)

    def place_value(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / self.highest


def _choose_end(value: float, form: str) -> float:
    """The next number above that is easy to read at the end of an axis."""
    if form.endswith("%}"):
        return next((end for end in _SHARES if end >= value), 1.0)
    size = 10.0 ** (ceil(log10(value)) - 1) if value > 1 else 1.0
    return next(step * size for step in _ROUND_STEPS if step * size >= value)


def _draw_grid(days: Sequence[int], form: str, scale: _Scale) -> Iterator[str]:
    for value in (0.0, scale.highest / 2, scale.highest):
        y = scale.place_value(value)
        yield f'<path class="{"grid" if value else "axis"}" d="M{_LEFT},{y:.1f} H{_WIDTH - _RIGHT}"/>'
        yield _draw_text(_LEFT - 6, y + 4, format_figure(value, form), "scale")
    for number, day in enumerate(days):
        yield _draw_text(scale.place_day(number), _HEIGHT - 6, f"day {day}", "label")


def _draw_life(name: str, values: Values, days: Sequence[int], form: str, style: str, scale: _Scale) -> str:
    hints = "; ".join(
        f"day {day}: {format_figure(value, form)}" for day, value in zip(days, values, strict=True) if value is not None
    )
    title = f"<title>{escape(name)}, {escape(hints)}</title>"
    return f'<g class="{style} life">{title}{_draw_path(values, scale)}{_draw_dots(values, scale, 1.6)}</g>'


def _draw_mean(series: Series, scale: _Scale) -> str:
    path, dots = _draw_path(series.mean, scale), _draw_dots(series.mean, scale, 3.4)
    return f'<g class="{series.style} mean"><title>{escape(series.name)}</title>{path}{dots}</g>'


def _draw_path(values: Values, scale: _Scale) -> str:
    """A line through neighbouring days; where a day has no value it is broken."""
    pieces = [
        f"M{scale.place_day(number):.1f},{scale.place_value(before):.1f} "
        f"L{scale.place_day(number + 1):.1f},{scale.place_value(after):.1f}"
        for number, (before, after) in enumerate(pairwise(values))
        if before is not None and after is not None
    ]
    return f'<path d="{" ".join(pieces)}"/>' if pieces else ""


def _draw_dots(values: Values, scale: _Scale, radius: float) -> str:
    return "".join(
        f'<circle cx="{scale.place_day(number):.1f}" cy="{scale.place_value(value):.1f}" r="{radius}"/>'
        for number, value in enumerate(values)
        if value is not None
    )


def _draw_labels(series: Sequence[Series], form: str, scale: _Scale) -> Iterator[str]:
    """The figure of each mean: the highest of a day stands above its dot, the others below theirs."""
    for number in range(scale.days):
        here = [(value, each.style) for each in series if (value := each.mean[number]) is not None]
        for place, (value, style) in enumerate(sorted(here, key=lambda each: -each[0])):
            y = scale.place_value(value) + (_LABEL_BELOW if place else _LABEL_ABOVE)
            yield _draw_text(scale.place_day(number), y, format_figure(value, form), f"figure {style}")


# --- parts


def draw_key(style: str) -> str:
    """A small square for a legend."""
    return (
        f'<svg class="key" viewBox="0 0 12 12" aria-hidden="true"><rect class="{style}" width="12" height="12"/></svg>'
    )


def _draw_text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _wrap_svg(width: float, height: float, title: str, inner: str) -> str:
    told = escape(title, quote=True)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{told}">'
        f"{inner}</svg>"
    )
