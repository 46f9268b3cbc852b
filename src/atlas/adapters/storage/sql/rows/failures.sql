-- name: failure_row
SELECT id, about, signal, at, asked, told, type, pattern, identity, vector FROM failures

-- name: failure
{failure_row} WHERE space = :space AND id = :id

-- name: failures
{failure_row} WHERE space = :space ORDER BY seq DESC LIMIT :limit

-- name: put_failure
INSERT INTO failures (space, id, about, signal, at, asked, told, type, pattern, identity, vector)
VALUES (:space, :id, :about, :signal, :at, :asked, :told, :type, :pattern, :identity, :vector)
ON CONFLICT (space, id) DO UPDATE SET about = excluded.about, signal = excluded.signal, at = excluded.at,
    asked = excluded.asked, told = excluded.told, type = excluded.type, pattern = excluded.pattern,
    identity = excluded.identity, vector = excluded.vector

-- name: failures_over
SELECT id FROM failures WHERE space = :space AND (
    about IN :interactions[] OR (asked IS NOT NULL AND asked IN :messages[])
    OR (told IS NOT NULL AND told IN :messages[]))

-- name: erase_failures
DELETE FROM failures WHERE space = :space AND id IN :ids[]

-- name: pattern_row
SELECT id, type, description, evidence, confidence, first_seen, last_seen, count, active, sources FROM patterns

-- name: pattern
{pattern_row} WHERE space = :space AND id = :id

-- name: patterns
{pattern_row} WHERE space = :space ORDER BY seq

-- name: patterns_that_are
{pattern_row} WHERE space = :space AND active = :active ORDER BY seq

-- name: put_pattern
INSERT INTO patterns (space, id, type, description, evidence, confidence, first_seen, last_seen, count, active, sources)
VALUES (:space, :id, :type, :description, :evidence, :confidence, :first_seen, :last_seen, :count, :active, :sources)
ON CONFLICT (space, id) DO UPDATE SET type = excluded.type, description = excluded.description,
    evidence = excluded.evidence, confidence = excluded.confidence, first_seen = excluded.first_seen,
    last_seen = excluded.last_seen, count = excluded.count, active = excluded.active, sources = excluded.sources

-- name: erase_patterns
DELETE FROM patterns WHERE space = :space AND id IN :ids[]

-- What belonged to a pattern that went belongs to none, and can be seen in another one.
-- name: release_failures
UPDATE failures SET pattern = NULL WHERE space = :space AND pattern IS NOT NULL AND pattern IN :ids[]
