-- Documents are journaled like everything else, so that each change of them is a version (E7); and there are agent notes.

-- A list of allowed values cannot be changed in place: the rows move to a table that has the new ones, each with its
-- number. The guards go with the old table and come again with the new one.
-- What reads the parts would follow the old table: it goes first, and comes again as it was.
DROP TRIGGER message_origin_stays;
ALTER TABLE journal_parts RENAME TO journal_parts_before;
CREATE TABLE journal_parts (
    row INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'message', 'memory', 'entity', 'proposal', 'note', 'use', 'edge', 'gist', 'document')),
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    salt BLOB,
    payload TEXT,
    by_row INTEGER NOT NULL CHECK (by_row IN (0, 1)),
    UNIQUE (space, seq, ordinal),
    FOREIGN KEY (space, seq) REFERENCES journal (space, seq)
) STRICT;
INSERT INTO journal_parts (row, space, seq, ordinal, kind, id, digest, salt, payload, by_row)
SELECT row, space, seq, ordinal, kind, id, digest, salt, payload, by_row FROM journal_parts_before ORDER BY row;
DROP TABLE journal_parts_before;
CREATE INDEX journal_parts_about ON journal_parts (space, kind, id);

CREATE TRIGGER journal_parts_only_blanked BEFORE UPDATE ON journal_parts
WHEN NEW.payload IS NOT NULL OR NEW.salt IS NOT NULL
    OR (NEW.row, NEW.space, NEW.seq, NEW.ordinal, NEW.kind, NEW.id, NEW.digest, NEW.by_row)
    IS NOT (OLD.row, OLD.space, OLD.seq, OLD.ordinal, OLD.kind, OLD.id, OLD.digest, OLD.by_row)
BEGIN
    SELECT RAISE(ABORT, 'A part of the journal can be blanked, never altered.');
END;

CREATE TRIGGER journal_loses_no_part BEFORE DELETE ON journal_parts
BEGIN
    SELECT RAISE(ABORT, 'A part of the journal can be blanked, never deleted.');
END;

CREATE TRIGGER message_origin_stays BEFORE UPDATE OF origin ON messages
WHEN NEW.origin <> OLD.origin AND NOT (
    NEW.role IN ('user', 'assistant') AND 'import' IN (OLD.origin, NEW.origin) AND NEW.role IN (OLD.origin, NEW.origin)
    AND EXISTS (
        SELECT 1 FROM journal_parts p JOIN journal j ON j.space = p.space AND j.seq = p.seq
        WHERE p.space = NEW.space AND p.kind = 'message' AND p.id = NEW.id AND p.by_row = 0 AND j.actor = 'operator'))
BEGIN
    SELECT RAISE(ABORT, 'Where a message came from is set once; only an operator who vouches for it moves it.');
END;

ALTER TABLE documents RENAME TO documents_before;
CREATE TABLE documents (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'persona', 'profile', 'strategies', 'corrections', 'principles', 'knowledge', 'wiki', 'notes')),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN (
        'needs_review', 'approved_for_reuse', 'rejected', 'expired', 'one_time_exception', 'sensitive', 'superseded')),
    origin TEXT NOT NULL REFERENCES origins (origin),
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5),
    updated_at TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    UNIQUE (space, id)
) STRICT;
INSERT INTO documents (seq, space, id, kind, title, text, status, origin, trust, updated_at, version)
SELECT seq, space, id, kind, title, text, status, origin, trust, updated_at, version FROM documents_before ORDER BY seq;
DROP TABLE documents_before;
CREATE INDEX documents_in_order ON documents (space, seq);
-- Every context asks whether a document changed: this answers without reading one.
CREATE INDEX documents_by_version ON documents (space, version);

CREATE TRIGGER document_trust_on_insert BEFORE INSERT ON documents
WHEN NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a document cannot be trusted more than where it came from.');
END;

CREATE TRIGGER document_trust_on_update BEFORE UPDATE OF origin, trust ON documents
WHEN NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a document cannot be trusted more than where it came from.');
END;

CREATE TRIGGER document_trust_falls BEFORE UPDATE OF trust ON documents
WHEN NEW.trust > OLD.trust
BEGIN
    SELECT RAISE(ABORT, 'Trust never rises: a document cannot be trusted more than it was.');
END;

CREATE TRIGGER document_version_rises BEFORE UPDATE ON documents
WHEN NEW.version <= OLD.version OR NEW.space <> OLD.space OR NEW.id <> OLD.id
BEGIN
    SELECT RAISE(ABORT, 'A change of a document is its next version.');
END;

CREATE TRIGGER document_is_kept BEFORE DELETE ON documents
BEGIN
    SELECT RAISE(ABORT, 'A document is masked, never deleted.');
END;

DELETE FROM sqlite_stat1 WHERE tbl IN ('journal_parts', 'journal_parts_before', 'documents', 'documents_before');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('journal_parts', 'sqlite_autoindex_journal_parts_1', '800000 400000 4 1'),
    ('journal_parts', 'journal_parts_about', '800000 400000 200000 3'),
    ('documents', 'sqlite_autoindex_documents_1', '200 100 1'),
    ('documents', 'documents_in_order', '200 100 1'),
    ('documents', 'documents_by_version', '200 100 10');
ANALYZE sqlite_schema;
