-- name: add_interaction
INSERT INTO interactions (space, id, conversation, session, at) VALUES (:space, :id, :conversation, :session, :at)

-- name: interaction
SELECT seq, id, conversation, session, at FROM interactions WHERE space = :space AND id = :id

-- name: interactions
SELECT seq, id, conversation, session, at FROM interactions
WHERE space = :space AND seq > :after ORDER BY seq LIMIT :limit

-- name: session_interactions
SELECT seq, id, conversation, session, at FROM interactions
WHERE space = :space AND session = :id AND seq > :after ORDER BY seq LIMIT :limit

-- name: tainted
SELECT DISTINCT u.conversation FROM messages u
WHERE u.space = :space AND u.conversation IN :ids[] AND u.origin NOT IN ('operator', 'user', 'assistant')

-- name: interaction_count
SELECT count(*) FROM interactions WHERE space = :space

-- name: messages_of_interactions
{message_row} WHERE u.space = :space AND u.interaction IN :ids[] ORDER BY u.interaction, u.ordinal

-- name: interactions_of_messages
SELECT DISTINCT interaction FROM messages WHERE space = :space AND id IN :messages[]

-- name: erase_empty_interaction
DELETE FROM interactions WHERE space = :space AND id = :id
    AND NOT EXISTS (SELECT 1 FROM messages u WHERE u.space = :space AND u.interaction = :id)
