"""What can be noted of an exchange by simple rules: its tone, its topics, whether something is left open (J8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.english.lexicon.grammar import FILLERS, STOP_WORDS
from atlas.language.english.lexicon.tone import EMPTY_VERBS, FEELINGS, IMPERATIVE_ONLY, TEXT_TASKS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.passage import own_words
from atlas.language.words import asks, spelled
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember

MAX_TOPICS: Final = 5
LEAST_LETTERS: Final = 4
_TALK: Final = STOP_WORDS | FILLERS | EMPTY_VERBS | IMPERATIVE_ONLY | TEXT_TASKS

_GLAD: Final = word_set(
    """
    amazed blessed calm cheerful comfortable confident content eager ecstatic elated energised energized excited
    fulfilled glad grateful happy hopeful inspired joyful keen lucky motivated optimistic overjoyed passionate peaceful
    pleased proud psyched pumped refreshed relaxed relieved satisfied stoked thankful thrilled touched
    love great awesome amazing fantastic wonderful thanks perfect
    """
)
_BAD: Final = (
    FEELINGS - _GLAD - word_set("curious open ready interested committed dedicated focused low down moved")
) | (word_set("hate annoying terrible horrible useless broken wrong worse worst awful"))


def tone_of(messages: Iterable[Message]) -> str:
    """As the user's own words sound: one of `shapes.TONES`."""
    said = {word for message in messages for word, _ in spelled(own_words(message.text))}
    glad, bad = bool(said & _GLAD), bool(said & _BAD)
    if glad and bad:
        return "mixed"
    return "positive" if glad else "negative" if bad else "neutral"


def topics_of(texts: Iterable[str], most: int = MAX_TOPICS) -> tuple[str, ...]:
    """The telling words that come most often, each as it was first written; the earlier one first among equals."""
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    for text in texts:
        for word, stem in spelled(text):
            if word not in _TALK and len(word) >= LEAST_LETTERS and not word.isdigit():
                counted[stem] += 1
                written.setdefault(stem, word)
    return tuple(written[stem] for stem, _ in counted.most_common(most))


def common_words(texts: Sequence[str], most: int = MAX_TOPICS) -> tuple[str, ...]:
    """Telling words that at least half of the texts have, the most common first."""
    each = [topics_of([text], 50) for text in texts]
    stems = [{stem for word in row for _, stem in spelled(word)} for row in each]
    counted = Counter(stem for row in stems for stem in row)
    written = {stem: word for row in reversed(each) for word in row for _, stem in spelled(word)}
    often = [(stem, count) for stem, count in counted.items() if 2 * count >= len(texts)]
    ordered = sorted(often, key=lambda pair: (-pair[1], written[pair[0]]))
    return tuple(written[stem] for stem, _ in ordered[:most])


def left_open(messages: Sequence[Message]) -> bool:
    """Whether a question stands without an answer: the user's with no reply, or the one that a reply ends with."""
    if not messages:
        return False
    last = messages[-1]
    return asks(last.text) > 0 if last.role is Role.USER else asks(last.text) == 2


def insight_of(proposals: Sequence[Remember], topics: Sequence[str]) -> str | None:
    """One sentence: what weighs most of what was learned, else what it was about."""
    if proposals:
        return f"{max(proposals, key=lambda proposal: proposal.importance).content}."
    return f"Nothing new; the words that say most: {', '.join(topics[:3])}." if topics else None
