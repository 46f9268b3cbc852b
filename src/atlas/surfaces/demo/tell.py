"""The story as a person reads it: week by week, one line for each thing worth telling, then the sums.

It only arranges what the story holds. Every number, sentence, quote and reason comes from there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.surfaces.demo.events import Asked, Event, Forgotten, Redacted
from atlas.surfaces.demo.lines import Line, count_things, describe_scan, format_day, lines_of, quote_text, status_word
from atlas.surfaces.demo.steps import TEACHES_NOTHING
from atlas.surfaces.demo.story import Scene, Story

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

WIDEST: Final = 100
"""Longer lines are hard to read."""


def tell_story(story: Story, console: Console, folder: Path | None = None) -> None:
    for part in (
        *_render_opening(story),
        *_render_weeks(story),
        *_render_sums(story),
        *_render_next_steps(story, folder),
    ):
        console.print(part)


def to_plain_data(value: object) -> Any:
    """The story as data for JSON; each event says what it is."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: to_plain_data(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"what": type(value).__name__.lower(), **fields} if isinstance(value, Event) else fields
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [to_plain_data(item) for item in value]
    return value


# --- parts


def _render_opening(story: Story) -> Iterator[RenderableType]:
    from rich.text import Text

    who = story.name or "the user"
    first, last = story.scenes[0].at, story.scenes[-1].at
    title = Text(f"\n{story.days} days with {who}", style="bold")
    title.append(f"  ·  seed {story.seed}, {format_day(first)} to {format_day(last)} {last.year}", style="dim")
    yield title
    yield Text(
        "What people say is made up from the seed. All the rest is what ATLAS did with it, as its journal has it; "
        f"# is the entry. {_describe_thinker(story.closing.thinker)}\n"
    )


def _describe_thinker(thinker: str) -> str:
    return "No language model took part." if thinker == "rules" else f"Thought by {thinker}."


