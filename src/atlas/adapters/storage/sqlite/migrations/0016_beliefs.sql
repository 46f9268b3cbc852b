-- Positions that arguments move (B1-B8): beliefs, what was argued about them, and when the persona was reflected over.

-- --------------------------------------------------------------------------------------------- rows

CREATE TABLE beliefs (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    stance REAL NOT NULL CHECK (stance BETWEEN -1 AND 1),
    confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    support INTEGER NOT NULL CHECK (support >= 0),
    contradiction INTEGER NOT NULL CHECK (contradiction >= 0),
    formed INTEGER NOT NULL,
    reinforced INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN (
        'needs_review', 'approved_for_reuse', 'rejected', 'expired', 'one_time_exception', 'sensitive', 'superseded')),
    state TEXT NOT NULL CHECK (state IN ('active', 'archived')),
    origin TEXT NOT NULL REFERENCES origins (origin),
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5),
    updated_at TEXT NOT NULL,
    raised INTEGER NOT NULL CHECK (raised >= 0),
    lowered INTEGER NOT NULL CHECK (lowered >= 0),
    shift REAL NOT NULL CHECK (shift >= 0),
    pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    corrected REAL CHECK (corrected BETWEEN -1 AND 1),
    corrected_turn INTEGER NOT NULL,
    approved_by TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    UNIQUE (space, id)
) STRICT;
CREATE INDEX beliefs_in_order ON beliefs (space, formed);

