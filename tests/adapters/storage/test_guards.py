"""What the schema itself forbids, whoever writes (X1, P11, rule 7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from enum import StrEnum
from pathlib import Path

import apsw
import pytest

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.belief import Reasoning, Reliability
from atlas.model.document import DocumentKind
from atlas.model.entity import EntityKind
from atlas.model.feedback import FeedbackSignal
from atlas.model.graph import EDGES
from atlas.model.interaction import Gate, Role
from atlas.model.journal import GENESIS, RowKind
from atlas.model.memory import Basis, Form, Kind, Relation, State, Status
from atlas.model.metric import Rung
from atlas.model.origin import Origin
from atlas.model.signal import SignalKind, Source
from atlas.model.spending import SpendingState
from atlas.model.suggestion import SuggestionState
from atlas.model.task import Size
from atlas.model.thinking import OPEN, JobState
from atlas.model.verdict import Outcome
from atlas.testing.conformance.common import fill_space
from atlas.testing.samples import HOME


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("guards") / "store.atlas"
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_space(writer)
    return path.read_bytes()


@pytest.fixture
def file(filled: bytes, tmp_path: Path) -> Iterator[apsw.Connection]:
    path = tmp_path / "store.atlas"
    path.write_bytes(filled)
    with closing(apsw.Connection(str(path))) as connection:
        yield connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE messages SET origin = 'operator'",
        "UPDATE messages SET origin = 'import'",
        "UPDATE messages SET id = id || 'x'",
        "UPDATE memories SET trust = trust + 1",
        "UPDATE memories SET state = 'gone'",
        "UPDATE memories SET trust = 0 WHERE id = 'm_1'",
        "UPDATE evidence SET message = 'u_2'",
        "UPDATE evidence SET origin = 'operator'",
        "UPDATE links SET target = 'm_2'",
        "INSERT INTO links VALUES ('home', 'm_1', 9, 'supports', 'm_9', 1.0)",
        "INSERT INTO links VALUES ('away', 'm_1', 9, 'supports', 'm_2', 1.0)",
        "INSERT INTO evidence (space, memory, ordinal, message, start_at, end_at, quote, origin)"
        " VALUES ('home', 'm_1', 9, 'u_2', 0, 1, 'P', 'assistant')",
        "UPDATE journal SET actor = 'operator'",
        "DELETE FROM journal",
        "INSERT INTO journal VALUES ('home', 3, '', 'user', 'forgotten', NULL, '', '')",
        "UPDATE journal_parts SET payload = 'another'",
        "UPDATE journal_parts SET payload = NULL",
        "UPDATE journal_parts SET payload = NULL, salt = NULL, digest = 'x'",
        "DELETE FROM journal_parts",
        "UPDATE documents SET text = 'another'",
        "UPDATE documents SET text = 'another', version = 1",
        "UPDATE documents SET trust = trust + 1, version = 2",
        "UPDATE documents SET origin = 'web', version = 2",
        "UPDATE documents SET origin = 'operator', trust = 5, version = 2",
        "UPDATE documents SET space = 'away', version = 2",
        "UPDATE documents SET status = 'approved', version = 2",
        "DELETE FROM documents",
        "INSERT INTO documents (space, id, kind, title, text, status, origin, trust, updated_at, version)"
        " VALUES ('home', 'd_9', 'persona', '', '', 'approved_for_reuse', 'web', 4, '', 1)",
        "INSERT INTO documents (space, id, kind, title, text, status, origin, trust, updated_at, version)"
        " VALUES ('home', 'd_9', 'constitution', '', '', 'approved_for_reuse', 'user', 4, '', 1)",
        "UPDATE beliefs SET stance = 0.5",
        "UPDATE beliefs SET stance = 2, version = 2",
        "UPDATE beliefs SET trust = 5, version = 2",
        "UPDATE beliefs SET origin = 'web', version = 2",
        "UPDATE beliefs SET space = 'away', version = 2",
        "UPDATE arguments SET message = 'u_2'",
        "UPDATE arguments SET id = 'a_9'",
        "UPDATE arguments SET direction = 0",
        "UPDATE snapshots SET unique_ratio = 2",
        "UPDATE exams SET right_with = 5",
        "DELETE FROM exams",
        "INSERT INTO exams (space, id, at, asked, right_with, right_without) VALUES ('home', 'x_9', '', 5, 6, 0)",
        "UPDATE jobs SET task = ''",
        "UPDATE reflections SET task = ''",
        "UPDATE spendings SET task = ''",
        "UPDATE figures SET cases = -1",
        "UPDATE figures SET name = ''",
        "UPDATE escalations SET rung = 'low'",
        "UPDATE jobs SET state = 'waiting'",
        "INSERT INTO jobs SELECT NULL, space, 'j_9', task, key, interaction, 'parked', priority, created_at, trigger,"
        " due_at, pinned, attempts, failures, again, size, lease_owner, lease_until, problem FROM jobs",
        "UPDATE reflections SET trust = 6",
        "UPDATE suggestions SET trust = -1",
        "UPDATE patterns SET active = 2",
        "UPDATE feedback SET signal = 'seen'",
        "INSERT INTO feedback (space, memory, signal, at) VALUES ('home', 'm_9', 'used', '')",
        "INSERT INTO feedback (space, memory, signal, at) VALUES ('away', 'm_1', 'used', '')",
        "INSERT INTO feedback (space, memory, signal, at, reply) VALUES ('home', 'm_2', 'ignored', '', 'u_2')",
        "UPDATE edges SET weight = 0",
        "UPDATE edges SET weight = 1.5",
        "UPDATE edges SET other = 'm_9'",
        "INSERT INTO edges VALUES ('home', 'supports:m_1:m_1', 'supports', 'm_1', 'm_1', 1.0)",
        "INSERT INTO edges VALUES ('home', 'supports:m_1:m_9', 'supports', 'm_1', 'm_9', 1.0)",
        "INSERT INTO edges VALUES ('home', 'supports:m_1:m_2', 'supports', 'm_2', 'm_1', 1.0)",
        "INSERT INTO edges VALUES ('home', 'contradicts:m_2:m_1', 'contradicts', 'm_2', 'm_1', 1.0)",
        "UPDATE archive SET text = 'another'",
        "UPDATE archive SET sha256 = 'another'",
        "INSERT INTO archive (space, message, text, sha256, stored_at) VALUES ('home', 'u_2', 'again', '', '')",
    ],
)
def test_the_schema_says_no(file: apsw.Connection, statement: str) -> None:
    with pytest.raises(apsw.ConstraintError):
        file.execute(statement)


def test_a_part_of_the_journal_can_be_blanked(file: apsw.Connection) -> None:
    file.execute("UPDATE journal_parts SET payload = NULL, salt = NULL")


def test_a_tombstone_cannot_be_raised(file: apsw.Connection) -> None:
    file.execute(
        "UPDATE memories SET state = 'gone', gone_at = 'now', content = NULL, content_hash = NULL, transcribes = NULL"
    )
    with pytest.raises(apsw.ConstraintError, match="stays forgotten"):
        file.execute("UPDATE memories SET state = 'active', gone_at = NULL")
    with pytest.raises(apsw.ConstraintError, match="never deleted"):
        file.execute("DELETE FROM memories")


def test_trust_in_the_schema_is_that_of_the_model(file: apsw.Connection) -> None:
    rows = file.execute("SELECT origin, trust FROM origins").fetchall()
    assert {str(name): trust for name, trust in rows} == {origin.value: int(origin.trust) for origin in Origin}


ALLOWED: dict[str, Iterable[StrEnum]] = {
    "arguments.reasoning": Reasoning,
    "arguments.reliability": Reliability,
    "beliefs.state": frozenset({State.ACTIVE, State.ARCHIVED}),
    "beliefs.status": Status,
    "documents.kind": DocumentKind,
    "documents.status": Status,
    "edges.relation": EDGES,
    "escalations.rung": Rung,
    "entities.kind": EntityKind,
    "failures.signal": SignalKind,
    "feedback.signal": FeedbackSignal,
    "jobs.size": Size,
    "jobs.state": JobState,
    "journal_parts.kind": RowKind,
    "links.relation": frozenset(Relation) - {Relation.ABOUT},
    "memories.basis": Basis,
    "memories.form": Form,
    "memories.kind": Kind,
    "memories.state": State,
    "memories.status": Status,
    "messages.role": Role,
    "proposals.outcome": Outcome,
    "sessions.gate": Gate,
    "signals.kind": SignalKind,
    "signals.source": Source,
    "spendings.size": Size,
    "spendings.state": SpendingState,
    "suggestions.state": SuggestionState,
}
NOT_OF_THE_MODEL = frozenset({"care.what", "proposal_subjects.kind"})
LISTED = re.compile(r"CHECK \((\w+) IN \(([^)]*'[^)]*)\)\)")


def _lists(file: apsw.Connection) -> dict[str, set[str]]:
    """The words that each column allows, as the tables themselves say."""
    tables = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
    return {
        f"{table}.{column}": set(re.findall(r"'([^']*)'", words))
        for table, sql in tables
        for column, words in LISTED.findall(str(sql))
    }


def test_the_schema_allows_the_values_of_the_model_and_no_others(file: apsw.Connection) -> None:
    """An enum that grows needs a migration; this is where that is noticed."""
    lists = _lists(file)
    assert set(lists) == {*ALLOWED, *NOT_OF_THE_MODEL}
    for column, values in ALLOWED.items():
        assert lists[column] == {value.value for value in values}, column


def test_what_is_open_in_the_model_is_open_in_the_schema(file: apsw.Connection) -> None:
    """J4: one open job for a key."""
    [(sql,)] = file.execute("SELECT sql FROM sqlite_schema WHERE name = 'jobs_one_per_key'").fetchall()
    closed = set(re.findall(r"'([^']*)'", str(sql)))
    assert {state for state in JobState if state.value not in closed} == OPEN


def test_the_journal_begins_where_the_model_says(file: apsw.Connection) -> None:
    [(sql,)] = file.execute("SELECT sql FROM sqlite_schema WHERE name = 'journal_continues'").fetchall()
    assert GENESIS in str(sql)
