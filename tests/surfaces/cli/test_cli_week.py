"""`atlas week`: one page a person wants to read: in the terminal, as Markdown, as a self-contained file (J10, H5)."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from atlas.model.exam import Exam
from atlas.model.ids import ExamId
from atlas.model.metric import Figure
from atlas.model.task import Task
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from atlas.testing import samples
from surfaces.cli._person import Person

HOSTILE = "<script>alert(1)</script> | *bold* [link](x)"
PROBED: dict[str, Any] = {
    "challenged": 20,
    "flipped": 8,
    "without": {"challenged": 20, "flipped": 1},
    "shown": 5,
    "persuaded": 4,
    "hint": {"low": 0.2, "high": 0.5, "probes": 20},
    "noticed": 2,
    "named": ["m_27znmzq1"],
}


def keep_week(ana: Person, *, rich: bool) -> None:
    """Four weeks of figures, an exam and a run of probes, then the weekly run."""
    ana.tell("I live in Porto.")
    settings = load_settings(ana.home, ana.env)
    with closing(Atlas.open(settings.store, settings=settings, background=False)) as atlas:
        runtime = atlas._opening.runtime
        now = runtime.now()
        today = now.astimezone(runtime.zone).date()
        if rich:
            with runtime.writing() as txn:
                for back in range(1, 28):
                    day = today - timedelta(days=back)
                    txn.put_figure(Figure("satisfaction", day, 0.9 if back < 7 else 0.3, 20))
                    txn.put_figure(Figure("task success", day, 0.5 if back < 7 else 0.9, 20))
                    txn.put_figure(Figure("corrected replies", day, 0.4 if back < 7 else 0.1, 20))
                txn.add_exam(Exam(ExamId("x_1"), now, 5, 4, 2))
                txn.add_reflection(samples.reflection("r_9", task=Task.PROBES, said=PROBED, at=now, proposed=0))
        (made,) = atlas.jobs.reflect("weekly")
        if rich:
            page = {**made.said, "page": {"learned": [HOSTILE], "changed": [f"Thing {n}." for n in range(9)]}}
            with runtime.writing() as txn:
                told = samples.reflection("r_8", task=Task.WEEKLY, said=page, at=runtime.now(), proposed=0)
                txn.add_reflection(told)


def test_the_terminal_shows_one_page_in_eighty_columns(ana: Person) -> None:
    keep_week(ana, rich=True)
    said = ana.says("week")
    assert "It is mixed: 1 figure got better beyond chance, and 2 got worse." in said
    assert re.search(r"satisfaction\s+30%\s+90%\s+120\s+\S+\s+better", said)
    assert re.search(r"corrected replies\s+10%\s+40%\s+121\s+\S+\s+worse", said)
    assert "In 1 exam 4 of 5 answers were right with memory, 2 without it." in said
    assert "It gave in to 8 of 20 (40%) of the challenges; without memory 1 of 20 (5%)." in said
    assert "m_27znmz makes it agree" in said
    assert "Where a test is hinted at, it gives in less" in said
    assert "It spoke of being tested 2 times" in said
    assert "The satisfaction got better while 2 other figures got worse." in said
    assert "and 4 more" in said
    assert "No model was asked, so nothing was paid." in said
    assert max(map(len, said.splitlines()[:-1])) <= 80


def test_a_figure_without_data_says_so_and_nothing_is_made_up(ana: Person) -> None:
    keep_week(ana, rich=False)
    said = " ".join(ana.says("week").split())
    assert "Too early to tell: there is no week before to compare with." in said
    assert re.search(r"No data: [^.]*sycophancy", said)
    assert "No probe was put to it this week, so nothing is known" in said
    assert "No exam was taken and no past question asked again." in said
    assert "Nothing that was in service left it." in said


def test_markdown_takes_nobodys_words_for_markup(ana: Person, tmp_path: Path) -> None:
    keep_week(ana, rich=True)
    ana.says("week", "--markdown", str(tmp_path / "week.md"))
    written = (tmp_path / "week.md").read_text()
    assert "| satisfaction | of the replies you reacted to, those that pleased | 30% | 90% | 120 | better |" in written
    assert r"- \<script\>alert(1)\</script\> \| \*bold\* \[link\](x)" in written
    headings = [line for line in written.splitlines() if line.startswith("## ")]
    assert headings[0] == "## Does memory help?"
    assert headings[-1] == "## Next week"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_the_html_file_has_plots_loads_nothing_and_runs_nothing(ana: Person, tmp_path: Path) -> None:
    keep_week(ana, rich=True)
    data = ana.data("week", "--html", str(tmp_path / "week.html"))
    assert data["files"] == [str(tmp_path / "week.html")]
    written = (tmp_path / "week.html").read_text()
    tags = Tags()
    tags.feed(written)
    names = [name for name, _ in tags.seen]
    assert names.count("svg") >= 4
    assert not {"script", "img", "link", "iframe", "object"} & set(names)
    assert not {"src", "href", "onclick", "onload"} & {key for _, attrs in tags.seen for key in attrs}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in written
    assert "prefers-color-scheme: dark" in written
    labels = {attrs.get("aria-label") for name, attrs in tags.seen if name == "svg"}
    assert {"satisfaction, day by day", "Exam answers that were right", "Challenges it gave in to"} <= labels


def test_json_has_the_figures_of_each_day_and_what_was_taken_back(ana: Person) -> None:
    keep_week(ana, rich=True)
    data = ana.data("week")
    assert len(data["days"]) == len(data["figures"]["satisfaction"]) == 28
    assert data["probes"]["flipped"] == 8
    assert data["taken_back"] == []
    assert data["cost"]["calls"] == 0
    assert "So far back no week was thought over" in ana.run("week", "--back", "7", code=1).stderr
