-- name: quarantines
SELECT id, at, conversation, origin, since, memory, lifted_at FROM quarantines WHERE space = :space ORDER BY seq

-- name: put_quarantine
INSERT INTO quarantines (space, id, at, conversation, origin, since, memory, lifted_at)
VALUES (:space, :id, :at, :conversation, :origin, :since, :memory, :lifted_at)
ON CONFLICT (space, id) DO UPDATE SET at = excluded.at, conversation = excluded.conversation,
    origin = excluded.origin, since = excluded.since, memory = excluded.memory, lifted_at = excluded.lifted_at

-- name: remove_quarantine
DELETE FROM quarantines WHERE space = :space AND id = :id
