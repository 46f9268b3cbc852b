"""Names and formats of the figures of simulated lives; the same on the terminal and on the page."""

from __future__ import annotations

from typing import Final

OUTCOMES: Final = ("right", "stale", "wrong", "unknown")
SYSTEMS: Final = (("with memory", "memory"), ("BM25 over the transcript", "bm25"), ("without", "without"))
"""Who answers, and the key of its answers."""
ROWS: Final = (
    ("questions asked", "questions", "{:.0f}"),
    ("style mistakes made again", "style_repeats", "{:.0%}"),
    ("fact mistakes made again", "fact_repeats", "{:.0%}"),
    ("learned and in service", "kept", "{:.0f}"),
    ("no longer so among it", "stale_kept", "{:.0f}"),
    ("junk among it", "junk", "{:.0%}"),
    ("junk facts", "junk_facts", "{:.1f}"),
    ("wrong ones", "wrong_facts", "{:.1f}"),
    ("trivial ones", "trivial_facts", "{:.1f}"),
    ("said beside what was told", "beside_facts", "{:.1f}"),
    ("doubles", "double_facts", "{:.1f}"),
    ("true by the way", "incidental_facts", "{:.1f}"),
    ("poison", "poison", "{:.0f}"),
    ("tokens of a context, median", "tokens", "{:.0f}"),
    ("its lines about what was asked", "precision", "{:.0%}"),
    ("its lines that are old questions", "old_questions", "{:.0%}"),
    ("wishes that reach a greeting", "wishes_served", "{:.0%}"),
    ("lines of documents", "document_lines", "{:.0f}"),
    ("bytes of documents", "document_bytes", "{:.0f}"),
    ("versions of documents", "document_versions", "{:.0f}"),
    ("contradictions in documents", "document_contradictions", "{:.0f}"),
    ("decisions owed a week", "decisions_a_week", "{:.1f}"),
    ("held for a person a week", "held_a_week", "{:.1f}"),
    ("waiting for a person", "waiting", "{:.0f}"),
    ("shown of what waits", "shown", "{:.0f}"),
)
"""The other figures of a measured day: what each is called, its key and its format."""


def format_figure(value: float | None, form: str) -> str:
    """A figure for people; a dash where there was nothing to measure."""
    return "-" if value is None else form.format(value)