-- Both ends are looked at when a transaction ends, so that a belief and its arguments come and go in any order.
CREATE TABLE arguments (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    belief TEXT NOT NULL,
    message TEXT NOT NULL,
    turn INTEGER NOT NULL,
    direction INTEGER NOT NULL CHECK (direction IN (-1, 1)),
    strength REAL NOT NULL CHECK (strength BETWEEN 0 AND 1),
    reasoning TEXT NOT NULL CHECK (reasoning IN (
        'empirical', 'logical', 'expert', 'anecdotal', 'social pressure', 'emotional', 'none')),
    reliability TEXT NOT NULL CHECK (reliability IN ('high', 'medium', 'low')),
    novelty REAL NOT NULL CHECK (novelty BETWEEN 0 AND 1),
    at TEXT NOT NULL,
    consistent INTEGER NOT NULL CHECK (consistent IN (0, 1)),
    insight TEXT NOT NULL,
    judged_by TEXT NOT NULL,
    settled INTEGER,
    integrated TEXT,
    UNIQUE (space, id),
    FOREIGN KEY (space, belief) REFERENCES beliefs (space, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (space, message) REFERENCES messages (space, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX arguments_about ON arguments (space, belief, turn);
CREATE INDEX arguments_of_message ON arguments (space, message, turn);
-- Both hold few: what has not moved anything yet, and what no amendment has taken in.
CREATE INDEX arguments_cooling ON arguments (space, turn) WHERE settled IS NULL;
CREATE INDEX arguments_pending ON arguments (space, turn) WHERE integrated IS NULL AND insight <> '';

CREATE TABLE snapshots (
    space TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at TEXT NOT NULL,
    committed INTEGER NOT NULL CHECK (committed IN (0, 1)),
    unique_ratio REAL CHECK (unique_ratio BETWEEN 0 AND 1),
    confident INTEGER NOT NULL CHECK (confident >= 0),
    kept INTEGER NOT NULL CHECK (kept >= 0),
    PRIMARY KEY (space, turn)
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------- trust (X1)

CREATE TRIGGER belief_trust_on_insert BEFORE INSERT ON beliefs
WHEN NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a belief cannot be trusted more than where it came from.');
END;

CREATE TRIGGER belief_trust_on_update BEFORE UPDATE OF origin, trust ON beliefs
WHEN NEW.trust > (SELECT o.trust FROM origins o WHERE o.origin = NEW.origin)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a belief cannot be trusted more than where it came from.');
END;

CREATE TRIGGER belief_trust_falls BEFORE UPDATE OF trust ON beliefs
WHEN NEW.trust > OLD.trust
BEGIN
    SELECT RAISE(ABORT, 'Trust never rises: a belief cannot be trusted more than it was.');
END;

CREATE TRIGGER belief_version_rises BEFORE UPDATE ON beliefs
WHEN NEW.version <= OLD.version OR NEW.space <> OLD.space OR NEW.id <> OLD.id
BEGIN
    SELECT RAISE(ABORT, 'A change of a belief is its next version.');
END;

CREATE TRIGGER argument_on_insert BEFORE INSERT ON arguments
WHEN NOT EXISTS (SELECT 1 FROM messages u WHERE u.space = NEW.space AND u.id = NEW.message AND u.origin = 'user')
BEGIN
    SELECT RAISE(ABORT, 'Only a user''s own words argue: the message of an argument is not theirs.');
END;

CREATE TRIGGER argument_on_update BEFORE UPDATE ON arguments
WHEN NEW.space <> OLD.space OR NEW.id <> OLD.id OR NOT EXISTS (
    SELECT 1 FROM messages u WHERE u.space = NEW.space AND u.id = NEW.message AND u.origin = 'user')
BEGIN
    SELECT RAISE(ABORT, 'Only a user''s own words argue: the message of an argument is not theirs.');
END;

CREATE TRIGGER message_arguments_hold_up BEFORE UPDATE OF origin ON messages
WHEN NEW.origin <> 'user'
    AND EXISTS (SELECT 1 FROM arguments a WHERE a.space = NEW.space AND a.message = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'Only a user''s own words argue: take out what was argued from this message first.');
END;

-- --------------------------------------------------------------------------------------------- the journal

-- A list of allowed values cannot be changed in place: the rows move to a table that has the new ones, each with its
-- number. The guards go with the old table and come again with the new one.
-- What reads the parts would follow the old table: it goes first, and comes again as it was.
DROP TRIGGER message_origin_stays;
ALTER TABLE journal_parts RENAME TO journal_parts_before;
CREATE TABLE journal_parts (
    row INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'message', 'memory', 'entity', 'proposal', 'note', 'use', 'edge', 'gist', 'document',
        'belief', 'argument', 'escalation')),
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

CREATE TRIGGER message_origin_stays BEFORE UPDATE OF origin ON messages
WHEN NEW.origin <> OLD.origin AND NOT (
    NEW.role IN ('user', 'assistant') AND 'import' IN (OLD.origin, NEW.origin) AND NEW.role IN (OLD.origin, NEW.origin)
    AND EXISTS (
        SELECT 1 FROM journal_parts p JOIN journal j ON j.space = p.space AND j.seq = p.seq
        WHERE p.space = NEW.space AND p.kind = 'message' AND p.id = NEW.id AND p.by_row = 0 AND j.actor = 'operator'))
BEGIN
    SELECT RAISE(ABORT, 'Where a message came from is set once; only an operator who vouches for it moves it.');
END;

-- --------------------------------------------------------------------------------------------- work

-- The name of a task is known to the engine, and checked when a row is read: a new one needs no move of these tables.

ALTER TABLE jobs RENAME TO jobs_before;
CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    task TEXT NOT NULL CHECK (length(task) BETWEEN 1 AND 40),
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
    task TEXT NOT NULL CHECK (length(task) BETWEEN 1 AND 40),
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
    task TEXT CHECK (length(task) BETWEEN 1 AND 40),
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
    'journal_parts', 'journal_parts_before', 'jobs', 'jobs_before', 'reflections', 'reflections_before',
    'spendings', 'spendings_before');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('beliefs', 'sqlite_autoindex_beliefs_1', '1000 500 1'),
    ('beliefs', 'beliefs_in_order', '1000 500 1'),
    ('arguments', 'sqlite_autoindex_arguments_1', '20000 10000 1'),
    ('arguments', 'arguments_about', '20000 10000 20 1'),
    ('arguments', 'arguments_of_message', '20000 10000 2 1'),
    ('arguments', 'arguments_cooling', '20 10 1'),
    ('arguments', 'arguments_pending', '20 10 1'),
    ('snapshots', 'snapshots', '10000 5000 1'),
    ('journal_parts', 'sqlite_autoindex_journal_parts_1', '800000 400000 4 1'),
    ('journal_parts', 'journal_parts_about', '800000 400000 200000 3'),
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
