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
