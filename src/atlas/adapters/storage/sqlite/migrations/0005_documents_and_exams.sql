-- Texts about itself that ATLAS may amend, its exams, and which documents stood in a context (C6, C8, C10).

CREATE TABLE documents (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'persona', 'profile', 'strategies', 'corrections', 'principles', 'knowledge', 'wiki')),
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
CREATE INDEX documents_in_order ON documents (space, seq);
-- Every context asks whether a document changed: this answers without reading one.
CREATE INDEX documents_by_version ON documents (space, version);

CREATE TABLE exams (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    asked INTEGER NOT NULL CHECK (asked >= 1),
    right_with INTEGER NOT NULL CHECK (right_with BETWEEN 0 AND asked),
    right_without INTEGER NOT NULL CHECK (right_without BETWEEN 0 AND asked),
    UNIQUE (space, id)
) STRICT;
CREATE INDEX exams_in_order ON exams (space, at, seq);

CREATE TABLE serving_documents (
    space TEXT NOT NULL,
    serving TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    document TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (space, serving, ordinal),
    FOREIGN KEY (space, serving) REFERENCES servings (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX serving_documents_of ON serving_documents (space, document);

-- --------------------------------------------------------------------------------------------- trust (X1)

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

-- --------------------------------------------------------------------------------------------- what stays

-- Readers keep documents as long as the sum of the versions holds, so that nothing may change without raising one.
CREATE TRIGGER document_version_rises BEFORE UPDATE ON documents
WHEN NEW.version <= OLD.version OR NEW.space <> OLD.space OR NEW.id <> OLD.id
BEGIN
    SELECT RAISE(ABORT, 'A change of a document is its next version.');
END;

CREATE TRIGGER document_is_kept BEFORE DELETE ON documents
BEGIN
    SELECT RAISE(ABORT, 'A document is masked, never deleted.');
END;

-- A grade that could be changed afterwards would be no grade (H1).
CREATE TRIGGER exam_stays BEFORE UPDATE ON exams
BEGIN
    SELECT RAISE(ABORT, 'A grade is only ever added.');
END;

CREATE TRIGGER exam_is_kept BEFORE DELETE ON exams
BEGIN
    SELECT RAISE(ABORT, 'A grade is only ever added.');
END;

-- --------------------------------------------------------------------------------------------- statistics

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('documents', 'sqlite_autoindex_documents_1', '200 100 1'),
    ('documents', 'documents_in_order', '200 100 1'),
    ('documents', 'documents_by_version', '200 100 10'),
    ('exams', 'sqlite_autoindex_exams_1', '2000 1000 1'),
    ('exams', 'exams_in_order', '2000 1000 1 1'),
    ('serving_documents', 'serving_documents', '300000 150000 5 1'),
    ('serving_documents', 'serving_documents_of', '300000 150000 20000');
ANALYZE sqlite_schema;
