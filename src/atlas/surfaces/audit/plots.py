"""The plots of an audit, as SVG inside the page. Numbers only: no text of any entry comes here.

On a phone they are drawn at half their size and their letters twice as large (the page's style says so): names and
labels have room for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from atlas.metrics.entries import Rate
from atlas.surfaces.audit.audit_text import NAMES, UNKNOWN, fault_severity, format_percent

_COLOURS: Final = ("#2a9d8f", "#e0a100", "#d1495b")
_INK: Final = "#1f2733"
_QUIET: Final = "#5b6676"
_RAIL: Final = "#e9edf2"
_BARS: Final = "#4e79a7"
_WIDTH: Final = 720
_NAME: Final = 190
_SHARE: Final = 130
_LINE: Final = 30
_MOST_MONTHS: Final = 36
_MOST_LABELS: Final = 7
_HIGH: Final = 150


def draw_rates(rates: Sequence[Rate]) -> str:
    """Each rate as a bar on a rail of a hundred percent."""
    height = _LINE * len(rates) + 4
    rows = "".join(_draw_rate(rate, number * _LINE) for number, rate in enumerate(rates))
    return _wrap_svg(height, "Rates", rows)


def _draw_rate(rate: Rate, top: int) -> str:
    rail = _WIDTH - _NAME - _SHARE
    share = rate.share
    name = f'<text x="0" y="{top + 20}" font-size="13" fill="{_INK}">{NAMES[rate.fault]}</text>'
    back = f'<rect x="{_NAME}" y="{top + 7}" width="{rail}" height="16" rx="3" fill="{_RAIL}"/>'
    if share is None:
        return f'{name}{back}<text x="{_NAME + 8}" y="{top + 20}" font-size="12" fill="{_QUIET}">{UNKNOWN}</text>'
    wide = max(share * rail, 2.0 if share else 0.0)
    colour = _COLOURS[fault_severity(rate.fault, share)]
    bar = f'<rect x="{_NAME}" y="{top + 7}" width="{wide:.1f}" height="16" rx="3" fill="{colour}"/>'
    percent = (
        f'<text x="{_NAME + rail + 10}" y="{top + 20}" font-size="13" fill="{_INK}">{format_percent(share)}</text>'
    )
    return f"{name}{back}{bar}{percent}"


def draw_months(months: Sequence[tuple[str, int]]) -> str:
    """Entries of each month, the last three years at most; months without any have their place too."""
    filled = list(_fill_months(months))[-_MOST_MONTHS:]
    step = max(1, -(-len(filled) // _MOST_LABELS))
    labels = [month if place % step == 0 else "" for place, (month, _) in enumerate(filled)]
    return _draw_columns("Entries by month", [count for _, count in filled], labels)


def draw_likeness(likeness: Sequence[int]) -> str:
    """How alike each entry is to the most similar earlier one."""
    labels = [f"{place / 10:.1f}" for place in range(len(likeness) - 1)]
    return _draw_columns("Likeness to an earlier entry", likeness, [*labels, "same"])


def _draw_columns(title: str, counts: Sequence[int], labels: Sequence[str]) -> str:
    highest, base = max(counts, default=0) or 1, _HIGH + 24
    slot = (_WIDTH - 20) / max(1, len(counts))
    wide = min(slot * 0.78, 60.0)
    drawn = []
    for place, (count, label) in enumerate(zip(counts, labels, strict=True)):
        high = max(_HIGH * count / highest, 1.5 if count else 0.0)
        middle = 10 + slot * (place + 0.5)
        drawn.append(
            f'<rect x="{middle - wide / 2:.1f}" y="{base - high:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="2" '
            f'fill="{_BARS}"><title>{count:,}</title></rect>'
        )
        if count and len(counts) <= 16:
            drawn.append(_draw_label(middle, base - high - 5, f"{count:,}"))
        if label:
            drawn.append(_draw_label(middle, base + 16, label))
    axis = f'<path d="M10,{base} H{_WIDTH - 10}" stroke="#c3cad4" stroke-width="1"/>'
    return _wrap_svg(base + 26, title, "".join(drawn) + axis)


def _draw_label(x: float, y: float, text: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
    return f'<text class="label" {place} font-size="11" fill="{_QUIET}">{escape(text)}</text>'


def _fill_months(months: Sequence[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    counts = dict(months)
    if not counts:
        return
    year, month = (int(part) for part in min(counts).split("-"))
    last = max(counts)
    while (name := f"{year:04}-{month:02}") <= last:
        yield name, counts.get(name, 0)
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _wrap_svg(height: int, title: str, inner: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{inner}</svg>"
    )
