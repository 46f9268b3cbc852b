"""The process that goes on after a hook has returned: it follows transcripts, and thinks about them.

The hook starts it and does not wait. It belongs to no terminal, says nothing, and ends by itself. However often hooks
run, one of these processes follows and one catches up; the others leave a note for the one that follows, and end before
they have loaded anything.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from atlas.engine.core.runtime import Runtime
    from atlas.glance import Turns
    from atlas.settings import Settings

PATIENCE_S: Final = 300.0
"""Then it ends, whatever it is at: what is stored is whole, and the next one goes on from there."""
AT_ONCE: Final = 64
"""So many thoughts, and vectors, after each transcript; what a long one owes beyond that is caught up on afterwards."""
_FOLLOWING, _CATCHING_UP = "following", "catching-up"


def start_following(agent: str, transcript: str, ended: bool, home: str | None, space: str | None) -> None:
    """Start a process that outlives this one; `-P`, since an agent's folder is no place to import from."""
    arguments = json.dumps([agent, transcript, ended, home, space])
    subprocess.Popen(  # noqa: S603 # our own interpreter and module; the rest is data
        [sys.executable, "-P", "-m", __name__, arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def follow_transcript(agent: str, transcript: Path, ended: bool, home: str | None, space: str | None) -> None:
    """Have the new turns of a transcript stored and thought about, by this process or by the one at work already."""
    if not transcript.is_file():
        return
    from atlas.glance import turns_beside
    from atlas.settings import load_settings

    settings = load_settings(home)
    settings.home.mkdir(mode=0o700, exist_ok=True)
    chosen = space or settings.space
    turns = turns_beside(settings)
    turns.leave(json.dumps([agent, str(transcript.absolute()), ended, chosen]))
    if _follow_all(settings, turns):
        _catch_up(settings, turns, chosen)


def _follow_all(settings: Settings, turns: Turns) -> bool:
    """Follow transcripts until there are no notes any more; whether any of them fell to us."""
    ours = False
    while turns.notes():
        with turns.turn(_FOLLOWING) as is_ours:
            if not is_ours:
                break
            ours = True
            for note in turns.notes():
                with suppress(Exception):  # the edge of this surface: one that cannot be followed costs itself alone
                    _import_transcript(settings, *json.loads(note.text))
                turns.seen_to(note)
    return ours


def _import_transcript(settings: Settings, agent: str, transcript: str, ended: bool, space: str) -> None:
    """Import one transcript; cycles are left for later: they want vectors, of which only the newest are made here."""
    from atlas import compose
    from atlas.engine.jobs import runner
    from atlas.engine.jobs.registry import RUNNABLE, WITH_VECTORS
    from atlas.engine.transfer.follow_transcript import follow_transcript
    from atlas.model.history import Format

    kind, runtime = Format(agent), _open_runtime(settings, space)
    try:
        follow_transcript(runtime, compose.make_history().read(Path(transcript), kind, None), kind, ended=ended)
        runner.try_owed_jobs(runtime, AT_ONCE, RUNNABLE - WITH_VECTORS)
    finally:
        runtime.store.close()


def _catch_up(settings: Settings, turns: Turns, space: str) -> None:
    """Do all owed work: a long transcript owes much, and whoever follows does not wait."""
    from atlas.engine.jobs import runner

    with turns.turn(_CATCHING_UP) as is_ours:
        if is_ours:
            runtime = _open_runtime(settings, space)
            try:
                runner.try_owed_jobs(runtime)
            finally:
                runtime.store.close()


def _open_runtime(settings: Settings, space: str) -> Runtime:
    """A model that somebody named thinks here too, within the budgets; nobody waits for it."""
    from atlas import compose

    return compose.make_runtime(settings, space=space, with_model=settings.thinks_in_background)


def main() -> None:
    timer = threading.Timer(PATIENCE_S, os._exit, (0,))
    timer.daemon = True
    timer.start()
    agent, transcript, ended, home, space = json.loads(sys.argv[1])
    follow_transcript(agent, Path(transcript).expanduser(), ended, home, space)


if __name__ == "__main__":
    main()
