-- How long thinking took (J1), and what chatting cost (J13): a call that no task asked for has none.
ALTER TABLE reflections ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;

-- That a column must be filled cannot be changed in place: the rows move to a table in which it need not be, each with its
-- number, so that the order of the calls stays.
ALTER TABLE spendings RENAME TO spendings_before;
CREATE TABLE spendings (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    task TEXT CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'evolution', 'exam', 'probes')),
    model TEXT NOT NULL,
    size TEXT NOT NULL CHECK (size IN ('small', 'medium', 'large')),
    at TEXT NOT NULL,
    day TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'failed')),
    tokens INTEGER NOT NULL,
    money INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    problem TEXT,
    UNIQUE (space, id)
) STRICT;
INSERT INTO spendings (seq, space, id, job, task, model, size, at, day, state, tokens, money, input_tokens,
    output_tokens, problem)
SELECT seq, space, id, job, task, model, size, at, day, state, tokens, money, input_tokens, output_tokens, problem
FROM spendings_before ORDER BY seq;
DROP TABLE spendings_before;
CREATE INDEX spendings_in_order ON spendings (space, seq);
-- Budgets are summed up before every call: these answer without reading a row.
CREATE INDEX spendings_by_day ON spendings (space, day, state, tokens, money);
CREATE INDEX spendings_of_job ON spendings (space, job, state, tokens, money) WHERE job IS NOT NULL;

DELETE FROM sqlite_stat1 WHERE tbl IN ('spendings', 'spendings_before');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('spendings', 'sqlite_autoindex_spendings_1', '100000 50000 1'),
    ('spendings', 'spendings_in_order', '100000 50000 1'),
    ('spendings', 'spendings_by_day', '100000 50000 500 200 1 1'),
    ('spendings', 'spendings_of_job', '100000 50000 5 3 1 1');
