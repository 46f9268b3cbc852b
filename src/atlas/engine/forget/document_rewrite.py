"""Documents without what is forgotten (X3).

A document was written from many sources and quotes none of them, so that nothing says which of its sentences came from
where. Whatever in it names what goes is taken for derived from it and goes too; what was learned from elsewhere can be
learned again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.engine.forget.journal_residue import Words, names_in
from atlas.model.document import Document, items
from atlas.model.entity import USER
from atlas.model.text import folded

_SHORTEST_VALUE: Final = 3
"""In bytes: "no" and "5" are values too, and stand everywhere; a name of two signs in other scripts is longer."""
_SHORTEST_PHRASE: Final = 12
"""A message such as "Yes, please." says nothing by itself."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, and by which words one knows whom it is said of; of the user everything is said, without a word."""

    value: Words
    about: Words | None

    def stands_in(self, text: str) -> bool:
        return self.value.stand_in(text) and (self.about is None or self.about.stand_in(text))


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is to go, as far as it can be found by its words."""

    asked: Words
    """What somebody wants forgotten by name: a page that is called so goes whole."""
    facts: tuple[Fact, ...]
    phrases: Words
    """What messages and memories say that go."""

    def said_in(self, text: str) -> bool:
        named = self.asked.stand_in(text) or self.phrases.stand_in(text)
        return named or any(fact.stands_in(text) for fact in self.facts)


def leaving(
    asked: Words, claims: Iterable[tuple[str, str]], names: Mapping[str, Sequence[str]], phrases: Iterable[str]
) -> Leaving:
    """`claims` are subjects and values; `names` what each subject is called."""
    telling = [(subject, folded(value)) for subject, value in sorted(claims)]
    facts = tuple(
        Fact(_words(value), None if subject == USER else _words(names_in(subject).rpartition("/")[2], *names[subject]))
        for subject, value in telling
        if len(value.encode()) >= _SHORTEST_VALUE
    )
    said = frozenset(phrase for phrase in map(folded, phrases) if len(phrase) >= _SHORTEST_PHRASE)
    return Leaving(asked, facts, Words(said))


def _words(*names: str) -> Words:
    return Words(frozenset(filter(None, map(folded, names))), as_names=True)


def rewritten(documents: Sequence[Document], going: Leaving) -> list[Document]:
    """Those that change, as they are to be."""
    pairs = [(document, _without(document, going)) for document in documents]
    return [after for before, after in pairs if after != before]


def _without(document: Document, going: Leaving) -> Document:
    """Item by item. Where it stands across two of them, none is left."""
    if going.asked.stand_in(document.title):
        return replace(document, title="", text="")
    kept = "".join(item for item in items(document.text) if not going.said_in(item))
    return replace(document, text="" if going.said_in(kept) else kept)
