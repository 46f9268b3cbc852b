"""Which open claims are worth proposing: what a message is about, not every clause it has.

A plain message is about what it says. Small talk is different: among thanks, greetings and questions back, a person
would note down the one thing told, if it has weight. Settled facts (names, homes, health, family, style) and what was
denied are never weighed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from atlas.language.english.lexicon.grammar import STOP_WORDS
from atlas.language.english.lexicon.tone import PHATIC
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.gist import gist
from atlas.language.english.rules.phrase import words_in
from atlas.language.english.rules.telling import OPEN
from atlas.language.english.rules.token import tokenise
from atlas.language.interface import Sentence
from atlas.model.claim import MAX_VALUE_WORDS

PLAIN_WORDS: Final = 18
PLAIN_SENTENCES: Final = 2
"""Up to so much a message without small talk is taken to be about everything it says."""
SHARE_WEIGHT: Final = 30.0
ENOUGH: Final = 20.0
OPINION: Final = 21.5
"""What a claim must weigh in small talk; an opinion, which comes cheap, a little more, and everywhere."""

_JOINING: Final = word_set("did plans does feels knows likes wants")
"""What may follow in one note; an opinion has a subject of its own, and would read as a deed."""
_LEADING: Final = _JOINING - {"likes", "knows"}
_EVENTS: Final = word_set("has did plans works_on likes wants uses")
_SOME_DIGIT: Final = re.compile(r"\d")
_FIRST_PERSON: Final = frozenset({"i", "we", "my", "our", "me"})
_SECOND_PERSON: Final = frozenset({"you", "your", "yours", "yourself", "u"})


def weighed(drafts: Iterable[Draft], said: list[Sentence]) -> list[Draft]:
    """The claims to propose, in the order they were said."""
    spoken = [sentence for sentence in said if sentence.mark != ":"]
    telling = len(telling_words(word for sentence in spoken if tells(sentence) for word in _words(sentence)))
    if plain(spoken):
        return [draft for draft in drafts if draft.attribute != "believes" or weight(draft, telling) >= OPINION]
    return list(_noted(list(_joined(list(drafts))), telling))


def plain(said: list[Sentence]) -> bool:
    """Whether a message just tells something: short, and without greetings or thanks."""
    if sum(len(_words(sentence)) for sentence in said) > PLAIN_WORDS or len(said) > PLAIN_SENTENCES:
        return False
    return not any(_phatic(sentence) for sentence in said)


def tells(sentence: Sentence) -> bool:
    """A sentence that tells something: no question, no greeting, and not only about the one spoken to."""
    words = set(_words(sentence))
    return (
        "?" not in sentence.mark
        and not _phatic(sentence)
        and not (words & _SECOND_PERSON and not words & _FIRST_PERSON)
    )


def _words(sentence: Sentence) -> list[str]:
    return [token.low for token in tokenise(sentence.text) if token.word]


def _phatic(sentence: Sentence) -> bool:
    words = _words(sentence)
    return len(words) < 5 and any(word in PHATIC for word in words[:2]) and not {"i", "my", "we"} & set(words)


def _noted(drafts: list[Draft], telling: int) -> Iterator[Draft]:
    best = max((weight(draft, telling) for draft in drafts if _open(draft)), default=0.0)
    noted: set[str] = set()
    for draft in drafts:
        enough = OPINION if draft.attribute == "believes" else ENOUGH
        words = telling_words(token.low for token in tokenise(draft.value) if token.word)
        if _open(draft) and draft.affirmed and 2 * len(words & noted) > len(words):
            continue  # the same words again: a remark that went with the deed before
        if not _open(draft) or (weight(draft, telling) >= max(best, enough) and not _motive(draft)) or _exact(draft):
            noted |= words
            yield draft


def _motive(draft: Draft) -> bool:
    """What someone wanted goes with the deed it explains ("painted it, wanted to show unity"); alone it says little."""
    return draft.attribute == "did" and draft.value.split()[0].casefold() in {"wanted", "needed"}


def _exact(draft: Draft) -> bool:
    """What names a name or a number is worth its own note: "booked a hotel in Tokyo", "spent $100"."""
    if draft.attribute not in _EVENTS or not draft.affirmed:
        return False
    return any(
        token.capital or _SOME_DIGIT.search(token.text) for token in tokenise(draft.value)[1:] if token.low != "i"
    )


def _open(draft: Draft) -> bool:
    return draft.attribute in (OPEN if draft.affirmed else _LEADING)


def _joined(drafts: list[Draft]) -> Iterator[Draft]:
    """Light claims about one subject, said one after the other, make one note together."""
    held: Draft | None = None
    for draft in drafts:
        if held and _belongs(held, draft) and words_in(held.value) < MAX_VALUE_WORDS - 1:
            held = _join(held, draft)
            continue
        if held:
            yield held
        held = draft
    if held:
        yield held


def _belongs(first: Draft, second: Draft) -> bool:
    alike = first.subject == second.subject and first.affirmed and second.affirmed
    return alike and first.attribute in _LEADING and second.attribute in _JOINING and second.start >= first.end


def _join(first: Draft, second: Draft) -> Draft:
    text = f"{first.value}, {second.value}"
    also = (*first.also, (second.start, second.end), *second.also)
    return replace(first, value=gist(text, tokenise(text)), also=also, referred=first.referred or second.referred)


def weight(draft: Draft, telling: int) -> float:
    """How many telling words a claim has, and what share of all that the message tells."""
    words = [token.low for token in tokenise(draft.value) if token.word]
    count = len(telling_words(words))
    addressed = sum(1 for word in words if word in _SECOND_PERSON)
    return count + SHARE_WEIGHT * count / max(1, telling) - addressed


def telling_words(words: Iterable[str]) -> set[str]:
    return {word for word in words if word not in STOP_WORDS and len(word) > 1}
