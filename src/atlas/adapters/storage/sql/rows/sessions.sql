-- name: session_row
SELECT id, conversation, started_at, last_at, ended_at, gate, gate_reason, evolved_at FROM sessions

-- name: put_session
INSERT INTO sessions (space, id, conversation, started_at, last_at, ended_at, gate, gate_reason, evolved_at)
VALUES (:space, :id, :conversation, :started_at, :last_at, :ended_at, :gate, :gate_reason, :evolved_at)
ON CONFLICT (space, id) DO UPDATE SET conversation = excluded.conversation, started_at = excluded.started_at,
    last_at = excluded.last_at, ended_at = excluded.ended_at, gate = excluded.gate,
    gate_reason = excluded.gate_reason, evolved_at = excluded.evolved_at

-- name: session
{session_row} WHERE space = :space AND id = :id

-- name: last_session
{session_row} WHERE space = :space AND conversation = :conversation ORDER BY last_at DESC, seq DESC LIMIT 1

-- name: sessions
{session_row} WHERE space = :space ORDER BY last_at DESC, seq DESC LIMIT :limit

-- name: sessions_idle
{session_row} WHERE space = :space AND ended_at IS NULL AND last_at < :before ORDER BY last_at, seq LIMIT :limit

-- name: sessions_queued
{session_row} WHERE space = :space AND gate = 'fired' AND evolved_at IS NULL ORDER BY last_at, seq LIMIT :limit

-- name: queued_session_count
SELECT count(*) FROM sessions WHERE space = :space AND gate = 'fired' AND evolved_at IS NULL

-- What people call their conversations is text too.
-- name: erase_empty_sessions
DELETE FROM sessions WHERE space = :space AND conversation = :conversation
    AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.space = :space AND i.conversation = :conversation)
