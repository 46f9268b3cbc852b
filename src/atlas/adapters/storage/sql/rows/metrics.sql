-- name: figure_row
SELECT name, day, value, cases FROM figures

-- name: figures
{figure_row} WHERE space = :space AND day >= :since ORDER BY day, name

-- name: figures_named
{figure_row} WHERE space = :space AND day >= :since AND name IN :names[] ORDER BY day, name

-- name: put_figure
INSERT INTO figures (space, name, day, value, cases) VALUES (:space, :name, :day, :value, :cases)
ON CONFLICT (space, day, name) DO UPDATE SET value = excluded.value, cases = excluded.cases

-- name: escalation
SELECT rung, since, why FROM escalations WHERE space = :space

-- name: put_escalation
INSERT INTO escalations (space, rung, since, why) VALUES (:space, :rung, :since, :why)
ON CONFLICT (space) DO UPDATE SET rung = excluded.rung, since = excluded.since, why = excluded.why
