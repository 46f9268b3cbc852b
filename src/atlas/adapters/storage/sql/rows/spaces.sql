-- name: add_space
INSERT INTO spaces (id) VALUES (:space) ON CONFLICT (id) DO NOTHING

-- name: owe_purge
INSERT INTO care (what) VALUES ('purge') ON CONFLICT (what) DO NOTHING

-- name: owes_purge
SELECT count(*) FROM care WHERE what = 'purge'

-- name: purged
DELETE FROM care WHERE what = 'purge'

-- name: spaces
SELECT id FROM spaces ORDER BY id
