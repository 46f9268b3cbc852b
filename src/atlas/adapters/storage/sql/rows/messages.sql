-- name: message_columns
u.id, u.interaction, u.conversation, u.ordinal, u.role, u.origin, u.text, u.at, u.speaker, u.confidence, u.tokens,
    u.latency_ms

-- name: message_row
SELECT {message_columns} FROM messages u

-- name: add_message
INSERT INTO messages (space, id, interaction, conversation, ordinal, role, origin, text, at, speaker, confidence,
    tokens, latency_ms)
VALUES (:space, :id, :interaction, :conversation, :ordinal, :role, :origin, :text, :at, :speaker, :confidence,
    :tokens, :latency_ms)

-- name: message
{message_row} WHERE u.space = :space AND u.id = :id

-- name: messages
{message_row} WHERE u.space = :space AND u.id IN :ids[]

-- name: message_text
SELECT text FROM messages WHERE space = :space AND id = :id

-- name: messages_before
{message_row} JOIN interactions i ON i.space = u.space AND i.id = u.interaction
    JOIN interactions n ON n.space = i.space AND n.conversation = i.conversation AND n.seq > i.seq
WHERE n.space = :space AND n.id = :interaction
ORDER BY i.seq DESC, u.ordinal DESC LIMIT :limit

-- name: messages_in
{message_row} JOIN interactions i ON i.space = u.space AND i.id = u.interaction
WHERE i.space = :space AND i.conversation = :conversation ORDER BY i.seq, u.ordinal

-- One after the other by the index, so that a long talk of two is not read for two names.
-- name: speakers
WITH RECURSIVE named(speaker) AS (
    SELECT min(u.speaker) FROM messages u WHERE u.space = :space AND u.speaker IS NOT NULL
    UNION ALL
    SELECT (SELECT min(u.speaker) FROM messages u WHERE u.space = :space AND u.speaker > named.speaker)
    FROM named WHERE named.speaker IS NOT NULL)
SELECT speaker FROM named WHERE speaker IS NOT NULL

-- name: messages_after
{message_row} JOIN memories e ON e.space = u.space AND e.transcribes = u.id
WHERE e.space = :space AND e.conversation = :conversation AND e.created_at > :at AND e.transcribes IS NOT NULL
ORDER BY e.created_at, e.seq LIMIT :limit

-- What is not kept yet has no episode; text from further away than the assistant will wait when it has one.
-- name: conversations_waiting
SELECT conversation, origin, sum(number), min(began), max(ended) FROM (
    SELECT m.conversation, m.origin, count(*) AS number, min(m.observed_at) AS began, max(m.observed_at) AS ended
    FROM memories m WHERE m.space = :space AND m.status = 'needs_review' AND m.state = 'active' AND m.kind = 'episode'
        AND m.conversation IS NOT NULL
    GROUP BY m.conversation, m.origin
    UNION ALL
    SELECT u.conversation, u.origin, count(*), min(u.at), max(u.at)
    FROM interactions i CROSS JOIN messages u
    WHERE i.space = :space AND i.seq > :after AND u.space = i.space AND u.interaction = i.id
        AND u.origin NOT IN ('operator', 'user', 'assistant')
    GROUP BY u.conversation, u.origin) AS named
GROUP BY conversation, origin ORDER BY max(ended) DESC, conversation, origin

-- name: move_origin
UPDATE messages SET origin = :origin WHERE space = :space AND id = :id

-- name: mask_message
UPDATE messages SET text = :text, speaker = CASE WHEN :nameless THEN NULL ELSE speaker END
WHERE space = :space AND id = :id

-- name: erase_message
DELETE FROM messages WHERE space = :space AND id = :id
