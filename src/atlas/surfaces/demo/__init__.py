"""`atlas demo`: a month of an assistant's life in seconds, told from what the engine really did (X5).

The words that people say are drawn from a seed; what became of them is read from the journal. The same seed tells the
same story, byte for byte.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from atlas.errors import BadInput
from atlas.settings import STORE_NAME
from atlas.surfaces.demo.script import write_script
from atlas.surfaces.demo.stage import live_script
from atlas.surfaces.demo.steps import Script
from atlas.surfaces.demo.story import Progress, Story
from atlas.surfaces.demo.tell import WIDEST, tell_story, to_plain_data


def run_demo(seed: int = 7, days: int = 30, as_json: bool = False, keep: Path | None = None) -> None:
    """Live the days and tell them; `keep` is a new folder for the store, which is otherwise removed at the end."""
    from rich.console import Console

    script = write_script(seed, days)
    with _open_folder(keep) as folder:
        story = _live_script(script, folder)
    if as_json:
        sys.stdout.write(json.dumps(to_plain_data(story), ensure_ascii=False, indent=2) + "\n")
        return
    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    tell_story(story, console, keep)


@contextmanager
def _open_folder(keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="atlas-demo-") as folder:
            yield Path(folder)
        return
    if (keep / STORE_NAME).exists():
        raise BadInput(f"There is a memory in {keep} already; the demo wants a folder of its own.")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {keep} cannot be made: {error.strerror}.") from None
    yield keep


def _live_script(script: Script, folder: Path) -> Story:
    with _show_progress() as progress:
        return live_script(script, folder, progress)


@contextmanager
def _show_progress() -> Iterator[Progress | None]:
    """A bar on a terminal, on the side where errors go; elsewhere nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with Progress(TextColumn("{task.description}"), BarColumn(), console=console, transient=True) as bar:
        task = bar.add_task("Living through the month")
        yield lambda done, total: bar.update(task, completed=done, total=total)
