-- Files that knowledge was read from (C6): the manifest, and the folders that are watched. What stands in a file is a
-- memory without evidence; that no such memory is trusted more than a file is held here (X1).

CREATE TABLE source_files (
    space TEXT NOT NULL,
    folder TEXT NOT NULL,
    file TEXT NOT NULL,
    digest TEXT NOT NULL,
    chunks TEXT NOT NULL,
    memories TEXT NOT NULL,
    ingested_at TEXT NOT NULL,
    PRIMARY KEY (space, folder, file),
    CHECK (json_array_length(chunks) = json_array_length(memories))
) STRICT, WITHOUT ROWID;

CREATE TABLE watched_folders (
    space TEXT NOT NULL,
    folder TEXT NOT NULL,
    path TEXT NOT NULL,
    since TEXT NOT NULL,
    review INTEGER NOT NULL CHECK (review IN (0, 1)),
    PRIMARY KEY (space, folder)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER file_trust_on_insert BEFORE INSERT ON memories
WHEN NEW.kind = 'knowledge' AND NEW.origin IN ('file', 'web')
    AND NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a memory cannot be trusted more than the file it is from.');
END;

CREATE TRIGGER file_trust_on_update BEFORE UPDATE OF origin, trust ON memories
WHEN NEW.kind = 'knowledge' AND NEW.origin IN ('file', 'web')
    AND NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a memory cannot be trusted more than the file it is from.');
END;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('source_files', 'source_files', '5000 2500 500 1'),
    ('watched_folders', 'watched_folders', '20 10 1');
ANALYZE sqlite_schema;
