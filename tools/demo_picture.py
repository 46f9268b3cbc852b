"""Draws docs/images/demo.svg: the beginning and the end of `atlas demo`, as a terminal shows them.

python tools/demo_picture.py
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from atlas.surfaces.demo.script import write_script
from atlas.surfaces.demo.stage import live_script
from atlas.surfaces.demo.tell import tell_story

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "demo.svg"
WIDTH, HEAD, TAIL = 80, 45, 8
REMOTE = re.compile(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", re.DOTALL)


def told() -> list[str]:
    """Every line of the story, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        story = live_script(write_script(7, 30), Path(folder))
    out = io.StringIO()
    tell_story(story, Console(file=out, width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False))
    return out.getvalue().splitlines()


def main() -> None:
    lines = told()
    end = next(number for number, line in enumerate(lines) if "Checked at the end" in line)
    picture = Console(record=True, width=WIDTH, file=io.StringIO())
    for line in [*lines[:HEAD], "", "⋮", "", *lines[end : end + TAIL]]:
        picture.print(Text.from_ansi(line))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(alone(picture.export_svg(title="atlas demo")), encoding="utf-8")


def alone(svg: str) -> str:
    """A picture that loads nothing: the reader's own monospaced font will do."""
    return REMOTE.sub("", svg)


if __name__ == "__main__":
    main()
