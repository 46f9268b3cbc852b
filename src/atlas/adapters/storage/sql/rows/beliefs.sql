-- name: belief_row
SELECT id, topic, stance, confidence, support, contradiction, formed, reinforced, status, state, origin, trust,
    updated_at, raised, lowered, shift, pinned, corrected, corrected_turn, approved_by,
    version FROM beliefs

-- name: belief
{belief_row} WHERE space = :space AND id = :id

-- name: beliefs
{belief_row} WHERE space = :space ORDER BY formed, seq

-- name: add_belief
INSERT INTO beliefs (space, id, topic, stance, confidence, support, contradiction, formed, reinforced, status, state,
    origin, trust, updated_at, raised, lowered, shift, pinned, corrected, corrected_turn, approved_by, version)
VALUES (:space, :id, :topic, :stance, :confidence, :support, :contradiction, :formed, :reinforced, :status, :state,
    :origin, :trust, :updated_at, :raised, :lowered, :shift, :pinned, :corrected, :corrected_turn, :approved_by,
    :version)

-- name: replace_belief
UPDATE beliefs SET topic = :topic, stance = :stance, confidence = :confidence, support = :support,
    contradiction = :contradiction, formed = :formed, reinforced = :reinforced, status = :status, state = :state,
    origin = :origin, trust = :trust, updated_at = :updated_at, raised = :raised, lowered = :lowered, shift = :shift,
    pinned = :pinned, corrected = :corrected, corrected_turn = :corrected_turn, approved_by = :approved_by, version = :version
WHERE space = :space AND id = :id AND version = :expected

-- name: remove_belief
DELETE FROM beliefs WHERE space = :space AND id = :id

-- name: argument_row
SELECT id, belief, message, turn, direction, strength, reasoning, reliability, novelty, at, consistent, insight,
    judged_by, settled, integrated FROM arguments

-- name: argument
{argument_row} WHERE space = :space AND id = :id

-- name: arguments
{argument_row} WHERE space = :space AND belief = :belief ORDER BY turn, seq

-- name: cooling_arguments
{argument_row} WHERE space = :space AND settled IS NULL ORDER BY turn, seq

-- name: pending_arguments
{argument_row} WHERE space = :space AND integrated IS NULL AND insight <> '' ORDER BY turn, seq

-- name: arguments_from
{argument_row} WHERE space = :space AND message IN :messages[] ORDER BY turn, seq

-- name: put_argument
INSERT INTO arguments (space, id, belief, message, turn, direction, strength, reasoning, reliability, novelty, at,
    consistent, insight, judged_by, settled, integrated)
VALUES (:space, :id, :belief, :message, :turn, :direction, :strength, :reasoning, :reliability, :novelty, :at,
    :consistent, :insight, :judged_by, :settled, :integrated)
ON CONFLICT (space, id) DO UPDATE SET belief = excluded.belief, message = excluded.message, turn = excluded.turn,
    direction = excluded.direction, strength = excluded.strength, reasoning = excluded.reasoning,
    reliability = excluded.reliability, novelty = excluded.novelty, at = excluded.at,
    consistent = excluded.consistent, insight = excluded.insight, judged_by = excluded.judged_by,
    settled = excluded.settled, integrated = excluded.integrated

-- name: remove_argument
DELETE FROM arguments WHERE space = :space AND id = :id

-- name: snapshot_row
SELECT turn, at, committed, unique_ratio, confident, kept FROM snapshots

-- name: snapshots
{snapshot_row} WHERE space = :space AND turn > :after ORDER BY turn LIMIT :limit

-- name: last_snapshot
{snapshot_row} WHERE space = :space ORDER BY turn DESC LIMIT 1

-- name: put_snapshot
INSERT INTO snapshots (space, turn, at, committed, unique_ratio, confident, kept)
VALUES (:space, :turn, :at, :committed, :unique_ratio, :confident, :kept)
ON CONFLICT (space, turn) DO UPDATE SET at = excluded.at, committed = excluded.committed,
    unique_ratio = excluded.unique_ratio, confident = excluded.confident, kept = excluded.kept
