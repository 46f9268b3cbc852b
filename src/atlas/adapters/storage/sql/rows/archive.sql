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
