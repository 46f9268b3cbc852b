"""Where a text mentions a fact, in whatever conversation it stands: by its value, and by the words that tell it.

A value that says much alone ("90,000 euros", "Oslo") is known by itself, an ordinary short word ("tea") only beside
another word of its fact. A sentence tells a fact again where its value stands beside who it is about and what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from atlas.engine.core.text_masks import Span, overlaps_any
from atlas.language.figures import find_numbers, list_digit_groups, list_long_numbers
from atlas.language.registry import LANGUAGE
from atlas.language.sentences import sentence_spans
from atlas.language.words import find_words, words
from atlas.model.claim import Claim
from atlas.model.entity import USER, belongs_to
from atlas.model.memory import Memory
from atlas.model.origin import Origin
from atlas.retrieval.query_terms import COMMON

MOST_WITHDRAWN: Final = 10_000
"""Facts of a space that are looked for in what is served; the sensitive come first."""
_LONG: Final = 5
"""Letters from which on a single word in small letters is seldom an everyday one."""
_PLURAL_FROM: Final = 4
_KIN: Final = 6
"""Words that begin with so many of the same letters are of one family."""
_ORDINARY: Final = frozenset({"gender", "marital_status", "diet", "is", "trait", "feels", "does", "did"})
"""Attributes whose values are everyday words: "single", "happy"."""
_FIRST: Final = LANGUAGE.pronouns.list_first_person_stems()
_SECOND: Final = LANGUAGE.pronouns.list_second_person_stems()
_USER: Final = frozenset(words("user"))
_ENDING: Final = r"(?:e?s)?(?:['’]s?)?"


def list_said_words(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts, and the digits within them, by which is told what they could mention."""
    said = {word for text in texts for word in words(text)}
    return frozenset((*said, *(digits for word in said for digits in list_digit_groups(word))))


def could_mention(said: frozenset[str], value: str) -> bool:
    """Whether texts with these words may say a value: cheap, and never wrongly no."""
    if any(number[: length + 1] in said for number in list_long_numbers(value) for length in range(len(number))):
        return True
    telling = _telling_words(value)
    return bool(telling) and telling <= said


def find_value(text: str, value: str) -> Iterator[Span]:
    """Where a value stands as words of its own, in any case, in the singular, the plural or with a possessive s."""
    if not _could_say(text, value):
        return
    parts = LANGUAGE.pronouns.strip_leading_article(value).split()
    if not parts:
        return
    last = parts[-1]
    if len(last) >= _PLURAL_FROM and last[-1:] in "sS" and last[-2:].lower() != "ss":
        last = last[:-1]
    ending = _ENDING if last[-1:].isalpha() else ""
    pattern = r"\s+".join(re.escape(part) for part in (*parts[:-1], last))
    before = r"(?<!\w)" if parts[0][0].isalnum() else ""
    after = r"(?!\w)" if last[-1].isalnum() else ""
    yield from (found.span() for found in re.finditer(f"{before}{pattern}{ending}{after}", text, re.IGNORECASE))


def _could_say(text: str, value: str) -> bool:
    """Whether a text has the beginning of a value's last word: cheap, and never wrongly no.

    Beyond ASCII nothing is told by it: other letters may be the same in any case.
    """
    if not (text.isascii() and value.isascii()):
        return True
    said = value.lower().split()
    return not said or said[-1][:-1] in text.lower()


def find_sensitive_value(fact: Memory, text: str) -> Iterator[Span]:
    """Where any text of the space says the value of a sensitive fact."""
    if fact.claim is None:
        return
    yield from find_numbers(text, list_long_numbers(fact.claim.value))
    found = list(find_value(text, fact.claim.value))
    if found and not _is_distinctive(fact.claim):
        found = [span for span in found if any(_has_cue(fact, text[a:b]) for a, b in _sentences_of(text, span))]
    yield from found


def find_telling_parts(text: str, value: str) -> Iterator[Span]:
    """Where a text says what tells a value: its long numbers; of a value without one, each word that is seldom an
    everyday one, in any form."""
    numbers = list_long_numbers(value)
    yield from find_numbers(text, numbers)
    stems = frozenset() if numbers else _rare_stems(value)
    if stems and not stems.isdisjoint(words(text)):
        yield from (found.span() for found in find_words(text) if not stems.isdisjoint(words(found[0])))


def shares_telling_words(text: str, value: str) -> bool:
    """Whether a text has a long number of a value, or of one without a number a word of the family of a rare one:
    "pregnancy" tells "pregnant"."""
    numbers = list_long_numbers(value)
    if numbers:
        return any(True for _ in find_numbers(text, numbers))
    families = _word_families(_rare_stems(value))
    return bool(families) and not families.isdisjoint(_word_families(words(text)))


