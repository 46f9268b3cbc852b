-- A feed of changes for whoever keeps something derived from memories, above all an index. Text search leaves the store
-- (docs/decisions/0008-search.md): an index in each process follows this feed instead.

-- The newest change of each memory, one row a memory. A change is a new row with a new, higher number, and no number is
-- given twice: so a follower asks for what came after the last one it saw. A withdrawn memory keeps its row here, since
-- that it went is news too; for that reason nothing here refers to memories.
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    memory TEXT NOT NULL,
    UNIQUE (space, memory)
) STRICT;
CREATE INDEX changes_in_order ON changes (space, seq);
INSERT INTO changes (space, memory) SELECT space, id FROM memories ORDER BY seq;

-- Who may do a thing that one process at a time should do, and until when.
CREATE TABLE leases (
    space TEXT NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (space, name)
) STRICT, WITHOUT ROWID;

-- Where somebody got to, kept for the next one.
CREATE TABLE marks (
    space TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (space, name)
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------- what counts as a change

-- Evidence needs no trigger of its own: it is only ever replaced together with its memory's row, in one transaction, and
-- masking a quote does not move it.
CREATE TRIGGER memory_added AFTER INSERT ON memories
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (NEW.space, NEW.id);
END;

CREATE TRIGGER memory_changed AFTER UPDATE ON memories
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (NEW.space, NEW.id);
END;

CREATE TRIGGER memory_removed AFTER DELETE ON memories
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (OLD.space, OLD.id);
END;

CREATE TRIGGER vector_added AFTER INSERT ON vectors
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (NEW.space, NEW.memory);
END;

CREATE TRIGGER vector_changed AFTER UPDATE ON vectors
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (NEW.space, NEW.memory);
END;

CREATE TRIGGER vector_removed AFTER DELETE ON vectors
BEGIN
    INSERT OR REPLACE INTO changes (space, memory) VALUES (OLD.space, OLD.memory);
END;

-- An episode's text is its message's, and what is first quoted from a message has its speaker: a name that is taken out
-- of the transcript must leave every index too (X3).
CREATE TRIGGER message_changed AFTER UPDATE OF text, speaker ON messages
BEGIN
    INSERT OR REPLACE INTO changes (space, memory)
    SELECT m.space, m.id FROM memories m WHERE m.space = NEW.space AND m.transcribes = NEW.id
    UNION SELECT e.space, e.memory FROM evidence e WHERE e.space = NEW.space AND e.message = NEW.id AND e.ordinal = 0;
END;

-- What stands on an erased message goes or changes in the same transaction, unless a message comes in its place.
CREATE TRIGGER message_removed AFTER DELETE ON messages
BEGIN
    INSERT OR REPLACE INTO changes (space, memory)
    SELECT m.space, m.id FROM memories m WHERE m.space = OLD.space AND m.transcribes = OLD.id
    UNION SELECT e.space, e.memory FROM evidence e WHERE e.space = OLD.space AND e.message = OLD.id AND e.ordinal = 0;
END;

-- --------------------------------------------------------------------------------------------- what is not needed now

DROP TABLE memory_text;
-- Vectors are followed through the feed, no longer by their own number.
DROP INDEX vectors_in_order;

-- --------------------------------------------------------------------------------------------- statistics

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('changes', 'sqlite_autoindex_changes_1', '300000 150000 1'),
    ('changes', 'changes_in_order', '300000 150000 1'),
    ('leases', 'leases', '10 5 1'),
    ('marks', 'marks', '10 5 1');
ANALYZE sqlite_schema;
