-- name: spending_row
SELECT s.id, s.job, s.task, s.model, s.size, s.at, s.day, s.state, s.tokens, s.money, s.input_tokens, s.output_tokens,
    s.problem
FROM spendings s

-- name: spendings
{spending_row} WHERE s.space = :space ORDER BY s.seq DESC LIMIT :limit

-- name: spendings_since
{spending_row} WHERE s.space = :space AND s.day >= :since ORDER BY +s.seq DESC LIMIT :limit

-- name: spent_where
SELECT count(*), coalesce(sum(s.tokens), 0), coalesce(sum(s.money), 0) FROM spendings s
WHERE s.space = :space AND s.state <> 'failed'

-- name: only_on_day
AND s.day = :day

-- name: only_by_job
AND s.job = :job

-- name: put_spending
INSERT INTO spendings (space, id, job, task, model, size, at, day, state, tokens, money, input_tokens, output_tokens,
    problem)
VALUES (:space, :id, :job, :task, :model, :size, :at, :day, :state, :tokens, :money, :input_tokens, :output_tokens,
    :problem)
ON CONFLICT (space, id) DO UPDATE SET job = excluded.job, task = excluded.task, model = excluded.model,
    size = excluded.size, at = excluded.at, day = excluded.day, state = excluded.state, tokens = excluded.tokens,
    money = excluded.money, input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
    problem = excluded.problem
