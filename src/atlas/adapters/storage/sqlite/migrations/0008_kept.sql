-- Until now an interaction was kept as memories in the transaction that took it in; from now on a mark says how far.
INSERT INTO marks (space, name, value)
SELECT i.space, 'kept', MAX(i.seq) FROM interactions i GROUP BY i.space;
