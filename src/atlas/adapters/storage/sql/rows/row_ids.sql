-- name: ids_like
SELECT id FROM (
    SELECT id FROM memories WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM messages WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM interactions WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM proposals WHERE space = :space AND id >= :low AND id < :high AND outcome = 'held'
    UNION SELECT id FROM beliefs WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM servings WHERE space = :space AND id >= :low AND id < :high
) AS named ORDER BY id LIMIT :limit
