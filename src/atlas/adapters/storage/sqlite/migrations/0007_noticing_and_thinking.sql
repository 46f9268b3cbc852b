-- What is noticed, what makes thinking owed, what it costs, and jobs that wait, are parked or dropped (S1-S14, J1-J17).

-- --------------------------------------------------------------------------------------------- jobs

-- A list of allowed values cannot be changed in place: the rows move to a table that has the new one, each with its
-- number, so that the order of the queue stays.
ALTER TABLE jobs RENAME TO jobs_before;
CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    task TEXT NOT NULL CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'evolution', 'exam', 'probes')),
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
SELECT seq, space, id, tier, key, interaction, state, priority, created_at, '', NULL, '[]',
    attempts, 0, 0, NULL, lease_owner, lease_until, problem
FROM jobs_before ORDER BY seq;
DROP TABLE jobs_before;
CREATE UNIQUE INDEX jobs_one_per_key ON jobs (space, key) WHERE state NOT IN ('done', 'dropped');
-- In the order in which they are claimed. What is parked or poison waits for a person and is in nobody's way.
CREATE INDEX jobs_by_state ON jobs (space, state, priority DESC, seq);

-- What a model said, as it came, before anything is done with it (J7). Another prompt is another question: what was
-- paid for under an older one is not in its way.
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    job TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    sample INTEGER NOT NULL,
    prompt_hash TEXT NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (space, job, ordinal, sample, prompt_hash)
) STRICT;

-- --------------------------------------------------------------------------------------------- reflections

ALTER TABLE reflections RENAME TO reflections_before;
CREATE TABLE reflections (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    task TEXT NOT NULL CHECK (task IN (
        'lightweight', 'reading', 'adaptive', 'nightly', 'weekly', 'consolidation', 'observations', 'snapshot',
        'evolution', 'exam', 'probes')),
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
    UNIQUE (space, id)
) STRICT;
INSERT INTO reflections (seq, space, id, job, task, thinker, inputs, at, proposed, trigger, trust, said, prompt_hash,
    calls, tokens, money, problem)
SELECT seq, space, id, job, tier, thinker, inputs, at, proposed, '', 0, '{}', prompt_hash, 0, 0, 0, problem
FROM reflections_before ORDER BY seq;
DROP TABLE reflections_before;
CREATE INDEX reflections_in_order ON reflections (space, seq);
CREATE INDEX reflections_of_task ON reflections (space, task, seq);
CREATE INDEX reflections_by_time ON reflections (space, at);
CREATE INDEX reflections_of_job ON reflections (space, job) WHERE job IS NOT NULL;

-- --------------------------------------------------------------------------------------------- noticing

CREATE TABLE signals (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'hedging', 'unsure', 'inconsistent', 'scattered', 'low_confidence', 're_ask', 'correction', 'undo',
        'abandonment', 'acceptance', 'dissatisfaction', 'out_of_distribution', 'task_failure', 'tool_error',
        'repetition', 'long_task', 'same_failure', 'verified', 'thumbs_up', 'thumbs_down')),
    about TEXT NOT NULL,
    seen_in TEXT NOT NULL,
    score REAL NOT NULL,
    at TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('noticed', 'application', 'verifier', 'model')),
    message TEXT,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    figures TEXT NOT NULL,
    note TEXT NOT NULL,
    UNIQUE (space, about, seen_in, kind, source)
) STRICT;
CREATE INDEX signals_by_time ON signals (space, at);
CREATE INDEX signals_of_kind ON signals (space, kind, at);
CREATE INDEX signals_seen_in ON signals (space, seen_in);
CREATE INDEX signals_in_message ON signals (space, message) WHERE message IS NOT NULL;

