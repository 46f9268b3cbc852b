-- What only SQLite understands. A PostgreSQL dialect has a folder beside this one, with such a file of its own.

-- A message of ASCII alone mentions a word only if it holds this piece of it, in whichever case; any other one may spell
-- it in ways that only Python's folding knows, and so does one with a NUL, at which `length` stops counting.
-- name: messages_that_may_mention
SELECT {message_columns}, a.text FROM messages u JOIN interactions i ON i.space = u.space AND i.id = u.interaction
    LEFT JOIN archive a ON a.space = u.space AND a.message = u.id
WHERE i.space = :space AND (
    octet_length({all_that_it_says}) <> length({all_that_it_says})
    OR EXISTS (SELECT 1 FROM :pieces[] AS p WHERE instr(lower({all_that_it_says}), p.value) > 0))
ORDER BY i.seq, u.ordinal

-- name: all_that_it_says
u.text || ' ' || coalesce(u.speaker, '') || ' ' || coalesce(a.text, '')

-- Writers are one at a time, so that choosing and leasing is one statement; PostgreSQL would skip locked rows. It takes
-- the first of each state in the order of the index, and of these two the one that comes first.
-- name: claim_job
UPDATE jobs SET state = 'running', lease_owner = :owner, lease_until = :until
WHERE seq = (
    SELECT seq FROM (
        SELECT * FROM (
            SELECT j.priority, j.seq FROM jobs j
            WHERE j.space = :space AND j.state = 'queued' AND (j.due_at IS NULL OR j.due_at <= :now)
                AND (:tasks IS NULL OR j.task IN :tasks[]) AND (:least IS NULL OR j.priority >= :least)
            ORDER BY j.priority DESC, j.seq LIMIT 1)
        UNION ALL
        SELECT * FROM (
            SELECT j.priority, j.seq FROM jobs j
            WHERE j.space = :space AND j.state = 'running' AND (j.lease_until IS NULL OR j.lease_until <= :now)
                AND (:tasks IS NULL OR j.task IN :tasks[]) AND (:least IS NULL OR j.priority >= :least)
            ORDER BY j.priority DESC, j.seq LIMIT 1)) AS named
    ORDER BY priority DESC, seq LIMIT 1)
RETURNING {job_columns}

-- The highest priority is found in the order of the index, and the newest that has it from the other end of it.
-- name: claim_newest_job
UPDATE jobs SET state = 'running', lease_owner = :owner, lease_until = :until
WHERE seq = (
    SELECT seq FROM (
        SELECT * FROM (
            SELECT j.priority, j.seq FROM jobs j
            WHERE j.space = :space AND j.state = 'queued' AND (j.due_at IS NULL OR j.due_at <= :now)
                AND (:tasks IS NULL OR j.task IN :tasks[]) AND (:least IS NULL OR j.priority >= :least)
                AND j.priority = (
                    SELECT h.priority FROM jobs h
                    WHERE h.space = :space AND h.state = 'queued' AND (h.due_at IS NULL OR h.due_at <= :now)
                        AND (:tasks IS NULL OR h.task IN :tasks[])
                    ORDER BY h.priority DESC, h.seq LIMIT 1)
            ORDER BY j.seq DESC LIMIT 1)
        UNION ALL
        SELECT * FROM (
            SELECT j.priority, j.seq FROM jobs j
            WHERE j.space = :space AND j.state = 'running' AND (j.lease_until IS NULL OR j.lease_until <= :now)
                AND (:tasks IS NULL OR j.task IN :tasks[]) AND (:least IS NULL OR j.priority >= :least)
            ORDER BY j.priority DESC, j.seq DESC LIMIT 1)) AS named
    ORDER BY priority DESC, seq DESC LIMIT 1)
RETURNING {job_columns}

-- name: claim_this_job
UPDATE jobs AS j SET state = 'running', lease_owner = :owner, lease_until = :until
WHERE j.space = :space AND j.id = :id AND {only_runnable} AND (:tasks IS NULL OR j.task IN :tasks[]) AND (:least IS NULL OR j.priority >= :least)
RETURNING {job_columns}

-- Lists beside a row are looked through, all of the space: patterns and suggestions are few, and what reflections over
-- a message said is only ever asked for to forget it.
-- name: patterns_from
SELECT p.id FROM patterns p WHERE p.space = :space AND (
    EXISTS (SELECT 1 FROM json_each(p.sources) s WHERE s.value IN :messages[])
    OR EXISTS (SELECT 1 FROM json_each(p.evidence) e WHERE e.value IN :failures[]))

-- name: erase_suggestions
DELETE FROM suggestions WHERE space = :space
    AND EXISTS (SELECT 1 FROM json_each(suggestions.sources) s WHERE s.value IN :messages[])

-- name: silence_reflections
UPDATE reflections SET said = '{}', problem = NULL WHERE space = :space AND (said <> '{}' OR problem IS NOT NULL)
    AND EXISTS (SELECT 1 FROM json_each(reflections.inputs) i WHERE i.value IN :messages[])

-- What was withdrawn is little beside all that a conversation holds: each plus leads SQLite's planner past another index.
-- name: withdrawn
{memory_row} WHERE m.space = :space AND m.status IN ('rejected', 'sensitive', 'superseded')
    AND m.state IN ('active', 'archived') AND m.kind <> 'episode' AND +m.conversation IN :ids[] ORDER BY +m.seq
