-- How memories are kept over time: what became of what was served, the graph, the archive. The same rules as in
-- statements.sql hold.

-- ============================================================================================ how they are kept

-- Every memory of a space is looked at with it: no text, no message, no list beside a row.
-- name: kept_where
SELECT m.seq, m.id, m.kind, m.form, m.status, m.state, m.basis, m.trust, m.observed_at, m.reinforced_at,
    m.stability_days, m.strength, m.importance, m.uses, m.contexts, m.applications, m.emotion, m.pinned, m.approved_by,
    m.transcribes IS NOT NULL, m.content_hash, m.version
FROM memories m WHERE m.space = :space

-- name: retained_where
SELECT m.seq, m.reinforced_at, m.stability_days, m.strength FROM memories m WHERE m.space = :space

-- ============================================================================================ feedback

-- name: feedback_row
SELECT f.seq, f.memory, f.signal, f.at, f.serving, f.reply, f.share FROM feedback f

-- name: feedback
{feedback_row} WHERE f.space = :space ORDER BY f.seq DESC LIMIT :limit

-- name: feedback_of
{feedback_row} WHERE f.space = :space AND f.memory = :memory ORDER BY f.seq DESC LIMIT :limit

-- name: feedback_after
{feedback_row} WHERE f.space = :space AND f.seq > :after ORDER BY f.seq LIMIT :limit

-- name: ignored
SELECT f.memory, count(*) FROM (
        SELECT memory, max(CASE WHEN signal IN ('used', 'helped') THEN seq ELSE 0 END) AS last FROM feedback
        WHERE space = :space AND memory IN :ids[] GROUP BY memory) AS named
    JOIN feedback f ON f.space = :space AND f.memory = named.memory AND f.seq > named.last
WHERE f.signal = 'ignored' GROUP BY f.memory

-- name: reviewed
SELECT f.memory, f.at FROM (
        SELECT max(seq) AS last FROM feedback
        WHERE space = :space AND memory IN :ids[] AND signal = 'reviewed' GROUP BY memory) AS named
    JOIN feedback f ON f.seq = named.last

-- name: add_feedback
INSERT INTO feedback (space, memory, signal, at, serving, reply, share)
VALUES (:space, :memory, :signal, :at, :serving, :reply, :share)
ON CONFLICT (space, reply, memory) WHERE reply IS NOT NULL AND signal IN ('used', 'ignored') DO NOTHING

-- ============================================================================================ the graph

-- name: edge_row
SELECT relation, one, other, weight FROM edges

-- name: edges
{edge_row} WHERE space = :space AND one IN :ids[]
UNION {edge_row} WHERE space = :space AND other IN :ids[] ORDER BY relation, one, other

-- name: all_edges
{edge_row} WHERE space = :space AND key > :after ORDER BY key LIMIT :limit

-- name: put_edge
INSERT INTO edges (space, key, relation, one, other, weight)
VALUES (:space, :key, :relation, :one, :other, :weight)
ON CONFLICT (space, key) DO UPDATE SET weight = excluded.weight

-- name: remove_edge
DELETE FROM edges WHERE space = :space AND key = :key

-- ============================================================================================ the archive

-- name: archived_row
SELECT a.message, a.text, a.sha256, a.stored_at, a.accessed_at FROM archive a

-- name: archived
{archived_row} WHERE a.space = :space AND a.message IN :ids[]

-- name: archived_before
{archived_row} WHERE a.space = :space AND a.stored_at < :at AND (a.accessed_at IS NULL OR a.accessed_at < :at)
ORDER BY a.stored_at, a.seq LIMIT :limit

-- name: is_archived
SELECT 1 FROM archive WHERE space = :space AND message = :id

-- name: add_archived
INSERT INTO archive (space, message, text, sha256, stored_at) VALUES (:space, :id, :text, :sha256, :now)

-- name: touch_archived
UPDATE archive SET accessed_at = :now WHERE space = :space AND message = :id

-- name: drop_archived
DELETE FROM archive WHERE space = :space AND message = :id

-- name: retell_message
UPDATE messages SET text = :text WHERE space = :space AND id = :id
