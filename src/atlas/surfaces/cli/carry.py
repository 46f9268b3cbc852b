"""`atlas export`: everything as lines of JSON."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.grammar import command
from atlas.surfaces.cli.paper import json_text, say, tell_json, tell_json_line
from atlas.surfaces.cli.run import Run, pass_run
from atlas.surfaces.cli.text import counted


@command(
    "export",
    "atlas export > everything.jsonl",
    "atlas export --out everything.jsonl",
    "atlas export | jq -r 'select(.type == \"memory\") | .content'",
    gives="the same lines; with --out: file and lines.",
)
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to stdout."
)
@pass_run
def export(run: Run, out: Path | None) -> None:
    """Write everything out as JSON lines.

    A header, then the interactions, entities, memories, documents, exams and journal of this space. A file is written
    whole or not at all, for its owner's eyes only.
    """
    with run.atlas() as atlas:
        if out is None:
            for row in atlas.export():
                tell_json_line(row)
            return
        lines = written(out, (f"{json_text(row)}\n" for row in atlas.export()))
    if run.as_json:
        tell_json({"file": str(out), "lines": lines})
    else:
        say(f"{counted(lines, 'line')} written to {out}.")


def written(out: Path, pieces: Iterable[str]) -> int:
    """Beside it first, then in its place: whoever looks sees the old file or the whole new one. How many pieces."""
    try:
        number, beside = tempfile.mkstemp(prefix=f".{out.name}.", dir=out.parent)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}.") from None
    try:
        count = 0
        with os.fdopen(number, "w", encoding="utf-8") as file:
            for piece in pieces:
                file.write(piece)
                count += 1
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(out)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}.") from None
    finally:
        with suppress(FileNotFoundError):
            os.remove(beside)  # noqa: PTH107 # only a leftover: after the rename there is none
    return count
