"""A memory filter as the named pieces of a statement and their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from atlas.adapters.storage.sql.lane import Lane
from atlas.model.plain_data import instant_text
from atlas.ports.reading import MemoryFilter


def list_pieces(where: MemoryFilter, lane: Lane) -> tuple[list[str], dict[str, object]]:
    """Only the fields that are set become conditions, so that the planner sees what it can use."""
    values: dict[str, object] = {}
    for name, chosen in (
        ("statuses", where.statuses),
        ("states", where.states),
        ("kinds", where.kinds),
        ("origins", where.origins),
    ):
        if chosen:
            values[name] = lane.list_value(sorted(item.value for item in chosen))
    if where.conversation is not None:
        values["conversation"] = where.conversation
    if where.subject is not None:
        values["subject"] = where.subject
    if where.valid_at is not None:
        values["valid_at"] = instant_text(where.valid_at)
    if where.observed_before is not None:
        values["observed_before"] = instant_text(where.observed_before)
    if where.observed_after is not None:
        values["observed_after"] = instant_text(where.observed_after)
    return [f"only_{name}" for name in values], values


def list_pieces_by_kind(where: MemoryFilter, lane: Lane) -> Iterator[tuple[list[str], dict[str, object]]]:
    """The pieces for each status, state and kind by itself, whose rows an index holds in order: facts are few among all
    that was said, and in one list with others they are looked for among everything. Where one of the three is open, all
    together."""
    if not (where.statuses and where.states and where.kinds):
        yield list_pieces(where, lane)
        return
    names, values = list_pieces(replace(where, statuses=frozenset(), states=frozenset(), kinds=frozenset()), lane)
    for status, state, kind in product(where.statuses, where.states, where.kinds):
        yield [*names, "only_kind"], values | {"status": status.value, "state": state.value, "kind": kind.value}
