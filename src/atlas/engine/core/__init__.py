"""What every other wing stands on: the runtime with its ports, the ledger (the one door to memory), marks, vectors.

Its face: `runtime` and `access` (what a verb works with, whole or in part), `policy` (what is set about jobs and
sessions), `ledger` (the one door), `as_of` (how a memory stood), `vectors` (the index and the vectors of memories),
`verification` (the journal against the rows), `document_versions` and `document_files` (documents over time, and as a
copy by path), `belief_rows` and `belief_replay` (beliefs as plain data, and folded anew), `marks` and `replay_mark`
(how far work has come), `deadline` and `foreground` (who waits for whom), `message_text` and `text_masks` (messages
whole, and without what is withheld), `scheduling` (how jobs are made), `constitution` (upheld before prompts and
after thinking), `escalation` (where the engine stands on the ladder, and what that holds back), `containment` (what
is quarantined, and a reader without it), `speakers` (who speaks in a space), `collection_pause` (while many rows are
read), `log_fields` and `troubles` (what an operator is told).
"""
