"""Knowledge: what stands in files, brought in and kept up to date; and what people decided."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from atlas.model.memory import Memory
from atlas.model.source_file import WatchedFolder
from atlas.surfaces.input_values import check_callback, check_flag, check_text, parse_path
from atlas.surfaces.library.opening import Opening

if TYPE_CHECKING:
    from atlas.engine.intake.ingestion import IngestReport


class Knowledge:
    """What stands in files, and what people decided: quoted with its source, and never an instruction (C6)."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def ingest(
        self,
        path: str | os.PathLike[str],
        *,
        review: bool = False,
        watch: bool = False,
        dry_run: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> IngestReport:
        """Bring the knowledge of a file or folder up to what stands there: Markdown, text, HTML, PDF, the comments of
        code, runs of agents, saved searches.

        Only what changed is read into memory again, and what is gone there is withdrawn. It is approved on your word,
        but for what speaks to the assistant; with `review` all of it waits. `watch` has a folder read again by night.
        """
        from atlas.engine.intake.ingestion import IngestOptions, ingest_path, watch_folder  # seldom needed

        place = parse_path(path)
        options = IngestOptions(review=check_flag(review, "review"), dry_run=check_flag(dry_run, "dry_run"))
        heard = check_callback(progress, "progress")
        if check_flag(watch, "watch") and not options.dry_run:
            watch_folder(self._opening.runtime, place, review=options.review)
        report = ingest_path(self._opening.runtime, place, options, heard)
        self._opening.wake()
        return report

    def ingest_watched(self, *, dry_run: bool = False) -> Sequence[IngestReport]:
        """Read the watched folders again now, as it is done by night; one that is not there is left as it is."""
        from atlas.engine.intake.ingestion import ingest_watched  # seldom needed

        return ingest_watched(self._opening.runtime, dry_run=check_flag(dry_run, "dry_run"))

    def withdraw(self, path: str | os.PathLike[str], *, dry_run: bool = False) -> IngestReport:
        """Take out of service what was read of a file or folder, and watch it no longer; `undo` brings it back."""
        from atlas.engine.intake.ingestion import IngestOptions, withdraw_path  # seldom needed

        options = IngestOptions(dry_run=check_flag(dry_run, "dry_run"))
        return withdraw_path(self._opening.runtime, parse_path(path), options)

    def record_decision(self, situation: str, action: str, rationale: str) -> Memory:
        """Record what a person decided, in which situation and why. It is approved by that, and served when a like
        situation comes up; the same decision twice is one."""
        from atlas.engine.curate.decisions import record_decision  # seldom needed

        told = (check_text(situation, "situation"), check_text(action, "action"), check_text(rationale, "rationale"))
        return record_decision(self._opening.runtime, *told)

    def watched(self) -> Sequence[WatchedFolder]:
        """The folders that are read again by night."""
        with self._opening.runtime.reading() as reader:
            return reader.watched_folders()
