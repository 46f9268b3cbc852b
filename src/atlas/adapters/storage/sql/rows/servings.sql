-- name: serving_row
SELECT s.id, s.at, s.query, s.conversation, s.tokens FROM servings s

-- name: serving
{serving_row} WHERE s.space = :space AND s.id = :id

-- name: servings
{serving_row} WHERE s.space = :space ORDER BY s.seq DESC LIMIT :limit

-- name: servings_of_conversation
{serving_row} WHERE s.space = :space AND s.conversation = :conversation ORDER BY s.seq DESC LIMIT :limit

-- name: servings_until
{serving_row} WHERE s.space = :space AND s.conversation = :conversation AND s.at <= :at ORDER BY s.seq DESC LIMIT :limit

-- name: newest_servings
SELECT id FROM (SELECT s.id FROM servings s WHERE s.space = :space ORDER BY s.seq DESC LIMIT :limit)
UNION SELECT id FROM (
    SELECT s.id FROM servings s WHERE s.space = :space AND s.conversation = :conversation
    ORDER BY s.seq DESC LIMIT :limit)

-- name: served_memories
SELECT DISTINCT i.memory FROM serving_items i WHERE i.space = :space AND i.serving IN ({newest_servings})

-- name: served_documents
SELECT DISTINCT d.document FROM serving_documents d WHERE d.space = :space AND d.serving IN ({newest_servings})

-- name: served_beliefs
SELECT DISTINCT b.belief, b.stance, b.confidence FROM serving_beliefs b
WHERE b.space = :space AND b.serving IN ({newest_servings})

-- name: servings_of
{serving_row} WHERE s.space = :space AND s.id IN (
    SELECT i.serving FROM serving_items i WHERE i.space = :space AND i.memory IN :ids[])
ORDER BY s.seq DESC LIMIT :limit

-- name: items_of
SELECT serving, memory, score, components FROM serving_items
WHERE space = :space AND serving IN :ids[] ORDER BY serving, ordinal

-- name: add_serving
INSERT INTO servings (space, id, at, query, conversation, tokens)
VALUES (:space, :id, :at, :query, :conversation, :tokens)

-- name: add_item
INSERT INTO serving_items (space, serving, ordinal, memory, score, components)
VALUES (:space, :serving, :ordinal, :memory, :score, :components)

-- name: blank_servings
UPDATE servings SET query = '' WHERE space = :space AND id IN :ids[]

-- name: unplace_servings
UPDATE servings SET conversation = NULL WHERE space = :space AND conversation = :conversation
    AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.space = :space AND i.conversation = :conversation)

-- name: servings_with
{serving_row} WHERE s.space = :space AND s.id IN (
    SELECT d.serving FROM serving_documents d WHERE d.space = :space AND d.document IN :ids[]) ORDER BY s.seq DESC

-- name: documents_of
SELECT serving, document, version, lines FROM serving_documents
WHERE space = :space AND serving IN :ids[] ORDER BY serving, ordinal

-- name: add_served_document
INSERT INTO serving_documents (space, serving, ordinal, document, version, lines)
VALUES (:space, :serving, :ordinal, :document, :version, :lines)

-- name: servings_of_beliefs
{serving_row} WHERE s.space = :space AND s.id IN (
    SELECT b.serving FROM serving_beliefs b WHERE b.space = :space AND b.belief IN :ids[])
ORDER BY s.seq DESC LIMIT :limit

-- name: served_beliefs_of
SELECT serving, belief, stance, confidence FROM serving_beliefs
WHERE space = :space AND serving IN :ids[] ORDER BY serving, ordinal

-- name: add_served_belief
INSERT INTO serving_beliefs (space, serving, ordinal, belief, stance, confidence)
VALUES (:space, :serving, :ordinal, :belief, :stance, :confidence)
