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

-- name: all_judged
SELECT p.id, p.reflection, p.proposal, p.outcome, p.findings, p.at, p.memory, p.decided_by, p.seq FROM proposals p
WHERE +p.space = :space AND p.seq > :after ORDER BY p.seq LIMIT :limit

-- name: judged_by
{judged_row} WHERE p.space = :space AND p.reflection = :reflection ORDER BY p.seq

-- name: changes_waiting
{judged_row} WHERE p.space = :space AND p.outcome = 'held' AND p.decided_by IS NULL AND p.memory IS NULL
    AND NOT EXISTS (
        SELECT 1 FROM proposal_subjects s JOIN memories m ON m.space = s.space AND m.id = s.subject
        WHERE s.space = p.space AND s.proposal = p.id AND s.kind = 'memory' AND m.state = 'quarantined')
    AND NOT EXISTS (
        SELECT 1 FROM proposal_subjects s JOIN memories m ON m.space = s.space AND m.transcribes = s.subject
        WHERE s.space = p.space AND s.proposal = p.id AND s.kind = 'message' AND m.state = 'quarantined')
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
