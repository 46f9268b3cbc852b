"""The store seen at a glance: what may be served, as plain rows, for whoever has a tenth of a second.

The store itself knows every row there is, and to load all that takes longer than a hook may. This knows a few
tables. It changes nothing that is remembered; it only writes down what it showed, so that `why` can tell (C8).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import apsw

from atlas.adapters.storage.sqlite.lineage import ADVANCE, check_log
from atlas.errors import StoreTrouble

_STEPS: Final = Path(__file__).parent / "migrations"
_WAIT_MS: Final = 300
"""For a lock; whoever writes longer is not waited for."""

_SERVABLE: Final = """
SELECT m.seq, m.id, coalesce(m.content, t.text, ''), m.kind, m.origin, m.observed_at, m.referred_at, m.transcribes,
    m.importance, m.conversation, CASE WHEN m.kind = 'lesson' THEN (
        SELECT e.quote FROM evidence e WHERE e.space = m.space AND e.memory = m.id AND e.ordinal = 0) END
FROM memories m LEFT JOIN messages t ON t.space = m.space AND t.id = m.transcribes
WHERE m.space = :space AND m.status = 'approved_for_reuse' AND m.state = 'active'
    AND (m.valid_from IS NULL OR m.valid_from <= :now) AND (m.valid_until IS NULL OR m.valid_until > :now)
    AND (m.kind <> 'episode' OR m.origin IN ('operator', 'user'))
    AND (m.conversation IS NULL OR m.conversation <> :elsewhere)
"""
_ANY: Final = f"{_SERVABLE} ORDER BY m.seq DESC LIMIT :limit"
_LEARNED: Final = f"{_SERVABLE} AND m.kind <> 'episode' ORDER BY m.seq DESC LIMIT :limit"
_WISHES: Final = f"""
{_SERVABLE} AND m.kind IN ('preference', 'rule') AND (
    (m.claim_subject IS NULL AND m.kind = 'rule')
    OR (m.claim_subject = :subject AND m.claim_attribute IN (SELECT value FROM json_each(:attributes))))
ORDER BY m.seq DESC LIMIT :limit
"""  # noqa: S608 # its pieces are constants of this file
_FILED: Final = f"""
{_SERVABLE} AND m.id IN (SELECT value FROM json_each(:ids)) AND (m.claim_subject IS NULL OR m.claim_subject = :subject)
ORDER BY m.seq DESC
"""  # noqa: S608 # its pieces are constants of this file
_DOCUMENTS: Final = """
SELECT id, kind, text, origin, trust, updated_at, version FROM documents
WHERE space = :space AND status = 'approved_for_reuse' AND kind IN (SELECT value FROM json_each(:kinds)) ORDER BY seq
"""
_BELIEFS: Final = """
SELECT id, topic, stance, confidence, support, contradiction, origin, trust, updated_at, corrected, corrected_turn
FROM beliefs
WHERE space = :space AND status = 'approved_for_reuse' AND state = 'active'
    AND (support + contradiction > 1 OR corrected IS NOT NULL OR pinned OR approved_by <> '') ORDER BY formed, seq
"""
_ARGUMENTS: Final = """
SELECT id, belief, message, turn, direction, strength, reasoning, reliability, novelty, at, consistent, insight, settled
FROM arguments WHERE space = :space AND belief IN (SELECT value FROM json_each(:ids)) AND settled IS NOT NULL
ORDER BY turn, seq
"""
_EPISODES: Final = f"{_SERVABLE} AND m.transcribes IN (SELECT value FROM json_each(:ids))"  # noqa: S608 # as above
_EVIDENCE: Final = """
SELECT memory, message, start_at, end_at, quote, origin FROM evidence
WHERE space = :space AND memory IN (SELECT value FROM json_each(:ids)) ORDER BY memory, ordinal
"""
_FACT: Final = """
SELECT m.id, coalesce(m.content, ''), m.kind, m.status, m.origin, m.observed_at, m.conversation, m.transcribes,
    m.claim_subject, m.claim_attribute, m.claim_value, m.claim_affirmed, m.valid_from, m.valid_until
FROM memories m WHERE m.space = :space AND m.state NOT IN ('gone', 'quarantined')
"""
_FACTS: Final = f"""
{_FACT} AND m.kind <> 'episode' AND m.id IN (
    SELECT e.memory FROM evidence e WHERE e.space = :space AND e.message IN (SELECT value FROM json_each(:messages)))
