-- How each changed memory stands now: its row unless it is gone, the message it transcribes or first quotes, the whole
-- text where that message has a gist, and its vector. One statement, because whole spaces are read with it.
-- name: changes
SELECT c.seq, c.memory, m.seq, m.kind, m.status, m.state, m.origin, m.observed_at,
    coalesce(m.content, CASE WHEN m.transcribes IS NULL THEN '' ELSE coalesce(a.text, u.text) END, ''),
    m.referred_at, m.valid_from, m.valid_until, m.conversation, i.session, u.seq, u.speaker, u.role, m.claim_subject,
    CASE WHEN m.kind = 'lesson' THEN coalesce(e.quote, '') ELSE '' END, v.vector
FROM changes c
    LEFT JOIN memories m ON m.space = c.space AND m.id = c.memory AND m.state <> 'gone'
    LEFT JOIN evidence e ON m.transcribes IS NULL AND e.space = m.space AND e.memory = m.id AND e.ordinal = 0
    LEFT JOIN messages u ON u.space = m.space AND u.id = coalesce(m.transcribes, e.message)
    LEFT JOIN archive a ON a.space = m.space AND a.message = m.transcribes
    LEFT JOIN interactions i ON i.space = u.space AND i.id = u.interaction
    LEFT JOIN vectors v ON v.space = m.space AND v.identity = :identity AND v.memory = m.id
WHERE c.space = :space AND c.seq > :after ORDER BY c.seq LIMIT :limit

-- name: last_change
SELECT seq FROM changes WHERE space = :space ORDER BY seq DESC LIMIT 1
