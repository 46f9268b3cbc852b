-- name: signal_row
SELECT kind, about, seen_in, score, at, source, message, start_at, end_at, figures, note FROM signals

-- name: signals
{signal_row} WHERE space = :space AND about IN :ids[] ORDER BY seq

-- name: signals_seen_in
{signal_row} WHERE space = :space AND seen_in IN :ids[] ORDER BY seq

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

-- name: erase_signals
DELETE FROM signals WHERE space = :space AND (
    about IN :interactions[] OR seen_in IN :interactions[] OR (message IS NOT NULL AND message IN :messages[]))
