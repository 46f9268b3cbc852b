-- name: in_slot
{memory_row} WHERE m.space = :space AND m.claim_subject = :subject AND m.claim_attribute = :attribute
    AND m.state <> 'gone' ORDER BY m.seq

-- name: with_content
{memory_row} WHERE m.space = :space AND m.content_hash = :content_hash AND m.state <> 'gone' ORDER BY m.seq

-- name: citing
{memory_row} WHERE m.space = :space AND m.state <> 'gone' AND m.seq IN (
    SELECT x.seq FROM memories x WHERE x.space = :space AND x.transcribes IS NOT NULL AND x.transcribes IN :ids[]
    UNION
    SELECT x.seq FROM evidence e JOIN memories x ON x.space = e.space AND x.id = e.memory
    WHERE e.space = :space AND e.message IN :ids[]) ORDER BY m.seq

-- What was withdrawn is little beside all that a space holds: the plus leads past the index of what is newest.
-- name: withdrawn_values
SELECT m.id, m.claim_value FROM memories m WHERE m.space = :space
    AND m.status IN ('rejected', 'sensitive', 'superseded') AND m.state IN ('active', 'archived') AND m.kind <> 'episode'
    AND m.claim_value IS NOT NULL ORDER BY m.status <> 'sensitive', +m.seq DESC LIMIT :limit

-- name: linking_to
{memory_row} WHERE m.space = :space AND m.state <> 'gone' AND m.id IN (
    SELECT l.memory FROM links l WHERE l.space = :space AND l.target IN :ids[]) ORDER BY m.seq
