-- What is owed, thought, noticed and spent. The same rules as in statements.sql hold.

-- ============================================================================================ jobs

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

-- ============================================================================================ reflections

-- name: reflection_row
SELECT r.id, r.job, r.task, r.thinker, r.inputs, r.at, r.proposed, r.trigger, r.trust, r.said, r.prompt_hash, r.calls,
    r.tokens, r.money, r.problem
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
    tokens, money, problem)
VALUES (:space, :id, :job, :task, :thinker, :inputs, :at, :proposed, :trigger, :trust, :said, :prompt_hash, :calls,
    :tokens, :money, :problem)

-- ============================================================================================ proposals

-- name: judged_row
SELECT p.id, p.reflection, p.proposal, p.outcome, p.findings, p.at, p.memory, p.decided_by FROM proposals p

-- name: judged
{judged_row} WHERE p.space = :space AND p.id = :id

-- name: judged_about
{judged_row} WHERE p.space = :space AND p.id IN (
    SELECT s.proposal FROM proposal_subjects s
    WHERE s.space = :space AND s.kind = 'memory' AND s.subject IN :memories[]
    UNION
    SELECT s.proposal FROM proposal_subjects s
    WHERE s.space = :space AND s.kind = 'message' AND s.subject IN :messages[]) ORDER BY p.seq

-- name: judged_with
{judged_row} WHERE p.space = :space AND p.outcome = :outcome ORDER BY p.seq DESC LIMIT :limit

-- name: judged_by
{judged_row} WHERE p.space = :space AND p.reflection = :reflection ORDER BY p.seq

-- name: changes_waiting
{judged_row} WHERE p.space = :space AND p.outcome = 'held' AND p.decided_by IS NULL AND p.memory IS NULL
ORDER BY p.reflection IS NULL, p.seq DESC LIMIT :limit

-- name: put_judged
INSERT INTO proposals (space, id, reflection, proposal, outcome, findings, at, memory, decided_by)
VALUES (:space, :id, :reflection, :proposal, :outcome, :findings, :at, :memory, :decided_by)
ON CONFLICT (space, id) DO UPDATE SET reflection = excluded.reflection, proposal = excluded.proposal,
    outcome = excluded.outcome, findings = excluded.findings, at = excluded.at, memory = excluded.memory,
    decided_by = excluded.decided_by

-- name: drop_subjects
DELETE FROM proposal_subjects WHERE space = :space AND proposal = :id

-- name: add_subject
INSERT INTO proposal_subjects (space, kind, subject, proposal) VALUES (:space, :kind, :subject, :id)

-- name: erase_judged
DELETE FROM proposals WHERE space = :space AND id IN :ids[]

-- ============================================================================================ noticing

-- name: signal_row
SELECT kind, about, seen_in, score, at, source, message, start_at, end_at, figures, note FROM signals

-- name: signals
{signal_row} WHERE space = :space AND about IN :ids[] ORDER BY seq

-- name: signals_since
{signal_row} WHERE space = :space AND at >= :since ORDER BY seq DESC LIMIT :limit

-- name: signals_of_kind_since
{signal_row} WHERE space = :space AND kind = :kind AND at >= :since ORDER BY seq DESC LIMIT :limit

-- name: put_signal
INSERT INTO signals (space, kind, about, seen_in, score, at, source, message, start_at, end_at, figures, note)
VALUES (:space, :kind, :about, :seen_in, :score, :at, :source, :message, :start, :end, :figures, :note)
ON CONFLICT (space, about, seen_in, kind, source) DO UPDATE SET score = excluded.score, at = excluded.at,
    message = excluded.message, start_at = excluded.start_at, end_at = excluded.end_at, figures = excluded.figures,
    note = excluded.note

-- name: failure_row
SELECT id, about, signal, at, asked, told, type, pattern, identity, vector FROM failures

-- name: failure
{failure_row} WHERE space = :space AND id = :id

-- name: failures
{failure_row} WHERE space = :space ORDER BY seq DESC LIMIT :limit

-- name: put_failure
INSERT INTO failures (space, id, about, signal, at, asked, told, type, pattern, identity, vector)
VALUES (:space, :id, :about, :signal, :at, :asked, :told, :type, :pattern, :identity, :vector)
ON CONFLICT (space, id) DO UPDATE SET about = excluded.about, signal = excluded.signal, at = excluded.at,
    asked = excluded.asked, told = excluded.told, type = excluded.type, pattern = excluded.pattern,
    identity = excluded.identity, vector = excluded.vector

