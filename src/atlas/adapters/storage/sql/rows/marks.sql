-- Free, run out, or the owner's already: then it is taken or extended, otherwise nothing is touched.
-- name: take_lease
INSERT INTO leases (space, name, owner, until) VALUES (:space, :name, :owner, :until)
ON CONFLICT (space, name) DO UPDATE SET owner = excluded.owner, until = excluded.until
WHERE leases.owner = excluded.owner OR leases.until <= :now

-- name: give_up_lease
DELETE FROM leases WHERE space = :space AND name = :name AND owner = :owner

-- name: mark
SELECT value FROM marks WHERE space = :space AND name = :name

-- name: put_mark
INSERT INTO marks (space, name, value) VALUES (:space, :name, :value)
ON CONFLICT (space, name) DO UPDATE SET value = excluded.value
