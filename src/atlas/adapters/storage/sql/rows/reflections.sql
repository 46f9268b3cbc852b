-- name: reflection_row
SELECT r.id, r.job, r.task, r.thinker, r.inputs, r.at, r.proposed, r.trigger, r.trust, r.said, r.prompt_hash, r.calls,
    r.tokens, r.money, r.problem, r.duration_ms
FROM reflections r

-- name: reflection
{reflection_row} WHERE r.space = :space AND r.id = :id

-- name: reflections_where
{reflection_row} WHERE r.space = :space

-- name: only_task
AND r.task = :task

-- name: only_since
AND r.at >= :since

-- name: only_job
AND r.job = :job

-- name: latest_first
ORDER BY r.seq DESC LIMIT :limit

-- Few are so new: they are found by their time and sorted. The plus keeps the planner from reading all from the end.
-- name: latest_of_few
ORDER BY +r.seq DESC LIMIT :limit

-- name: blank_reflections
UPDATE reflections SET said = '{}', problem = NULL WHERE space = :space AND id IN :ids[]

-- name: add_reflection
INSERT INTO reflections (space, id, job, task, thinker, inputs, at, proposed, trigger, trust, said, prompt_hash, calls,
    tokens, money, problem, duration_ms)
VALUES (:space, :id, :job, :task, :thinker, :inputs, :at, :proposed, :trigger, :trust, :said, :prompt_hash, :calls,
    :tokens, :money, :problem, :duration_ms)
