"""The SQL itself: every statement is used, compiles, and finds its rows through an index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.statements import statements

SOURCES = Path(opening.__file__).parent
FRAGMENT = re.compile(
    r"^(only_\w+|\w+_row|\w+_columns|all_that_it_says|in_order_after|newest_first|latest_first|latest_of_few)$"
)
WHOLE_SPACE = frozenset({"spaces"})
"""Reads that go over everything by their nature."""
COMPOSED = {
    "select": ("memories_where", "only_states", "in_order_after"),
    "review": ("memories_where", "only_statuses", "only_states", "in_order_after"),
    "newest": ("memories_where", "only_statuses", "only_states", "newest_first"),
    "talk": ("memories_where", "only_conversation", "newest_first"),
    "about": ("memories_where", "only_subject", "in_order_after"),
    "passing": ("ids_where", "only_statuses", "only_states"),
    "kept": ("kept_where", "only_states", "in_order_after"),
}
THOUGHT = {
    "reflections_in_order (space=?)": ("reflections_where", "latest_first"),
    "reflections_of_task (space=? AND task=?)": ("reflections_where", "only_task", "latest_first"),
    "reflections_of_job (space=? AND job=?)": ("reflections_where", "only_job", "latest_first"),
}
LATELY = {
    "only_since": "reflections_by_time (space=? AND at>?)",
    "only_task only_since": "reflections_by_time (space=? AND at>?)",
    "only_since only_job": "reflections_of_job (space=? AND job=?)",
}
SPENT = {
    "only_on_day": "spendings_by_day (space=? AND day=?)",
    "only_by_job": "spendings_of_job (space=? AND job=?)",
    "": "spendings_by_day (space=?)",
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    with closing(opening.prepare(tmp_path_factory.mktemp("plans") / "store.atlas", 5)) as connection:
        yield connection


def plan(file: apsw.Connection, sql: str) -> list[str]:
    values = dict.fromkeys(re.findall(r":(\w+)", sql), "[]")
    return [str(row[3]) for row in file.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()]


def scans(steps: list[str]) -> list[str]:
    """A list that came as a parameter or stands in a row is scanned, and so is the outcome of a union."""
    own = re.compile(
        r"SCAN (?!json_each|\w VIRTUAL TABLE|CONSTANT|named|\(subquery)|SEARCH \w+ USING [\w ]+ \(space=\?\)$"
    )
    return [step for step in steps if own.match(step)]


@pytest.mark.parametrize("name", sorted(name for name in statements() if not FRAGMENT.match(name)))
def test_rows_are_found_by_index(file: apsw.Connection, name: str) -> None:
    steps = scans(plan(file, statements()[name]))
    of_space = [step for step in steps if step.startswith("SEARCH")]
    assert name in WHOLE_SPACE or not [step for step in steps if step.startswith("SCAN")]
    assert not of_space or name in ORDERED


ORDERED = frozenset(
    {
        "answered_jobs",
        "beliefs",
        "cooling_arguments",
        "quarantines",
        "retained_where",
        "counts",
        "documents",
        "documents_edition",
        "entities",
        "erase_answers",
        "escalation",
        "source_folders",
        "watched_folders",
        "erase_suggestions",
        "exams",
        "failures",
        "feedback",
        "head",
        "identities",
        "interaction_count",
        "jobs",
        "kept_where",
        "last_change",
        "last_entries",
        "last_snapshot",
        "memories_where",
        "newest_servings",
        "served_beliefs",
        "served_documents",
        "served_memories",
        "messages_that_may_mention",
        "names_of_entities",
        "patterns",
        "patterns_from",
        "pending_arguments",
        "queued_session_count",
        "reflections_where",
        "servings",
        "sessions",
        "sessions_queued",
        "silence_reflections",
        "spendings",
        "spent_where",
        "standings",
        "suggestions",
        "tip",
        "undoings",
    }
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


def test_the_newest_of_a_kind_are_found_without_reading_other_kinds(file: apsw.Connection) -> None:
    """C12: every context asks for wishes and facts, which are few among all that was said."""
    names = ("memories_where", "only_valid_at", "only_kind", "newest_first")
    steps = plan(file, " ".join(statements()[name] for name in names))
    assert "memories_by_status (space=? AND status=? AND state=? AND kind=?)" in steps[0]
    assert not [step for step in steps if "B-TREE" in step]


@pytest.mark.parametrize("index", sorted(THOUGHT))
def test_reflections_come_in_the_order_of_an_index(file: apsw.Connection, index: str) -> None:
    steps = plan(file, " ".join(statements()[piece] for piece in THOUGHT[index]))
    assert [step.endswith(index) for step in steps] == [True], steps


@pytest.mark.parametrize("pieces", sorted(LATELY))
def test_what_was_thought_lately_is_found_without_reading_what_came_before(file: apsw.Connection, pieces: str) -> None:
    """J9, J10: a day or a week of many years."""
    names = ("reflections_where", *pieces.split(), "latest_of_few")
    assert LATELY[pieces] in plan(file, " ".join(statements()[name] for name in names))[0]


@pytest.mark.parametrize("pieces", sorted(SPENT))
def test_budgets_are_summed_up_without_reading_a_row(file: apsw.Connection, pieces: str) -> None:
    """J13: it is asked before every call."""
    steps = plan(file, " ".join(statements()[name] for name in ("spent_where", *pieces.split())))
    assert steps == [f"SEARCH s USING COVERING INDEX {SPENT[pieces]}"]


def test_a_job_is_claimed_without_sorting_the_queue(file: apsw.Connection) -> None:
    """J4: the only thing that is sorted is the first of each of two states."""
    steps = plan(file, statements()["claim_job"])
    assert sum("jobs_by_state (space=? AND state=?)" in step for step in steps) == 2
    assert [step for step in steps if "B-TREE" in step] == ["USE TEMP B-TREE FOR ORDER BY"]
    assert steps.index("SCAN named") < steps.index("USE TEMP B-TREE FOR ORDER BY")


def test_the_planner_is_told_about_every_index(file: apsw.Connection) -> None:
    """Where it has no figures it guesses, and where it has figures of what is not there, nobody would notice."""
    indexes = set(file.execute("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index'").fetchall())
    keyed = "SELECT name, name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%WITHOUT ROWID%'"
    indexes |= set(file.execute(keyed).fetchall())
    unknown = {("origins", "origins"), ("care", "care"), ("spaces", "spaces")}
    assert set(file.execute("SELECT tbl, idx FROM sqlite_stat1").fetchall()) == indexes - unknown


def test_the_feed_is_read_without_sorting(file: apsw.Connection) -> None:
    """Whole spaces go through these two: rows in the order of the index, and each join finds one row."""
    steps = plan(file, statements()["changes"])
    assert "changes_in_order (space=? AND seq>?)" in steps[0]
    assert len(steps) == 7
    assert not [step for step in steps if "B-TREE" in step or step.endswith("(space=?)")]
    assert plan(file, statements()["last_change"]) == ["SEARCH changes USING COVERING INDEX changes_in_order (space=?)"]


def test_every_statement_is_used() -> None:
    code = "".join(file.read_text("utf-8") for file in SOURCES.parent.rglob("*.py"))
    sql = "".join(file.read_text("utf-8") for file in SOURCES.parent.rglob("*.sql"))
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
