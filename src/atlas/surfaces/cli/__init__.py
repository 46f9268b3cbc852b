"""The command `atlas`: a thin translation of the library for people and scripts.

Everything it knows it asks of `atlas.surfaces.library`. What is heavy (the engine, the store, rich) is imported where a
command needs it, so that `atlas --help` is quick. `atlas hook` is quicker: for it not even the commands are loaded.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from atlas.surfaces.cli.app import cli


def main() -> None:
    """The entry point: runs the command and exits with its code."""
    if "hook" in sys.argv:
        from atlas.surfaces.agents.hook import is_meant, run_hook

        if is_meant(sys.argv[1:]):
            run_hook(sys.argv[1:])
    from atlas.surfaces.cli.app import cli

    cli.main(prog_name="atlas")


def __getattr__(name: str) -> Any:
    if name == "cli":
        from atlas.surfaces.cli.app import cli

        return cli
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["cli", "main"]
