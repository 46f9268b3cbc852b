-- Which positions stood in a context, as they were then: their numbers move (C8).

CREATE TABLE serving_beliefs (
    space TEXT NOT NULL,
    serving TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    belief TEXT NOT NULL,
    stance REAL NOT NULL,
    confidence REAL NOT NULL,
    PRIMARY KEY (space, serving, ordinal),
    FOREIGN KEY (space, serving) REFERENCES servings (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX serving_beliefs_of ON serving_beliefs (space, belief);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('serving_beliefs', 'serving_beliefs', '100000 50000 3 1'),
    ('serving_beliefs', 'serving_beliefs_of', '100000 50000 500');
ANALYZE sqlite_schema;
