-- What only SQLite understands. A PostgreSQL dialect replaces this file, dialect.py and the migrations, nothing else.

-- name: index_text
INSERT INTO memory_text (rowid, content) VALUES (:seq, :content)

-- name: drop_text
DELETE FROM memory_text WHERE rowid = :seq

-- name: compact_text
INSERT INTO memory_text (memory_text) VALUES ('optimize')

-- The rank of FTS5 is negative, best first: turned round, higher is better.
-- name: search_text
SELECT m.id, -bm25(memory_text) AS score FROM memory_text JOIN memories m ON m.seq = memory_text.rowid
WHERE memory_text MATCH :query AND m.space = :space

-- name: best_first
ORDER BY score DESC, m.seq DESC LIMIT :limit

-- Writers are one at a time, so that choosing and leasing is one statement; PostgreSQL would skip locked rows.
-- name: claim_job
UPDATE jobs SET state = 'running', lease_owner = :owner, lease_until = :until
WHERE seq = (
    SELECT j.seq FROM jobs j
    WHERE j.space = :space AND j.state IN ('queued', 'running')
        AND (j.state = 'queued' OR j.lease_until IS NULL OR j.lease_until <= :now)
    ORDER BY j.priority DESC, j.seq LIMIT 1)
RETURNING id, tier, key, interaction, state, priority, created_at, attempts, lease_owner, lease_until, problem
