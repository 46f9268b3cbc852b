-- When a session ended, what the gate said of it and when it was thought over (E1, E2); and the gate's own work.
ALTER TABLE sessions ADD COLUMN gate TEXT CHECK (gate IN ('fired', 'skipped'));
ALTER TABLE sessions ADD COLUMN gate_reason TEXT;
ALTER TABLE sessions ADD COLUMN evolved_at TEXT;
CREATE INDEX sessions_in_order ON sessions (space, last_at);
-- Both hold few: what is open now, and what waits to be thought over.
CREATE INDEX sessions_open ON sessions (space, last_at) WHERE ended_at IS NULL;
CREATE INDEX sessions_waiting ON sessions (space, last_at) WHERE gate = 'fired' AND evolved_at IS NULL;
CREATE INDEX interactions_of_session ON interactions (space, session, seq);

-- A list of allowed values cannot be changed in place: the rows move to a table that has the new one, each with its
-- number, so that every order stays.
ALTER TABLE jobs RENAME TO jobs_before;
CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    task TEXT NOT NULL CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'gate', 'evolution', 'exam', 'probes')),
    key TEXT NOT NULL,
    interaction TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'parked', 'poison', 'dropped')),
    priority INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    trigger TEXT NOT NULL,
    due_at TEXT,
    pinned TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    again INTEGER NOT NULL,
    size TEXT CHECK (size IN ('small', 'medium', 'large')),
    lease_owner TEXT,
    lease_until TEXT,
    problem TEXT,
    UNIQUE (space, id)
) STRICT;
INSERT INTO jobs (seq, space, id, task, key, interaction, state, priority, created_at, trigger, due_at, pinned,
    attempts, failures, again, size, lease_owner, lease_until, problem)
SELECT seq, space, id, task, key, interaction, state, priority, created_at, trigger, due_at, pinned,
    attempts, failures, again, size, lease_owner, lease_until, problem
FROM jobs_before ORDER BY seq;
DROP TABLE jobs_before;
CREATE UNIQUE INDEX jobs_one_per_key ON jobs (space, key) WHERE state NOT IN ('done', 'dropped');
-- In the order in which they are claimed. What is parked or poison waits for a person and is in nobody's way.
CREATE INDEX jobs_by_state ON jobs (space, state, priority DESC, seq);

ALTER TABLE reflections RENAME TO reflections_before;
CREATE TABLE reflections (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    task TEXT NOT NULL CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'gate', 'evolution', 'exam', 'probes')),
    thinker TEXT NOT NULL,
    inputs TEXT NOT NULL,
    at TEXT NOT NULL,
    proposed INTEGER NOT NULL,
    trigger TEXT NOT NULL,
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5),
    said TEXT NOT NULL,
    prompt_hash TEXT,
    calls INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    money INTEGER NOT NULL,
    problem TEXT,
    duration_ms INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, id)
) STRICT;
INSERT INTO reflections (seq, space, id, job, task, thinker, inputs, at, proposed, trigger, trust, said, prompt_hash,
    calls, tokens, money, problem, duration_ms)
SELECT seq, space, id, job, task, thinker, inputs, at, proposed, trigger, trust, said, prompt_hash,
    calls, tokens, money, problem, duration_ms
FROM reflections_before ORDER BY seq;
DROP TABLE reflections_before;
CREATE INDEX reflections_in_order ON reflections (space, seq);
CREATE INDEX reflections_of_task ON reflections (space, task, seq);
CREATE INDEX reflections_by_time ON reflections (space, at);
CREATE INDEX reflections_of_job ON reflections (space, job) WHERE job IS NOT NULL;

ALTER TABLE spendings RENAME TO spendings_before;
CREATE TABLE spendings (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    task TEXT CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'gate', 'evolution', 'exam', 'probes')),
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

DELETE FROM sqlite_stat1 WHERE tbl IN (
    'jobs', 'jobs_before', 'reflections', 'reflections_before', 'spendings', 'spendings_before');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('sessions', 'sessions_in_order', '10000 5000 1'),
    ('sessions', 'sessions_open', '20 10 1'),
    ('sessions', 'sessions_waiting', '20 10 1'),
    ('interactions', 'interactions_of_session', '100000 50000 5 1'),
    ('jobs', 'sqlite_autoindex_jobs_1', '100000 50000 1'),
    ('jobs', 'jobs_one_per_key', '100 50 1'),
    ('jobs', 'jobs_by_state', '100000 50000 10000 5000 1'),
    ('reflections', 'sqlite_autoindex_reflections_1', '100000 50000 1'),
    ('reflections', 'reflections_in_order', '100000 50000 1'),
    ('reflections', 'reflections_of_task', '100000 50000 20000 1'),
    ('reflections', 'reflections_by_time', '100000 50000 1'),
    ('reflections', 'reflections_of_job', '100000 50000 1'),
    ('spendings', 'sqlite_autoindex_spendings_1', '100000 50000 1'),
    ('spendings', 'spendings_in_order', '100000 50000 1'),
    ('spendings', 'spendings_by_day', '100000 50000 500 200 1 1'),
    ('spendings', 'spendings_of_job', '100000 50000 5 3 1 1');
ANALYZE sqlite_schema;
