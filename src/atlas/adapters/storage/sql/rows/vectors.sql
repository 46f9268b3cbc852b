-- name: drop_vector
DELETE FROM vectors WHERE space = :space AND identity = :identity AND memory = :memory

-- name: drop_vectors_of
DELETE FROM vectors WHERE space = :space AND memory = :memory

-- name: add_vector
INSERT INTO vectors (space, memory, identity, vector)
SELECT m.space, m.id, :identity, :vector FROM memories m
WHERE m.space = :space AND m.id = :memory AND m.state <> 'gone'

-- name: identities
SELECT identity, count(*) FROM vectors WHERE space = :space GROUP BY identity ORDER BY identity

-- name: drop_vectors
DELETE FROM vectors WHERE seq IN (
    SELECT v.seq FROM vectors v WHERE v.space = :space AND v.identity = :identity ORDER BY v.memory LIMIT :limit)

-- name: vectors_of
SELECT memory, vector FROM vectors WHERE space = :space AND identity = :identity AND memory IN :ids[]