UNION {_FACT} AND m.kind <> 'episode' AND m.status IN ('rejected', 'sensitive', 'superseded')
    AND +m.conversation IN (SELECT value FROM json_each(:conversations))
UNION {_FACT} AND m.status = 'sensitive' AND m.transcribes IN (SELECT value FROM json_each(:messages))
ORDER BY 6, 1
"""  # noqa: S608 # its pieces are constants of this file
_WITHDRAWN: Final = """
SELECT m.id, m.claim_value FROM memories m WHERE m.space = :space
    AND m.status IN ('rejected', 'sensitive', 'superseded') AND m.state IN ('active', 'archived')
    AND m.kind <> 'episode' AND m.claim_value IS NOT NULL ORDER BY m.status <> 'sensitive', +m.seq DESC LIMIT :limit
"""
_SUCCESSORS: Final = """
WITH RECURSIVE later (first, id) AS (
    SELECT l.target, l.memory FROM links l
    WHERE l.space = :space AND l.relation = 'supersedes' AND l.target IN (SELECT value FROM json_each(:ids))
    UNION
    SELECT e.first, l.memory FROM later e JOIN links l
    ON l.space = :space AND l.relation = 'supersedes' AND l.target = e.id)
SELECT e.first, m.id FROM later e JOIN memories m ON m.space = :space AND m.id = e.id
WHERE m.status = 'approved_for_reuse' AND m.state NOT IN ('gone', 'quarantined')
    AND (m.valid_from IS NULL OR m.valid_from <= :now) AND (m.valid_until IS NULL OR m.valid_until > :now)
ORDER BY m.observed_at, m.id
"""
_NAMED: Final = f"{_FACT} AND m.id IN (SELECT value FROM json_each(:ids)) ORDER BY m.observed_at, m.id"  # noqa: S608 # as above
_LINKS: Final = """
SELECT memory, relation, target FROM links WHERE space = :space AND relation IN ('derived_from', 'supersedes')
    AND (memory IN (SELECT value FROM json_each(:ids)) OR target IN (SELECT value FROM json_each(:ids)))
ORDER BY memory, ordinal
"""
_EXCHANGES: Final = """
SELECT id, interaction FROM messages WHERE space = :space AND id IN (SELECT value FROM json_each(:ids))
"""
_SHOWN: Final = """
WITH shown AS (
    SELECT i.memory FROM serving_items i WHERE i.space = :space AND i.serving IN (
        SELECT s.id FROM servings s WHERE s.space = :space AND s.conversation = :conversation
        ORDER BY s.seq DESC LIMIT :limit))
SELECT memory FROM shown
UNION SELECT e.message FROM evidence e WHERE e.space = :space AND e.memory IN (SELECT memory FROM shown)
"""
_SHOWN_DOCUMENTS: Final = """
SELECT DISTINCT d.document, d.version FROM serving_documents d WHERE d.space = :space AND d.serving IN (
    SELECT s.id FROM servings s WHERE s.space = :space AND s.conversation = :conversation
    ORDER BY s.seq DESC LIMIT :limit)
"""
_SHOWN_BELIEFS: Final = """
SELECT b.belief, b.stance, b.confidence FROM serving_beliefs b WHERE b.space = :space AND b.serving IN (
    SELECT s.id FROM servings s WHERE s.space = :space AND s.conversation = :conversation
    ORDER BY s.seq DESC LIMIT :limit)
"""
_WAITING: Final = """
SELECT (SELECT count(*) FROM memories m
        WHERE m.space = :space AND m.status = 'needs_review' AND m.state = 'active' AND m.kind <> 'episode')
    + (SELECT count(*) FROM proposals p
        WHERE p.space = :space AND p.outcome = 'held' AND p.decided_by IS NULL AND p.memory IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM proposal_subjects s JOIN memories m ON m.space = s.space AND m.id = s.subject
            WHERE s.space = p.space AND s.proposal = p.id AND m.state = 'quarantined')
        AND NOT EXISTS (
            SELECT 1 FROM proposal_subjects s JOIN memories m ON m.space = s.space AND m.transcribes = s.subject
            WHERE s.space = p.space AND s.proposal = p.id AND m.state = 'quarantined'))
    + (SELECT count(*) FROM beliefs b
        WHERE b.space = :space AND b.status = 'needs_review' AND b.state = 'active'),
    (SELECT count(*) FROM (
        SELECT m.conversation FROM memories m
        WHERE m.space = :space AND m.status = 'needs_review' AND m.state = 'active' AND m.kind = 'episode'
            AND m.conversation IS NOT NULL
        UNION
        SELECT u.conversation FROM interactions i CROSS JOIN messages u
        WHERE i.space = :space AND u.space = i.space AND u.interaction = i.id
            AND i.seq > coalesce((SELECT k.value FROM marks k WHERE k.space = :space AND k.name = 'kept'), 0)
            AND u.origin NOT IN ('operator', 'user', 'assistant')))
