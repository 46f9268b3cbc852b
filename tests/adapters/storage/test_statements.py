"""The SQL itself: every statement is used, compiles, and finds its rows through an index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from atlas.adapters.storage.sql import opening
from atlas.adapters.storage.sql.statements import statements

SOURCES = Path(opening.__file__).parent
FRAGMENT = re.compile(r"^(only_\w+|\w+_row|in_order_after|newest_first)$")
WHOLE_SPACE = frozenset({"spaces"})
"""Reads that go over everything by their nature."""
COMPOSED = {
    "select": ("memories_where", "only_states", "in_order_after"),
    "review": ("memories_where", "only_statuses", "only_states", "in_order_after"),
    "newest": ("memories_where", "only_statuses", "only_states", "newest_first"),
    "talk": ("memories_where", "only_conversation", "newest_first"),
    "about": ("memories_where", "only_subject", "in_order_after"),
    "passing": ("ids_where", "only_statuses", "only_states"),
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    with closing(opening.prepare(tmp_path_factory.mktemp("plans") / "store.atlas", 5)) as connection:
        yield connection


def plan(file: apsw.Connection, sql: str) -> list[str]:
    values = dict.fromkeys(re.findall(r":(\w+)", sql), "[]")
    return [str(row[3]) for row in file.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()]


def scans(steps: list[str]) -> list[str]:
    """A list that came as a parameter is scanned, and so is the outcome of a union."""
    own = re.compile(r"SCAN (?!json_each|CONSTANT|named)|SEARCH \w+ USING [\w ]+ \(space=\?\)$")
    return [step for step in steps if own.match(step)]


@pytest.mark.parametrize("name", sorted(name for name in statements() if not FRAGMENT.match(name)))
def test_rows_are_found_by_index(file: apsw.Connection, name: str) -> None:
    steps = scans(plan(file, statements()[name]))
    of_space = [step for step in steps if step.startswith("SEARCH")]
    assert name in WHOLE_SPACE or not [step for step in steps if step.startswith("SCAN")]
    assert not of_space or name in ORDERED


ORDERED = frozenset(
    {
        "claim_job",
        "counts",
        "documents",
        "documents_edition",
        "entities",
        "exams",
        "head",
        "undoings",
        "interaction_count",
        "identities",
        "job_count",
        "jobs",
        "jobs_in_state",
        "last_change",
        "last_entries",
    }
    | {"memories_where", "messages_that_may_mention", "names_of_entities", "reflections", "servings"}
)
"""Reads of a whole space, or of its last rows in the order of an index."""


@pytest.mark.parametrize("name", sorted(COMPOSED))
def test_a_filter_takes_the_index_that_fits(file: apsw.Connection, name: str) -> None:
    steps = plan(file, " ".join(statements()[piece] for piece in COMPOSED[name]))
    wanted = {
        "talk": "memories_of_conversation (space=? AND conversation=?)",
        "about": "memories_in_slot (space=? AND claim_subject=?)",
        "passing": "sqlite_autoindex_memories_1 (space=? AND id=?)",
    }
    assert wanted.get(name, "memories_in_order (space=?") in steps[0]


def test_the_feed_is_read_without_sorting(file: apsw.Connection) -> None:
    """Whole spaces go through these two: rows in the order of the index, and each join finds one row."""
    steps = plan(file, statements()["changes"])
    assert "changes_in_order (space=? AND seq>?)" in steps[0]
    assert len(steps) == 6
    assert not [step for step in steps if "B-TREE" in step or step.endswith("(space=?)")]
    assert plan(file, statements()["last_change"]) == ["SEARCH changes USING COVERING INDEX changes_in_order (space=?)"]


def test_every_statement_is_used() -> None:
    code = "".join(file.read_text("utf-8") for file in SOURCES.glob("*.py"))
    sql = "".join(file.read_text("utf-8") for file in SOURCES.glob("*.sql"))
    only = {name for name in statements() if name.startswith("only_")}
    unused = [name for name in statements() if f'"{name}"' not in code and f"{{{name}}}" not in sql]
    assert set(unused) <= only


def test_every_statement_but_the_list_of_spaces_names_its_space() -> None:
    """P4: nothing crosses."""
    of_the_file = {"spaces", "owe_purge", "owes_purge", "purged"}
    without = [name for name, sql in statements().items() if ":space" not in sql and not FRAGMENT.match(name)]
    assert set(without) == of_the_file


def test_a_schema_step_is_numbered_without_gaps() -> None:
    names = sorted(file.name for file in (SOURCES / "migrations").glob("*.sql"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_the_reply_that_followed_is_found_without_reading_what_came_before(file: apsw.Connection) -> None:
    """C8: a conversation may be long, and `why` asks for a few messages of it."""
    steps = plan(file, statements()["messages_after"])
    assert "memories_taken_in (space=? AND conversation=? AND created_at>?)" in steps[0]
    assert not [step for step in steps if "B-TREE" in step]
