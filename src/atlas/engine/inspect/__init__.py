"""Looking without changing: status, health, why, the graph, the audit, lists.

Its face: `status` (also the doctor and the lists), `health`, `explain` (why), `served_lines` (the lines of documents
in a context), `graph`, `audit`, `browse` (memories by a filter), `corrections` (what was asked, replied and corrected
behind a memory), `resolve_entity` (whom a name means), `archived_text` (the whole text behind a gist), `documents`
(versions, differences, where a line comes from), `version_stories` (what a version did, and to which documents),
`beliefs` (positions, and the life of one), `metrics` (the figures of each day, and their alerts), `picture` (writers,
statuses and read paths in figures), `week` (the page of a week),
`policy_replay` (what another policy would have decided).
"""
