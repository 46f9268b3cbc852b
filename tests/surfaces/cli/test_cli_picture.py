"""C11: one picture of what is remembered and how it gets curated."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from rich.console import Console

from atlas.engine.curate.review_counts import Waiting
from atlas.engine.inspect.picture import Picture, ReadPath, StatusCount
from atlas.model.memory import Status
from atlas.surfaces.cli.lookup.picture_svg import render_page, render_picture
from atlas.surfaces.cli.lookup.picture_text import render_text
from surfaces.cli._person import Person

UTC_ZONE = ZoneInfo("UTC")
LARGE = Picture(
    "default",
    datetime(2026, 3, 31, 9, tzinfo=UTC),
    123_456,
    (("what was said", 123_456), *((f"thinking {number}", 9_999) for number in range(9))),
    tuple(StatusCount(status, 54_321, 123_456) for status in Status),
    1_000,
    2_000,
    3_000,
    Waiting(1, 1, 1, 1),
    tuple(ReadPath(f"Path number {number}", 99_999, 40, 2_500, 2_000) for number in range(8)),
    11_999,
    12_000,
    "<script>alert(1)</script> & what I asked, which goes on and on and on, much longer than a line has room",
)


def test_the_terminal_shows_counts_and_the_last_context(ana: Person) -> None:
    ana.says("observe", "I live in Porto.", "--assistant", "I see.")
    ana.says("context", "Where do I live?")
    told = ana.says("picture")
    assert re.search(r"waiting\s+│\s+│\s+approved", told)
    assert re.search(r"Facts and preferences\s+1 █", told)
    assert "tokens in the last context for “Where do I live?”" in told
    given = ana.data("picture")["picture"]
    counted = {each["status"]: each for each in given["statuses"]}
    assert (counted["approved_for_reuse"]["learned"], counted["approved_for_reuse"]["messages"]) == (1, 2)


def test_before_anything_was_said_it_says_so(ana: Person) -> None:
    ana.says("observe", "Hello.")
    assert "No context was served yet." in ana.says("picture")


@pytest.mark.parametrize("width", [80, 140])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    console = Console(width=width, record=True, file=io.StringIO())
    for part in render_text(LARGE, UTC_ZONE, width - 2):
        console.print(part)
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= 34


def test_the_files_are_whole_load_nothing_and_hold_text_as_text(ana: Person, tmp_path: Path) -> None:  # P6
    ana.says("observe", "I live in Porto.")
    ana.says("picture", "--svg", str(tmp_path / "a.svg"), "--html", str(tmp_path / "a.html"))
    svg, page = (tmp_path / "a.svg").read_text("utf-8"), (tmp_path / "a.html").read_text("utf-8")
    assert svg.startswith("<svg")
    assert "<svg" in page
    for text in (render_picture(LARGE, UTC_ZONE), render_page(LARGE, UTC_ZONE).partition("<body>")[2][:-15]):
        ET.fromstring(text.removesuffix("</body></html>\n").strip())  # noqa: S314 # our own
        assert "<script" not in text
        assert [each for each in re.findall(r"https?://[^\"]*", text) if each != "http://www.w3.org/2000/svg"] == []
    assert "prefers-color-scheme" in svg
    assert "prefers-color-scheme" not in render_picture(LARGE, UTC_ZONE, dark=True)
