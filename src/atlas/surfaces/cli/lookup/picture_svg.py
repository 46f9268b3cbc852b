"""The one picture as SVG: writers above, the status machine in the middle, read paths and the context below (C11).

Every text has an anchor and a place of its own, so that no renderer's font moves a column. Light by itself, dark where
whoever looks prefers that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from html import escape
from typing import TYPE_CHECKING, Final

from atlas.model.memory import Status
from atlas.surfaces.cli.lookup.graph_svg import FONT, make_inert_text
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import format_count, format_moment

if TYPE_CHECKING:
    from atlas.engine.inspect.picture import Picture, ReadPath, StatusCount

_WIDTH: Final = 1120
_MARGIN: Final = 48
_INNER: Final = _WIDTH - 2 * _MARGIN
_CARD: Final = 84
_MOST_WRITERS: Final = 6
_STATUS_COLOURS: Final = {
    Status.APPROVED: "#2f9e6e",
    Status.NEEDS_REVIEW: "#d99a1c",
    Status.SUPERSEDED: "#6f7c8f",
    Status.SENSITIVE: "#a2559f",
    Status.REJECTED: "#c94c4c",
    Status.ONE_TIME: "#4c86b8",
    Status.EXPIRED: "#98876a",
}
_PATH_COLOURS: Final = ("#6b7ba0", "#4f8fd0", "#2f9e6e", "#d99a1c", "#a2559f", "#b8703c", "#4aa3a3", "#97a1ae")
_LIGHT: Final = {
    "paper": "#ffffff",
    "card": "#f5f7fa",
    "line": "#d5dbe3",
    "ink": "#1c2530",
    "soft": "#5b6878",
    "track": "#e8ecf1",
    "flow": "#8b97a6",
}
_DARK: Final = {
    "paper": "#11161d",
    "card": "#1b232d",
    "line": "#33404f",
    "ink": "#e7edf4",
    "soft": "#9fadbd",
    "track": "#27313d",
    "flow": "#718096",
}


def render_picture(picture: Picture, zone: tzinfo, *, dark: bool | None = None) -> str:
    """Draw the picture; `dark` fixes the colours, None leaves them to whoever looks."""
    body = [*_draw_head(picture, zone)]
    y, writers = _draw_writers(picture, 122.0)
    body += writers
    y, machine = _draw_machine(picture, y + 58.0)
    body += machine
    y, context = _draw_context(picture, y + 58.0)
    body += context
    height = y + 64.0
    body += _draw_legend(height - 30.0)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" '
        f'height="{height:.0f}" role="img" {FONT}>'
    )
    paper = f'<rect width="{_WIDTH}" height="{height:.0f}" class="paper"/>'
    title = "<title>What is remembered, and how it gets curated</title>"
    return "\n".join([head, title, f"<style>{_make_style(dark)}</style>", _ARROW, paper, *body, "</svg>\n"])


_ARROW: Final = (
    '<defs><marker id="flow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" class="tip"/></marker></defs>'
)


def _make_style(dark: bool | None) -> str:
    rules = _make_rules(_DARK if dark else _LIGHT)
    return rules if dark is not None else f"{rules} @media (prefers-color-scheme: dark) {{ {_make_rules(_DARK)} }}"


def _make_rules(colours: dict[str, str]) -> str:
    fills = (("paper", "paper"), ("ink", "ink"), ("soft", "soft"), ("track", "track"), ("tip", "flow"))
    rules = [f".{name} {{ fill: {colours[colour]}; }}" for name, colour in fills]
    rules.append(f".card {{ fill: {colours['card']}; stroke: {colours['line']}; stroke-width: 1; }}")
    rules.append(f".flow {{ fill: none; stroke: {colours['flow']}; stroke-width: 1.6; }}")
    return " ".join(rules)


# --- words and boxes


def _text(
    x: float, y: float, words: str, size: float = 13, look: str = "ink", anchor: str = "start", **more: str
) -> str:
    weight = f' font-weight="{more["weight"]}"' if "weight" in more else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" class="{look}"{weight}>'
        f"{words}</text>"
    )


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="9" class="card"/>'


def _flow(*points: tuple[float, float], dashed: bool = False) -> str:
    path = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<path d="M{path}" class="flow" marker-end="url(#flow)"{dashes}/>'


def _heading(y: float, number: str, words: str, says: str) -> Iterator[str]:
    yield _text(_MARGIN, y, f"{number}  {escape(words)}", 15, weight="700")
    yield _text(_WIDTH - _MARGIN, y, escape(says), 12.5, "soft", "end")


def _draw_head(picture: Picture, zone: tzinfo) -> Iterator[str]:
    yield _text(_MARGIN, 56, "What is remembered, and how it gets curated", 25, weight="700")
    waiting = format_count(picture.waiting.items, "decision waits", "decisions wait")
    says = f"{picture.space} · {format_moment(picture.at, zone)} · {waiting} for a person"
    yield _text(_MARGIN, 82, make_inert_text(says, 140), 13.5, "soft")


# --- writers


def _draw_writers(picture: Picture, y: float) -> tuple[float, list[str]]:
    shown = list(picture.writers[:_MOST_WRITERS])
    rest = sum(number for _, number in picture.writers[_MOST_WRITERS:])
    shown += [("other thinking", rest)] if rest else []
    drawn = [*_heading(y, "1", "Writers propose", "nothing is remembered because somebody said so")]
    gap = 14.0
    width = min(240.0, (_INNER - gap * (len(shown) - 1)) / len(shown))
    left = _MARGIN + (_INNER - width * len(shown) - gap * (len(shown) - 1)) / 2
    top = y + 18.0
    for at, (name, number) in enumerate(shown):
        x = left + at * (width + gap)
        drawn.append(_box(x, top, width, _CARD))
        drawn.append(_text(x + width / 2, top + 40, f"{number:,}", 24, anchor="middle", weight="700"))
        drawn.append(_text(x + width / 2, top + 64, make_inert_text(name, 22), 12.5, "soft", "middle"))
    bottom = top + _CARD
    middle = _MARGIN + _INNER / 2
    drawn.append(_flow((middle, bottom + 6), (middle, bottom + 42)))
    drawn.append(_text(middle + 12, bottom + 29, "proposals, each judged", 12.5, "soft"))
    return bottom, drawn


# --- the status machine


def _draw_machine(picture: Picture, y: float) -> tuple[float, list[str]]:
    counts = {each.status: each for each in picture.statuses}
    drawn = [*_heading(y, "2", "Curation decides", "only what is approved reaches a context")]
    top = y + 22.0
    row = 46.0
    high = 5 * row + 4 * 10.0
    waits = (_MARGIN, top + high / 2 - 62, 230.0, 124.0)
    holds = (_MARGIN + 372.0, top + high / 2 - 78, 270.0, 156.0)
    right = _WIDTH - _MARGIN - 250.0
    drawn += _draw_status(counts[Status.NEEDS_REVIEW], waits, 34)
    drawn += _draw_status(counts[Status.APPROVED], holds, 44)
    ends = (Status.SUPERSEDED, Status.SENSITIVE, Status.REJECTED, Status.ONE_TIME, Status.EXPIRED)
    says = ("something newer holds", "never told to anybody", "not proposed again", "held once", "waited too long")
    for at, (status, word) in enumerate(zip(ends, says, strict=True)):
        place = top + at * (row + 10.0)
        drawn += _draw_end(counts[status], word, right, place, row)
        drawn.append(_draw_end_flow(status, waits, holds, (right, place + row / 2)))
    middle = holds[1] + holds[3] / 2
    drawn.append(_flow((waits[0] + waits[2] + 4, middle - 12), (holds[0] - 4, middle - 12)))
    drawn.append(_text((waits[0] + waits[2] + holds[0]) / 2, middle - 22, "policy, or a person", 12, "soft", "middle"))
    drawn.append(_flow((holds[0] - 4, middle + 14), (waits[0] + waits[2] + 4, middle + 14), dashed=True))
    drawn.append(_text((waits[0] + waits[2] + holds[0]) / 2, middle + 33, "undo", 12, "soft", "middle"))
    bottom = top + high
    away = (("archived", picture.archived), ("quarantined", picture.quarantined), ("forgotten", picture.gone))
    told = "   ·   ".join(f"{number:,} {word}" for word, number in away)
    drawn.append(_text(_MARGIN + _INNER / 2, bottom + 26, f"out of service: {told}", 12.5, "soft", "middle"))
    arrow = holds[0] + holds[2] / 2
    drawn.append(_flow((arrow, bottom + 38), (arrow, bottom + 66)))
    return bottom + 34.0, drawn


def _draw_end_flow(
    status: Status,
    waits: tuple[float, float, float, float],
    holds: tuple[float, float, float, float],
    to: tuple[float, float],
) -> str:
    """Draw the way to an end: what waits expires, what is approved ends otherwise."""
    x, y = to
    if status is Status.EXPIRED:
        start = waits[0] + waits[2] / 2
        return _flow((start, waits[1] + waits[3] + 4), (start, y), (x - 4, y))
    return _flow((holds[0] + holds[2] + 4, holds[1] + holds[3] / 2), (x - 34, y), (x - 4, y))


def _draw_status(count: StatusCount, box: tuple[float, float, float, float], size: int) -> Iterator[str]:
    x, y, width, height = box
    colour = _STATUS_COLOURS[count.status]
    yield _box(*box)
    yield f'<rect x="{x:.1f}" y="{y:.1f}" width="7" height="{height:.1f}" rx="3.5" fill="{colour}"/>'
    middle = x + width / 2
    yield _text(middle, y + height / 2 + size * 0.12, f"{count.total:,}", size, anchor="middle", weight="700")
    yield _text(middle, y + 26, escape(STATUS_WORDS[count.status]), 14, anchor="middle", weight="600")
    learned = f"{count.learned:,} learned, {format_count(count.messages, 'message')}"
    yield _text(middle, y + height - 16, learned, 12, "soft", "middle")


def _draw_end(count: StatusCount, says: str, x: float, y: float, height: float) -> Iterator[str]:
    colour = _STATUS_COLOURS[count.status]
    yield _box(x, y, 250.0, height)
    yield f'<rect x="{x:.1f}" y="{y:.1f}" width="5" height="{height:.1f}" rx="2.5" fill="{colour}"/>'
    yield _text(x + 18, y + 20, escape(STATUS_WORDS[count.status]), 13.5, weight="600")
    yield _text(x + 18, y + 36, escape(says), 11.5, "soft")
    yield _text(x + 236, y + 29, f"{count.total:,}", 18, anchor="end", weight="700")


# --- read paths and the context


def _draw_context(picture: Picture, y: float) -> tuple[float, list[str]]:
    asked = f"the last context, for “{picture.query}”" if picture.query else "no context was served yet"
    drawn = [*_heading(y, "3", "Read paths fill the context", make_inert_text(asked, 90))]
    top, row = y + 24.0, 31.0
    bar, room = _MARGIN + 330.0, _INNER - 330.0 - 210.0
    widest = max((path.budget for path in picture.paths), default=1)
    drawn.append(_text(_MARGIN + 312, top + 4, "may be served", 11.5, "soft", "end"))
    drawn.append(_text(_WIDTH - _MARGIN - 112, top + 4, "lines", 11.5, "soft", "end"))
    drawn.append(_text(_WIDTH - _MARGIN, top + 4, "tokens of budget", 11.5, "soft", "end"))
    for at, path in enumerate(picture.paths):
        drawn += _draw_path(path, _PATH_COLOURS[at % len(_PATH_COLOURS)], top + 14 + at * row, (bar, room, widest))
    y = top + 14 + len(picture.paths) * row + 16
    drawn += _draw_stack(picture, y)
    return y + 62.0, drawn


def _draw_path(path: ReadPath, colour: str, y: float, scale: tuple[float, float, int]) -> Iterator[str]:
    bar, room, widest = scale
    whole = room * path.budget / widest
    yield f'<circle cx="{_MARGIN + 7:.1f}" cy="{y + 9:.1f}" r="6" fill="{colour}"/>'
    yield _text(_MARGIN + 22, y + 14, escape(path.name), 13.5)
    yield _text(_MARGIN + 312, y + 14, f"{path.available:,}", 13.5, anchor="end", weight="600")
    yield f'<rect x="{bar:.1f}" y="{y:.1f}" width="{whole:.1f}" height="18" rx="4" class="track"/>'
    filled = whole * min(1.0, path.tokens / path.budget) if path.budget else 0.0
    if filled:
        yield f'<rect x="{bar:.1f}" y="{y:.1f}" width="{max(3.0, filled):.1f}" height="18" rx="4" fill="{colour}"/>'
    yield _text(_WIDTH - _MARGIN - 112, y + 14, f"{path.served:,}", 12.5, "soft", "end")
    yield _text(_WIDTH - _MARGIN, y + 14, f"{path.tokens:,} of {path.budget:,}", 12.5, "soft", "end")


def _draw_stack(picture: Picture, y: float) -> Iterator[str]:
    """The whole context as one bar, read path upon read path."""
    yield f'<rect x="{_MARGIN}" y="{y:.1f}" width="{_INNER}" height="26" rx="6" class="track"/>'
    x = float(_MARGIN)
    for path, colour in zip(picture.paths, _PATH_COLOURS, strict=False):
        width = _INNER * path.tokens / max(picture.budget, 1)
        if width:
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="26" fill="{colour}"/>'
        x += width
    share = picture.tokens / max(picture.budget, 1)
    yield _text(_MARGIN, y + 46, f"{picture.tokens:,} tokens in all", 13, weight="600")
    yield _text(_WIDTH - _MARGIN, y + 46, f"{share:.0%} of {picture.budget:,}", 13, "soft", "end")


def _draw_legend(y: float) -> Iterator[str]:
    entries: Sequence[tuple[str, str]] = (
        ('<path d="M0,-4 L26,-4" class="flow" marker-end="url(#flow)"/>', "what happens next"),
        ('<path d="M0,-4 L26,-4" class="flow" stroke-dasharray="5 4" marker-end="url(#flow)"/>', "can be taken back"),
        ('<rect x="0" y="-11" width="26" height="12" rx="3" class="track"/>', "room that is left"),
    )
    x = float(_MARGIN)
    for symbol, label in entries:
        yield f'<g transform="translate({x:.0f},{y:.0f})">{symbol}</g>'
        yield _text(x + 36, y, label, 12, "soft")
        x += 190
    yield _text(_WIDTH - _MARGIN, y, "tokens of a read path are an estimate", 12, "soft", "end")


def render_page(picture: Picture, zone: tzinfo) -> str:
    """One page that loads nothing and runs nothing, with the picture as wide as the window."""
    drawing = render_picture(picture, zone).replace(f'width="{_WIDTH}" ', "", 1)
    style = (
        "body{margin:0;background:#fff;display:flex;justify-content:center}svg{max-width:1120px;width:100%;height:auto}"
        "@media (prefers-color-scheme: dark){body{background:#11161d}}@media print{@page{size:A4;margin:12mm}}"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<title>What is remembered, and how it gets curated</title>"
        f"<style>{style}</style></head><body>\n{drawing}</body></html>\n"
    )
