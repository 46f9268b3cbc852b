-- Which reply followed a context (C8): the messages that a conversation took in after a moment, without reading what
-- came before it. An episode is made when its message is taken in, so its `created_at` is the store's own time; the
-- message's is its sender's word.
CREATE INDEX memories_taken_in ON memories (space, conversation, created_at) WHERE transcribes IS NOT NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_taken_in', '200000 100000 40 1');
ANALYZE sqlite_schema;
