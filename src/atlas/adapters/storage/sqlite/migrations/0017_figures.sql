-- Figures of each day, and where the engine stands on the ladder (H3, H4, H6).

CREATE TABLE figures (
    space TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    day TEXT NOT NULL,
    value REAL,
    cases INTEGER NOT NULL CHECK (cases >= 0),
    PRIMARY KEY (space, day, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE escalations (
    space TEXT NOT NULL PRIMARY KEY,
    rung TEXT NOT NULL CHECK (rung IN ('free', 'flagged', 'restricted', 'human review', 'paused')),
    since TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('figures', 'figures', '20000 10000 20 1'),
    ('escalations', 'escalations', '2 1');
ANALYZE sqlite_schema;
