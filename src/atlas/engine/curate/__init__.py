"""What is proposed, judged and decided: proposals, review, explicit feedback, provenance, conflicts, undo.

Its face: `proposals` (judges, commits, decides), `conversations` (review of whole conversations), `review_counts`
(how much waits), `review_queue` (what waits, in clusters), `review_cards` (one of it), `review_decisions` (choices on
cards and clusters), `conflicts`, `explicit_feedback`, `pinning`, `suggestions`, `provenance` (moves origins),
`quarantine` (contains what came from somewhere), `source_check` (whether sources still hold), `undo` (takes a change
back), `rollback` (compares with the past, and brings it back), `demotion` (what harms, back to a person), `documents`
(edits by a person, restored versions, notes), `beliefs` (what a person does to a position),
`decisions` (what people decided).
"""
