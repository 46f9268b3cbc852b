"""The journal is honest: whatever is changed behind its back is found (P11)."""

from __future__ import annotations

import apsw
import pytest


@pytest.fixture
def told(life):  # type: ignore[no-untyped-def]
    life.say("I live in Porto.")
    life.say("My name is Ana.")
    life.say("I moved to Lisbon.")
    life.say("I like tea.")
    life.atlas.reject(life.fact("tea").id, reason="no")
    life.atlas.undo()
    assert life.atlas.verify().ok
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


@pytest.mark.parametrize("statement", TAMPERING)
def test_tampering_is_found(told, statement: str) -> None:  # P11
    connection = apsw.Connection(told.atlas.status().location)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(statement)
    assert connection.changes()
    connection.close()
    found = told.atlas.verify()
    assert not found.ok
    assert found.problems


def test_the_guards_stop_most_of_it_at_once(told) -> None:
    connection = apsw.Connection(told.atlas.status().location)
    for statement in (
        "UPDATE journal SET actor = 'operator'",
        "DELETE FROM journal_parts",
        "UPDATE messages SET origin = 'web'",
    ):
        with pytest.raises(apsw.ConstraintError):
            connection.execute(statement)
    connection.close()
