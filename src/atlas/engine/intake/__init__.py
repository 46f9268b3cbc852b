"""What comes in: interactions, their episodes, the signals in them, and the use that replies made of memories.

Its face: `observe` (stores an interaction), `sessions` (ends a run of them), `episodes` (makes its memories),
`signals` and `failures` (detect what went well or wrong), `arguments` (which words argue), `outcome_reports` (what an
application reports), `ingestion` (knowledge from files), `replies` and `reply_feedback` (what replies used).
"""
