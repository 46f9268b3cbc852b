"""What a hook may show is what any context may: the statement of the glance beside the memory's own word for it."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from itertools import product
from pathlib import Path

from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.ids import SpaceId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.testing.samples import START, episode, interaction, memory, session

HOUR = timedelta(hours=1)
SPANS = [(None, None), (START - HOUR, None), (START, None), (START + HOUR, None), (None, START + HOUR), (None, START)]
SPACE = SpaceId("default")


def facts() -> list[Memory]:
    """Every status in every state, and every span of validity round the moment that is asked about."""
    standing = [
        memory(f"m_{status}_{state}", f"{status} and {state}", status=status, state=state)
        for status, state in product(Status, [State.ACTIVE, State.ARCHIVED])
    ]
    spans = enumerate(SPANS)
    return standing + [memory(f"m_{at}", f"Span {at}.", valid_from=a, valid_until=b) for at, (a, b) in spans]


def test_what_may_be_served_is_served_at_a_glance_and_nothing_else(tmp_path: Path) -> None:  # C1, C3
    said = [(f"t_{origin}", f"Said by {origin}.", origin) for origin in Origin]
    talk = interaction("i_1", *said)
    words = [episode(f"e_{each.origin}", each) for each in talk.messages]
    every = [*facts(), *words]
    with closing(SqliteStore.open(tmp_path / "store.atlas")) as store, store.writing(SPACE) as txn:
        txn.add_interaction(talk, session(talk))
        for each in every:
            txn.put_memory(each, None)
    with StoreGlance.open(tmp_path / "store.atlas", SPACE) as glance:
        shown = {row[1] for row in glance.servable(START.isoformat(timespec="microseconds"), 1_000)}
        learned = {row[1] for row in glance.servable(START.isoformat(timespec="microseconds"), 1_000, learned=True)}
    may = {each.id for each in every if each.served and each.valid_at(START)}
    replies = {each.id for each in words if each.origin not in (Origin.OPERATOR, Origin.USER)}
    assert shown == may - replies
    assert learned == may - {each.id for each in words}
    assert replies <= may
    assert {each.id for each in words if each.kind is Kind.EPISODE} - replies <= shown
