"""Phrases that a verb opens: whether one does, its third person, its base, and whether it is told as past."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.deeds import ALSO_PRESENT, BASES, MORE_VERBS, VERBS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.folding import fold_text

_VERBS: Final = VERBS | MORE_VERBS
"""Of a word that is not here nobody knows whether it is the verb ("usually run")."""
_VOWEL: Final = frozenset("aeiouy")
_IRREGULAR: Final = MappingProxyType({"have": "has"})
_FURTHER: Final = re.compile(r"(?:[,;]|\b(?:and|or|but|then))\s+(?:then\s+)?(\w+)")
"""What may be a second verb: "get up at six and run"."""
_OBJECT_OPENS: Final = word_set("a an her his its my our some that the their these this those your")
"""Behind which there is no noun: "kneel the", and no "gospel my"."""
_NO_VERB: Final = re.compile(
    r"\A(?:and|at|all|both|but|by|for|from|half|in|just|not|of|off|on|or|out|over|than|to|up|with|without)\Z"
)
_STATE: Final = re.compile(
    r"(?:addicted|allowed|based|called|committed|dedicated|divorced|driven|engaged|enrolled|hooked|interested|involved"
    r"|married|named|obsessed|registered|retired|signed\s+up|subscribed|trained|used\s+to)\b",
    re.I,
)
"""What one is, though it looks like what one did."""
_REGULAR_PAST: Final = re.compile(r"[a-z]{2,}ed", re.I)


def opens_with_verb(phrase: str) -> bool:
    """Tell whether the first word is a verb: one that is known, or one that an object follows ("moderate a group")."""
    first, _, rest = phrase.partition(" ")
    verb = fold_text(first)
    if verb in _VERBS:
        return True
    followed = fold_text(rest.partition(" ")[0]) in _OBJECT_OPENS
    other = is_past(phrase) or is_ongoing(phrase) or is_third_person(phrase) or _NO_VERB.match(verb)
    return followed and first.isalpha() and first.islower() and not other


def has_one_verb(phrase: str) -> bool:
    """Tell whether a phrase is one verb in its base form and what goes with it."""
    return opens_with_verb(phrase) and not _VERBS.intersection(map(fold_text, _FURTHER.findall(phrase)))


def is_third_person(phrase: str) -> bool:
    """Tell whether a phrase opens with a word that ends as what a third person does: "watches"."""
    verb = fold_text(phrase.partition(" ")[0])
    return verb.endswith("s") and not verb.endswith("ss")


def is_ongoing(phrase: str) -> bool:
    """Tell whether a phrase opens with a form in -ing, and not with "ring", "sing", "bring"."""
    verb = fold_text(phrase.partition(" ")[0])
    return verb.endswith("ing") and not _VOWEL.isdisjoint(verb[:-3])


def is_past(phrase: str) -> bool:
    """Tell whether a phrase opens with what was done: "sold roses"; not "put" or "read", which are a present too."""
    first, _, rest = phrase.partition(" ")
    past = fold_text(first)
    if _STATE.match(phrase) or not rest or past in ("was", "were", "hundred") or past.endswith("eed"):
        return False
    return (past in BASES and past not in ALSO_PRESENT) or (bool(_REGULAR_PAST.fullmatch(past)) and past not in _VERBS)


def is_state(phrase: str) -> bool:
    """Tell whether a phrase says what one is, in the form of what was done to one: "involved in a charity"."""
    return _STATE.match(phrase) is not None


def third_person(verb: str) -> str:
    """Form what a third person does: "runs", "goes", "tries"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("ch", "sh", "ss", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou") else f"{verb}s"


def strip_ending(verb: str) -> str:
    """Strip the ending of a third person: "watch" of "watches", "try" of "tries"."""
    if verb.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def find_base_form(phrase: str) -> str | None:
    """Find what one does, as it stands behind *does not*: "do dishes" of "does dishes", "sell roses" of "sold roses";
    None where no verb opens it."""
    first, space, rest = phrase.partition(" ")
    verb = fold_text(first)
    based = _find_base(verb)
    if based is None:
        return phrase if has_one_verb(phrase) else None
    changed = f"{based}{space}{rest}"
    return changed if based in BASES.values() or has_one_verb(changed) else None


def _find_base(verb: str) -> str | None:
    """The verb of which a word is the third person or the past; of a base form none."""
    if verb in _VERBS:
        return None
    if verb in BASES:
        return BASES[verb]
    present = next((each for each in _VERBS if verb == third_person(each)), None)
    if present is not None or not _REGULAR_PAST.fullmatch(verb):
        return present
    stem = verb.removesuffix("ed")
    doubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    forms = (stem, f"{stem}e", doubled, f"{stem[:-1]}y" if stem.endswith("i") else stem)
    return next((each for each in forms if each in _VERBS), None)
