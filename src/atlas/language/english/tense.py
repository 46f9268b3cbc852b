"""Whether words are told as past or as what is, or is to come: by the verb that stands nearest to them.

"I said yes, I start June 1 at Lidl" has a past in it, and tells of what is to come: the verb of "Lidl" is "start".
There is no list of all verbs: a present is known by its subject ("I commence") or by its ending ("the lease ends").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import Final

from atlas.language.english.lexicon.deeds import ALSO_PRESENT, BASES, MORE_VERBS, PASTS, VERBS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.verb_phrases import strip_ending

_WORD: Final = re.compile(r"[^\W\d_]+|['’](?:m|re|s|ve|d|ll)\b|[,;:.!?]")
_CONTRACTED: Final = re.compile(r"n['’]t\b", re.I)
_SUBJECTS: Final = word_set("i we you they she he it who which")
_SINGULAR: Final = word_set("she he it who which")
_BEING: Final = word_set("am is are be being m re get gets getting")
"""Behind which a participle tells no past: "I am promoted", "we get married"."""
_HAVING: Final = word_set("have has having ve")
_MODALS: Final = word_set("can could might must should would ll")
_UNSURE: Final = frozenset(["s", "d"])
"""What is left of *is* and *has*, of *had* and *would*."""
_PAST_TOO: Final = word_set("cut hit hurt let put quit set shut split")
"""Of those that are a present too what is rather told of the past."""
_NO_PAST: Final = word_set("hundred indeed need")
_SHORT: Final = 3
"""Letters of a word in -ed that is no past: "bed", "red"."""
_BETWEEN: Final = word_set(
    """
    all already also always and back both just last never not now officially once only really since soon still then to
    yes
    """
)
"""What stands between a subject and its verb; further ones end in -ly."""
_NOUN_FOLLOWS: Final = word_set(
    """
    a an the my our your his her its their this that these those some any no two three at by for from in into of off on
    over through until till up with without as
    """
)
_INTENDED: Final = word_set("agreed arranged asked decided due meant offered planned promised scheduled supposed told")
"""What goes before *to* and a verb of what is to come: "I agreed to start in June"."""
_VERBS: Final = (
    VERBS
    | MORE_VERBS
    | frozenset(BASES.values())
    | word_set(
        """
        arrive change close end expire finish graduate head increase land marry open resign retire return start switch
        terminate transfer turn
        """
    )
)


class _Tense(Enum):
    PAST = auto()
    PRESENT = auto()


def is_told_as_past(clause: str, start: int, end: int) -> bool:
    """Tell whether what stands there in a clause is told as past: by the last verb before it, else by its own first
    word, else by the first verb behind it."""
    stretches = (clause[:start], clause[start:end], clause[end:])
    before, value, behind = (list(_read_tenses(_list_words(each))) for each in stretches)
    return next(iter([*reversed(before), *value, *behind]), None) is _Tense.PAST


def _list_words(text: str) -> list[str]:
    found = _WORD.findall(_CONTRACTED.sub(" not", text))
    return [word.strip("'’") if word[:1] in "'’" else word for word in found]


def _read_tenses(words: Iterable[str]) -> Iterator[_Tense]:
    """The tense of each finite verb, in order; a participle belongs to the auxiliary before it."""
    before, subject, auxiliary, link = "", "", "", ""
    for written in words:
        word = written.casefold()
        if not word.isalpha():
            before, subject, auxiliary, link = "", "", "", ""
        elif word in _SUBJECTS:
            before, subject, auxiliary, link = word, word, "", ""
        elif word in _BETWEEN or word.endswith("ly"):
            link = word
        elif link == "to" and before in _INTENDED and word not in _NOUN_FOLLOWS:
            yield _Tense.PRESENT
            before, subject, auxiliary, link = word, "", "", ""
        else:
            tense = _read_tense(word, before, subject, auxiliary)
            if tense is None and link == "and" and word in _VERBS:
                tense = _Tense.PRESENT
            if tense is not None:
                yield tense
            auxiliary = word if word in _BEING | _HAVING | _UNSURE else ""
            before, subject, link = word, "", ""


def _read_tense(word: str, before: str, subject: str, auxiliary: str) -> _Tense | None:
    if word in _BEING or word in _HAVING or word in _MODALS:
        return _Tense.PRESENT
    if word in _UNSURE:
        return None
    if _is_past(word) and before not in _NOUN_FOLLOWS:
        return _Tense.PRESENT if auxiliary in _BEING else _Tense.PAST
    if subject and _may_be_present(word, subject):
        return _Tense.PRESENT
    if before and before not in _NOUN_FOLLOWS and word.endswith("s") and strip_ending(word) in _VERBS:
        return _Tense.PRESENT
    return None


def _is_past(word: str) -> bool:
    if word in _NO_PAST or word.endswith("eed"):
        return False
    regular = word.endswith("ed") and len(word) > _SHORT
    return regular or word in _PAST_TOO or (word in PASTS and word not in ALSO_PRESENT)


def _may_be_present(word: str, subject: str) -> bool:
    """Whether the word behind a subject is what it does: any behind "I", one in -s behind "she"."""
    return not word.endswith("ing") and (subject not in _SINGULAR or word.endswith("s"))
