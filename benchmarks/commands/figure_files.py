"""Figures kept in a file, and what has changed since: so that a benchmark can be compared with itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.output import make_table, styled_text
from atlas.surfaces.views.json_text import json_text

if TYPE_CHECKING:
    from rich.console import RenderableType

_DIGITS = 4

save_option = click.option("--save", metavar="FILE", type=click.Path(path_type=Path), help="Keep the figures.")
compare_option = click.option(
    "--compare", metavar="FILE", type=click.Path(path_type=Path), help="Show what changed since kept ones."
)


def check_place(file: Path | None) -> None:
    """Before the measuring, which takes long, rather than after it."""
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise BadInput(f"There is no place for a file {file}.")


def keep(file: Path, figures: Mapping[str, Any]) -> None:
    try:
        file.write_text(json_text(figures, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from None


def kept(file: Path, having: str) -> dict[str, Any]:
    """Figures that were kept; by the key `having` they are told from other JSON."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    except ValueError as problem:
        raise BadInput(f"{file} is not JSON: {problem}.") from None
    if not isinstance(value, dict) or having not in value:
        raise BadInput(f"{file} is not a result of this benchmark that was kept with --save.")
    return value


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every number that both have, then and now, named by the way that leads to it."""
    old = dict(_numbers(before))
    for name, value in _numbers(now):
        if name in old:
            yield {"figure": name, "before": old[name], "now": value, "change": round(value - old[name], _DIGITS)}


def _numbers(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _numbers(part, (*path, str(name)))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield " ".join(path), value


def changed(found: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """For people: what is another now, and how much is not."""
    other = [each for each in found if each["change"]]
    rows = [[each["figure"], _told(each["before"]), _told(each["now"]), f"{each['change']:+g}"] for each in other]
    yield ""
    yield styled_text(("Since the kept result", "bold"))
    if other:
        yield make_table(["FIGURE", "BEFORE", "NOW", "CHANGE"], rows, "FIGURE")
    yield f"{len(found) - len(other):,} of {len(found):,} figures are the same."


def _told(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.{_DIGITS}f}"
