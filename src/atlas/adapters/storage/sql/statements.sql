-- The one SQL body: portable statements by name. `:x` is a value, `:x[]` a list of values, `{name}` another statement's
-- text. What is owed, thought and noticed stands in thinking.sql, how memories are kept over time in keeping.sql, what
-- only SQLite understands in `storage/sqlite/statements.sql`.

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

-- ============================================================================================ the transcript

-- name: message_columns
u.id, u.interaction, u.conversation, u.ordinal, u.role, u.origin, u.text, u.at, u.speaker, u.confidence, u.tokens,
    u.latency_ms

-- name: message_row
SELECT {message_columns} FROM messages u

-- name: add_interaction
INSERT INTO interactions (space, id, conversation, session, at) VALUES (:space, :id, :conversation, :session, :at)

-- name: add_message
INSERT INTO messages (space, id, interaction, conversation, ordinal, role, origin, text, at, speaker, confidence,
    tokens, latency_ms)
VALUES (:space, :id, :interaction, :conversation, :ordinal, :role, :origin, :text, :at, :speaker, :confidence,
    :tokens, :latency_ms)

-- name: put_session
INSERT INTO sessions (space, id, conversation, started_at, last_at, ended_at)
VALUES (:space, :id, :conversation, :started_at, :last_at, :ended_at)
ON CONFLICT (space, id) DO UPDATE SET conversation = excluded.conversation, started_at = excluded.started_at,
    last_at = excluded.last_at, ended_at = excluded.ended_at

-- name: last_session
SELECT id, conversation, started_at, last_at, ended_at FROM sessions
WHERE space = :space AND conversation = :conversation ORDER BY last_at DESC, seq DESC LIMIT 1

-- name: interaction
SELECT seq, id, conversation, session, at FROM interactions WHERE space = :space AND id = :id

-- name: interactions
SELECT seq, id, conversation, session, at FROM interactions
WHERE space = :space AND seq > :after ORDER BY seq LIMIT :limit

-- name: tainted
SELECT DISTINCT u.conversation FROM messages u
WHERE u.space = :space AND u.conversation IN :ids[] AND u.origin NOT IN ('operator', 'user', 'assistant')

-- name: interaction_count
SELECT count(*) FROM interactions WHERE space = :space

-- name: messages_of_interactions
{message_row} WHERE u.space = :space AND u.interaction IN :ids[] ORDER BY u.interaction, u.ordinal

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

-- name: messages_after
{message_row} JOIN memories e ON e.space = u.space AND e.transcribes = u.id
WHERE e.space = :space AND e.conversation = :conversation AND e.created_at > :at AND e.transcribes IS NOT NULL
ORDER BY e.created_at, e.seq LIMIT :limit

-- name: move_origin
UPDATE messages SET origin = :origin WHERE space = :space AND id = :id

-- name: mask_message
UPDATE messages SET text = :text, speaker = CASE WHEN :nameless THEN NULL ELSE speaker END
WHERE space = :space AND id = :id

-- name: erase_message
DELETE FROM messages WHERE space = :space AND id = :id

-- name: erase_empty_interaction
DELETE FROM interactions WHERE space = :space AND id = :id
    AND NOT EXISTS (SELECT 1 FROM messages u WHERE u.space = :space AND u.interaction = :id)

-- What people call their conversations is text too.
-- name: erase_empty_sessions
DELETE FROM sessions WHERE space = :space AND conversation = :conversation
    AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.space = :space AND i.conversation = :conversation)

-- name: unplace_servings
UPDATE servings SET conversation = NULL WHERE space = :space AND conversation = :conversation
    AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.space = :space AND i.conversation = :conversation)

-- ============================================================================================ memories

-- name: memory_row
SELECT m.seq, m.id, coalesce(m.content, t.text, ''), m.kind, m.form, m.status, m.state, m.basis, m.origin, m.trust,
    m.observed_at, m.created_at, m.reinforced_at, m.conversation, m.transcribes, m.reflection,
    m.claim_subject, m.claim_attribute, m.claim_value, m.claim_affirmed,
    m.confidence, m.importance, m.stability_days, m.strength, m.uses, m.contexts, m.applications, m.tags, m.emotion,
    m.pinned, m.approved_by, m.referred_at, m.valid_from, m.valid_until, m.version
