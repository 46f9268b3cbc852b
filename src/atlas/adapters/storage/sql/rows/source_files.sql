-- name: source_files
SELECT folder, file, digest, chunks, memories, ingested_at FROM source_files
WHERE space = :space AND folder = :folder ORDER BY file

-- name: source_file
SELECT folder, file, digest, chunks, memories, ingested_at FROM source_files
WHERE space = :space AND folder = :folder AND file = :file

-- name: source_folders
SELECT DISTINCT folder FROM source_files WHERE space = :space ORDER BY folder

-- name: put_source_file
INSERT INTO source_files (space, folder, file, digest, chunks, memories, ingested_at)
VALUES (:space, :folder, :file, :digest, :chunks, :memories, :ingested_at)
ON CONFLICT (space, folder, file) DO UPDATE
SET digest = excluded.digest, chunks = excluded.chunks, memories = excluded.memories,
    ingested_at = excluded.ingested_at

-- name: remove_source_file
DELETE FROM source_files WHERE space = :space AND folder = :folder AND file = :file

-- name: watched_folders
SELECT folder, path, since, review FROM watched_folders WHERE space = :space ORDER BY path

-- name: put_watched_folder
INSERT INTO watched_folders (space, folder, path, since, review) VALUES (:space, :folder, :path, :since, :review)
ON CONFLICT (space, folder) DO UPDATE SET path = excluded.path, since = excluded.since, review = excluded.review

-- name: remove_watched_folder
DELETE FROM watched_folders WHERE space = :space AND folder = :folder
