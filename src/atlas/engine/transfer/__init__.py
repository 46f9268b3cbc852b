"""In and out: import of histories, replay, following transcripts, export, restore, backup.

Its face: `import_history` and `import_batches` (a history comes in), `follow_transcript` (a session as it grows),
`export`, `restore_preview` and `restore_export`, `backup`, `document_copies` (documents checked out as files, and
brought back).
"""
