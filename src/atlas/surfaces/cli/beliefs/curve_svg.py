"""A position's curve as a picture in one file: no script, nothing loaded from anywhere, and no text that is more than
text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.beliefs.replay import Cause
from atlas.language.stance_words import describe_position
from atlas.surfaces.cli.beliefs.curve_text import find_bounds, find_last_turn
from atlas.surfaces.cli.lookup.graph_svg import FONT, make_inert_text
from atlas.surfaces.views.beliefs import CAUSES, argument_text

if TYPE_CHECKING:
    from atlas.beliefs.curve import CurvePoint
    from atlas.engine.inspect.beliefs import BeliefStory

_WIDTH: Final = 860
_HEIGHT: Final = 460
_LEFT: Final = 74.0
_RIGHT: Final = 34.0
_TOP: Final = 104.0
_STANCE: Final = 190.0
_SURE_TOP: Final = 336.0
_SURE: Final = 56.0
_BASE: Final = _SURE_TOP + _SURE
_RAILS: Final = 6
_CLEAR: Final = 60.0
"""Between the labels of two turns."""
_INK: Final = "#1f2733"
_QUIET: Final = "#5b6676"
_RAIL: Final = "#e2e7ee"
_FOR: Final = "#2a9d8f"
_AGAINST: Final = "#d1495b"
_LINE: Final = "#2f3b4c"
_SURENESS: Final = "#4e79a7"
_PERSON: Final = "#e0a100"
_FADED: Final = "#9aa0a6"


def render_svg(story: BeliefStory) -> str:
    """Draw the curve of a belief as one SVG document."""
    curve = story.curve
    low, high = find_bounds(point.stance for point in curve)
    first, last = curve[0].turn, find_last_turn(curve)

    def place_turn(turn: int) -> float:
        return _LEFT + (turn - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT)

    def place_stance(stance: float) -> float:
        return _TOP + (high - stance) / (high - low) * _STANCE

    end = _WIDTH - _RIGHT
    spots = [(place_turn(point.turn), place_stance(point.stance)) for point in curve]
    sure = [(x, _SURE_TOP + _SURE * (1 - point.confidence)) for (x, _), point in zip(spots, curve, strict=True)]
    parts = [
        *_draw_head(story),
        *_draw_stance_axis(low, high, place_stance),
        *_draw_sure_axis(),
        *_draw_turns(first, curve[-1].turn, place_turn),
        f'<path d="{_step_path(sure, end)} V{_BASE:.1f} H{_LEFT} Z" fill="{_SURENESS}" fill-opacity="0.18"/>',
        f'<path d="{_step_path(sure, end)}" fill="none" stroke="{_SURENESS}" stroke-width="2"/>',
        f'<path d="{_step_path(spots, end)}" fill="none" stroke="{_LINE}" stroke-width="2.5" stroke-linejoin="round"/>',
        *(_draw_point(point, before, spot, story) for point, before, spot in _pair_points(curve, spots)),
        *_draw_legend(curve),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _pair_points(
    curve: Sequence[CurvePoint], spots: Sequence[tuple[float, float]]
) -> Iterator[tuple[CurvePoint, CurvePoint | None, tuple[float, float]]]:
    before: CurvePoint | None = None
    for point, spot in zip(curve, spots, strict=True):
        yield point, before, spot
        before = point


def _draw_head(story: BeliefStory) -> Iterator[str]:
    belief = story.belief
    topic = make_inert_text(belief.topic, 60)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" {FONT}>'
    )
    yield f"<title>{topic}</title>"
    yield f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>'
    yield f'<text x="{_LEFT - 34:.0f}" y="42" font-size="22" font-weight="600" fill="{_INK}">{topic}</text>'
    numbers = f"stance {belief.stance:+.2f}, confidence {belief.confidence:.2f}"
    told = f"{describe_position(belief.stance, belief.confidence)}: {numbers}"
    yield f'<text x="{_LEFT - 34:.0f}" y="66" font-size="13" fill="{_QUIET}">{told}</text>'


def _draw_stance_axis(low: float, high: float, place_stance: Callable[[float], float]) -> Iterator[str]:
    """Draw a rail at each round stance, the middle stronger, with the sides named that are in the picture."""
    step = next(step for step in (0.05, 0.1, 0.2, 0.25, 0.5) if high - low <= step * _RAILS + 1e-9)
    for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
        y, stance = place_stance(number * step), number * step
        look = 'stroke="#aab3c0"' if number == 0 else f'stroke="{_RAIL}" stroke-dasharray="3 4"'
        yield f'<path d="M{_LEFT},{y:.1f} H{_WIDTH - _RIGHT}" {look}/>'
        yield _draw_label(_LEFT - 10, y + 4, f"{stance:+.2f}" if number else "0", "end")
    if high > 0:
        yield _draw_label(_LEFT + 6, _TOP - 8, "for it")
    if low < 0:
        yield _draw_label(_LEFT + 6, _TOP + _STANCE + 16, "against it")


def _draw_sure_axis() -> Iterator[str]:
    for share, label in ((1.0, "1"), (0.0, "0")):
        y = _SURE_TOP + _SURE * (1 - share)
        yield f'<path d="M{_LEFT},{y:.1f} H{_WIDTH - _RIGHT}" stroke="{_RAIL}"/>'
        yield _draw_label(_LEFT - 10, y + 4, label, "end")
    yield _draw_label(_LEFT + 6, _SURE_TOP + 14, "confidence")


def _draw_label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="11" fill="{_QUIET}">{text}</text>'


def _draw_turns(first: int, last: int, place_turn: Callable[[int], float]) -> Iterator[str]:
    """Label the first and the last turn, and a few round ones between that stand clear of both."""
    ends = {first: "start", last: "end"} if last > first else {first: "start"}
    for turn, anchor in ends.items():
        yield _draw_label(place_turn(turn), _BASE + 18, f"turn {turn}", anchor)
    step = _choose_step(last - first)
    for turn in range(first - first % step + step, last, step):
        if min(place_turn(turn) - place_turn(first), place_turn(last) - place_turn(turn)) > _CLEAR:
            yield _draw_label(place_turn(turn), _BASE + 18, f"{turn}", "middle")


def _choose_step(span: int) -> int:
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000) if span <= step * 8), max(1, span // 8))


def _step_path(spots: Sequence[tuple[float, float]], end: float) -> str:
    """A line that stays where it is until something moves it."""
    (x, y), *rest = spots
    moves = "".join(f" H{x:.1f} V{y:.1f}" for x, y in rest)
    return f"M{x:.1f},{y:.1f}{moves} H{end:.1f}"


def _draw_point(point: CurvePoint, before: CurvePoint | None, spot: tuple[float, float], story: BeliefStory) -> str:
    x, y = spot
    known = {each.id: each for each in story.arguments}
    argued = [argument_text(known[id], story.messages) for id in point.arguments if id in known]
    told = [
        f"Turn {point.turn}: {CAUSES[point.cause]}, stance {point.stance:+.3f}, confidence {point.confidence:.2f}",
        *argued,
    ]
    title = make_inert_text("\n".join(told), 1_000)
    colour = _choose_colour(point, before)
    if point.cause in (Cause.CORRECTED, Cause.HELD):
        corners = f"M{x:.1f},{y - 7:.1f} L{x + 7:.1f},{y:.1f} L{x:.1f},{y + 7:.1f} L{x - 7:.1f},{y:.1f} Z"
        return f'<path d="{corners}" fill="{colour}" stroke="#ffffff"><title>{title}</title></path>'
    size = 3.0 if point.cause is Cause.FADED else 4.5
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}" stroke="#ffffff"><title>{title}</title></circle>'
    )


def _choose_colour(point: CurvePoint, before: CurvePoint | None) -> str:
    if point.cause in (Cause.CORRECTED, Cause.HELD):
        return _PERSON
    if point.cause is not Cause.ARGUED or before is None:
        return _FADED
    return _FOR if point.stance >= before.stance else _AGAINST


def _draw_legend(curve: Sequence[CurvePoint]) -> Iterator[str]:
    """Name the colours that stand in the picture."""
    names = {_FOR: "argued for", _AGAINST: "argued against", _PERSON: "a person's word", _FADED: "formed, faded"}
    used = {_choose_colour(point, before) for point, before, _ in _pair_points(curve, [(0.0, 0.0)] * len(curve))}
    x = _LEFT - 34
    for colour, name in names.items():
        if colour in used:
            yield f'<circle cx="{x + 5:.0f}" cy="{_HEIGHT - 19}" r="4.5" fill="{colour}"/>'
            yield f'<text x="{x + 15:.0f}" y="{_HEIGHT - 15}" font-size="12" fill="{_QUIET}">{name}</text>'
            x += 32 + 6.6 * len(name)