def _render_weeks(story: Story) -> Iterator[RenderableType]:
    from rich.rule import Rule

    repeats = _Repeats()
    for week, scenes in groupby(story.scenes, key=lambda scene: (scene.at - story.begins).days // 7):
        here = list(scenes)
        title = f"[bold]Week {week + 1}[/]  {_describe_span(here)}"
        yield Rule(title, align="left", style="dim", characters="─")
        yield _week_table(here, repeats)
        yield _describe_quiet(here)


def _describe_span(scenes: Sequence[Scene]) -> str:
    first, last = scenes[0].at, scenes[-1].at
    return format_day(first) if first.date() == last.date() else f"{format_day(first)} to {format_day(last)}"


def _week_table(scenes: Sequence[Scene], repeats: _Repeats) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=6, style="dim", no_wrap=True)
    table.add_column(width=10, no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(width=5, style="dim", justify="right", no_wrap=True)
    last = ""
    for scene in scenes:
        day = f"{scene.at:%a} {scene.at.day:>2}"
        for line in repeats.new_lines(scene):
            table.add_row("" if day == last else day, *_line_cells(line))
            last = day
    return table


class _Repeats:
    """A question is told again only when its answer is another one."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[str, ...]] = {}

    def new_lines(self, scene: Scene) -> Iterator[Line]:
        for event in scene.events:
            if isinstance(event, Asked) and not self._is_news(event):
                continue
            yield from lines_of(event)

    def _is_news(self, event: Asked) -> bool:
        answer = tuple(found.says for found in event.found) if event.sure else ()
        if self._answers.get(event.question) == answer:
            return False
        self._answers[event.question] = answer
        return True


def _line_cells(line: Line) -> tuple[Text, Text, str]:
    from rich.text import Text

    body = Text(line.says)
    if line.remark:
        body.append(f"{'  ' if line.says else ''}{line.remark}", style="dim")
    return Text(line.label, style=line.style), body, f"#{line.entry}" if line.entry else ""


def _describe_quiet(scenes: Sequence[Scene]) -> Text:
    from rich.text import Text

    heard = [scene for scene in scenes if scene.talk]
    silent = sum(not scene.proposals for scene in heard)
    return Text(
        f"{count_things(len(heard), 'interaction')} observed, of which {silent} gave nothing to remember.\n",
        style="dim italic",
    )


def _render_sums(story: Story) -> Iterator[RenderableType]:
    yield _taught_table(story)
    yield ""
    if story.behind:
        yield _explained_table(story)
        yield ""
    yield _numbers_table(story)
    yield ""
    yield _checks_table(story)


def _make_table(title: str, *columns: tuple[str, str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False, expand=True
    )
    for place, (name, justify) in enumerate(columns):
        table.add_column(name, justify="right" if justify == "right" else "left", ratio=None if place else 1)
    return table


def _taught_table(story: Story) -> Table:
    numbers = ("heard", "proposed", "learned", "waits", "refused")
    table = _make_table("What each kind of talk taught", ("", "left"), *((name, "right") for name in numbers))
    for row in story.taught:
        counts = (row.heard, row.proposals, row.accepted, row.held, row.refused)
        table.add_row(row.talk.value, *(str(count) if count else "·" for count in counts))
    return table


def _pairs_table(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2), expand=True)
    table.title, table.title_justify, table.title_style = title, "left", "bold"
    table.add_column(width=16, style="dim")
    table.add_column(ratio=1)
    for name, value in rows:
        table.add_row(name, Text(value))
    return table


def _explained_table(story: Story) -> Table:
    answer = story.behind
    if answer is None:
        raise ValueError("There is no answer to explain.")
    parts = ", ".join(f"{name} {value:+.2f}" for name, value in answer.components)
    rows = [
        ("question", f"{quote_text(answer.question)}, {format_day(answer.asked_at)}"),
        ("answer", f"{answer.says}."),
        ("stands on", f"{quote_text(answer.quote)} ({answer.origin}, {format_day(answer.said_at)})"),
        ("approved since", answer.verdict),
        ("replaced", "; ".join(answer.replaced)),
        ("ranked by", parts),
        ("in the journal", ", ".join(f"#{entry}" for entry in answer.entries)),
    ]
    return _pairs_table("Behind one answer", [row for row in rows if row[1]])


def _numbers_table(story: Story) -> Table:
    end = story.closing
    rows = [
        ("observed", count_things(end.interactions, "interaction")),
        ("proposals", _list_counts(end.verdicts)),
        *(("refused", f"{count} by rule {rule}: {says}") for rule, says, count in end.refused_by_rule),
        ("facts", _list_counts(end.facts_by_status)),
        ("transcript", _list_counts(end.transcript_by_status)),
        (
            "forgotten",
            f"{count_things(end.gone, 'memory')} left a tombstone, "
            f"{count_things(end.erased_parts, 'journal text')} erased",
        ),
        ("journal", count_things(end.entries, "entry")),
        ("served", f"{count_things(end.contexts, 'context')}, {count_things(end.tokens, 'token')}"),
        ("made with", f"{end.thinker}; policy {end.policy}; vectors {end.embedder}"),
    ]
    return _pairs_table("In numbers", [row for row in rows if row[1]])


def _list_counts(counts: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {status_word(name)}" for name, count in counts)


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """Something measured at the end, and whether it is as it must be."""

    ok: bool
    says: str


def checks_of(story: Story) -> list[Check]:
    end = story.closing
    silent = [row for row in story.taught if row.talk in TEACHES_NOTHING]
    learned = sum(row.accepted for row in silent)
    checks = [
        Check(end.verified, f"the journal's chain {'holds' if end.verified else 'is broken'}: {end.entries} entries"),
        Check(
            not end.outside_approved,
            f"texts from web and tools in service: {end.outside_approved} of {end.outside_stored}",
        ),
        Check(
            not learned,
            f"facts learned from questions, small talk, jokes, echoes and outside text: {learned} "
            f"(from {sum(row.heard for row in silent)} interactions)",
        ),
    ]
    for event in story.events:
        if isinstance(event, Forgotten):
            checks.append(Check(not event.after.hits, f"the forgotten name stands in {describe_scan(event.after)}"))
        elif isinstance(event, Redacted):
            checks.append(Check(not event.scan.hits, f"the pasted secret stands in {describe_scan(event.scan)}"))
    return checks


def _checks_table(story: Story) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1), expand=True)
    table.title, table.title_justify, table.title_style = "Checked at the end", "left", "bold"
    table.add_column(width=2)
    table.add_column(ratio=1)
    for check in checks_of(story):
        table.add_row(Text("✓" if check.ok else "✗", style="green" if check.ok else "bold red"), Text(check.says))
    for problem in story.closing.problems:
        table.add_row("", Text(problem, style="red"))
    return table


def _render_next_steps(story: Story, folder: Path | None) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    home = str(folder) if folder else "my-demo"
    again = (
        [] if folder else [(f"atlas demo --seed {story.seed} --keep {home}", "the same month, kept to look around in")]
    )
    commands = [
        *again,
        (f"atlas memories --home {home}", "what is known, with status and origin"),
        (f"atlas curate pending --home {home}", "what waits for you to approve or reject"),
        (f"atlas demo --seed {story.seed + 1}", "somebody else's month"),
        ("atlas chat", "your own memory, from the first sentence on"),
    ]
    table = Table.grid(padding=(0, 2))
    table.title, table.title_justify, table.title_style = "Try next", "left", "bold"
    for command, says in commands:
        table.add_row(Text(command, style="cyan"), Text(says, style="dim"))
    yield ""
    yield table
