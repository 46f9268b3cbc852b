"""A process that reads a watched folder and writes the wiki by night, and dies at the step it is told to. Started by
its test. Steps are counted before and after each commit, as in `night.py`; nothing here asks a model.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from atlas import Atlas
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.task import Task
from atlas.testing.virtual import START, Virtual, virtual
from prove.night import Doomed, Steps

LINES = ("I live in Porto.", "My sister Ana lives in Porto.", "My mother Lia lives in Porto.")
BEFORE = {
    "stays.md": "# Tea\nGreen tea is brewed at 80 degrees.\n",
    "changes.md": "# Bread\nRye bread rests for two days.\n\n# Salt\nTwo spoons of salt are enough.\n",
    "goes.md": "# Boats\nThe old boat is green.\n",
}
AFTER = {
    "changes.md": "# Bread\nRye bread rests for three days.\n\n# Salt\nTwo spoons of salt are enough.\n",
    "comes.md": "# Maps\nThe map of the harbour hangs in the hall.\n",
}


def opened(path: Path, later: float, steps: Steps) -> Virtual:
    """Whoever lives through the week, and does nothing else in it."""
    lived = virtual(path, seed=7 + round(later * 24), start=START + timedelta(days=later))
    written = tuple(each for each in lived.runtime.triggers if each.task in (Task.WIKI, Task.INGESTION))
    runtime = replace(lived.runtime, triggers=written, store=Doomed(lived.runtime.store, steps))  # type: ignore[arg-type]
    return replace(lived, runtime=runtime)


def lived(path: Path, folder: Path) -> None:
    """What was said, and read of a folder that has changed since: no step of it is deadly."""
    made = virtual(path)
    run_owed_jobs(made.runtime)
    atlas = Atlas(made.runtime, background=False)
    folder.mkdir()
    for name, text in BEFORE.items():
        (folder / name).write_text(text, encoding="utf-8")
    for number, line in enumerate(LINES):
        atlas.observe(user=line, assistant="I see.", conversation=f"c{number}")
    atlas.flush()
    atlas.knowledge.ingest(folder, watch=True)
    for name, text in AFTER.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "goes.md").unlink()
    made.runtime.store.close()


if __name__ == "__main__":
    place, days, die_at = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    doomed = Steps(die_at)
    run_owed_jobs(opened(place, days, doomed).runtime)
    sys.stdout.write(f"{doomed.count}\n")
