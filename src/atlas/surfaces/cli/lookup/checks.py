"""`atlas doctor` and `atlas verify`: checks of a store, and of its journal."""

from __future__ import annotations

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import (
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.text import (
    format_count,
    one_line,
    reformat_moments,
)


@command(
    "doctor",
    "atlas doctor",
    "atlas doctor --json | jq '.checks[] | select(.ok | not)'",
    gives="ok, and checks, each with name, ok and says. The exit code is 1 if any check fails.",
)
@pass_run
def doctor(run: Run) -> None:
    """Look at everything that can be wrong.

    File, journal, constitution, embedder, reader, owed work, troubles; each in one sentence.
    """
    with run.open_for_reading(with_model=True, notices=False, damaged=True) as atlas:
        checks = atlas.admin.doctor()
    ok = all(check.ok for check in checks)
    if run.as_json:
        print_json({"ok": ok, "checks": checks})
    else:
        marks = ((styled_text(("ok", "green") if each.ok else ("BAD", "bold red")), each) for each in checks)
        print_text(
            make_table(
                ["", "WHAT", "SAYS"],
                ([mark, each.name, reformat_moments(one_line(each.says), run.zone)] for mark, each in marks),
                "SAYS",
            )
        )
        print_text(
            "", "All is well." if ok else f"{format_count(sum(not each.ok for each in checks), 'check')} failed."
        )
    if not ok:
        raise click.exceptions.Exit(1)


@command(
    "verify",
    "atlas verify",
    "atlas verify --json && echo honest",
    gives="ok, entries, erased and problems. The exit code is 1 if there are any.",
)
@pass_run
def verify(run: Run) -> None:
    """Check that nobody tampered with the journal or the rows.

    Every digest, every link of the chain, and every row against what the journal last said of it.
    """
    with run.open_for_reading(damaged=True) as atlas:
        result = atlas.admin.verify()
    if run.as_json:
        print_json({"ok": result.ok, "entries": result.entries, "erased": result.erased, "problems": result.problems})
    elif result.ok:
        erased = f" {format_count(result.erased, 'text')} forgotten, as it should be." if result.erased else ""
        entries = format_count(result.entries, "entry", "entries")
        print_text(f"The journal holds: {entries}, every digest and every row.{erased}")
    else:
        print_text(*(one_line(problem) for problem in result.problems))
        print_text(f"The record is not as it was written: {format_count(len(result.problems), 'problem')}.")
    if not result.ok:
        raise click.exceptions.Exit(1)
