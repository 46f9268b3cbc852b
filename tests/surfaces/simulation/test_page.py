"""H9, P6: the page of simulated lives stands by itself, shows every measured day and figure, and is inert."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from atlas.surfaces.simulation.figure_text import OUTCOMES, ROWS
from atlas.surfaces.simulation.page import render_page

DAYS = (1, 7, 14, 30, 60)
LOADING = {"script", "img", "link", "iframe", "object", "embed", "form", "a", "base", "image", "use"}
SHARES = {"right": 0.61, "stale": 0.13, "wrong": 0.07, "unknown": 0.19}


def _day(day: int, **figures: Any) -> dict[str, Any]:
    return {
        "day": day,
        "questions": 26,
        "memory": SHARES,
        "bm25": {"right": 0.52, "stale": 0.31, "wrong": 0.0, "unknown": 0.17},
        "without": {"unknown": 1.0},
        "style_repeats": 0.23,
        "fact_repeats": None,
        "junk": 0.11,
        "junk_facts": 4.3,
        "wrong_facts": 0.3,
        "trivial_facts": 2.0,
        "incidental_facts": 6.0,
        "beside_facts": 1.0,
        "double_facts": 1.0,
        "kept": 71,
        "stale_kept": 3,
        "poison": 2,
        "tokens": 1672.0,
        "precision": 0.14,
        "old_questions": 0.06,
        "wishes_served": 0.83,
        "waiting": 9,
        "decisions_a_week": 1.6,
        "shown": 9,
        "held_a_week": 2.1,
        "document_lines": 14.0,
        "document_bytes": 1026.0,
        "document_versions": 12.0,
        "document_contradictions": 0.0,
    } | figures


def _summary(count: int = 1, days: tuple[int, ...] = DAYS, **figures: Any) -> dict[str, Any]:
    return {
        "days": days[-1],
        "part": "tune",
        "reviewer": "none",
        "seeds": list(range(7, 7 + count)),
        "turns": 604,
        "seconds_a_night": 0.312,
        "checkpoints": [_day(day) for day in days],
        "causes": {"not learned": 5},
        "lives": [[_day(day) for day in days] for _ in range(count)],
    } | figures


class _Page(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, figures: dict[str, Any]) -> None:
        super().__init__()
        self.text = "".join(render_page(figures))
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said: list[str] = []
        self.rows: list[list[str]] = []
        self.in_cell = False
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self.in_cell = self.in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.said.append(data)
        if self.in_cell:
            self.rows[-1][-1] += data

    def row(self, name: str) -> list[str]:
        (found,) = [cells for head, *cells in self.rows if head == name]
        return found

    def count_class(self, name: str) -> int:
        return sum(key == "class" and name in str(value).split() for key, value in self.attributes)


@pytest.mark.parametrize("lives", [1, 3])
def test_the_page_loads_nothing_and_runs_nothing(lives: int) -> None:
    page = _Page(_summary(lives))
    assert page.text.startswith("<!doctype html>")
    assert not LOADING & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href", "style")]
    assert "url(" not in page.text
    assert "://" not in page.text
    policy = next(value for name, value in page.attributes if name == "content" and "default-src" in (value or ""))
    assert str(policy).startswith("default-src 'none'")


def test_the_page_is_light_or_dark_as_the_reader_is_and_light_on_paper() -> None:
    page = _Page(_summary())
    assert "@media screen and (prefers-color-scheme: dark)" in page.text
    assert "@media print" in page.text
    assert not {"fill", "stroke", "color"} & {name for name, _ in page.attributes}, (
        "a plot with a colour of its own would not follow"
    )


def test_every_text_is_inert() -> None:
    evil = '</p><script>alert(1)</script>"\u202e'
    page = _Page(_summary(part=evil, reviewer=evil, causes={evil: 1}, seeds=[evil]))
    assert "script" not in page.tags
    said = "".join(page.said)
    assert said.count("<script>alert(1)</script>") >= 4
    assert "\u202e" not in page.text


def test_the_words_say_what_was_simulated() -> None:
    said = "".join(_Page(_summary()).said)
    assert "1 made-up life of 60 days" in said
    assert "seed 7; 604 turns" in said
    assert "that ATLAS was tuned on" in said
    assert "Nobody decided anything" in said
    assert "On day 60, 61% of the questions were answered right with memory, 52% by BM25 (26 questions" in said
    several = "".join(_Page(_summary(3, part="aside", reviewer="weekly")).said)
    assert "3 made-up lives of 60 days" in several
    assert "seeds 7, 8, 9; on average 604 turns each" in several
    assert "nobody tuned ATLAS on" in several
    assert "Once a week somebody who knows the truth decided" in several


def test_the_table_has_every_figure_of_every_measured_day() -> None:
    page = _Page(_summary())
    assert page.rows[0][1:] == [f"day {day}" for day in DAYS]
    for outcome, share in SHARES.items():
        assert page.row(f"with memory: {outcome}") == [f"{share:.0%}"] * 5
    assert page.row("BM25 over the transcript: stale") == ["31%"] * 5
    assert page.row("without: unknown") == ["100%"] * 5
    figures = _day(1)
    for name, key, form in ROWS:
        expected = "-" if figures[key] is None else form.format(figures[key])
        assert page.row(name) == [expected] * 5
    told = {key for _, key, _ in ROWS} | {"day", "memory", "bm25", "without"}
    assert told == set(figures), "a figure that is measured is shown"


def test_the_plots_have_every_measured_day() -> None:
    page = _Page(_summary())
    titles = [value for name, value in page.attributes if name == "aria-label"]
    assert [each for each in titles if "day" in str(each)] == [f"Answers on day {day}" for day in DAYS]
    for plot in ("Junk among what was learned", "Tokens, median", "Lines about what was asked"):
        assert plot in titles
    for outcome in OUTCOMES:
        assert f"memory: {SHARES[outcome]:.0%} {outcome}" in page.said
        assert page.count_class(outcome) >= len(DAYS)
    assert page.said.count("1672") == 2 * len(DAYS), "once at the line and once in the table"
    assert "Decisions owed a week" in titles
    assert "Style of answers" in titles


def test_what_could_not_be_measured_leaves_a_gap() -> None:
    page = _Page(_summary())
    titles = [value for name, value in page.attributes if name == "aria-label"]
    assert "Facts about the person" not in titles
    assert "There was nothing to measure." in page.said
    days = [_day(1, fact_repeats=0.5), _day(7), _day(14, fact_repeats=0.25), *(_day(day) for day in DAYS[3:])]
    broken = _Page(_summary(checkpoints=days, lives=[days]))
    plot = broken.text.partition('aria-label="Facts about the person"')[2].partition("</svg>")[0]
    assert plot.count("<circle") == 2
    assert " L" not in plot, "no line leads over a day without a figure"


def test_one_life_has_no_thin_lines_and_several_have_one_each() -> None:
    assert _Page(_summary(1)).count_class("life") == 0
    lives = [[_day(day, junk=junk, tokens=tokens) for day in DAYS] for junk, tokens in ((0.05, 900), (0.45, 2444))]
    page = _Page(_summary(2, lives=lives))
    plot = page.text.partition('aria-label="Junk among what was learned"')[2].partition("</svg>")[0]
    assert plot.count('class="memory life"') == 2
    assert plot.count('class="memory mean"') == 1
    assert "seed 8, day 1: 45%" in plot
    assert page.row("junk among it") == ["11%5% to 45%"] * 5
    assert page.row("tokens of a context, median") == ["1672900 to 2444"] * 5
    answers = page.text.partition('aria-label="Answers right"')[2].partition("</svg>")[0]
    assert answers.count('class="bm25 life"') == answers.count('class="memory life"') == 2


def test_a_life_of_one_day_is_a_page_too() -> None:
    page = _Page(_summary(days=(1,), causes={}))
    assert "Everything was answered right." in page.said
    assert page.row("learned and in service") == ["71"]
    assert "nan" not in page.text.lower()


@pytest.mark.parametrize("tokens", [0.0, 0.4, 1.0, 7.0, 99.5, 100.0, 8_001.0, 123_456.0])
def test_no_value_leaves_its_plot(tokens: float) -> None:
    days = [_day(day, tokens=tokens) for day in DAYS]
    page = _Page(_summary(checkpoints=days, lives=[days]))
    plot = page.text.partition('aria-label="Tokens, median"')[2].partition("</svg>")[0]
    heights = [float(each.partition('"')[0]) for each in plot.split('cy="')[1:]]
    assert len(heights) == 5
    assert all(0 < each < 190 for each in heights)
