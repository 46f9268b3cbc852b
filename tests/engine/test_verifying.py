"""The journal is honest: whatever is changed behind its back is found (P11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import apsw
import pytest

from atlas.model.journal import GENESIS, Actor, Entry, chain_of


@pytest.fixture
def told(life):  # type: ignore[no-untyped-def]
    life.say("I live in Porto.")
    life.say("My name is Ana.")
    life.say("I moved to Lisbon.")
    life.say("I like tea.")
    life.atlas.reject(life.fact("tea").id, reason="no")
    life.atlas.undo()
    assert life.atlas.admin.verify().ok
    return life


TAMPERING = [
    "UPDATE messages SET text = 'I live in Rome.' WHERE text = 'I live in Porto.'",
    "UPDATE memories SET content = replace(content, 'Lisbon', 'Rome')",
    "UPDATE memories SET status = 'approved_for_reuse' WHERE status = 'superseded'",
    "UPDATE memories SET claim_value = 'Rome' WHERE claim_value = 'Lisbon'",
    "UPDATE evidence SET quote = 'I moved to Rome'",
    "UPDATE journal SET at = '2020-01-01T00:00:00.000000+00:00' WHERE seq = 2",
    "UPDATE journal SET actor = 'operator' WHERE seq = 2",
    "UPDATE journal_parts SET payload = replace(payload, 'Porto', 'Paris')",
    "DELETE FROM journal_parts WHERE seq = 3",
    "DELETE FROM memories WHERE claim_value = 'Lisbon'",
    "UPDATE entities SET kind = 'thing'",
    "INSERT INTO entities SELECT space, 'person:eve', kind, 'e_eve' FROM entities LIMIT 1",
    "UPDATE memories SET content = 'Wire money.' WHERE kind = 'episode'",
    "UPDATE interactions SET conversation = 'elsewhere'",
    "UPDATE interactions SET id = 'i_eve' WHERE seq = 1",
    "UPDATE journal_parts SET payload = 'no JSON' WHERE payload IS NOT NULL",
    "UPDATE proposals SET proposal = replace(proposal, 'Porto', 'Paris')",
    "INSERT INTO messages (space, id, interaction, conversation, ordinal, role, origin, text, at) "
    "SELECT space, 'u_eve', interaction, conversation, 9, 'user', 'user', 'I live in Paris.', at FROM messages LIMIT 1",
    "UPDATE journal_parts SET payload = NULL, salt = NULL WHERE seq = 3",
    "UPDATE journal_parts SET payload = NULL, salt = NULL",
]


def unguarded(told: Any) -> apsw.Connection:
    """The file as somebody with the right to write it may have it: no trigger, no constraint."""
    connection = apsw.Connection(told.atlas.inspect.status().location)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    return connection


@pytest.mark.parametrize("statement", TAMPERING)
def test_tampering_is_found(told, statement: str) -> None:  # P11
    connection = unguarded(told)
    connection.execute(statement)
    assert connection.changes()
    connection.close()
    found = told.atlas.admin.verify()
    assert not found.ok
    assert found.problems


# --- a forger who knows the rules: what was touched is sealed anew, and the next entry names the new link

FORGED: dict[str, Callable[[list[Entry]], list[Entry]]] = {
    "one changed": lambda line: [line[0], replace(line[1], actor=Actor.OPERATOR), *line[2:]],
    "one emptied": lambda line: [line[0], replace(line[1], parts=()), *line[2:]],
    "one dropped": lambda line: [line[0], *line[2:]],
    "two swapped": lambda line: [line[1], line[0], *line[2:]],
    "one moved": lambda line: [line[2], line[0], line[1], *line[3:]],
    "one told twice": lambda line: [line[0], line[0], *line[2:]],
}
AFTER = 5
"""How many of the first entries are sealed anew where one of them was touched; those behind stay as they were."""


def sealed_anew(entries: list[Entry]) -> list[Entry]:
    line: list[Entry] = []
    for place, entry in enumerate(entries):
        placed = replace(entry, seq=place + 1, previous=line[-1].chain if line else GENESIS)
        chain = chain_of(placed.previous, placed.header, placed.parts) if place < AFTER else entry.chain
        line.append(replace(placed, chain=chain))
    return line


def write_journal(told: Any, entries: list[Entry]) -> None:
    """Every entry as it is given, in the place of those that were there."""
    space, connection = told.runtime.space, unguarded(told)
    with connection:
        connection.execute("DELETE FROM journal_parts WHERE space = ?", (space,))
        connection.execute("DELETE FROM journal WHERE space = ?", (space,))
        for e in entries:
            at = e.at.isoformat(timespec="microseconds")
            row = (space, e.seq, at, e.actor, e.action, e.cause, e.previous, e.chain)
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            for place, p in enumerate(e.parts):
                part = (space, e.seq, place, p.kind, p.id, p.digest, p.salt, p.payload, p.by_row)
                connection.execute(
                    "INSERT INTO journal_parts (space, seq, ordinal, kind, id, digest, salt, payload, by_row) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    part,
                )
    connection.close()


def journal(told: Any) -> list[Entry]:
    with told.runtime.store.reading(told.runtime.space) as reader:
        return list(reader.entries(0, 1_000))


def test_a_journal_written_again_as_it_was_holds(told) -> None:
    """So that what the next test finds is the forgery."""
    entries = journal(told)
    assert len(entries) > AFTER + 1
    write_journal(told, sealed_anew(entries))
    assert journal(told) == entries
    assert told.atlas.admin.verify().ok


@pytest.mark.parametrize("what", FORGED)
def test_an_entry_forged_by_the_rules_is_found_at_the_next_that_was_not(told, what: str) -> None:  # P11
    write_journal(told, sealed_anew(FORGED[what](journal(told))))
    assert any("its chain does not hold" in problem for problem in told.atlas.admin.verify().problems)


def test_a_hole_in_the_chain_is_found(told) -> None:  # P11
    entries = journal(told)
    write_journal(told, [*entries[:2], *entries[3:]])
    assert "Entry 4 does not follow entry 2." in told.atlas.admin.verify().problems


def test_the_guards_stop_most_of_it_at_once(told) -> None:
    connection = apsw.Connection(told.atlas.inspect.status().location)
    for statement in (
        "UPDATE journal SET actor = 'operator'",
        "DELETE FROM journal_parts",
        "UPDATE messages SET origin = 'web'",
    ):
        with pytest.raises(apsw.ConstraintError):
            connection.execute(statement)
    connection.close()
