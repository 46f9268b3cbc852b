-- name: job_columns
id, task, key, interaction, state, priority, created_at, trigger, due_at, pinned, attempts, failures, again, size,
    lease_owner, lease_until, problem

-- name: job_row
SELECT {job_columns} FROM jobs

-- name: job
{job_row} WHERE space = :space AND id = :id

-- name: open_job
{job_row} WHERE space = :space AND key = :key AND state NOT IN ('done', 'dropped')

-- name: jobs
{job_row} WHERE space = :space ORDER BY priority DESC, seq LIMIT :limit

-- name: jobs_in_state
{job_row} WHERE space = :space AND state = :state ORDER BY priority DESC, seq LIMIT :limit

-- name: job_count
SELECT count(*) FROM jobs WHERE space = :space AND state = :state

-- name: only_runnable
((j.state = 'queued' AND (j.due_at IS NULL OR j.due_at <= :now))
    OR (j.state = 'running' AND (j.lease_until IS NULL OR j.lease_until <= :now)))

-- Whether there is one now is seen at once; only where all of them wait is each asked until when.
-- name: next_job_at
SELECT CASE WHEN EXISTS (
        SELECT 1 FROM jobs j WHERE j.space = :space AND j.state IN ('queued', 'running') AND {only_runnable})
    THEN :now
    ELSE (SELECT min(CASE w.state WHEN 'queued' THEN w.due_at ELSE w.lease_until END) FROM jobs w
        WHERE w.space = :space AND w.state IN ('queued', 'running')) END

-- name: add_job
INSERT INTO jobs (space, id, task, key, interaction, state, priority, created_at, trigger, due_at, pinned, attempts,
    failures, again, size, lease_owner, lease_until, problem)
SELECT :space, :id, :task, :key, :interaction, :state, :priority, :created_at, :trigger, :due_at, :pinned, :attempts,
    :failures, :again, :size, :lease_owner, :lease_until, :problem
WHERE NOT EXISTS (
    SELECT 1 FROM jobs j WHERE j.space = :space AND j.key = :key AND j.state NOT IN ('done', 'dropped'))

-- Of one key at most one job is open, so that this counts once (J5). What is said twice of the state is for the index.
-- name: count_again
UPDATE jobs SET again = again + 1
WHERE space = :space AND key = :key AND state = 'running' AND state NOT IN ('done', 'dropped')

-- name: put_job
UPDATE jobs SET task = :task, key = :key, interaction = :interaction, state = :state, priority = :priority,
    created_at = :created_at, trigger = :trigger, due_at = :due_at, pinned = :pinned, attempts = :attempts,
    failures = :failures, again = :again, size = :size, lease_owner = :lease_owner, lease_until = :lease_until,
    problem = :problem
WHERE space = :space AND id = :id

-- name: answered_jobs
SELECT DISTINCT job FROM answers WHERE space = :space

-- name: answers
SELECT job, ordinal, sample, prompt_hash, model, text, at FROM answers
WHERE space = :space AND job = :job ORDER BY ordinal, sample, seq

-- name: put_answer
INSERT INTO answers (space, job, ordinal, sample, prompt_hash, model, text, at)
VALUES (:space, :job, :ordinal, :sample, :prompt_hash, :model, :text, :at)
ON CONFLICT (space, job, ordinal, sample, prompt_hash) DO NOTHING

-- name: drop_answers
DELETE FROM answers WHERE space = :space AND job = :job

-- name: erase_answers
DELETE FROM answers WHERE space = :space
