"""The words by which entries are compared: what carries meaning, as stems, with a few that stand for each other."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.negation import DENIALS
from atlas.language.text_cache import cache_text
from atlas.language.words import words

_EMPTY: Final = """
a about actually after again all almost already also always am an and any are as at be became because been before being
both but by came can come could currently did do does doing done each either else ever every few for from get gets
getting go goes going gone got had has have having he her here hers him his how i if in indeed into is it its itself
just kind later least less let like likely lot made make makes many may maybe me mentioned might mine moment more most
much must my near nearly need now of off often ok on once one only onto or other our ours out over own perhaps per
please quite rather really regarding said same say says see seem seems several shall she should since so some someone
something sometimes somewhere soon sort still such than that the their theirs them then there these they thing things
this those though through to today together too toward towards try under until up upon us use user users using usually
various very was way we well were what when where whether which while who whole whom whose why will with within would
yes yet you your yours yourself confirmed updated noted note according chat conversation
"""
_GROUPS: Final = """
live reside dwell|buy bought purchase purchased|want wish desire|prefer preference|employ job work|relocate move moved
dislike hate|love enjoy adore|begin start|kid child children|mom mum mother|dad father|photo picture|flat apartment
car automobile|big large|small little|fix repair|doctor physician|film movie|holiday vacation|favorite favourite
color colour|allergic allergy|due because|speak talk|own possess|study studied|meet met|finish finished complete
"""


def _stem_words(text: str) -> frozenset[str]:
    return frozenset(stem for word in text.split() for stem in words(word))


EMPTY: Final = frozenset(_EMPTY.split()) | _stem_words(_EMPTY)
_ONE_FOR_ALL: Final = {
    stem: words(group.split()[0])[0]
    for row in _GROUPS.strip().splitlines()
    for group in row.split("|")
    for word in group.split()
    for stem in words(word)
}
_FILE: Final = re.compile(r"\b(\w+)\.([a-z]\w{0,4}\b)")
"""A file's name is one word."""
_SHORTENED: Final = re.compile(r"n['’]t\b", re.IGNORECASE)


_WOULD_LIKE: Final = re.compile(r"\b(?:would|['’]d) like\b", re.IGNORECASE)
_LONG: Final = 6
_MISSPELT: Final = frozenset("".join(sorted(word)) for word in EMPTY if len(word) >= _LONG)


def extract_telling_stems(text: str) -> frozenset[str]:
    """The stems that carry its meaning; a denial is not among them."""
    plain = _FILE.sub(r"\1\2", _SHORTENED.sub("", _WOULD_LIKE.sub("want", text)))
    return frozenset(_unify_synonym(stem) for stem in words(plain) if not _is_empty(stem)) - DENIALS


@cache_text(65_536)
def _is_empty(stem: str) -> bool:
    """Also with two letters exchanged, as people and models mistype them."""
    return stem in EMPTY or (len(stem) >= _LONG and "".join(sorted(stem)) in _MISSPELT)


@cache_text(65_536)
def _unify_synonym(stem: str) -> str:
    return _ONE_FOR_ALL.get(stem, stem)
