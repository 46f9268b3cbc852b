-- The first schema. Every row belongs to a space and is named by (space, id); `seq` is the order of writing.
-- Times are UTC text of one width, so that order of text is order of time.

-- Trust is data here, so that triggers can compare it (X1). A test holds this table equal to model.origin.
CREATE TABLE origins (
    origin TEXT NOT NULL PRIMARY KEY,
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5)
) STRICT, WITHOUT ROWID;
INSERT INTO origins (origin, trust) VALUES
    ('operator', 5), ('user', 4), ('assistant', 3), ('tool', 2), ('file', 2), ('import', 2), ('web', 1), ('unknown', 0);

-- Work that the file itself is owed, whoever opens it next: after erasing, a purge.
CREATE TABLE care (
    what TEXT NOT NULL PRIMARY KEY CHECK (what IN ('purge'))
) STRICT, WITHOUT ROWID;

CREATE TABLE spaces (
    id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------- the transcript

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    conversation TEXT NOT NULL,
    started_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    ended_at TEXT,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX sessions_of_conversation ON sessions (space, conversation, last_at);

-- Interactions can be erased, and a cursor that pages over them must never meet a number twice.
CREATE TABLE interactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    conversation TEXT NOT NULL,
    session TEXT NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX interactions_of_conversation ON interactions (space, conversation, seq);
CREATE INDEX interactions_in_order ON interactions (space, seq);

CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    interaction TEXT NOT NULL,
    conversation TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
    origin TEXT NOT NULL REFERENCES origins (origin),
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    speaker TEXT,
    confidence REAL,
    tokens INTEGER,
    latency_ms INTEGER,
    UNIQUE (space, id),
    UNIQUE (space, interaction, ordinal),
    FOREIGN KEY (space, interaction) REFERENCES interactions (space, id)
) STRICT;

-- Text from further away than the assistant is rare, so this index is small and hardly ever written.
CREATE INDEX messages_from_afar ON messages (space, conversation)
    WHERE origin NOT IN ('operator', 'user', 'assistant');

-- --------------------------------------------------------------------------------------------- memories

