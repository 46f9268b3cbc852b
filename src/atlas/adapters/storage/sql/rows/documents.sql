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
