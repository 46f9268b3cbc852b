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
