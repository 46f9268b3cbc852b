"""The same operations on two stores, in several spaces and transactions, and the same answers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import AtlasError
from atlas.model.ids import SpaceId
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.testing.plain_store import PlainStore

SPACES = (SpaceId("one"), SpaceId("two"))


@dataclass(frozen=True)
class Open:
    """The same transaction in both stores."""

    space: SpaceId
    writers: tuple[Writer, Writer]
    transactions: tuple[AbstractContextManager[Writer], AbstractContextManager[Writer]]


class TwoStores(RuleBasedStateMachine):
    """What a machine adds are rules that act through `_both`, and an invariant that looks through `_compare`."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.sqlite = SqliteStore.open(Path(self.folder.name) / "store.atlas")
        self.plain = PlainStore()
        self.open: Open | None = None
        self.here = SPACES[0]
        self.changed = True

    def teardown(self) -> None:
        if self.open:
            self.end(keep=False)
        self.sqlite.close()
        self.folder.cleanup()

    # --- transactions: a rule runs in the open one, or in one of its own

    @precondition(lambda self: self.open is None)
    @rule(space=st.sampled_from(SPACES))
    def begin(self, space: SpaceId) -> None:
        transactions = (self.plain.writing(space), self.sqlite.writing(space))
        plain, sqlite = transactions[0].__enter__(), transactions[1].__enter__()
        self.open = Open(space, (plain, sqlite), transactions)
        self.here = space
        self.changed = True

    @precondition(lambda self: self.open is not None)
    @rule(keep=st.booleans())
    def end(self, keep: bool) -> None:
        assert self.open is not None
        both = self.open.transactions
        self.open = None
        if keep:
            plain, sqlite = (_outcome(partial(one.__exit__, None, None, None)) for one in both)
            assert sqlite == plain
        else:
            for one in both:
                _undo(one)

    @precondition(lambda self: self.open is not None)
    @rule()
    def commit(self) -> None:
        """Among so many rules a transaction would hardly ever end by one alone."""
        self.end(keep=True)

    def _both(self, act: Callable[[Writer], object]) -> None:
        alone = self.open is None
        if alone:
            self.begin(self.here)
        assert self.open is not None
        plain, sqlite = (_outcome(partial(act, writer)) for writer in self.open.writers)
        assert sqlite == plain
        if alone:
            self.end(keep=True)

    def _compare(self, space: SpaceId, look: Callable[[Reader], object]) -> None:
        with self.plain.reading(space) as plain, self.sqlite.reading(space) as sqlite:
            assert look(sqlite) == look(plain)
        if self.open and self.open.space == space:
            first, second = self.open.writers
            assert look(second) == look(first)
        assert list(self.sqlite.spaces()) == list(self.plain.spaces())


def _undo(transaction: AbstractContextManager[Writer]) -> None:
    """Leave it as an exception does, which must go on to the caller."""
    assert not transaction.__exit__(RuntimeError, RuntimeError("changed my mind"), None)


def _outcome(act: Callable[[], object]) -> object:
    """What it gives back, or which of our errors it raises."""
    try:
        return act()
    except AtlasError as error:
        return type(error)
