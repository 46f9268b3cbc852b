"""The sentences of an English message that are its speaker's own, without what was pasted, quoted or played."""

from __future__ import annotations

from atlas.language.english.passage import blank_foreign_text, split_sentences
from atlas.language.english.stance import asks_to_forget, is_game_open

__all__ = ["asks_to_forget", "blank_foreign_text", "is_game_open", "split_sentences"]
