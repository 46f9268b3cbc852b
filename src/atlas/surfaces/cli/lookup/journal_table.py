"""Journal entries as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

from atlas.model.journal import Entry
from atlas.model.memory import Memory
from atlas.surfaces.cli.shared.output import make_table
from atlas.surfaces.views.journal import action_word, describe_entry
from atlas.surfaces.views.text import format_moment

if TYPE_CHECKING:
    from rich.table import Table


def entry_table(entries: Sequence[Entry], zone: tzinfo, named: Mapping[str, Memory] | None = None) -> Table:
    rows = (
        [
            str(entry.seq),
            format_moment(entry.at, zone),
            entry.actor.value,
            action_word(entry.action),
            describe_entry(entry, named),
        ]
        for entry in entries
    )
    return make_table(["#", "WHEN", "WHO", "DID", "WHAT"], rows, "WHAT")
