"""Documents without what is forgotten (X3).

A document was written from many sources and quotes none of them, so that nothing says which of its sentences came from
where. Whatever in it names what goes is taken for derived from it and goes too; what was learned from elsewhere can be
learned again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.engine.forget.journal_residue import ForgetWords, name_in_id
from atlas.language.document_items import split_items
from atlas.language.folding import fold_text
from atlas.model.document import Document
from atlas.model.entity import USER
from atlas.model.journal import Part
from atlas.model.plain_data import from_plain

_SHORTEST_VALUE: Final = 3
"""In bytes: "no" and "5" are values too, and stand everywhere; a name of two signs in other scripts is longer."""
_SHORTEST_PHRASE: Final = 12
"""A message such as "Yes, please." says nothing by itself."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, and by which words one knows whom it is said of; of the user everything is said, without a word."""

    value: ForgetWords
    about: ForgetWords | None

    def occurs_in(self, text: str) -> bool:
        return self.value.occur_in(text) and (self.about is None or self.about.occur_in(text))


@dataclass(frozen=True, slots=True)
class ForgottenWords:
    """What is forgotten, as far as it can be found by its words."""

    asked: ForgetWords
    """What somebody wants forgotten by name: a page that is called so goes whole."""
    facts: tuple[Fact, ...]
    phrases: ForgetWords
    """What messages and memories say that go."""

    def is_told_in(self, text: str) -> bool:
        named = self.asked.occur_in(text) or self.phrases.occur_in(text)
        return named or any(fact.occurs_in(text) for fact in self.facts)


def describe_forgotten(
    asked: ForgetWords, claims: Iterable[tuple[str, str]], names: Mapping[str, Sequence[str]], phrases: Iterable[str]
) -> ForgottenWords:
    """The words of what is forgotten: `claims` are subjects and values, `names` what each subject is called."""
    telling = [(subject, fold_text(value)) for subject, value in sorted(claims)]
    facts = tuple(
        Fact(
            _as_names(value),
            None if subject == USER else _as_names(name_in_id(subject).rpartition("/")[2], *names[subject]),
        )
        for subject, value in telling
        if len(value.encode()) >= _SHORTEST_VALUE
    )
    said = frozenset(phrase for phrase in map(fold_text, phrases) if len(phrase) >= _SHORTEST_PHRASE)
    return ForgottenWords(asked, facts, ForgetWords(said))


def _as_names(*names: str) -> ForgetWords:
    return ForgetWords(frozenset(filter(None, map(fold_text, names))), as_names=True)


def rewrite_documents(documents: Sequence[Document], forgotten: ForgottenWords) -> list[Document]:
    """The documents that change, as they are to be."""
    pairs = [(document, _rewrite_document(document, forgotten)) for document in documents]
    return [after for before, after in pairs if after != before]


def _rewrite_document(document: Document, forgotten: ForgottenWords) -> Document:
    """A document without the items that tell what is forgotten; where it stands across two items, none is left."""
    if forgotten.asked.occur_in(document.title):
        return replace(document, title="", text="")
    kept = "".join(item for item in split_items(document.text) if not forgotten.is_told_in(item))
    return replace(document, text="" if forgotten.is_told_in(kept) else kept)


def is_told_in_part(part: Part, forgotten: ForgottenWords) -> bool:
    """Whether a version of a document, or the one before it, told what is forgotten."""
    change = part.change()
    rows = [row for row in (change.before, change.after) if row is not None] if change else []
    return bool(rewrite_documents([from_plain(Document, row) for row in rows], forgotten))
