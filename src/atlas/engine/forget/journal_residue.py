"""What only the journal still holds: memories that were withdrawn, names that were taken back, older wordings, notes.

A row that undo removed is a row no query finds, and its text stands in the journal all the same. Forgetting that looked
at rows alone would leave it there, and undoing the undo would bring it back (X3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.language.folding import fold_spacing, fold_text
from atlas.model.journal import Entry, Part, RowKind
from atlas.ports.reading import Reader

_PAGE: Final = 50
"""Entries at a time: one of a cycle has up to 500 parts."""
_SHORTEST_OWNER: Final = 3
"""From this many letters on, a name may carry an s of its own: "Marias"; "as" is not what a belongs to."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ForgetWords:
    """Texts that are to go: names stand as words of their own, anything else stands anywhere."""

    texts: frozenset[str] = frozenset()
    as_names: bool = False

    def occur_in(self, text: str | None) -> bool:
        said = fold_spacing(text or "")
        return any(_is_named(said, name) if self.as_names else name in said for name in self.texts)


@dataclass(slots=True)
class ForgottenRows:
    """The rows that are forgotten: by them what the journal alone holds is recognised."""

    words: ForgetWords
    memories: frozenset[str]
    messages: frozenset[str]
    spans: Mapping[str, list[Span]]
    claims: frozenset[tuple[str, str, str]]
    """Subject, attribute and value of every claim that goes."""
    values: frozenset[str]
    """Values that go, as an entity may be called by them."""
    entities: frozenset[str]
    """Handles."""
    arguments: frozenset[str] = frozenset()
    beliefs: frozenset[str] = frozenset()
    """Of which nothing is left."""


@dataclass(slots=True)
class JournalResidue:
    """What only the journal holds of the forgotten."""

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
    arguments: set[str] = field(default_factory=set)
    beliefs: set[str] = field(default_factory=set)
    """What such arguments were about, or what is called so."""
    gists: set[str] = field(default_factory=set)
    """Messages whose words stand in a gist, also in one that was taken back."""


def find_residue(reader: Reader, wanted: ForgottenRows) -> JournalResidue:
    """Find the residue in one walk through the journal, which forgetting can afford: it rewrites the file anyway."""
    past = JournalResidue()
    for entry in _read_entries(reader):
        _scan_entry(entry, wanted, past)
    return past


def _read_entries(reader: Reader) -> Iterator[Entry]:
    after = 0
    while page := reader.entries(after, _PAGE):
        after = page[-1].seq
        yield from page


def _scan_entry(entry: Entry, wanted: ForgottenRows, past: JournalResidue) -> None:
    """Scan an entry, memories first: what they say names entities, and a note beside one that goes is about it."""
    for part in _parts_of_kind(entry, RowKind.MEMORY):
        telling = [row for row in _rows_of_part(part) if _is_forgotten_row(row, wanted)]
        past.memories |= {part.id} if telling else set()
        claims = {(row["claim"]["subject"], row["claim"]["value"]) for row in telling if row.get("claim")}
        past.claims |= claims
        past.values |= {fold_text(value) for _, value in claims}
    _scan_edges_and_gists(entry, wanted, past)
    _scan_beliefs(entry, wanted, past)
    for part in _parts_of_kind(entry, RowKind.ENTITY):
        if any(_is_called(row, wanted, past) for row in _rows_of_part(part)):
            past.entities.add(part.id)
    for part in _parts_of_kind(entry, RowKind.PROPOSAL):
        if any(_is_forgotten_proposal(row, wanted) for row in _rows_of_part(part)):
            past.proposals.add(part.id)
    gone = wanted.memories | past.memories
    about = any(part.id in gone for part in _parts_of_kind(entry, RowKind.MEMORY))
    for part in _parts_of_kind(entry, RowKind.NOTE):
        if about or any(wanted.words.occur_in(row["text"]) for row in _rows_of_part(part)):
            past.notes.add(part.id)


def _scan_edges_and_gists(entry: Entry, wanted: ForgottenRows, past: JournalResidue) -> None:
    gone = wanted.memories | past.memories
    past.edges |= {part.id for part in _parts_of_kind(entry, RowKind.EDGE) if not gone.isdisjoint(part.id.split(":"))}
    for part in _parts_of_kind(entry, RowKind.GIST):
        touched = part.id in wanted.messages or part.id in wanted.spans
        if touched or any(wanted.words.occur_in(row["gist"]) for row in _rows_of_part(part)):
            past.gists.add(part.id)


