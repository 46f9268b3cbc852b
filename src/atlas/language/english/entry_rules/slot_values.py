"""What an entry says of whom, by a light reading: enough to see that another says the opposite (X6, T16)."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.entry_rules.content_words import extract_telling_stems
from atlas.language.english.negation import denies_statement
from atlas.language.folding import fold_text
from atlas.language.interface import SlotValue

_NOW: Final = r"(?:currently |now |still )?"
_WHO: Final = r"(?P<who>(?:the )?user|i|[\w'’-]+(?: [\w'’-]+){0,3}?)"
_VALUE: Final = (
    r"(?P<value>[^,;.(]+?)(?: (?:and|but|since|because|with|as|from|where|for|in \d{4}|now|again)\b.*|[,;.(].*)?$"
)
_WHOSE: Final = r"(?P<who>(?:the )?user(?:'s|’s)|my|[\w'’ -]{1,30}(?:'s|’s))"
_SLOTS: Final = {
    "lives in": rf"^{_WHO} {_NOW}(?:lives?|resides?|is living|am living|is based|am based) in {_VALUE}",
    "works at": rf"^{_WHO} {_NOW}(?:works?|is employed|is working|am working) (?:at|for) {_VALUE}",
    "works as": rf"^{_WHO} {_NOW}(?:works?|is employed|is working|am working) as {_VALUE}",
    "name": rf"^{_WHOSE} name is {_VALUE}",
    "age": rf"^{_WHO} (?:is|am) (?P<value>\d{{1,3}}) years? old",
    "birthday": rf"^{_WHOSE} birthday is {_VALUE}",
    "favourite": rf"^{_WHOSE} fav(?:ou?)rite (?P<what>[\w ]{{1,30}}?) is {_VALUE}",
    "married": rf"^{_WHO} (?:is|am) {_NOW}(?P<value>married|single|divorced|widowed|engaged)\b",
    "born in": rf"^{_WHO} (?:was|were) born in {_VALUE}",
    "from": rf"^{_WHO} (?:is|am|comes?) (?:originally )?from {_VALUE}",
}
_READERS: Final = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _SLOTS.items()}
_LONGEST: Final = 200
_MOST_WORDS: Final = 6
_USER: Final = frozenset({"user", "the user", "i", "my", "user's", "the user's", "user’s", "the user’s"})
_DENIABLE: Final = 8
"""Telling words up to which one denial turns the whole text round."""


def read_slot_value(text: str) -> SlotValue | None:
    """The one thing of which only one can hold; None where nothing of the kind is said, or it is denied."""
    if len(text) > _LONGEST or denies_statement(text):
        return None
    for name, pattern in _READERS.items():
        found = pattern.match(text.strip())
        if found and len(found["value"].split()) <= _MOST_WORDS:
            who = fold_text(found["who"])
            what = found.groupdict().get("what") or ""
            return SlotValue(
                f"{'user' if who in _USER else who}|{name} {fold_text(what)}".strip(), fold_text(found["value"])
            )
    return None


def read_matter(text: str) -> tuple[str, bool] | None:
    """What is affirmed or denied, without the denial, and which of both it is."""
    stems = extract_telling_stems(text) if len(text) <= _LONGEST else frozenset()
    if not 0 < len(stems) <= _DENIABLE:
        return None
    return " ".join(sorted(stems)), denies_statement(text)
