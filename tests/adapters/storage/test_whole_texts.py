"""T12: a whole text that is not what was stored is never taken for it, and never costs the text in its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import StoreTrouble
from atlas.model.ids import MemoryId, MessageId
from atlas.model.origin import Origin
from atlas.testing import samples
from atlas.testing.samples import HOME, at

SAID = MessageId("u_1")
TEXT = "On Tuesday I went to Porto"
SPOIL = """
DROP TRIGGER archive_stays;
CREATE TRIGGER spoil AFTER INSERT ON archive BEGIN UPDATE archive SET text = text || '!' WHERE seq = NEW.seq; END;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        said = samples.tell(writer, "i_1", (SAID, TEXT, Origin.USER)).messages[0]
        writer.put_memory(samples.episode("m_1", said), None)
    return path


@pytest.fixture
def damaged(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        writer.shorten_message(SAID, "Porto", at(1))
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("DROP TRIGGER archive_stays; UPDATE archive SET text = 'On Monday I went to Porto'")
    with closing(SqliteStore.open(path)) as store:
        yield store


def test_a_text_that_was_altered_is_not_given_out(damaged: SqliteStore) -> None:
    for look in (lambda reader: reader.archived_texts([SAID]), lambda reader: reader.archived_before(at(9), 9)):
        with damaged.reading(HOME) as reader, pytest.raises(StoreTrouble, match="not what was stored"):
            look(reader)


def test_nor_is_it_restored(damaged: SqliteStore) -> None:
    with damaged.writing(HOME) as writer:
        with pytest.raises(StoreTrouble, match="not what was stored"):
            writer.restore_message(SAID)
        found = writer.message(SAID)
        assert found is not None
        assert found.text == "Porto"


def test_it_can_still_be_dropped(damaged: SqliteStore) -> None:
    """What nobody can use any more is in nobody's way."""
    with damaged.writing(HOME) as writer:
        writer.drop_archived(SAID)
        assert list(writer.archived_texts([SAID])) == []


def test_a_text_that_does_not_come_back_as_it_went_is_not_replaced(path: Path) -> None:
    """The text stays, and so does whatever else the transaction did: the next cycle tries again."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(SPOIL)
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            with pytest.raises(StoreTrouble, match="not what was stored"):
                writer.shorten_message(SAID, "Porto", at(1))
            writer.put_memory(samples.memory("m_2", "goes on"), None)
        with closing(apsw.Connection(str(path))) as connection:
            connection.execute("DROP TRIGGER spoil")
        with store.writing(HOME) as writer:
            found = writer.message(SAID)
            assert found is not None
            assert (found.text, list(writer.archived_texts([SAID]))) == (TEXT, [])
            assert writer.memory(MemoryId("m_2")) is not None
            writer.shorten_message(SAID, "Porto", at(2))
            assert [each.text for each in writer.archived_texts([SAID])] == [TEXT]