def list_telling_needles(value: str) -> frozenset[str]:
    """Pieces of which one stands in a text that shares telling words with a value, to search for such texts."""
    if numbers := list_long_numbers(value):
        return frozenset(number[-2:] for number in numbers)  # however many digits are grouped, the last seldom is alone
    return frozenset(word[: min(_KIN, max(2, len(word) - 1))] for word in _list_rare_words(value))


def _rare_stems(value: str) -> frozenset[str]:
    return frozenset(stem for word in _list_rare_words(value) for stem in _telling_words(word))


def _list_rare_words(value: str) -> list[str]:
    return [found[0] for found in find_words(value) if _is_rare(found[0]) and _telling_words(found[0])]


def find_retold_value(fact: Memory, text: str, origin: Origin) -> Iterator[Span]:
    """Where a sentence tells the same claim again: the value, beside whom it is about and what is said of them."""
    if fact.claim is None or not _could_say(text, fact.claim.value) or not _telling_words(fact.claim.value):
        return
    for span in find_value(text, fact.claim.value):
        if any(_retells_claim(fact, fact.claim, text[start:end], origin) for start, end in _sentences_of(text, span)):
            yield span


def _sentences_of(text: str, span: Span) -> Iterator[Span]:
    return (each for each in sentence_spans(text) if overlaps_any(span, [each]))


def _retells_claim(fact: Memory, claim: Claim, sentence: str, origin: Origin) -> bool:
    other_words = frozenset(words(sentence)) - frozenset(words(claim.value))
    users = _user_pronouns(origin) | _USER
    about = users if claim.subject == USER else _subject_words(claim)
    if not about.isdisjoint(other_words):
        return _has_cue(fact, sentence, or_none=True)
    # "You earn 90,000 euros at Acme": such a number is no chance, and says by itself which thing of the user it is of
    owned = belongs_to(claim.subject, USER) and bool(list_long_numbers(claim.value))
    return (
        owned
        and not users.isdisjoint(other_words)
        and not _word_families(_quoted_words(fact)).isdisjoint(_word_families(other_words))
    )


def _has_cue(fact: Memory, sentence: str, *, or_none: bool = False) -> bool:
    """Whether a sentence has another word of what the fact says; a fact may have none ("Marta has cancer")."""
    if fact.claim is None:
        return False
    said = frozenset(words(sentence))
    stated = frozenset(words(fact.content)) - _ignored_words(fact.claim)
    if not stated:
        about = _FIRST | _SECOND if fact.claim.subject == USER else _subject_words(fact.claim)
        return or_none or not about.isdisjoint(said)
    return not _word_families(stated | _quoted_words(fact)).isdisjoint(_word_families(said))


def _quoted_words(fact: Memory) -> frozenset[str]:
    """The telling words beside the value in a fact's quotes."""
    taken = _ignored_words(fact.claim) if fact.claim else COMMON
    return frozenset(word for each in fact.evidence for word in words(each.quote)) - taken


def _ignored_words(claim: Claim) -> frozenset[str]:
    return COMMON | _USER | _subject_words(claim) | frozenset(words(claim.value))


def _user_pronouns(origin: Origin) -> frozenset[str]:
    """The pronouns by which a speaker of this origin speaks of the user."""
    if origin is Origin.USER:
        return _FIRST
    return _SECOND if origin is Origin.ASSISTANT else _FIRST | _SECOND


def _subject_words(claim: Claim) -> frozenset[str]:
    """The words a claim's subject is called by: "ana" of "user:ana", "brother" of "user/brother"."""
    return frozenset(words(re.split("[/:]", claim.subject)[-1])) if claim.subject != USER else _USER


def _is_distinctive(claim: Claim) -> bool:
    telling = [word for word in LANGUAGE.pronouns.strip_leading_article(claim.value).split() if _telling_words(word)]
    if len(telling) != 1:
        return bool(telling)
    (word,) = telling
    if any(sign.isdigit() for sign in word):
        return bool(list_long_numbers(word))
    return _is_rare(word) and (claim.attribute not in _ORDINARY or word[:1].isupper() or not word.isascii())


def _is_rare(word: str) -> bool:
    return word[:1].isupper() or not word.isascii() or len(word) >= _LONG


def _telling_words(text: str) -> frozenset[str]:
    return frozenset(word for word in words(text) if word not in COMMON and (len(word) > 1 or not word.isascii()))


def _word_families(stems: Iterable[str]) -> frozenset[str]:
    """The beginnings of words, by which "allergic" and "allergy" meet."""
    return frozenset(stem[:_KIN] for stem in stems)
