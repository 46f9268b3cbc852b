-- Which line of changes this file belongs to, and how many changes it has seen (X9): how a log that was begun on another
-- file is told from its own. The stamp is one text of one length, so that it can be read off a page without SQL.
CREATE TABLE lineage (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    stamp TEXT NOT NULL CHECK (length(stamp) = 67)
) STRICT;
INSERT INTO lineage (one, stamp)
VALUES (1, 'atlas-lineage ' || lower(hex(randomblob(16))) || ' ' || printf('%020d', 0));
