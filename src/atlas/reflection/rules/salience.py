"""Which open claims are worth proposing: what a message is about, not every clause it has.

A short message is about what it says. In a long, chatty one a person would note down only what carries weight: claims
rich in telling words, and a good part of all that was said. Settled facts (names, homes, health, family, style) are
never weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from atlas.reflection.rules.draft import Draft
from atlas.reflection.rules.english.grammar import STOP_WORDS
from atlas.reflection.rules.gist import gist
from atlas.reflection.rules.telling import OPEN
from atlas.reflection.rules.token import tokenise

SHORT_MESSAGE: Final = 14
"""Up to so many words a message is taken to be about everything it says."""
SHARE_WEIGHT: Final = 14.0
ENOUGH: Final = 12.0
JOINING: Final = frozenset({"did", "does", "plans", "wants", "feels", "believes", "likes", "knows"})
LEADING: Final = JOINING - {"believes", "likes", "knows"}
SECOND_PERSON: Final = frozenset({"you", "your", "yours", "yourself", "u"})


def weighed(drafts: Iterable[Draft], own: str) -> Iterator[Draft]:
    words = [token.low for token in tokenise(own[:4000]) if token.word]
    said = len(telling_words(words))
    short = len(words) <= SHORT_MESSAGE
    for draft in drafts if short else joined(list(drafts), said):
        exempt = draft.attribute not in OPEN or (short and draft.attribute != "believes")
        if exempt or weight(draft, said) >= ENOUGH:
            yield draft


def joined(drafts: list[Draft], said: int) -> Iterator[Draft]:
    """Light claims of one kind about one subject, said one after the other, make one note together."""
    held: Draft | None = None
    for draft in drafts:
        if held and _belongs(held, draft) and weight(held, said) < ENOUGH:
            held = _join(held, draft)
            continue
        if held:
            yield held
        held = draft
    if held:
        yield held


def _belongs(first: Draft, second: Draft) -> bool:
    alike = first.subject == second.subject and first.affirmed and second.affirmed
    return alike and first.attribute in LEADING and second.attribute in JOINING and second.start >= first.end


def _join(first: Draft, second: Draft) -> Draft:
    text = f"{first.value}, {second.value}"
    also = (*first.also, (second.start, second.end), *second.also)
    return replace(first, value=gist(text, tokenise(text)), also=also, referred=first.referred or second.referred)


def weight(draft: Draft, said: int) -> float:
    """How many telling words a claim has, and what share of the message they are."""
    words = [token.low for token in tokenise(draft.value) if token.word]
    count = len(telling_words(words))
    addressed = sum(1 for word in words if word in SECOND_PERSON)
    return count + SHARE_WEIGHT * count / max(1, said) - addressed


def telling_words(words: Iterable[str]) -> set[str]:
    return {word for word in words if word not in STOP_WORDS and len(word) > 1}
