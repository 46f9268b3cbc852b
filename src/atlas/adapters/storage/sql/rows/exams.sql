-- name: exams
SELECT id, at, asked, right_with, right_without FROM exams
WHERE space = :space ORDER BY at DESC, seq DESC LIMIT :limit

-- name: add_exam
INSERT INTO exams (space, id, at, asked, right_with, right_without)
VALUES (:space, :id, :at, :asked, :right_with, :right_without)