-- An episode has no content of its own: its text is its message's (`transcribes`), so that there is one truth.
-- A tombstone has neither content nor hash: a hash of a short text can be guessed.
-- A memory that was withdrawn (undo of an insertion) gives its number to no other: cursors page over it.
CREATE TABLE memories (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    content TEXT,
    content_hash TEXT,
    kind TEXT NOT NULL CHECK (kind IN (
        'episode', 'fact', 'preference', 'rule', 'lesson', 'insight', 'decision', 'knowledge', 'observation')),
    form TEXT NOT NULL CHECK (form IN ('episodic', 'semantic')),
    status TEXT NOT NULL CHECK (status IN (
        'needs_review', 'approved_for_reuse', 'rejected', 'expired', 'one_time_exception', 'sensitive', 'superseded')),
    state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'gone')),
    basis TEXT NOT NULL CHECK (basis IN ('stated', 'observed', 'inferred')),
    origin TEXT NOT NULL REFERENCES origins (origin),
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 5),
    observed_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    reinforced_at TEXT NOT NULL,
    conversation TEXT,
    transcribes TEXT,
    reflection TEXT,
    claim_subject TEXT,
    claim_attribute TEXT,
    claim_value TEXT,
    claim_affirmed INTEGER CHECK (claim_affirmed IN (0, 1)),
    confidence REAL NOT NULL,
    importance REAL NOT NULL,
    stability_days REAL NOT NULL,
    strength REAL NOT NULL,
    uses INTEGER NOT NULL,
    contexts INTEGER NOT NULL,
    applications INTEGER NOT NULL,
    tags TEXT NOT NULL,
    emotion REAL NOT NULL,
    pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    approved_by TEXT,
    referred_at TEXT,
    valid_from TEXT,
    valid_until TEXT,
    version INTEGER NOT NULL,
    gone_at TEXT,
    CHECK (transcribes IS NULL OR content IS NULL),
    CHECK ((gone_at IS NULL) = (state <> 'gone')),
    CHECK (gone_at IS NULL OR (content IS NULL AND content_hash IS NULL AND transcribes IS NULL)),
    UNIQUE (space, id),
    FOREIGN KEY (space, transcribes) REFERENCES messages (space, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX memories_in_order ON memories (space, seq);
CREATE INDEX memories_by_status ON memories (space, status, state, kind);
CREATE INDEX memories_by_hash ON memories (space, content_hash) WHERE content_hash IS NOT NULL;
CREATE INDEX memories_in_slot ON memories (space, claim_subject, claim_attribute) WHERE claim_subject IS NOT NULL;
CREATE INDEX memories_transcribing ON memories (space, transcribes) WHERE transcribes IS NOT NULL;
CREATE INDEX memories_of_conversation ON memories (space, conversation) WHERE conversation IS NOT NULL;

-- A quoted message cannot be erased while the quote stays: checked when the transaction ends (X3).
CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    memory TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    message TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    quote TEXT NOT NULL,
    origin TEXT NOT NULL,
    UNIQUE (space, memory, ordinal),
    FOREIGN KEY (space, memory) REFERENCES memories (space, id),
    FOREIGN KEY (space, message) REFERENCES messages (space, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX evidence_in_message ON evidence (space, message);

CREATE TABLE links (
    space TEXT NOT NULL,
    memory TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    relation TEXT NOT NULL CHECK (relation IN (
        'co_activated', 'schema_instance', 'supports', 'contradicts', 'supersedes', 'derived_from')),
    target TEXT NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (space, memory, ordinal),
    FOREIGN KEY (space, memory) REFERENCES memories (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_to ON links (space, target, relation);

-- An index follows `seq`, so a replaced vector gets a new one, and none is ever given twice.
CREATE TABLE vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    memory TEXT NOT NULL,
    identity TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (space, identity, memory),
    FOREIGN KEY (space, memory) REFERENCES memories (space, id)
) STRICT;
CREATE INDEX vectors_in_order ON vectors (space, identity, seq);
CREATE INDEX vectors_of_memory ON vectors (space, memory);

CREATE TABLE entities (
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'place', 'organisation', 'thing')),
    handle TEXT NOT NULL,
    PRIMARY KEY (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE entity_names (
    space TEXT NOT NULL,
    entity TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (space, entity, ordinal),
    FOREIGN KEY (space, entity) REFERENCES entities (space, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------- thinking

CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    tier TEXT NOT NULL CHECK (tier IN ('lightweight', 'adaptive', 'nightly', 'weekly')),
    key TEXT NOT NULL,
    interaction TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'poison')),
    priority INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    lease_owner TEXT,
    lease_until TEXT,
    problem TEXT,
    UNIQUE (space, id)
) STRICT;
CREATE UNIQUE INDEX jobs_one_per_key ON jobs (space, key) WHERE state <> 'done';
CREATE INDEX jobs_runnable ON jobs (space, priority DESC, seq) WHERE state IN ('queued', 'running');

CREATE TABLE reflections (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    job TEXT,
    tier TEXT NOT NULL CHECK (tier IN ('lightweight', 'adaptive', 'nightly', 'weekly')),
    thinker TEXT NOT NULL,
    inputs TEXT NOT NULL,
    at TEXT NOT NULL,
    proposed INTEGER NOT NULL,
    prompt_hash TEXT,
    problem TEXT,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX reflections_in_order ON reflections (space, seq);

CREATE TABLE proposals (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    reflection TEXT,
    proposal TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('accepted', 'held', 'refused')),
    findings TEXT NOT NULL,
    at TEXT NOT NULL,
    memory TEXT,
    decided_by TEXT,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX proposals_with_outcome ON proposals (space, outcome, seq);

-- What a proposal came to, names or quotes, so that forgetting finds it.
CREATE TABLE proposal_subjects (
    space TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('memory', 'message')),
    subject TEXT NOT NULL,
    proposal TEXT NOT NULL,
    PRIMARY KEY (space, kind, subject, proposal),
    FOREIGN KEY (space, proposal) REFERENCES proposals (space, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX proposal_subjects_of ON proposal_subjects (space, proposal);

-- --------------------------------------------------------------------------------------------- servings

CREATE TABLE servings (
    seq INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    query TEXT NOT NULL,
    conversation TEXT,
    tokens INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX servings_in_order ON servings (space, seq);
CREATE INDEX servings_of_conversation ON servings (space, conversation, seq) WHERE conversation IS NOT NULL;

CREATE TABLE serving_items (
    space TEXT NOT NULL,
    serving TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    memory TEXT NOT NULL,
    score REAL NOT NULL,
    components TEXT NOT NULL,
    PRIMARY KEY (space, serving, ordinal),
    FOREIGN KEY (space, serving) REFERENCES servings (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX serving_items_of_memory ON serving_items (space, memory);

-- --------------------------------------------------------------------------------------------- the journal

CREATE TABLE journal (
    space TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    cause INTEGER,
    previous TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (space, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX journal_undoings ON journal (space, seq, cause) WHERE action = 'undone';

CREATE TABLE journal_parts (
    row INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'memory', 'entity', 'proposal', 'note')),
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    salt BLOB,
    payload TEXT,
    by_row INTEGER NOT NULL CHECK (by_row IN (0, 1)),
    UNIQUE (space, seq, ordinal),
    FOREIGN KEY (space, seq) REFERENCES journal (space, seq)
) STRICT;
CREATE INDEX journal_parts_about ON journal_parts (space, kind, id);

-- --------------------------------------------------------------------------------------------- text search

-- Contentless: the text is kept once, in its row. Deleted text leaves the index's segments at `optimize` (P3).
CREATE VIRTUAL TABLE memory_text USING fts5 (
    content,
    content = '',
    contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2'
);
