"""Running a store: checks, backups, spaces, and what a surface built on it has to tell."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from atlas import compose
from atlas.engine.core import constitution, escalation, troubles, verification
from atlas.engine.core.escalation import LadderStatus
from atlas.engine.core.verification import Verification
from atlas.engine.inspect import status
from atlas.engine.inspect.status import Check
from atlas.surfaces.input_values import check_callback, check_flag, check_limit, check_text, parse_path
from atlas.surfaces.library.opening import Opening
from atlas.surfaces.wrap_figures import WrapFigures

if TYPE_CHECKING:
    from atlas.engine.inspect.audit import AuditReport
    from atlas.engine.transfer.backup import Backup


class Admin:
    """Running a store: checks, backups, spaces, and what a surface built on it has to tell."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def doctor(self) -> list[Check]:
        """Every check of store, settings, worker and models, each with a sentence."""
        checks = status.run_doctor(self._opening.runtime)
        figures = self.wrap_figures()
        return [*checks, _check_wrapped_calls(figures)] if figures.calls else checks

    def verify(self) -> Verification:
        """Check the journal's chain, its digests, and the rows against it."""
        return verification.verify_store(self._opening.runtime)

    def audit(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        meaning: bool = False,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> AuditReport:
        """How clean a memory is: of this space, or of a file that another wrote; nothing is taken in or changed.

        Rates of junk, duplicates, recall loops, secrets, contradictions, of what is stale or was never used, each with
        its worst examples. `meaning` also finds what says the same in other words, which takes an embedder's time.
        """
        from atlas.engine.inspect.audit import audit_file, audit_space  # seldom needed

        embedder = self._opening.runtime.embedder if check_flag(meaning, "meaning") else None
        told = check_callback(progress, "progress")
        if path is None:
            return audit_space(self._opening.runtime, embedder, told)
        return audit_file(compose.make_history(), parse_path(path), self.now(), embedder, told)

    def backup(
        self,
        path: str | os.PathLike[str],
        *,
        force: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> Backup:
        """Copy the whole store, with all its spaces, while others go on writing; `restore` lays it in place.

        The copy is the state of one moment, holds all that was acknowledged before it, is one file with no log beside
        it, and was read back and verified. A folder gets a file named by store and time. `progress` is told what is
        being done, how much of it since the last time, and of how much.
        """
        from atlas.engine.transfer.backup import back_up  # seldom needed

        place, told = parse_path(path), check_callback(progress, "progress")
        return back_up(
            self._opening.runtime, compose.make_store_files(), place, force=check_flag(force, "force"), progress=told
        )

    def check_pages(self, at_most: int | None = None) -> None:
        """Raise where pages of the store's file do not fit together, so that a list would lack rows.

        A store of more bytes than `at_most` is not looked at; `doctor` looks at everything.
        """
        self._opening.runtime.store.check_pages(check_limit(at_most) if at_most is not None else None)

    def spaces(self) -> Sequence[str]:
        """The names of all spaces in the store."""
        return self._opening.runtime.store.spaces()

    def now(self) -> datetime:
        """The time it is for this store, aware and in UTC."""
        return self._opening.runtime.now()

    @property
    def notices(self) -> tuple[str, ...]:
        """What had to be done without when this was opened, a sentence each."""
        return self._opening.runtime.notices

    def note_trouble(self, where: str, says: str) -> None:
        """Tell of something around memory that did not work: `doctor` says it, and the next write journals it."""
        self._opening.runtime.note_trouble(check_text(where, "place"), check_text(says, "trouble"))

    def record_constitution(self, before: str | None = None) -> None:
        """Journal that an operator put the constitution in force; `before` is the hash of the one before it."""
        constitution.record_pin(self._opening.runtime, check_text(before, "hash") if before is not None else None)

    def pause(self, reason: str) -> LadderStatus:
        """Let nothing think until an operator resumes it, on record; what is said is kept, what is approved served."""
        return escalation.pause_engine(self._opening.runtime, check_text(reason, "reason", empty=False))

    def resume(self, reason: str) -> LadderStatus:
        """Let the engine go on that was held back, by its figures or by hand, on record; for operators alone."""
        return escalation.resume_engine(self._opening.runtime, check_text(reason, "reason", empty=False))

    def journal_troubles(self) -> None:
        """Put on record now what went wrong since the last write. Never raises."""
        troubles.journal_troubles(self._opening.runtime)

    def wrap_figures(self) -> WrapFigures:
        """How wrapped calls fare, in all spaces of the store and since it was opened here."""
        return self._opening.read_wrap_figures()

    def count_wrapped(self, figures: Callable[[int], WrapFigures]) -> None:
        """For whoever counts wrapped calls: it is given how many spaces wait for the worker."""
        self._opening.store.wrap_figures = figures

    def before_closing(self, settle: Callable[[], object]) -> None:
        """Have this called before the store is closed: for whoever hands things over in the background."""
        self._opening.settling.append(check_callback(settle, "settle", needed=True))


def _check_wrapped_calls(figures: WrapFigures) -> Check:
    """Some calls without memory are nothing to worry about: a space that is opened first takes a while."""
    without = figures.late + figures.failed
    counts = f"{figures.calls:,} calls, {figures.with_memory:,} with memory, {figures.late:,} late"
    waits = f"waited {figures.wait_p50_ms:g} ms (p50), {figures.wait_p95_ms:g} ms (p95)"
    says = f"{counts}, {figures.failed:,} failed; {waits}; {figures.threads} threads"
    return Check("wrapped clients", without * 20 <= figures.calls, says)
