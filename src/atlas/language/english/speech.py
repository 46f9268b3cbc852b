"""The sentences of an English message that are its speaker's own, without what was pasted, quoted or played."""

from __future__ import annotations

from atlas.language.english.rules.passage import own_words as blank_foreign_text
from atlas.language.english.rules.passage import sentences as split_sentences
from atlas.language.english.rules.stance import still_playing as is_game_open

__all__ = ["blank_foreign_text", "is_game_open", "split_sentences"]
