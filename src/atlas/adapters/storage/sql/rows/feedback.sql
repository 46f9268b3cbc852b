-- name: feedback_row
SELECT f.seq, f.memory, f.signal, f.at, f.serving, f.reply, f.share FROM feedback f

-- name: feedback
{feedback_row} WHERE f.space = :space AND f.at >= :since ORDER BY f.seq DESC LIMIT :limit

-- name: feedback_of
{feedback_row} WHERE f.space = :space AND f.memory = :memory AND f.at >= :since ORDER BY f.seq DESC LIMIT :limit

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