-- name: pattern_row
SELECT id, type, description, evidence, confidence, first_seen, last_seen, count, active, sources FROM patterns

-- name: pattern
{pattern_row} WHERE space = :space AND id = :id

-- name: patterns
{pattern_row} WHERE space = :space ORDER BY seq

-- name: patterns_that_are
{pattern_row} WHERE space = :space AND active = :active ORDER BY seq

-- name: put_pattern
INSERT INTO patterns (space, id, type, description, evidence, confidence, first_seen, last_seen, count, active, sources)
VALUES (:space, :id, :type, :description, :evidence, :confidence, :first_seen, :last_seen, :count, :active, :sources)
ON CONFLICT (space, id) DO UPDATE SET type = excluded.type, description = excluded.description,
    evidence = excluded.evidence, confidence = excluded.confidence, first_seen = excluded.first_seen,
    last_seen = excluded.last_seen, count = excluded.count, active = excluded.active, sources = excluded.sources

-- name: suggestion_row
SELECT id, text, sources, trust, state, created_at, reflection, due_at, offered_at, decided_at FROM suggestions

-- name: suggestion
{suggestion_row} WHERE space = :space AND id = :id

-- name: suggestions
{suggestion_row} WHERE space = :space ORDER BY seq DESC LIMIT :limit

-- name: suggestions_in_state
{suggestion_row} WHERE space = :space AND state = :state ORDER BY seq DESC LIMIT :limit

-- name: put_suggestion
INSERT INTO suggestions (space, id, text, sources, trust, state, created_at, reflection, due_at, offered_at, decided_at)
VALUES (:space, :id, :text, :sources, :trust, :state, :created_at, :reflection, :due_at, :offered_at, :decided_at)
ON CONFLICT (space, id) DO UPDATE SET text = excluded.text, sources = excluded.sources, trust = excluded.trust,
    state = excluded.state, created_at = excluded.created_at, reflection = excluded.reflection,
    due_at = excluded.due_at, offered_at = excluded.offered_at, decided_at = excluded.decided_at

-- ============================================================================================ erasing thoughts (X3)

-- name: interactions_of_messages
SELECT DISTINCT interaction FROM messages WHERE space = :space AND id IN :messages[]

-- name: erase_signals
DELETE FROM signals WHERE space = :space AND (
    about IN :interactions[] OR seen_in IN :interactions[] OR (message IS NOT NULL AND message IN :messages[]))

-- name: failures_over
SELECT id FROM failures WHERE space = :space AND (
    about IN :interactions[] OR (asked IS NOT NULL AND asked IN :messages[])
    OR (told IS NOT NULL AND told IN :messages[]))

-- name: erase_failures
DELETE FROM failures WHERE space = :space AND id IN :ids[]

-- name: erase_patterns
DELETE FROM patterns WHERE space = :space AND id IN :ids[]

-- What belonged to a pattern that went belongs to none, and can be seen in another one.
-- name: release_failures
UPDATE failures SET pattern = NULL WHERE space = :space AND pattern IS NOT NULL AND pattern IN :ids[]

-- ============================================================================================ triggers

-- name: standing_row
SELECT trigger, next_due, attempted_at, attempted_turn, fired, held_back FROM standings

-- name: standing
{standing_row} WHERE space = :space AND trigger = :trigger

-- name: standings
{standing_row} WHERE space = :space ORDER BY trigger

-- name: put_standing
INSERT INTO standings (space, trigger, next_due, attempted_at, attempted_turn, fired, held_back)
VALUES (:space, :trigger, :next_due, :attempted_at, :attempted_turn, :fired, :held_back)
ON CONFLICT (space, trigger) DO UPDATE SET next_due = excluded.next_due, attempted_at = excluded.attempted_at,
    attempted_turn = excluded.attempted_turn, fired = excluded.fired, held_back = excluded.held_back

-- name: add_period
INSERT INTO periods (space, trigger, period) VALUES (:space, :trigger, :period)
ON CONFLICT (space, trigger, period) DO NOTHING

-- ============================================================================================ what it costs

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
