"""Draws docs/images/demo.svg, the beginning and the end of `atlas demo` as a terminal shows them, and
docs/images/picture.svg, `atlas picture` of the same life.

python tools/demo_picture.py
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.style import Style
from rich.text import Text

from atlas import Atlas, compose
from atlas.surfaces.cli.lookup.picture_svg import render_picture
from atlas.surfaces.demo.script import write_script
from atlas.surfaces.demo.stage import STORE_NAME, live_script
from atlas.surfaces.demo.tell import tell_story

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
WIDTH, HEAD, TAIL = 80, 45, 8
COLUMN, LINE, MARGIN, TOP = 8.4, 19.0, 26.0, 64.0
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
COLOURS = {
    "green": "#4cc38a",
    "yellow": "#e5b45a",
    "red": "#f07178",
    "magenta": "#c792ea",
    "cyan": "#6cc7d9",
    "blue": "#7aa2f7",
}
CELL = re.compile(r"\S+(?: \S+)*")


def live() -> tuple[list[str], str]:
    """Every line of the story with its colours, and the one picture of what it left behind."""
    with tempfile.TemporaryDirectory() as folder:
        script = write_script(7, 30)
        story = live_script(script, Path(folder))
        clock, entropy = compose.make_virtual_clock(script.steps[-1].at), compose.make_seeded_entropy(8)
        with Atlas.open(Path(folder) / STORE_NAME, zone="UTC", background=False, clock=clock, entropy=entropy) as atlas:
            atlas.context("What shall I cook for my sister?", conversation="dinner")
            picture = render_picture(atlas.inspect.picture(), ZoneInfo("UTC"))
    out = io.StringIO()
    tell_story(story, Console(file=out, width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False))
    return out.getvalue().splitlines(), picture


def main() -> None:
    lines, picture = live()
    end = next(number for number, line in enumerate(lines) if "Checked at the end" in line)
    shown = [Text.from_ansi(line) for line in [*lines[:HEAD], "", "⋮", "", *lines[end : end + TAIL]]]
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / "demo.svg").write_text("\n".join(draw_terminal(shown)), encoding="utf-8")
    (IMAGES / "picture.svg").write_text(picture, encoding="utf-8")


def draw_terminal(lines: list[Text]) -> Iterator[str]:
    """A window of text: what two spaces part stands at a column of its own, whatever the font."""
    width, height = 2 * MARGIN + WIDTH * COLUMN, TOP + len(lines) * LINE + MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" font-family="{FONT}" font-size="13.5">'
    )
    yield "<title>atlas demo: thirty days of an assistant's life</title>"
    yield f'<rect width="{width:.0f}" height="{height:.0f}" rx="10" fill="#151a21"/>'
    for at, colour in enumerate(("#f07178", "#e5b45a", "#4cc38a")):
        yield f'<circle cx="{MARGIN + at * 20:.0f}" cy="26" r="6" fill="{colour}"/>'
    yield f'<text x="{width / 2:.0f}" y="31" text-anchor="middle" fill="#8b98a9">atlas demo</text>'
    for number, line in enumerate(lines):
        yield from draw_line(line, TOP + number * LINE)
    yield "</svg>\n"


def draw_line(line: Text, y: float) -> Iterator[str]:
    for found in CELL.finditer(line.plain):
        words = "".join(draw_run(line, found.start(), found.end()))
        yield f'<text x="{MARGIN + found.start() * COLUMN:.1f}" y="{y:.1f}" xml:space="preserve">{words}</text>'


def draw_run(line: Text, start: int, end: int) -> Iterator[str]:
    """Draw the letters of a cell, those of one style together."""
    console = Console(width=WIDTH, color_system="truecolor")
    looks = [describe_style(line.get_style_at_offset(console, at)) for at in range(start, end)]
    for look, run in groupby(range(start, end), key=lambda at: looks[at - start]):
        yield f"<tspan {look}>{escape(''.join(line.plain[at] for at in run))}</tspan>"


def describe_style(style: Style) -> str:
    name = style.color.name if style.color else ""
    colour = COLOURS.get(name.removeprefix("bright_"), "#7d8999" if style.dim else "#dce3ec")
    return f'fill="{colour}"' + (' font-weight="700"' if style.bold else "")


if __name__ == "__main__":
    main()
