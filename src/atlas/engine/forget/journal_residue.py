"""What only the journal still holds: memories that were withdrawn, names that were taken back, older wordings, notes.

A row that undo removed is a row no query finds, and its text stands in the journal all the same. Forgetting that looked
at rows alone would leave it there, and undoing the undo would bring it back (X3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.model.journal import Entry, Part, RowKind
from atlas.model.text import folded, spaced
from atlas.ports.reading import Reader

_PAGE: Final = 50
"""Entries at a time: one of a cycle has up to 500 parts."""
_SHORTEST_OWNER: Final = 3
"""From this many letters on, a name may carry an s of its own: "Marias"; "as" is not what a belongs to."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Words:
    """Texts that are to go: names stand as words of their own, anything else stands anywhere."""

    texts: frozenset[str] = frozenset()
    as_names: bool = False

    def stand_in(self, text: str | None) -> bool:
        said = spaced(text or "")
        return any(_is_named(said, name) if self.as_names else name in said for name in self.texts)


@dataclass(slots=True)
class Wanted:
    """What the rows already showed to be forgotten: by this, what the journal alone holds is known."""

    words: Words
    memories: frozenset[str]
    messages: frozenset[str]
    spans: Mapping[str, list[Span]]
    claims: frozenset[tuple[str, str, str]]
    """Subject, attribute and value of every claim that goes."""
    values: frozenset[str]
    """Values that go, as an entity may be called by them."""
    entities: frozenset[str]
    """Handles."""


@dataclass(slots=True)
class Past:
    memories: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    proposals: set[str] = field(default_factory=set)
    """Such as a correction, which names the value that was wrong."""
    values: set[str] = field(default_factory=set)
    """Of the claims found, since an entity may have been named by them."""
    claims: set[tuple[str, str]] = field(default_factory=set)
    """Their subjects and values, since a document may have been written from them."""
    edges: set[str] = field(default_factory=set)
    """Their names are those of their ends."""
    gists: set[str] = field(default_factory=set)
    """Messages whose words stand in a gist, also in one that was taken back."""


def past_of(reader: Reader, wanted: Wanted) -> Past:
    """One walk through the journal, which forgetting can afford: it rewrites the file anyway."""
    past = Past()
    for entry in _entries(reader):
        _look_at(entry, wanted, past)
    return past


def _entries(reader: Reader) -> Iterator[Entry]:
    after = 0
    while page := reader.entries(after, _PAGE):
        after = page[-1].seq
        yield from page


def _look_at(entry: Entry, wanted: Wanted, past: Past) -> None:
    """Memories first: what they say names entities, and a note beside one that goes is about it."""
    for part in _parts(entry, RowKind.MEMORY):
        told = [row for row in _rows(part) if _tells(row, wanted)]
        past.memories |= {part.id} if told else set()
        claims = {(row["claim"]["subject"], row["claim"]["value"]) for row in told if row.get("claim")}
        past.claims |= claims
        past.values |= {folded(value) for _, value in claims}
    _look_at_what_hangs_on_it(entry, wanted, past)
    for part in _parts(entry, RowKind.ENTITY):
        if any(_is_called(row, wanted, past) for row in _rows(part)):
            past.entities.add(part.id)
    for part in _parts(entry, RowKind.PROPOSAL):
        if any(wanted.words.stand_in(text) for row in _rows(part) for text in _proposed(row)):
            past.proposals.add(part.id)
    gone = wanted.memories | past.memories
    about = any(part.id in gone for part in _parts(entry, RowKind.MEMORY))
    for part in _parts(entry, RowKind.NOTE):
        if about or any(wanted.words.stand_in(row["text"]) for row in _rows(part)):
            past.notes.add(part.id)


def _look_at_what_hangs_on_it(entry: Entry, wanted: Wanted, past: Past) -> None:
    gone = wanted.memories | past.memories
    past.edges |= {part.id for part in _parts(entry, RowKind.EDGE) if not gone.isdisjoint(part.id.split(":"))}
    for part in _parts(entry, RowKind.GIST):
        touched = part.id in wanted.messages or part.id in wanted.spans
        if touched or any(wanted.words.stand_in(row["gist"]) for row in _rows(part)):
            past.gists.add(part.id)


def _parts(entry: Entry, kind: RowKind) -> Iterator[Part]:
    return (part for part in entry.parts if part.kind is kind)


def _rows(part: Part) -> list[Any]:
    """Before and after, as plain data."""
    change = part.change()
    return [row for row in (change.before, change.after) if row is not None] if change else []


def _tells(row: Any, wanted: Wanted) -> bool:
    """A memory's row: it quotes what goes, was drawn from what goes, says the same, or names it."""
    claim, evidence, links = row.get("claim"), row.get("evidence", ()), row.get("links", ())
    return (
        any(_quotes(item, wanted) for item in evidence)
        or any(link["relation"] == "derived_from" and link["to"] in wanted.memories for link in links)
        or (claim is not None and claim_key(claim["subject"], claim["attribute"], claim["value"]) in wanted.claims)
        or any(wanted.words.stand_in(text) for text in _texts(row))
    )


def _texts(row: Any) -> Iterator[str | None]:
    yield row.get("content")
    claim = row.get("claim") or {}
    yield from (claim.get("value"), names_in(claim.get("subject", "")))
    yield from row.get("tags", ())
    yield from (item["quote"] for item in row.get("evidence", ()))


def _proposed(row: Any) -> Iterator[str | None]:
    """What somebody's words made of a proposal; not the words of the record itself, which are the same everywhere."""
    body = row["proposal"]["body"]
    yield from _texts(body)
    yield from (body.get("replaces"), body.get("text"), body.get("gist"), body.get("reason"))
    for entity in body.get("entities", ()):
        yield from (names_in(entity["id"]), *entity.get("names", ()))


def _quotes(item: Mapping[str, Any], wanted: Wanted) -> bool:
    if item["message"] in wanted.messages:
        return True
    start, end = item.get("start", 0), item["end"]
    return any(start < last and first < end for first, last in wanted.spans.get(item["message"], ()))


def _is_called(row: Any, wanted: Wanted, past: Past) -> bool:
    values = wanted.values | past.values
    named = any(folded(name) in values or wanted.words.stand_in(name) for name in row.get("names", ()))
    return named or row.get("handle") in wanted.entities or wanted.words.stand_in(names_in(row["id"]))


def names_in(entity: str) -> str:
    """An entity's id without the word that says of which kind it is: that one is nobody's name."""
    kind, colon, name = entity.partition(":")
    return name if colon else kind.partition("/")[2]


def claim_key(subject: str, attribute: str, value: str) -> tuple[str, str, str]:
    return (subject, attribute, folded(value))


def _is_named(text: str, name: str) -> bool:
    """Whether a name stands there as a word of its own: "Al" is not in "also". "Maria's" and "Marias" are Maria's.

    Where letters have no case, words often have no space between them either: there every occurrence counts.
    """
    place = text.find(name)
    while name and place >= 0:
        end = place + len(name)
        if len(name) >= _SHORTEST_OWNER and text[end : end + 1] == "s":
            end += 1
        if not _inside_a_word(text, place) and not _inside_a_word(text, end):
            return True
        place = text.find(name, place + 1)
    return False


def _inside_a_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and _spells(text[place - 1]) and _spells(text[place])


def _spells(sign: str) -> bool:
    return sign.isdigit() or sign.lower() != sign.upper()