def _scan_beliefs(entry: Entry, wanted: ForgottenRows, past: JournalResidue) -> None:
    for part in _parts_of_kind(entry, RowKind.ARGUMENT):
        rows = _rows_of_part(part)
        if any(_is_forgotten_argument(row, wanted) for row in rows):
            past.arguments.add(part.id)
            past.beliefs |= {row["belief"] for row in rows}
    for part in _parts_of_kind(entry, RowKind.BELIEF):
        if any(wanted.words.occur_in(row["topic"]) for row in _rows_of_part(part)):
            past.beliefs.add(part.id)


def _is_forgotten_argument(row: Any, wanted: ForgottenRows) -> bool:
    made = row["message"] in wanted.messages or row["message"] in wanted.spans
    return made or wanted.words.occur_in(row.get("insight"))


def _parts_of_kind(entry: Entry, kind: RowKind) -> Iterator[Part]:
    return (part for part in entry.parts if part.kind is kind)


def _rows_of_part(part: Part) -> list[Any]:
    """The rows of a part before and after, as plain data."""
    change = part.change()
    return [row for row in (change.before, change.after) if row is not None] if change else []


def _is_forgotten_row(row: Any, wanted: ForgottenRows) -> bool:
    """Whether a memory's row quotes what goes, was drawn from it, says the same, or names it."""
    claim, evidence, links = row.get("claim"), row.get("evidence", ()), row.get("links", ())
    return (
        any(_quotes_forgotten(item, wanted) for item in evidence)
        or any(link["relation"] == "derived_from" and link["to"] in wanted.memories for link in links)
        or (claim is not None and claim_key(claim["subject"], claim["attribute"], claim["value"]) in wanted.claims)
        or any(wanted.words.occur_in(text) for text in _row_texts(row))
    )


def _row_texts(row: Any) -> Iterator[str | None]:
    yield row.get("content")
    claim = row.get("claim") or {}
    yield from (claim.get("value"), name_in_id(claim.get("subject", "")))
    yield from row.get("tags", ())
    yield from (item["quote"] for item in row.get("evidence", ()))


def _is_forgotten_proposal(row: Any, wanted: ForgottenRows) -> bool:
    """Whether a proposal holds the words, takes in what was argued, or writes a position that goes."""
    body = row["proposal"]["body"]
    named = {*body.get("arguments", ()), *body.get("beliefs", ())} & (wanted.arguments | wanted.beliefs)
    texts = [text for text in _proposal_texts(row) if text]
    return bool(named) or any(wanted.words.occur_in(text) or _names_any(text, wanted.beliefs) for text in texts)


def _names_any(text: str, ids: Iterable[str]) -> bool:
    return any(id in text for id in ids)


def _proposal_texts(row: Any) -> Iterator[str | None]:
    """The words that somebody's text put into a proposal; the record's own words are the same everywhere."""
    body = row["proposal"]["body"]
    yield from _row_texts(body)
    yield from (body.get("replaces"), body.get("gist"), body.get("reason"))
    yield from (edit.get(side) for edit in body.get("edits", ()) for side in ("document", "block", "old", "new"))
    for entity in body.get("entities", ()):
        yield from (name_in_id(entity["id"]), *entity.get("names", ()))


def _quotes_forgotten(item: Mapping[str, Any], wanted: ForgottenRows) -> bool:
    if item["message"] in wanted.messages:
        return True
    start, end = item.get("start", 0), item["end"]
    return any(start < last and first < end for first, last in wanted.spans.get(item["message"], ()))


def _is_called(row: Any, wanted: ForgottenRows, past: JournalResidue) -> bool:
    values = wanted.values | past.values
    named = any(fold_text(name) in values or wanted.words.occur_in(name) for name in row.get("names", ()))
    return named or row.get("handle") in wanted.entities or wanted.words.occur_in(name_in_id(row["id"]))


def name_in_id(entity: str) -> str:
    """An entity's id without the word that says of which kind it is: that one is nobody's name."""
    kind, colon, name = entity.partition(":")
    return name if colon else kind.partition("/")[2]


def claim_key(subject: str, attribute: str, value: str) -> tuple[str, str, str]:
    return (subject, attribute, fold_text(value))


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
    return 0 < place < len(text) and _is_spelling_sign(text[place - 1]) and _is_spelling_sign(text[place])


def _is_spelling_sign(sign: str) -> bool:
    return sign.isdigit() or sign.lower() != sign.upper()
