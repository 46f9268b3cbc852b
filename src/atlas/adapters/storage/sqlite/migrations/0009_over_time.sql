-- Memory over time: what became of what was served, how memories hang together, and whole texts behind gists (T3-T13).

-- --------------------------------------------------------------------------------------------- feedback

-- Rows go with their memory or their reply, and a cursor that pages over them must never meet a number twice. The query
-- stands in the serving, in one place.
CREATE TABLE feedback (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    memory TEXT NOT NULL,
    signal TEXT NOT NULL CHECK (signal IN ('used', 'ignored', 'helped', 'wrong', 'stale', 'reviewed')),
    at TEXT NOT NULL,
    serving TEXT,
    reply TEXT,
    share REAL,
    FOREIGN KEY (space, memory) REFERENCES memories (space, id) ON DELETE CASCADE,
    FOREIGN KEY (space, reply) REFERENCES messages (space, id) ON DELETE CASCADE
) STRICT;
-- A reply is told from once for each memory (T3); what somebody says counts each time.
CREATE UNIQUE INDEX feedback_once ON feedback (space, reply, memory)
    WHERE reply IS NOT NULL AND signal IN ('used', 'ignored');
CREATE INDEX feedback_in_order ON feedback (space, seq);
-- With the signal, so that counting how often something was ignored reads no row.
CREATE INDEX feedback_of_memory ON feedback (space, memory, seq, signal);
CREATE INDEX feedback_on_reply ON feedback (space, reply) WHERE reply IS NOT NULL;

CREATE TRIGGER feedback_on_what_is_there BEFORE INSERT ON feedback
WHEN NOT EXISTS (SELECT 1 FROM memories m WHERE m.space = NEW.space AND m.id = NEW.memory AND m.state <> 'gone')
BEGIN
    SELECT RAISE(ABORT, 'Feedback is about a memory that is there.');
END;

-- --------------------------------------------------------------------------------------------- the graph

-- Learned edges, which belong to neither end. `key` is the edge spelt as one word: how the journal names it.
CREATE TABLE edges (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    relation TEXT NOT NULL CHECK (relation IN ('co_activated', 'contradicts', 'supports')),
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    weight REAL NOT NULL CHECK (weight > 0 AND weight <= 1),
    CHECK (key = relation || ':' || one || ':' || other),
    CHECK (relation = 'supports' OR one < other),
    PRIMARY KEY (space, key),
    FOREIGN KEY (space, one) REFERENCES memories (space, id) ON DELETE CASCADE,
    FOREIGN KEY (space, other) REFERENCES memories (space, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX edges_of_one ON edges (space, one);
CREATE INDEX edges_of_other ON edges (space, other);

CREATE TRIGGER edge_ends BEFORE INSERT ON edges
WHEN 2 <> (SELECT count(*) FROM memories m
    WHERE m.space = NEW.space AND m.id IN (NEW.one, NEW.other) AND m.state <> 'gone')
BEGIN
    SELECT RAISE(ABORT, 'An edge joins two memories that are there.');
END;

CREATE TRIGGER edge_stays BEFORE UPDATE OF space, key, relation, one, other ON edges
BEGIN
    SELECT RAISE(ABORT, 'An edge can be weighed anew, not moved.');
END;

-- --------------------------------------------------------------------------------------------- what was forgotten

-- A tombstone says nothing, and nothing is said about it (X3). What is withdrawn takes its rows along by reference.
CREATE TRIGGER tombstone_stands_alone AFTER UPDATE OF gone_at ON memories
WHEN NEW.gone_at IS NOT NULL
BEGIN
    DELETE FROM feedback WHERE space = NEW.space AND memory = NEW.id;
    DELETE FROM edges WHERE space = NEW.space AND one = NEW.id;
    DELETE FROM edges WHERE space = NEW.space AND other = NEW.id;
END;

-- --------------------------------------------------------------------------------------------- the archive (T12)

-- The whole text of each message that has a gist in its place, found by search as before.
CREATE TABLE archive (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    message TEXT NOT NULL,
    text TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    stored_at TEXT NOT NULL,
    accessed_at TEXT,
    UNIQUE (space, message),
    FOREIGN KEY (space, message) REFERENCES messages (space, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX archive_by_age ON archive (space, stored_at);

CREATE TRIGGER archive_stays BEFORE UPDATE OF seq, space, message, text, sha256, stored_at ON archive
BEGIN
    SELECT RAISE(ABORT, 'A whole text is kept as it was stored.');
END;

-- An index knows the whole text, so that its going is news. Its coming is too: the message's text changes with it.
CREATE TRIGGER archived_removed AFTER DELETE ON archive
BEGIN
    INSERT OR REPLACE INTO changes (space, memory)
    SELECT m.space, m.id FROM memories m WHERE m.space = OLD.space AND m.transcribes = OLD.message;
END;

-- --------------------------------------------------------------------------------------------- the journal

-- A list of allowed values cannot be changed in place: the parts move to a table that has the new ones, each with its
-- number. The guards go with the old table and come again with the new one.
ALTER TABLE journal_parts RENAME TO journal_parts_before;
CREATE TABLE journal_parts (
    row INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'memory', 'entity', 'proposal', 'note', 'use', 'edge', 'gist')),
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

-- --------------------------------------------------------------------------------------------- statistics

DELETE FROM sqlite_stat1 WHERE tbl = 'journal_parts';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('feedback', 'feedback_once', '1000000 500000 10 1'),
    ('feedback', 'feedback_in_order', '1000000 500000 1'),
    ('feedback', 'feedback_of_memory', '1000000 500000 20 1 1'),
    ('feedback', 'feedback_on_reply', '1000000 500000 10'),
    ('edges', 'edges', '100000 50000 1'),
    ('edges', 'edges_of_one', '100000 50000 5'),
    ('edges', 'edges_of_other', '100000 50000 5'),
    ('archive', 'sqlite_autoindex_archive_1', '100000 50000 1'),
    ('archive', 'archive_by_age', '100000 50000 1'),
    ('journal_parts', 'sqlite_autoindex_journal_parts_1', '800000 400000 4 1'),
    ('journal_parts', 'journal_parts_about', '800000 400000 200000 3');
ANALYZE sqlite_schema;
