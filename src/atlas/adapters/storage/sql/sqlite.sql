-- What only SQLite understands. A PostgreSQL dialect replaces this file, dialect.py and the migrations, nothing else.

-- A message of ASCII alone mentions a word only if it holds this piece of it, in whichever case; any other one may spell
-- it in ways that only Python's folding knows, and so does one with a NUL, at which `length` stops counting.
-- name: messages_that_may_mention
{message_row} JOIN interactions i ON i.space = u.space AND i.id = u.interaction
WHERE i.space = :space AND (
    octet_length(u.text || ' ' || coalesce(u.speaker, '')) <> length(u.text || ' ' || coalesce(u.speaker, ''))
    OR EXISTS (
        SELECT 1 FROM :pieces[] AS p WHERE instr(lower(u.text || ' ' || coalesce(u.speaker, '')), p.value) > 0))
ORDER BY i.seq, u.ordinal

-- Writers are one at a time, so that choosing and leasing is one statement; PostgreSQL would skip locked rows.
-- name: claim_job
UPDATE jobs SET state = 'running', lease_owner = :owner, lease_until = :until
WHERE seq = (
    SELECT j.seq FROM jobs j
    WHERE j.space = :space AND j.state IN ('queued', 'running')
        AND (j.state = 'queued' OR j.lease_until IS NULL OR j.lease_until <= :now)
    ORDER BY j.priority DESC, j.seq LIMIT 1)
RETURNING id, tier, key, interaction, state, priority, created_at, attempts, lease_owner, lease_until, problem
