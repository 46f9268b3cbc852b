-- name: entry_row
SELECT j.seq, j.at, j.actor, j.action, j.cause, j.previous, j.chain FROM journal j

-- name: head
{entry_row} WHERE j.space = :space ORDER BY j.seq DESC LIMIT 1

-- name: tip
SELECT seq, chain FROM journal WHERE space = :space ORDER BY seq DESC LIMIT 1

-- name: entry
{entry_row} WHERE j.space = :space AND j.seq = :seq

-- name: entries
{entry_row} WHERE j.space = :space AND j.seq > :after ORDER BY j.seq LIMIT :limit

-- name: undoings
SELECT seq, cause FROM journal WHERE space = :space AND action = 'undone' AND cause IS NOT NULL ORDER BY seq

-- name: parts_decided
SELECT j.seq, p.kind, p.id FROM journal j JOIN journal_parts p ON p.space = j.space AND p.seq = j.seq
WHERE j.space = :space AND j.seq > :after AND j.at > :since AND j.action = 'memory.decided'
    AND j.actor IN ('operator', 'user') ORDER BY j.seq, p.ordinal

-- name: last_entries
{entry_row} WHERE j.space = :space ORDER BY j.seq DESC LIMIT :limit

-- name: entries_about
{entry_row} WHERE j.space = :space AND j.seq IN (
    SELECT p.seq FROM journal_parts p WHERE p.space = :space AND p.kind = :kind AND p.id = :id) ORDER BY j.seq

-- name: first_entry_count
SELECT count(DISTINCT first) FROM (
    SELECT min(p.seq) AS first FROM journal_parts p WHERE p.space = :space AND p.kind = :kind GROUP BY p.id)

-- name: parts_of
SELECT seq, kind, id, digest, salt, payload, by_row FROM journal_parts
WHERE space = :space AND seq IN :seqs[] ORDER BY seq, ordinal

-- name: append
INSERT INTO journal (space, seq, at, actor, action, cause, previous, chain)
VALUES (:space, :seq, :at, :actor, :action, :cause, :previous, :chain)

-- name: add_part
INSERT INTO journal_parts (space, seq, ordinal, kind, id, digest, salt, payload, by_row)
VALUES (:space, :seq, :ordinal, :kind, :id, :digest, :salt, :payload, :by_row)

-- name: erase_parts
UPDATE journal_parts SET payload = NULL, salt = NULL
WHERE space = :space AND kind = :kind AND id IN :ids[] AND (salt IS NOT NULL OR payload IS NOT NULL)
