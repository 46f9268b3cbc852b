"""`docs diff` and `docs blame`: two versions of the documents, and where each line of one comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

import click

from atlas.language.document_sources import find_sources
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.diff_text import diff_text
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.cli.shared.past_moments import parse_past_moment
from atlas.surfaces.views.documents import cause_text, view_line
from atlas.surfaces.views.text import clip_line, format_day, one_line, reveal_hidden, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.documents import BlamedLine, DocumentComparison

_QUOTED = 160


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the words of the command line ask for."""

    versions: tuple[int | datetime, ...]
    name: str | None


@command(
    "diff",
    "atlas docs diff                       # what the last change did",
    "atlas docs diff 3                     # from version 3 to now",
    "atlas docs diff 3 5 profile",
    "atlas docs diff 2026-03-01 2026-04-30",
    "atlas docs diff yesterday --json",
    gives="before and after (numbers of versions) and documents, each with path, diff (unified) and forgotten (which "
    "of the two versions cannot be told).",
)
@click.argument("words", nargs=-1, metavar="[A] [B] [NAME]")
@pass_run
def diff(run: Run, words: tuple[str, ...]) -> None:
    """Compare the documents at two versions, or at two times.

    A and B are numbers as in atlas docs history (0 is before the first), or times such as 2026-03-01, March or
    yesterday, of which the end is meant. Without B: up to now. Without both: what the last change did.
    """
    with run.open_for_reading() as atlas:
        wanted = _parse_words(words, atlas.admin.now(), run.zone)
        found = atlas.documents.diff(*wanted.versions, name=wanted.name)
    if run.as_json:
        print_json({"before": found.before, "after": found.after, "documents": found.documents})
        return
    print_text(*_comparison_lines(found))


def _parse_words(words: Sequence[str], now: datetime, zone: tzinfo) -> _Wanted:
    """Tell versions and times from the name of a document, which stands last."""
    versions = [_parse_version(word, now, zone) for word in words]
    name = words[-1] if words and versions[-1] is None else None
    numbers = tuple(each for each in versions if each is not None)
    if len(numbers) < len(words) - (name is not None):
        wrong = words[versions.index(None)]
        raise click.UsageError(f"{wrong!r} is neither a version nor a time; the name of a document stands last.")
    if len(numbers) > 2:
        raise click.UsageError("Give at most two versions or times, and the name of a document.")
    return _Wanted(numbers, name)


def _parse_version(word: str, now: datetime, zone: tzinfo) -> int | datetime | None:
    if word.isdecimal() and len(word) < 10:
        return int(word)
    try:
        return parse_past_moment(word, now, zone)
    except click.BadParameter:
        return None


def _comparison_lines(found: DocumentComparison) -> Iterator[RenderableType]:
    if not found.documents:
        yield f"Nothing differs between version {found.before} and version {found.after}."
        return
    for number, each in enumerate(found.documents):
        if number:
            yield ""
        if each.forgotten:
            which = " and ".join(f"version {number}" for number in each.forgotten)
            yield styled_text((f"{one_line(each.path)}: what it said in {which} was forgotten.", "yellow"))
        else:
            yield diff_text(each.diff.splitlines())
    back = f" Have version {found.before} again: atlas docs restore {found.before}" if found.before else ""
    yield hint_text(f"\nWhy: atlas docs history.{back}")
    if any(find_sources(each.diff) for each in found.documents):
        yield hint_text("A comment <!-- m_… --> names the memory behind a line: atlas docs blame NAME tells its words.")


@command(
    "blame",
    "atlas docs blame profile",
    "atlas docs blame strategies.md --json | jq -r '.lines[] | .memory.id // empty'",
    gives="lines, each with text, version (the one that brought it, with its cause and reason; null where that was "
    "forgotten) and memory (id, content and quotes of what it was filed from; or null).",
)
@click.argument("name")
@pass_run
def blame(run: Run, name: str) -> None:
    """Say of each line of a document where it comes from.

    Which version brought it, when, by whom and why; and the memory that it was filed from, with the words that memory
    stands on. Of what was forgotten nothing is told or guessed.
    """
    with run.open_for_reading() as atlas:
        lines = atlas.documents.blame(name)
    if run.as_json:
        print_json({"lines": [view_line(each) for each in lines]})
        return
    if not lines:
        print_text("It is empty.")
        return
    table = make_table(["#", "WHEN", "LINE"], _blame_rows(lines, run.zone), "LINE")
    print_text(table, hint_text("# is the version that brought it: atlas docs history"))


def _blame_rows(lines: Sequence[BlamedLine], zone: tzinfo) -> Iterator[list[str | Text]]:
    """A row for each line; what is the same as above is not said again."""
    before: int | None = -1
    for line in lines:
        number = line.version.number if line.version else None
        day = format_day(line.version.at, zone) if line.version else ""
        first, before = number != before, number
        head = [str(number) if number is not None else "?", day] if first else ["", ""]
        yield [*head, _blamed_text(line, first)]


def _blamed_text(line: BlamedLine, first: bool) -> Text:
    text = styled_text(reveal_hidden(line.text.removesuffix("\n")))
    text.highlight_regex(r"<!--.*?-->", "dim")
    notes = [*([_version_reason(line)] if first and line.text.strip() else []), *_memory_notes(line)]
    return styled_text(text, *((f"\n  {note}", "dim italic") for note in notes))


def _version_reason(line: BlamedLine) -> str:
    if line.version is None:
        return "the version that brought it was forgotten"
    quotes = "".join(f" “{clip_line(quote, _QUOTED)}”" for quote in line.version.quotes)
    reason = f": {one_line(line.version.reason)}" if line.version.reason else ""
    return f"{cause_text(line.version)}{reason}{quotes}"


def _memory_notes(line: BlamedLine) -> Iterator[str]:
    memory = line.memory
    if memory is None:
        return
    if memory.forgotten or not memory.content:
        yield f"{short_id(memory.id)} was forgotten" if memory.forgotten else f"{short_id(memory.id)} is not there"
        return
    quotes = "".join(f" “{clip_line(quote, _QUOTED)}”" for quote in memory.quotes)
    yield f"{short_id(memory.id)}{quotes}{'' if memory.served else ' (no longer in service)'}"
