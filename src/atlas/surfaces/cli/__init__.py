"""The command `atlas`: a thin translation of the library for people and scripts.

Everything it knows it asks of `atlas.surfaces.library`. What is heavy (the engine, the store, rich) is imported where a
command needs it, so that `atlas --help` is quick.
"""

from __future__ import annotations

from atlas.surfaces.cli.app import cli


def main() -> None:
    """The entry point: runs the command and exits with its code."""
    cli.main(prog_name="atlas")


__all__ = ["cli", "main"]
