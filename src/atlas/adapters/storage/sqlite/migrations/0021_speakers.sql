-- Who speaks in a space, found without looking through all that was said: what somebody says of another of them is
-- hearsay, and waits (C3).

CREATE INDEX messages_by_speaker ON messages (space, speaker) WHERE speaker IS NOT NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('messages', 'messages_by_speaker', '100000 50000 5000');
ANALYZE sqlite_schema;
