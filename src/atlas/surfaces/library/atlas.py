"""Opening a store: `Atlas` is one space of it, from opening to closing."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from atlas import compose
from atlas.curation.policy import Mode
from atlas.engine.core.runtime import Runtime, Similar
from atlas.errors import BadInput
from atlas.settings import Settings, load_settings, parse_mode, parse_zone
from atlas.surfaces import threads
from atlas.surfaces.input_values import check_callback, check_flag, check_text, parse_path, show_value
from atlas.surfaces.library.aio import AsyncAtlas
from atlas.surfaces.library.opening import Opening
from atlas.surfaces.library.space import Space

if TYPE_CHECKING:
    from atlas.engine.transfer.backup import RestoreReceipt


class Atlas(Space):
    """One space of one store.

    Safe to use from several threads; several processes may open the same file. `observe` never raises: its receipt
    says whether the interaction is stored for good.
    """

    def __init__(self, runtime: Runtime, *, background: bool = True, deep: bool = True) -> None:
        """`deep` is whether this opening thinks further than the rules do at once: on doubt, by night, by week."""
        super().__init__(Opening.open_first(runtime, background=background, deep=deep))
        self._host: Atlas | None = None
        """The one that opened the store and closes it, where that is another."""

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        policy: Mode | str | None = None,
        zone: str | None = None,
        background: bool = True,
        with_model: bool = False,
        deep: bool = True,
        settings: Settings | None = None,
        similar: Similar | None = None,
        **parts: Any,
    ) -> Self:
        """Open or create a store. Without a path: the one in `ATLAS_HOME`.

        `policy` is `manual`, `auto_low_risk` (default) or `auto`; `zone` such as `Europe/Lisbon` decides what "today"
        is. `similar` gives how alike a memory's text and a reply are, 0 to 1, where that and not keywords shall tell
        what was used: above 0.5. `parts` replaces what time, chance, meaning or a model come from: `clock`, `entropy`,
        `embedder`, `model`; `lock_seconds` is how long others are waited for who write the same file.
        """
        _check_opening(path, space, background, with_model, deep)
        chosen = settings or load_settings()
        if policy is not None:
            mode = parse_mode(check_text(policy, "policy"))
            chosen = replace(chosen, curation=replace(chosen.curation, mode=mode))
        if zone is not None:
            chosen = replace(chosen, zone=parse_zone(check_text(zone, "zone")))
        made = compose.make_runtime(chosen, path, space, with_model=with_model, **parts)
        elsewhere = not deep and bool(chosen.models) and chosen.thinking is not False
        runtime = compose.make_interruptible(
            replace(made, similar=similar, model_elsewhere=elsewhere), threads.check_called_off, threads.pass_checkpoint
        )
        return cls(runtime, background=background, deep=deep)

    @classmethod
    def restore(
        cls,
        backup: str | os.PathLike[str],
        path: str | os.PathLike[str] | None = None,
        *,
        settings: Settings | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> RestoreReceipt:
        """Lay a backup in the place of a store that nobody has open. Without a path: the one in `ATLAS_HOME`.

        The backup is copied and checked first, and stays as it is. What lay there before is kept beside it, with its
        log, so that this can be taken back; no old log can undo it. Derived indexes are made again.
        """
        from atlas.engine.transfer.backup import restore_backup  # seldom needed

        place = parse_path(path) if path is not None else (settings or load_settings()).store
        told = check_callback(progress, "progress")
        return restore_backup(compose.make_store_files(), parse_path(backup), place, compose.read_clock(), told)

    def in_space(self, space: str) -> Atlas:
        """Another space of the same store, which stays open until this one is closed."""
        guest = Atlas.__new__(Atlas)
        Space.__init__(guest, self._opening.open_guest(space))
        guest._host = self.opened_by
        return guest

    @property
    def opened_by(self) -> Atlas:
        """The Atlas that opened the store; of another space of it, the one that `in_space` was asked of first."""
        return self._host or self

    @property
    def aio(self) -> AsyncAtlas:
        """The same verbs for async code: `await atlas.aio.observe(...)`, `await atlas.aio.review.pending()`."""
        return AsyncAtlas(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _check_opening(
    path: str | os.PathLike[str] | None, space: str, background: bool, with_model: bool, deep: bool
) -> None:
    if path is not None:
        parse_path(path)
    for name, value in (("background", background), ("with_model", with_model), ("deep", deep)):
        check_flag(value, name)
    if not isinstance(space, str):
        raise BadInput(f"The name of a space is text, not {show_value(space)}.")
