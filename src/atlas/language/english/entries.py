"""What the entries of a memory say in English, and whether they say anything (X6)."""

from __future__ import annotations

from atlas.language.english.entry_rules.content_words import extract_telling_stems
from atlas.language.english.entry_rules.junk import find_junk_reason, is_pleasantry
from atlas.language.english.entry_rules.memory_frames import remove_memory_frames
from atlas.language.english.entry_rules.slot_values import read_matter, read_slot_value

__all__ = [
    "extract_telling_stems",
    "find_junk_reason",
    "is_pleasantry",
    "read_matter",
    "read_slot_value",
    "remove_memory_frames",
]
