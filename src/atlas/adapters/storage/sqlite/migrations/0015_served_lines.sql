-- Which lines of a document stood in a context, by their numbers (C8).

ALTER TABLE serving_documents ADD COLUMN lines TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(lines));
