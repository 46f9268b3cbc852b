"""A program's group of commands: whatever goes wrong in one of them leaves as one sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn

import click

from atlas.surfaces.cli.shared.error_edge import run_guarded, wants_json
from atlas.surfaces.cli.shared.grammar import HelpfulGroup


class GuardedGroup(HelpfulGroup):
    """The group, with the edge round it."""

    program: ClassVar[str]
    """What a person types to start it."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        arguments = list(sys.argv[1:] if args is None else args)
        inner = super().main

        def run_command() -> Any:
            return inner(arguments, prog_name or self.program, complete_var, standalone_mode=False, **extra)

        sys.exit(run_guarded(run_command, wants_json(arguments)))

    def invoke(self, ctx: click.Context) -> None:
        """Drop the command's return value, which is no exit code, and flush the output before the command counts as
        done."""
        super().invoke(ctx)
        sys.stdout.flush()