FROM memories m LEFT JOIN messages t ON t.space = m.space AND t.id = m.transcribes

-- name: memory
{memory_row} WHERE m.space = :space AND m.id = :id

-- name: memories
{memory_row} WHERE m.space = :space AND m.id IN :ids[]

-- name: memories_where
{memory_row} WHERE m.space = :space

-- name: ids_where
SELECT m.id FROM memories m WHERE m.space = :space AND m.id IN :ids[]

-- name: only_statuses
AND m.status IN :statuses[]

-- name: only_states
AND m.state IN :states[]

-- name: only_kinds
AND m.kind IN :kinds[]

-- name: only_origins
AND m.origin IN :origins[]

-- name: only_conversation
AND m.conversation = :conversation

-- name: only_subject
AND m.claim_subject = :subject

-- name: only_valid_at
AND (m.valid_from IS NULL OR m.valid_from <= :valid_at) AND (m.valid_until IS NULL OR m.valid_until > :valid_at)

-- name: only_observed_before
AND m.observed_at < :observed_before

-- name: only_observed_after
AND m.observed_at >= :observed_after

-- name: in_order_after
AND m.seq > :after ORDER BY m.seq LIMIT :limit

-- name: newest_first
ORDER BY m.seq DESC LIMIT :limit

-- name: counts
SELECT kind, status, state, count(*) FROM memories WHERE space = :space
GROUP BY kind, status, state ORDER BY kind, status, state

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

-- What was withdrawn is little beside all that a conversation or a space holds: each plus leads past another index.
-- name: withdrawn
{memory_row} WHERE m.space = :space AND m.status IN ('rejected', 'sensitive', 'superseded')
    AND m.state IN ('active', 'archived') AND m.kind <> 'episode' AND +m.conversation IN :ids[] ORDER BY +m.seq

-- name: withdrawn_values
SELECT m.id, m.claim_value FROM memories m WHERE m.space = :space
    AND m.status IN ('rejected', 'sensitive', 'superseded') AND m.state IN ('active', 'archived') AND m.kind <> 'episode'
    AND m.claim_value IS NOT NULL ORDER BY m.status <> 'sensitive', +m.seq DESC LIMIT :limit

-- name: linking_to
{memory_row} WHERE m.space = :space AND m.state <> 'gone' AND m.id IN (
    SELECT l.memory FROM links l WHERE l.space = :space AND l.target IN :ids[]) ORDER BY m.seq

-- name: evidence_of
SELECT memory, message, start_at, end_at, quote, origin FROM evidence
WHERE space = :space AND memory IN :ids[] ORDER BY memory, ordinal

-- name: links_of
SELECT memory, relation, target, weight FROM links WHERE space = :space AND memory IN :ids[] ORDER BY memory, ordinal

-- name: add_memory
INSERT INTO memories (space, id, content, content_hash, kind, form, status, state, basis, origin, trust, observed_at,
    created_at, reinforced_at, conversation, transcribes, reflection, claim_subject, claim_attribute, claim_value,
    claim_affirmed, confidence, importance, stability_days, strength, uses, contexts, applications, tags, emotion,
    pinned, approved_by, referred_at, valid_from, valid_until, version)
VALUES (:space, :id, :content, :content_hash, :kind, :form, :status, :state, :basis, :origin, :trust, :observed_at,
    :created_at, :reinforced_at, :conversation, :transcribes, :reflection, :claim_subject, :claim_attribute,
    :claim_value, :claim_affirmed, :confidence, :importance, :stability_days, :strength, :uses, :contexts,
    :applications, :tags, :emotion, :pinned, :approved_by, :referred_at, :valid_from, :valid_until, :version)

-- name: replace_memory
UPDATE memories SET content = :content, content_hash = :content_hash, kind = :kind, form = :form, status = :status,
    state = :state, basis = :basis, origin = :origin, trust = :trust, observed_at = :observed_at,
    created_at = :created_at, reinforced_at = :reinforced_at, conversation = :conversation, transcribes = :transcribes,
    reflection = :reflection, claim_subject = :claim_subject, claim_attribute = :claim_attribute,
    claim_value = :claim_value, claim_affirmed = :claim_affirmed, confidence = :confidence, importance = :importance,
    stability_days = :stability_days, strength = :strength, uses = :uses, contexts = :contexts,
    applications = :applications, tags = :tags, emotion = :emotion, pinned = :pinned, approved_by = :approved_by,
    referred_at = :referred_at, valid_from = :valid_from, valid_until = :valid_until, version = :version
