-- name: memory_row
-- In the order of a memory's fields; its claim stands in four columns (memory_codec.py).
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

-- name: words_of
SELECT m.id, m.origin, m.content_hash FROM memories m
WHERE m.space = :space AND m.id IN :ids[] AND m.content_hash IS NOT NULL

-- name: memories_where
{memory_row} WHERE m.space = :space

-- name: ids_where
SELECT m.id FROM memories m WHERE m.space = :space AND m.id IN :ids[]

-- Every memory of a space is looked at with it: no text, no message, no list beside a row.
-- name: kept_where
SELECT m.seq, m.id, m.kind, m.form, m.status, m.state, m.basis, m.trust, m.observed_at, m.reinforced_at,
    m.stability_days, m.strength, m.importance, m.uses, m.contexts, m.applications, m.emotion, m.pinned, m.approved_by,
    m.transcribes IS NOT NULL, m.content_hash, m.version
FROM memories m WHERE m.space = :space

-- name: retained_where
SELECT m.seq, m.reinforced_at, m.stability_days, m.strength FROM memories m WHERE m.space = :space

-- name: only_statuses
AND m.status IN :statuses[]

-- name: only_states
AND m.state IN :states[]

-- name: only_kinds
AND m.kind IN :kinds[]

-- name: only_kind
AND m.status = :status AND m.state = :state AND m.kind = :kind

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

-- What was served often is written with it for every reply: no index stands on these columns.
-- name: replace_use
UPDATE memories SET reinforced_at = :reinforced_at, stability_days = :stability_days, strength = :strength,
    uses = :uses, contexts = :contexts, applications = :applications, version = :version
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
VALUES (:space, :memory, :ordinal, :relation, :to, :weight)

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
