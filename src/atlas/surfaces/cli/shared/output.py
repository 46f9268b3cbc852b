"""The output of commands:

JSON for machines, tables for people, and the choice between the two. People get colours and their terminal's width; a
pipe gets plain text that is never wrapped, so that `grep` works on it.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

import click

from atlas.surfaces.views.json_text import json_text
from atlas.surfaces.views.text import reveal_hidden

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

_COMMAND: Final = re.compile(r"\batlas (?=[a-z])(?!.* --(?:home|space) )")
_DIFF_COLOURS: Final = {"+": "green", "-": "red", "@": "dim"}
_PIPE_WIDTH: Final = 100_000
SCREEN: Final = (80, 24)
"""Columns and rows of the smallest screen that one look fits."""
_NARROW: Final = 60
"""Below so many columns a table's wide cell has no room beside the others."""
_NUMBERS: Final = frozenset(
    [
        *("#", "SCORE", "LEARNED", "MESSAGES", "RECALL", "PRECISION", "PER 100 TURNS", "QUESTIONS"),
        *("CALLS", "TOKENS", "MONEY", "FIRED", "SEEN", "SURE", "STRENGTH", "IMPORTANCE"),
        *("APPROVED", "WAITING", "OTHER", "ARCHIVED OR GONE", "LINES"),
    ]
)


@runtime_checkable
class _StoreOptions(Protocol):
    """The home and the space of a command, as they were typed."""

    home: str | None
    space: str | None


def print_json(value: object) -> None:
    """Print one document; readable, and without a character that a terminal could take for a command."""
    click.echo(json_text(value, indent=2))


def print_json_line(value: object) -> None:
    click.echo(json_text(value))


def make_console(stderr: bool = False) -> Console:
    """Make a fresh console each time: the streams may have been exchanged since the last."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_text(*parts: RenderableType) -> None:
    """Print lines and tables for people; a pipe gets them without the blanks that fill a table's last column."""
    out = make_console()
    if out.is_terminal:
        for part in parts:
            out.print(part)
        return
    with out.capture() as captured:
        for part in parts:
            out.print(part)
    click.echo("\n".join(each.rstrip() for each in captured.get().split("\n")), nl=False)


def count_rows(parts: Iterable[RenderableType]) -> int:
    """How many rows these take on a screen of 80 columns."""
    from rich.console import Console

    console = Console(width=SCREEN[0], file=io.StringIO(), highlight=False, markup=False, emoji=False)
    return sum(len(console.render_lines(part, pad=False)) for part in parts)


def fit_screen(
    make: Callable[[int], Iterable[RenderableType]], most: int, rows: int = SCREEN[1] - 1
) -> list[RenderableType]:
    """What `make` gives for the largest number up to `most` with which it fits a screen of 80 × 24, or for one.

    A pipe is no screen, and gets all.
    """
    if not sys.stdout.isatty():
        return list(make(most))
    for number in range(most, 1, -1):
        parts = list(make(number))
        if count_rows(parts) <= rows:
            return parts
    return list(make(1))


def styled_text(*parts: str | Text | tuple[str, str]) -> Text:
    """Make a text of plain strings, (string, style) pairs and other texts."""
    from rich.text import Text

    return Text.assemble(*parts)


def hint_text(text: str) -> Text:
    """Make a dim next step; the commands that it names are about the store of this command."""
    return styled_text((complete_commands(text), "dim"))


def complete_commands(text: str) -> str:
    """Add to the commands that a sentence of ours names where the store of this command is."""
    where = _store_options()
    return _COMMAND.sub(lambda found: f"{found[0]}{where}", text) if where else text


def _store_options() -> str:
    """Repeat the home and the space of this command line, for whoever types the next one."""
    ctx = click.get_current_context(silent=True)
    options = ctx.find_object(_StoreOptions) if ctx else None  # type: ignore[type-abstract] # any object that has both
    values = (("--home", options.home), ("--space", options.space)) if options else ()
    return "".join(f"{name} {shlex.quote(value)} " for name, value in values if value)


def colour_diff_line(text: str) -> Text:
    """Colour a line of a difference, and never wrap it."""
    coloured = styled_text((reveal_hidden(text), _DIFF_COLOURS.get(text[:1], "")))
    coloured.no_wrap, coloured.overflow = True, "ignore"
    return coloured


def make_table(heads: Sequence[str], rows: Iterable[Sequence[str | Text]], wide: str) -> Table:
    """Align columns; the one named `wide` takes what is left and wraps, the others keep their width."""
    from rich.table import Table

    if wide and make_console().width < _NARROW:
        return _make_stacked_table(heads.index(wide), rows)
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for head in heads:
        right = head in _NUMBERS
        grid.add_column(head, no_wrap=head != wide, overflow="fold", justify="right" if right else "left")
    for row in rows:
        grid.add_row(*row)
    return grid


def _make_stacked_table(wide: int, rows: Iterable[Sequence[str | Text]]) -> Table:
    """Lay out rows for a narrow terminal: short cells on one line, the wide cell under them at full width."""
    from rich.table import Table

    grid = Table(box=None, padding=(0, 0, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(styled_text(*(part for cell in (*row[:wide], *row[wide + 1 :]) for part in (cell, "  "))))
        grid.add_row(indent_part(row[wide], 2))
    return grid


def make_field_table(rows: Iterable[tuple[str, str | Text]]) -> Table:
    """Lay out names and values, side by side."""
    from rich.table import Table

    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for name, value in rows:
        grid.add_row(name, value)
    return grid


def indent_part(part: RenderableType, by: int) -> RenderableType:
    """Move a part to the right, its wrapped lines too."""
    from rich.padding import Padding

    return Padding(part, (0, 0, 0, by), expand=False)


@contextmanager
def progress_bar(what: str, total: int | None, quiet: bool = False) -> Iterator[Callable[[int, int | None], None]]:
    """Show a bar to a person at a terminal, otherwise nothing.

    Call it with how much was done, and the total once known.
    """
    err = None if quiet else make_console(stderr=True)
    if err is None or not err.is_terminal:
        yield lambda count, total: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count, known: progress.update(task, advance=count, total=known or total)


@contextmanager
def progress_bars(quiet: bool = False) -> Iterator[Callable[[str, int, int], None] | None]:
    """Show a bar for each stage as it begins, named by its first word.

    Call it with how much more of the stage was done.
    """
    err = None if quiet else make_console(stderr=True)
    if err is None or not err.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bars:
        tasks = {}

        def advance_stage(what: str, more: int, whole: int) -> None:
            stage = what.split()[0]
            if stage not in tasks:
                tasks[stage] = bars.add_task(what, total=whole)
            bars.update(tasks[stage], description=what, advance=more)

        yield advance_stage


def is_interactive() -> bool:
    """Tell whether there is a person at both ends to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def confirm_action(question: str, yes: bool, as_json: bool) -> bool:
    """Ask a person, unless told not to; where nobody can be asked, say how to go on."""
    if yes:
        return True
    if as_json or not is_interactive():
        raise click.UsageError("There is nobody to ask here: look at it first, then say --yes.")
    return click.confirm(question, default=False)