WHERE space = :space AND id = :id AND version = :expected

-- name: memory_seq
SELECT seq FROM memories WHERE space = :space AND id = :id

-- name: drop_evidence
DELETE FROM evidence WHERE space = :space AND memory = :memory

-- name: add_evidence
INSERT INTO evidence (space, memory, ordinal, message, start_at, end_at, quote, origin)
VALUES (:space, :memory, :ordinal, :message, :start, :end, :quote, :origin)

-- name: drop_links
DELETE FROM links WHERE space = :space AND memory = :memory

-- name: add_link
INSERT INTO links (space, memory, ordinal, relation, target, weight)
VALUES (:space, :memory, :ordinal, :relation, :target, :weight)

-- name: remove_memory
DELETE FROM memories WHERE space = :space AND id = :id AND version = :expected

-- name: erase_memory
UPDATE memories SET state = 'gone', content = NULL, content_hash = NULL, conversation = NULL, transcribes = NULL,
    claim_subject = NULL, claim_attribute = NULL, claim_value = NULL, claim_affirmed = NULL, tags = '[]',
    version = version + 1, gone_at = :now
WHERE space = :space AND id = :id AND gone_at IS NULL

-- name: mask_evidence
UPDATE evidence SET quote = :quote
WHERE space = :space AND memory = :memory AND message = :message AND start_at = :start AND end_at = :end

-- name: episodes_of
SELECT id FROM memories WHERE space = :space AND transcribes = :message

-- name: rehash_memory
UPDATE memories SET content_hash = :content_hash WHERE space = :space AND id = :id

-- name: ids_like
SELECT id FROM (
    SELECT id FROM memories WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM messages WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM interactions WHERE space = :space AND id >= :low AND id < :high
    UNION SELECT id FROM proposals WHERE space = :space AND id >= :low AND id < :high AND outcome = 'held'
    UNION SELECT id FROM servings WHERE space = :space AND id >= :low AND id < :high
) AS named ORDER BY id LIMIT :limit

-- ============================================================================================ entities

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

-- ============================================================================================ vectors

-- name: drop_vector
DELETE FROM vectors WHERE space = :space AND identity = :identity AND memory = :memory

-- name: drop_vectors_of
DELETE FROM vectors WHERE space = :space AND memory = :memory

-- name: add_vector
INSERT INTO vectors (space, memory, identity, vector)
SELECT m.space, m.id, :identity, :vector FROM memories m
WHERE m.space = :space AND m.id = :memory AND m.state <> 'gone'

-- name: identities
SELECT identity, count(*) FROM vectors WHERE space = :space GROUP BY identity ORDER BY identity

-- name: drop_vectors
DELETE FROM vectors WHERE seq IN (
    SELECT v.seq FROM vectors v WHERE v.space = :space AND v.identity = :identity ORDER BY v.memory LIMIT :limit)

-- name: vectors_of
SELECT memory, vector FROM vectors WHERE space = :space AND identity = :identity AND memory IN :ids[]

-- ============================================================================================ changes

-- How each changed memory stands now: its row unless it is gone, the message it transcribes or first quotes, the whole
-- text where that message has a gist, and its vector. One statement, because whole spaces are read with it.
-- name: changes
SELECT c.seq, c.memory, m.seq, m.kind, m.status, m.state, m.origin, m.observed_at,
    coalesce(m.content, CASE WHEN m.transcribes IS NULL THEN '' ELSE coalesce(a.text, u.text) END, ''),
    m.referred_at, m.valid_from, m.valid_until, m.conversation, i.session, u.seq, u.speaker, u.role, m.claim_subject,
    v.vector
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

-- ============================================================================================ leases and marks

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

-- ============================================================================================ servings

-- name: serving_row
SELECT s.id, s.at, s.query, s.conversation, s.tokens FROM servings s

-- name: serving
{serving_row} WHERE s.space = :space AND s.id = :id