"""
_SERVING: Final = """
INSERT INTO servings (space, id, at, query, conversation, tokens)
VALUES (:space, :id, :at, :query, :conversation, :tokens)
"""
_ITEM: Final = """
INSERT INTO serving_items (space, serving, ordinal, memory, score, components)
VALUES (:space, :serving, :ordinal, :memory, :score, :components)
"""

_WRITTEN: Final = """
INSERT INTO serving_documents (space, serving, ordinal, document, version, lines)
VALUES (:space, :serving, :ordinal, :document, :version, :lines)
"""

_HELD: Final = """
INSERT INTO serving_beliefs (space, serving, ordinal, belief, stance, confidence)
VALUES (:space, :serving, :ordinal, :belief, :stance, :confidence)
"""

_RUNG: Final = "SELECT rung FROM escalations WHERE space = :space"

Row = tuple[Any, ...]


class StoreGlance:
    """One space of a store that is there already, and is of our time; it is never made or brought forward here."""

    def __init__(self, connection: apsw.Connection, space: str) -> None:
        self._connection = connection
        self._space = space

    @classmethod
    @contextmanager
    def open(cls, path: Path, space: str) -> Iterator[Self]:
        connection = _connect_store(path)
        try:
            yield cls(connection, space)
        finally:
            connection.close()

    def servable(self, now: str, limit: int, *, learned: bool = False, elsewhere: str = "") -> Sequence[Row]:
        """The newest of what may be served: number, id, text, kind, origin, two days, message, importance,
        conversation, the question that a lesson belongs to.

        A reply of the assistant is served only beside what it answers (C3), and so not at a glance. `learned` leaves
        out what was said word for word, `elsewhere` what comes from this conversation.
        """
        return self._rows(_LEARNED if learned else _ANY, {"now": now, "limit": limit, "elsewhere": elsewhere})

    def wishes(self, now: str, limit: int, subject: str, attributes: Sequence[str]) -> Sequence[Row]:
        """The newest standing wishes of somebody, in the same columns."""
        return self._rows(
            _WISHES,
            {"now": now, "limit": limit, "elsewhere": "", "subject": subject, "attributes": json.dumps(attributes)},
        )

    def rung(self) -> str:
        """Where the engine stands on the ladder."""
        rows = self._rows(_RUNG, {})
        return str(rows[0][0]) if rows else "free"

    def documents(self, kinds: Sequence[str]) -> Sequence[Row]:
        """The approved documents of these kinds: id, kind, text, origin, trust, when it was written, version."""
        return self._rows(_DOCUMENTS, {"kinds": json.dumps(list(kinds))})

    def beliefs(self) -> Sequence[Row]:
        """The positions in service, with the fields that serving needs."""
        return self._rows(_BELIEFS, {})

    def arguments(self, beliefs: Sequence[str]) -> Sequence[Row]:
        """What has moved these, in the order it was made."""
        return self._rows(_ARGUMENTS, {"ids": json.dumps(list(beliefs))})

    def episodes(self, messages: Sequence[str], now: str) -> Sequence[Row]:
        """Of these messages what may be served; in the columns of `servable`."""
        return self._rows(_EPISODES, {"ids": json.dumps(list(messages)), "now": now, "elsewhere": ""})

    def shown_beliefs(self, conversation: str, limit: int) -> Sequence[Row]:
        """Which positions stood in the last contexts of a conversation: id, stance and confidence, as they were."""
        return self._rows(_SHOWN_BELIEFS, {"conversation": conversation, "limit": limit})

    def filed(self, memories: Sequence[str], now: str, subject: str) -> Sequence[Row]:
        """Of these memories those that may be served and are about somebody, or about nobody; in the same columns."""
        return self._rows(_FILED, {"ids": json.dumps(list(memories)), "now": now, "subject": subject, "elsewhere": ""})

    def evidence(self, memories: Sequence[str]) -> Sequence[Row]:
        """Memory, message, start, end, quote, origin; in order."""
        return self._rows(_EVIDENCE, {"ids": json.dumps(list(memories))})

    def facts_about(self, messages: Sequence[str], conversations: Sequence[str]) -> Sequence[Row]:
        """What quotes these messages, of any status, and what was withdrawn in these conversations."""
        said, talks = json.dumps(list(messages)), json.dumps(list(conversations))
        return self._rows(_FACTS, {"messages": said, "conversations": talks})

    def facts(self, memories: Sequence[str]) -> Sequence[Row]:
        return self._rows(_NAMED, {"ids": json.dumps(list(memories))})

    def withdrawn_values(self, limit: int) -> Sequence[Row]:
        """What was rejected, marked sensitive or superseded, and the value it claims."""
        return self._rows(_WITHDRAWN, {"limit": limit})

    def successors(self, memories: Sequence[str], now: str) -> Sequence[Row]:
        """Of each what holds now in its place, however often that was replaced: its id, the other's."""
        return self._rows(_SUCCESSORS, {"ids": json.dumps(list(memories)), "now": now})

    def links(self, memories: Sequence[str]) -> Sequence[Row]:
        """What was derived or replaced, from or to these: memory, relation, target."""
        return self._rows(_LINKS, {"ids": json.dumps(list(memories))})

    def exchanges(self, messages: Sequence[str]) -> Sequence[Row]:
        """In which interaction each message was said."""
        return self._rows(_EXCHANGES, {"ids": json.dumps(list(messages))})

    def shown(self, conversation: str, limit: int) -> frozenset[str]:
        """What stood in the last contexts of a conversation: memories, and the messages that they stand on."""
        rows = self._rows(_SHOWN, {"conversation": conversation, "limit": limit})
        return frozenset(str(id) for (id,) in rows)

    def shown_documents(self, conversation: str, limit: int) -> frozenset[tuple[str, int]]:
        """Which documents stood in the last contexts of a conversation, in which version."""
        rows = self._rows(_SHOWN_DOCUMENTS, {"conversation": conversation, "limit": limit})
        return frozenset((str(id), int(version)) for id, version in rows)

    def count_waiting(self) -> tuple[int, int]:
        """How much waits for a person (C9): what is decided one by one, and conversations; as every surface counts."""
        [(items, conversations)] = self._rows(_WAITING, {})
        return int(items), int(conversations)

    def note(
        self,
        serving: dict[str, object],
        items: Sequence[dict[str, object]],
        documents: Sequence[dict[str, object]] = (),
        beliefs: Sequence[dict[str, object]] = (),
    ) -> None:
        """Write down what was shown, all of it or nothing."""
        with self._connection:
            self._rows(_SERVING, serving)
            for ordinal, item in enumerate(items):
                self._rows(_ITEM, {**item, "serving": serving["id"], "ordinal": ordinal})
            for ordinal, document in enumerate(documents):
                self._rows(_WRITTEN, {**document, "serving": serving["id"], "ordinal": ordinal})
            for ordinal, belief in enumerate(beliefs):
                self._rows(_HELD, {**belief, "serving": serving["id"], "ordinal": ordinal})
            self._rows(ADVANCE, {})

    def _rows(self, sql: str, values: dict[str, object]) -> Sequence[Row]:
        try:
            return self._connection.execute(sql, {**values, "space": self._space}).fetchall()
        except apsw.Error as error:
            raise StoreTrouble(f"The store cannot be looked at: {error}.") from error


def _connect_store(path: Path) -> apsw.Connection:
    check_log(path)  # whoever closes the file last writes the log into it, and that may be a hook
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            _prepare_connection(connection, path)
        except BaseException:
            connection.close()
            raise
    except apsw.Error as error:
        raise StoreTrouble(f"{path} cannot be looked at: {error}.") from error
    return connection


def _prepare_connection(connection: apsw.Connection, path: Path) -> None:
    connection.set_busy_timeout(_WAIT_MS)
    connection.execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")
    [(schema,)] = connection.execute("PRAGMA user_version").fetchall()
    if schema != len(list(_STEPS.glob("*.sql"))):
        raise StoreTrouble(f"{path} is of another version of ATLAS: open it once with the command atlas.")
