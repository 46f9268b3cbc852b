"""Other people's history, read from files (X7): exports of assistants, transcripts, dumps and notes of other memories.

A file is somebody else's, and may be a trap (P8). It is read in chunks and given item by item, so that neither its size
nor its shape decides how much memory that takes; what is broken is left out and named, and where nothing sensible can
follow the file is refused.

    reading.py       what it is, and its items: the two functions that others use
    sources.py       a file, a folder or a ZIP archive as named streams of bytes        archives.py, folders.py
    splitting.py     a stream cut into items or lines, within bounds
    parsing.py       one item as JSON, strictly
    rows.py          items with the place where they stand
    pieces.py        lines gathered into conversations, as many as may be held
    lengths.py       texts that are longer than anybody speaks
    naming.py        names for turns that have none of their own
    chatgpt.py, claude.py, claude_code.py, codex.py, mem0.py, markdown.py, turns.py      one layout each
"""

from __future__ import annotations

from atlas.adapters.history.reading import extent, read, recognise

__all__ = ["extent", "read", "recognise"]