-- name: servings
{serving_row} WHERE s.space = :space ORDER BY s.seq DESC LIMIT :limit

-- name: servings_of_conversation
{serving_row} WHERE s.space = :space AND s.conversation = :conversation ORDER BY s.seq DESC LIMIT :limit

-- name: servings_before
{serving_row} WHERE s.space = :space AND s.conversation = :conversation AND s.at < :at ORDER BY s.seq DESC LIMIT :limit

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

-- name: servings_with
{serving_row} WHERE s.space = :space AND s.id IN (
    SELECT d.serving FROM serving_documents d WHERE d.space = :space AND d.document IN :ids[]) ORDER BY s.seq DESC

-- name: documents_of
SELECT serving, document, version FROM serving_documents
WHERE space = :space AND serving IN :ids[] ORDER BY serving, ordinal

-- name: add_served_document
INSERT INTO serving_documents (space, serving, ordinal, document, version)
VALUES (:space, :serving, :ordinal, :document, :version)

-- ============================================================================================ documents and exams

-- name: document_row
SELECT id, kind, title, text, status, origin, trust, updated_at, version FROM documents

-- name: document
{document_row} WHERE space = :space AND id = :id

-- name: documents
{document_row} WHERE space = :space ORDER BY seq

-- No document is ever deleted, and every change raises its version: so the sum only grows.
-- name: documents_edition
SELECT coalesce(sum(version), 0) FROM documents WHERE space = :space

-- name: add_document
INSERT INTO documents (space, id, kind, title, text, status, origin, trust, updated_at, version)
VALUES (:space, :id, :kind, :title, :text, :status, :origin, :trust, :updated_at, :version)

-- name: replace_document
UPDATE documents SET kind = :kind, title = :title, text = :text, status = :status, origin = :origin, trust = :trust,
    updated_at = :updated_at, version = :version
WHERE space = :space AND id = :id AND version = :expected

-- name: mask_document
UPDATE documents SET title = :title, text = :text, version = version + 1 WHERE space = :space AND id = :id

-- name: exams
SELECT id, at, asked, right_with, right_without FROM exams
WHERE space = :space ORDER BY at DESC, seq DESC LIMIT :limit

-- name: add_exam
INSERT INTO exams (space, id, at, asked, right_with, right_without)
VALUES (:space, :id, :at, :asked, :right_with, :right_without)

-- ============================================================================================ the journal

-- name: entry_row
SELECT j.seq, j.at, j.actor, j.action, j.cause, j.previous, j.chain FROM journal j

-- name: head
{entry_row} WHERE j.space = :space ORDER BY j.seq DESC LIMIT 1

-- name: tip
SELECT seq, chain FROM journal WHERE space = :space ORDER BY seq DESC LIMIT 1

-- name: entry
{entry_row} WHERE j.space = :space AND j.seq = :seq

-- name: entries
{entry_row} WHERE j.space = :space AND j.seq > :after ORDER BY j.seq LIMIT :limit

-- name: undoings
SELECT seq, cause FROM journal WHERE space = :space AND action = 'undone' AND cause IS NOT NULL ORDER BY seq

-- name: last_entries
{entry_row} WHERE j.space = :space ORDER BY j.seq DESC LIMIT :limit

-- name: entries_about
{entry_row} WHERE j.space = :space AND j.seq IN (
    SELECT p.seq FROM journal_parts p WHERE p.space = :space AND p.kind = :kind AND p.id = :id) ORDER BY j.seq

-- name: parts_of
SELECT seq, kind, id, digest, salt, payload, by_row FROM journal_parts
WHERE space = :space AND seq IN :seqs[] ORDER BY seq, ordinal

-- name: append
INSERT INTO journal (space, seq, at, actor, action, cause, previous, chain)
VALUES (:space, :seq, :at, :actor, :action, :cause, :previous, :chain)

-- name: add_part
INSERT INTO journal_parts (space, seq, ordinal, kind, id, digest, salt, payload, by_row)
VALUES (:space, :seq, :ordinal, :kind, :id, :digest, :salt, :payload, :by_row)

-- name: erase_parts
UPDATE journal_parts SET payload = NULL, salt = NULL
WHERE space = :space AND kind = :kind AND id IN :ids[] AND (salt IS NOT NULL OR payload IS NOT NULL)
