"""What a question is about: wiki pages and positions are found by their topic (C6)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.language.document_lines import list_lines
from atlas.language.folding import limit_marks
from atlas.language.words import split_words
from atlas.model.document import Document, DocumentKind
from atlas.model.document_paths import LOG_SLUG
from atlas.model.ids import MemoryId

_READ: Final = 10_000
"""Of a question, in characters."""
_TELLING: Final = 4
"""Letters from which on an English word says something by itself. Other scripts say more in fewer."""
_ENOUGH: Final = 0.5
"""Of the words of a topic, how many a question must hold to be about it."""


@dataclass(frozen=True, slots=True)
class TopicIndex:
    """Topics by their words, for many questions."""

    topics: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many words each has."""
    by_word: Mapping[str, tuple[int, ...]]

    def find_topics(self, question: str, found: Iterable[str] = ()) -> list[int]:
        """Find the places of topics that the question names first, then of those in the texts found for it."""
        if not self.topics:
            return []
        asked = self._shares(_extract_words(question))
        named = self._shares(frozenset().union(*map(_extract_words, found)))
        about = {place for shares in (asked, named) for place, share in shares.items() if share >= _ENOUGH}
        return sorted(about, key=lambda place: (-asked.get(place, 0.0), -named.get(place, 0.0), place))

    def _shares(self, words: frozenset[str]) -> dict[int, float]:
        hits = Counter(place for word in words for place in self.by_word.get(word, ()))
        return {place: count / self.sizes[place] for place, count in hits.items()}


def index_topics(topics: Sequence[str]) -> TopicIndex:
    words = [_extract_topic_words(topic) for topic in topics]
    by_word: dict[str, list[int]] = {}
    for place, topic_words in enumerate(words):
        for word in topic_words:
            by_word.setdefault(word, []).append(place)
    placed = {word: tuple(places) for word, places in by_word.items()}
    return TopicIndex(tuple(topics), tuple(map(len, words)), placed)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All documents of a space, with the wiki's approved pages by their topics; for many questions."""

    documents: tuple[Document, ...]
    pages: tuple[Document, ...]
    """In the order of their ids."""
    topics: TopicIndex
    sources: tuple[MemoryId, ...] = ()
    """The memories that lines of approved documents come from."""

    def find_pages(self, question: str, found: Iterable[str] = ()) -> tuple[Document, ...]:
        """Find pages named by the question first, then pages named by the texts found for it."""
        return tuple(self.pages[place] for place in self.topics.find_topics(question, found))


def build_shelf(documents: Sequence[Document]) -> Shelf:
    pages = tuple(sorted((each for each in documents if _is_page(each)), key=lambda each: each.id))
    return Shelf(tuple(documents), pages, index_topics([page.title for page in pages]), _find_sources(documents))


def _is_page(document: Document) -> bool:
    return document.kind is DocumentKind.WIKI and document.served and document.title != LOG_SLUG


def _find_sources(documents: Sequence[Document]) -> tuple[MemoryId, ...]:
    lines = (line for each in documents if each.served for line in list_lines(each.text))
    return tuple(dict.fromkeys(source for line in lines for source in line.sources))


def _extract_topic_words(title: str) -> frozenset[str]:
    """Drop the short words of a title, unless there are no others."""
    words = _extract_words(title)
    return frozenset(word for word in words if len(word) >= _TELLING or not word.isascii()) or words


def _extract_words(text: str) -> frozenset[str]:
    """Normalise spelling and plural: "Gardens" is about the garden."""
    plain = unicodedata.normalize("NFKC", limit_marks(text[:_READ])).casefold()
    return frozenset(
        word.removesuffix("s") if len(word) > _TELLING else word for word in split_words(plain, joined_by="_")
    )
