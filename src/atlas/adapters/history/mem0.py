"""What mem0 remembers, as its interface gives it: a list, `{"results": [...]}` with pages or not, or one row a line.

Each is `{id, memory, hash, user_id, agent_id, run_id, metadata, created_at, updated_at}`. The time is that of the last
change, since before it the text was another.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlas.adapters.history.fields import make_digest, name, read_moment, word
from atlas.adapters.history.rows import Row
from atlas.model.history import Item, Noted, Skipped
from atlas.model.origin import Origin


def read_note(row: Row) -> Iterator[Item]:
    text = word(row.value, "memory")
    if text is None:
        yield Skipped(row.where, "It is not a row of mem0: it has no memory.")
        return
    who = name(row.value, "user_id", "agent_id", "run_id")
    id = name(row.value, "id") or make_digest(who, text)
    yield Noted(id, text, Origin.IMPORT, read_moment(row.value, "updated_at", "created_at"), who)
