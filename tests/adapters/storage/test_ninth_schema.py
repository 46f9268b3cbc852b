"""From the eighth schema to the ninth: nothing is lost, the journal holds, and memory over time has its place (R9)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from _past_schema import past_schema
from _processes import start

from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import Refused
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import GENESIS, Change, Entry, RowKind, chain_of, digest_of
from atlas.model.memory import Relation
from atlas.ports.reading import MemoryFilter
from atlas.ports.writing import Writer
from atlas.testing import samples
from atlas.testing.conformance.common import fill_first
from atlas.testing.samples import AWAY, HOME, at

EIGHTH = 8
OLD_KINDS = ("message", "memory", "entity", "proposal", "note")
ANY = MemoryFilter(states=frozenset())
PARTS = "SELECT * FROM journal_parts ORDER BY row"
ADD_PART = "INSERT INTO journal_parts (space, seq, ordinal, kind, id, digest, by_row)"
ABOUT_PARTS = "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'journal_parts' ORDER BY name"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the eighth schema, with a journal in two spaces of which something was erased."""
    path = tmp_path / "store.atlas"
    with past_schema(monkeypatch, EIGHTH), closing(SqliteStore.open(path)) as store:
        for space in (HOME, AWAY):
            with store.writing(space) as writer:
                fill_first(writer)
                _go_on(writer)
    return path


def _go_on(writer: Writer) -> None:
    """Parts of every kind there was, some kept in their row alone, some blank, none in the order of the index."""
    for number in range(3):
        parts = [
            Change(RowKind(kind), f"{kind}_{number}", None, {"text": "é"}, by_row=kind == "message")
            for kind in OLD_KINDS
        ]
        writer.append(samples.entry(writer.head(), *reversed(parts), minute=number))
    writer.erase_parts(RowKind.NOTE, ["note_1"])
    writer.erase_parts(RowKind.MESSAGE, ["message_2"])


def test_every_row_stays_as_it_was(path: Path) -> None:
    """Also the numbers of the feed: no index has to begin anew."""
    with closing(apsw.Connection(str(path))) as connection:
        before = connection.execute(PARTS).fetchall()
        indexes = connection.execute(ABOUT_PARTS).fetchall()
        changes = connection.execute("SELECT * FROM changes ORDER BY seq").fetchall()
    with closing(SqliteStore.open(path)) as store:
        assert store.health().ok
        with store._connection() as connection:
            assert connection.execute(PARTS).fetchall() == before
            assert connection.execute("SELECT * FROM changes ORDER BY seq").fetchall() == changes
            now = connection.execute(ABOUT_PARTS).fetchall()
        assert [row[:2] for row in now] == [row[:2] for row in indexes]
        assert [row for row in now if row[0] != "table"] == [row for row in indexes if row[0] != "table"]
        for space in (HOME, AWAY):
            with store.reading(space) as reader:
                assert reader.memory(MemoryId("m_2")) is not None
                assert [each.id for each in reader.kept_rows(ANY, 9)] == ["m_1", "m_2"]


def test_the_journal_verifies_and_goes_on(path: Path) -> None:
    """P11, X3: chain and digests hold, and both new kinds of rows have their place in it."""
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        new = [Change(RowKind.EDGE, "supports:m_1:m_2", None, {"weight": 1.0})]
        new += [Change(RowKind.GIST, "u_1", None, {"gist": "Porto"})]
        writer.append(samples.entry(writer.head(), *new))
        entries = list(writer.entries(0, 99))
        assert len(entries) == 5
        _verify(entries)
        assert [entry.seq for entry in writer.entries_about(RowKind.GIST, "u_1")] == [5]
        assert writer.erase_parts(RowKind.GIST, ["u_1"]) == 1
        assert [entry.parts[1].erased for entry in writer.entries_about(RowKind.GIST, "u_1")] == [True]


def _verify(entries: Sequence[Entry]) -> None:
    previous = GENESIS
    for entry in entries:
        assert (entry.previous, entry.chain) == (previous, chain_of(previous, entry.header, entry.parts))
        previous = entry.chain
        for part in entry.parts:
            assert part.payload is None or digest_of(part.salt or b"", part.payload) == part.digest


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_parts SET payload = 'another'",
        "UPDATE journal_parts SET kind = 'gist'",
        "DELETE FROM journal_parts",
        f"{ADD_PART} VALUES ('home', 1, 9, 'thought', '', '', 0)",
        f"{ADD_PART} VALUES ('home', 1, 0, 'note', '', '', 0)",
        f"{ADD_PART} VALUES ('home', 1, 9, 'note', '', '', 2)",
    ],
)
def test_the_guards_of_the_journal_stand_again(path: Path, statement: str) -> None:
    SqliteStore.open(path).close()
    with closing(apsw.Connection(str(path))) as connection, pytest.raises(apsw.ConstraintError):
        connection.execute(statement)


def test_old_rows_take_part_in_what_is_new(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        assert writer.add_feedback(Feedback(MemoryId("m_1"), FeedbackSignal.USED, at(1), reply=MessageId("u_2")))
        writer.put_edge(build_edge(Relation.CO_ACTIVATED, MemoryId("m_1"), MemoryId("m_2")))
        writer.shorten_message(MessageId("u_1"), "Porto", at(1))
        assert [each.text for each in writer.archived_texts([MessageId("u_1")])] == ["I live in Porto"]
        with pytest.raises(Refused):
            writer.put_edge(build_edge(Relation.SUPPORTS, MemoryId("m_1"), MemoryId("m_9")))


def test_killed_in_the_middle_with_rows_in_it_nothing_is_lost(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        before = connection.execute(PARTS).fetchall()
    killed = start("die_migrating", path, EIGHTH + 1)
    killed.communicate()
    assert killed.returncode < 0
    with closing(apsw.Connection(str(path))) as connection:
        assert opening.schema_of(connection) == EIGHTH
        assert connection.execute(PARTS).fetchall() == before
    with closing(SqliteStore.open(path)) as store, store.reading(HOME) as reader:
        _verify(list(reader.entries(0, 99)))
