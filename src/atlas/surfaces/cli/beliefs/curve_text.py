"""A position's curve in the letters of a terminal, within 80 columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atlas.surfaces.cli.shared.output import styled_text

if TYPE_CHECKING:
    from rich.text import Text

    from atlas.beliefs.curve import CurvePoint

_WIDTH: Final = 66
_ROWS: Final = 9
_AXIS: Final = 7
_BARS: Final = " ▁▂▃▄▅▆▇█"
_PERSON: Final = ("corrected", "held")
_BEHIND: Final = 25
"""One part of so many stays behind the last point, so that it is seen where that led."""
_EDGES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)


def find_bounds(stances: Iterable[float]) -> tuple[float, float]:
    """Find the stances at the lower and the upper edge of a drawing: round numbers around the middle and all of these.

    Most steps are small, and would be no more than a line between wholly against and wholly for.
    """
    known = list(stances)
    low, high = (_round_up(max(0.0, each)) for each in (-min(known, default=0.0), max(known, default=0.0)))
    return (-low, high) if low or high else (-_EDGES[1], _EDGES[1])


def find_last_turn(curve: Sequence[CurvePoint]) -> int:
    """Find the turn at the end of a drawing: a little behind the last point."""
    first, last = curve[0].turn, curve[-1].turn
    return last + max(1, (last - first) // _BEHIND)


def _round_up(most: float) -> float:
    return next(edge for edge in _EDGES if most <= edge + 1e-9)


def render_curve(curve: Sequence[CurvePoint]) -> Iterator[Text]:
    """Draw where a position stood, turn by turn, and under it how sure it was."""
    if not curve:
        return
    drawing = _Drawing.of(curve)
    shown = [_find_point(curve, drawing.turn_at(column)) for column in range(_WIDTH)]
    rows = [drawing.row_of(point.stance) for point in shown]
    marked = {drawing.column_of(point.turn) for point in curve if point.cause.value in _PERSON}
    yield styled_text((f"{'stance':>{_AXIS}}", "bold"))
    for row in range(_ROWS):
        letters = "".join(_draw_letter(row, place, rows, marked, drawing.middle) for place in range(_WIDTH))
        yield styled_text((f"{drawing.label(row):>{_AXIS}} ", "dim"), letters)
    bars = "".join(_BARS[round(point.confidence * (len(_BARS) - 1))] for point in shown)
    yield styled_text((f"{'sure':>{_AXIS}} ", "bold"), (bars, "cyan"))
    yield styled_text((f"{'':{_AXIS}} {drawing.label_turns(curve[-1].turn)}", "dim"))
    if marked:
        yield styled_text((f"{'':{_AXIS}} ◆ a person's word", "dim"))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Where turns and stances stand among the columns and rows."""

    first: int
    last: int
    low: float
    high: float

    @classmethod
    def of(cls, curve: Sequence[CurvePoint]) -> _Drawing:
        return cls(curve[0].turn, find_last_turn(curve), *find_bounds(point.stance for point in curve))

    @property
    def middle(self) -> int:
        return self.row_of(0.0)

    def turn_at(self, column: int) -> float:
        return self.first + (self.last - self.first) * column / (_WIDTH - 1)

    def column_of(self, turn: int) -> int:
        return math.ceil((turn - self.first) / (self.last - self.first) * (_WIDTH - 1) - 1e-9)

    def row_of(self, stance: float) -> int:
        """Counted from the upper edge."""
        return round((self.high - stance) / (self.high - self.low) * (_ROWS - 1))

    def label(self, row: int) -> str:
        if row == self.middle:
            return "0"
        return f"{self.high:+.2f}" if row == 0 else f"{self.low:+.2f}" if row == _ROWS - 1 else ""

    def label_turns(self, last: int) -> str:
        begin, end = f"turn {self.first}", f"turn {last}" if last > self.first else ""
        return f"{begin:<{self.column_of(last) - len(end) + 1}}{end}" if end else begin


def _find_point(curve: Sequence[CurvePoint], turn: float) -> CurvePoint:
    """Find what held at a turn: the last point that is not after it."""
    return next((point for point in reversed(curve) if point.turn <= turn + 1e-9), curve[0])


def _draw_letter(row: int, place: int, rows: Sequence[int], marked: set[int], middle: int) -> str:
    here, before = rows[place], rows[place - 1] if place else rows[place]
    empty = "┄" if row == middle else " "
    if row == here and place in marked:
        return "◆"
    if here == before:
        return "─" if row == here else empty
    if row == here:
        return "╭" if here < before else "╰"
    if row == before:
        return "╯" if here < before else "╮"
    low, high = sorted((here, before))
    return "│" if low < row < high else empty
