-- Containment: what a person took out of service, with all that was derived from it (C8).

CREATE TABLE quarantines (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    conversation TEXT,
    origin TEXT REFERENCES origins (origin),
    since TEXT,
    memory TEXT,
    lifted_at TEXT,
    CHECK (coalesce(conversation, origin, since, memory) IS NOT NULL),
    UNIQUE (space, id)
) STRICT;
CREATE INDEX quarantines_in_order ON quarantines (space, seq);

-- Lists of allowed values grow by one each. The rows stay where they are: SQLite lets the text of a constraint be edited
-- where all that is stored still meets it ("Making Other Kinds Of Table Schema Changes" in its page on ALTER TABLE).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''archived'', ''gone''', '''archived'', ''quarantined'', ''gone''')
WHERE type = 'table' AND name = 'memories';
UPDATE sqlite_schema SET sql = replace(sql, '''escalation''', '''escalation'', ''quarantine''')
WHERE type = 'table' AND name = 'journal_parts';
PRAGMA writable_schema = RESET;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('quarantines', 'sqlite_autoindex_quarantines_1', '20 10 1'),
    ('quarantines', 'quarantines_in_order', '20 10 1');
ANALYZE sqlite_schema;
