-- name: entity
SELECT id, kind, handle FROM entities WHERE space = :space AND id = :id

-- name: entities
SELECT id, kind, handle FROM entities WHERE space = :space ORDER BY id

-- name: names_of_entity
SELECT name FROM entity_names WHERE space = :space AND entity = :id ORDER BY ordinal

-- name: names_of_entities
SELECT entity, name FROM entity_names WHERE space = :space ORDER BY entity, ordinal

-- name: put_entity
INSERT INTO entities (space, id, kind, handle) VALUES (:space, :id, :kind, :handle)
ON CONFLICT (space, id) DO UPDATE SET kind = excluded.kind, handle = excluded.handle

-- name: drop_names
DELETE FROM entity_names WHERE space = :space AND entity = :id

-- name: add_name
INSERT INTO entity_names (space, entity, ordinal, name) VALUES (:space, :id, :ordinal, :name)

-- name: erase_entity
DELETE FROM entities WHERE space = :space AND id = :id
