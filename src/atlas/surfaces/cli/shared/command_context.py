"""The run of a command: its home, its space, JSON or not; and the store that it opens."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.error_edge import print_error

if TYPE_CHECKING:
    from datetime import tzinfo

    from atlas.settings import Settings
    from atlas.surfaces.library import Atlas


_QUICKLY_CHECKED: Final = 64 * 1024 * 1024
"""Bytes: about a tenth of a second. `atlas doctor` checks what is larger."""


@dataclass
class Run:
    """One run of the command; the global options, whichever side of the subcommand they stood on."""

    home: str | None = None
    space: str | None = None
    as_json: bool = False
    _shown_notices: set[str] = field(default_factory=set)

    @cached_property
    def settings(self) -> Settings:
        from atlas.settings import load_settings

        return load_settings(self.home)

    @property
    def zone(self) -> tzinfo:
        return self.settings.zone

    @contextmanager
    def open_atlas(
        self,
        *,
        with_model: bool = False,
        think: bool = False,
        background: bool = False,
        notices: bool = True,
        damaged: bool = False,
        create: bool = False,
    ) -> Iterator[Atlas]:
        """Open the store, and close it afterwards. `think` finishes owed thinking then, unless the person is leaving.

        `background` thinks meanwhile, beside whoever talks. `notices` prints once what the store has to do without.
        `damaged` opens also a store whose pages do not fit together, for the commands that report the damage; to the
        others half a list would look like a whole one. Only a command that takes something in may `create` a store: a
        command that only reads makes none, and gets an empty one that is thrown away.
        """
        from atlas.surfaces.library import Atlas

        with self._store_path(create) as path:
            opened = Atlas.open(
                path,
                space=self.space or self.settings.space,
                background=background,
                with_model=with_model,
                deep=with_model or not self._has_thinking_model,  # what a model is to think about waits for it
                settings=self.settings,
            )
            if notices:
                self._show_notices(opened.admin.notices)
            finish = False
            try:
                if not damaged:
                    opened.admin.check_pages(_QUICKLY_CHECKED)
                yield opened
                finish = think
            finally:
                opened.close(think=finish)

    @property
    def _has_thinking_model(self) -> bool:
        return bool(self.settings.models) and self.settings.thinking is not False

    @property
    def is_missing(self) -> bool:
        """Whether there is no store yet; a dangling link counts as one, and opening the link says so."""
        return not os.path.lexists(self.settings.store)

    @contextmanager
    def _store_path(self, create: bool) -> Iterator[Path]:
        if create or not self.is_missing:
            make_home(self.settings.home)
            yield self.settings.store
            return
        from tempfile import TemporaryDirectory

        _check_home(self.settings.home)
        if not self.as_json:
            print_error(f"There is no store at {self.settings.store} yet, and none was made; atlas chat begins one.")
        with TemporaryDirectory(prefix="atlas-") as folder:
            yield Path(folder) / self.settings.store.name

    def _show_notices(self, notices: Sequence[str]) -> None:
        """Print notices on stderr, each once in a run, however often the store is opened."""
        from atlas.surfaces.views.json_text import json_text

        for each in notices:
            if each not in self._shown_notices:
                self._shown_notices.add(each)
                click.echo(json_text({"notice": each}) if self.as_json else f"atlas: {each}", err=True)

    @contextmanager
    def open_for_reading(
        self, *, with_model: bool = False, notices: bool = True, damaged: bool = False
    ) -> Iterator[Atlas]:
        """Open the store for a command that only reads: nothing is thought about; owed thoughts are counted below."""
        with self.open_atlas(with_model=with_model, notices=notices, damaged=damaged) as opened:
            yield opened
            owed = opened.jobs.owed()
        if owed and not self.as_json:
            click.get_current_context().call_on_close(lambda: _print_owed(owed))


def _print_owed(owed: int) -> None:
    from atlas.surfaces.cli.shared.output import hint_text
    from atlas.surfaces.views.text import format_count

    them = "it" if owed == 1 else "them"
    click.echo(
        hint_text(f"{format_count(owed, 'thought is', 'thoughts are')} owed; atlas work does {them}.").plain, err=True
    )


pass_run = click.make_pass_decorator(Run, ensure=True)


def _check_home(home: Path) -> None:
    """Refuse a home whose parent folder is missing: more likely a slip than a wish."""
    _check_link(home)
    if not home.parent.is_dir():
        raise BadInput(f"There is no folder {home.parent} to make the home {home.name!r} in.")
    if home.exists() and not home.is_dir():
        raise BadInput(f"The home {home} cannot be made: it is a file.")


def _check_link(home: Path) -> None:
    if home.is_symlink() and not home.exists():
        raise BadInput(
            f"The home {home} is a link to {home.readlink()}, where there is nothing: "
            "bring back what it leads to, or remove the link."
        )


def make_home(home: Path) -> None:
    """Make the home folder, for its owner alone."""
    _check_link(home)
    try:
        home.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        raise BadInput(f"There is no folder {home.parent} to make the home {home.name!r} in.") from None
    except OSError as error:
        raise BadInput(f"The home {home} cannot be made: {error.strerror or error}.") from None