CREATE TABLE failures (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    about TEXT NOT NULL,
    signal TEXT NOT NULL CHECK (signal IN (
        'hedging', 'unsure', 'inconsistent', 'scattered', 'low_confidence', 're_ask', 'correction', 'undo',
        'abandonment', 'acceptance', 'dissatisfaction', 'out_of_distribution', 'task_failure', 'tool_error',
        'repetition', 'long_task', 'same_failure', 'verified', 'thumbs_up', 'thumbs_down')),
    at TEXT NOT NULL,
    asked TEXT,
    told TEXT,
    type TEXT,
    pattern TEXT,
    identity TEXT,
    vector BLOB,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX failures_in_order ON failures (space, seq);
CREATE INDEX failures_about ON failures (space, about);
CREATE INDEX failures_asked ON failures (space, asked) WHERE asked IS NOT NULL;
CREATE INDEX failures_told ON failures (space, told) WHERE told IS NOT NULL;
CREATE INDEX failures_of_pattern ON failures (space, pattern) WHERE pattern IS NOT NULL;

-- Patterns and suggestions are few: what they were made from stands in a list beside them and is looked through.
CREATE TABLE patterns (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    description TEXT NOT NULL,
    evidence TEXT NOT NULL,
    confidence REAL NOT NULL,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    count INTEGER NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    sources TEXT NOT NULL,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX patterns_in_order ON patterns (space, seq);
CREATE INDEX patterns_active ON patterns (space, active, seq);

CREATE TABLE suggestions (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    sources TEXT NOT NULL,
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'offered', 'accepted', 'declined', 'expired')),
    created_at TEXT NOT NULL,
    reflection TEXT,
    due_at TEXT,
    offered_at TEXT,
    decided_at TEXT,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX suggestions_in_order ON suggestions (space, seq);
CREATE INDEX suggestions_in_state ON suggestions (space, state, seq);

-- --------------------------------------------------------------------------------------------- triggers

CREATE TABLE standings (
    space TEXT NOT NULL,
    trigger TEXT NOT NULL,
    next_due TEXT,
    attempted_at TEXT,
    attempted_turn INTEGER NOT NULL,
    fired INTEGER NOT NULL,
    held_back INTEGER NOT NULL,
    PRIMARY KEY (space, trigger)
) STRICT, WITHOUT ROWID;

-- Which nights and weeks are owed or done: a period stands here once, whatever the clock does (J3).
CREATE TABLE periods (
    space TEXT NOT NULL,
    trigger TEXT NOT NULL,
    period TEXT NOT NULL,
    PRIMARY KEY (space, trigger, period)
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------- what it costs

CREATE TABLE spendings (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    task TEXT NOT NULL CHECK (task IN (
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
CREATE INDEX spendings_in_order ON spendings (space, seq);
-- Budgets are summed up before every call: these answer without reading a row.
CREATE INDEX spendings_by_day ON spendings (space, day, state, tokens, money);
CREATE INDEX spendings_of_job ON spendings (space, job, state, tokens, money) WHERE job IS NOT NULL;

-- What came of a run of thinking.
CREATE INDEX proposals_of_reflection ON proposals (space, reflection) WHERE reflection IS NOT NULL;

-- --------------------------------------------------------------------------------------------- statistics

DELETE FROM sqlite_stat1 WHERE tbl IN ('jobs', 'reflections');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('jobs', 'sqlite_autoindex_jobs_1', '100000 50000 1'),
    ('jobs', 'jobs_one_per_key', '100 50 1'),
    ('jobs', 'jobs_by_state', '100000 50000 10000 5000 1'),
    ('answers', 'sqlite_autoindex_answers_1', '200 100 10 2 1 1'),
    ('reflections', 'sqlite_autoindex_reflections_1', '100000 50000 1'),
    ('reflections', 'reflections_in_order', '100000 50000 1'),
    ('reflections', 'reflections_of_task', '100000 50000 20000 1'),
    ('reflections', 'reflections_by_time', '100000 50000 1'),
    ('reflections', 'reflections_of_job', '100000 50000 1'),
    ('signals', 'sqlite_autoindex_signals_1', '100000 50000 2 2 1 1'),
    ('signals', 'signals_by_time', '100000 50000 1'),
    ('signals', 'signals_of_kind', '100000 50000 5000 1'),
    ('signals', 'signals_seen_in', '100000 50000 2'),
    ('signals', 'signals_in_message', '50000 25000 2'),
    ('failures', 'sqlite_autoindex_failures_1', '10000 5000 1'),
    ('failures', 'failures_in_order', '10000 5000 1'),
    ('failures', 'failures_about', '10000 5000 1'),
    ('failures', 'failures_asked', '10000 5000 1'),
    ('failures', 'failures_told', '10000 5000 1'),
    ('failures', 'failures_of_pattern', '5000 2500 10'),
    ('patterns', 'sqlite_autoindex_patterns_1', '500 250 1'),
    ('patterns', 'patterns_in_order', '500 250 1'),
    ('patterns', 'patterns_active', '500 250 100 1'),
    ('suggestions', 'sqlite_autoindex_suggestions_1', '2000 1000 1'),
    ('suggestions', 'suggestions_in_order', '2000 1000 1'),
    ('suggestions', 'suggestions_in_state', '2000 1000 200 1'),
    ('standings', 'standings', '30 15 1'),
    ('periods', 'periods', '2000 1000 300 1'),
    ('spendings', 'sqlite_autoindex_spendings_1', '100000 50000 1'),
    ('spendings', 'spendings_in_order', '100000 50000 1'),
    ('spendings', 'spendings_by_day', '100000 50000 500 200 1 1'),
    ('spendings', 'spendings_of_job', '100000 50000 5 3 1 1'),
    ('journal', 'journal_undoings', '1000 500 1 1'),
    ('proposals', 'proposals_of_reflection', '100000 50000 2');
ANALYZE sqlite_schema;
