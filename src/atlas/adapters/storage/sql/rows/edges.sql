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
