"""The journal's chain: what is written is detected when altered, and erased text leaves it whole."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atlas.model.journal import (
    GENESIS,
    SALT_BYTES,
    Action,
    Actor,
    Change,
    Entry,
    Part,
    RowKind,
    chain_of,
    digest_of,
    encode_canonical,
    header_text,
    payload_of,
    seal_entry,
)
from unit.model._nouns import MOMENTS, NOW

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ROWS = st.none() | st.dictionaries(st.text(), JSON, max_size=3)
CHANGES = st.builds(Change, st.sampled_from(RowKind), st.text(min_size=1), ROWS, ROWS)
SALTS = st.binary(min_size=SALT_BYTES, max_size=SALT_BYTES)


def holds(entry: Entry, previous: str) -> bool:
    """What `verify` asks of an entry, without a store."""
    chained = entry.previous == previous and entry.chain == chain_of(entry.previous, entry.header, entry.parts)
    return chained and all(part.erased or _digest_holds(part) for part in entry.parts)


def _digest_holds(part: Part) -> bool:
    return part.salt is not None and part.payload is not None and digest_of(part.salt, part.payload) == part.digest


def _sealed(changes: Sequence[Change], head: Entry | None = None) -> Entry:
    salts = [bytes([place]) * SALT_BYTES for place in range(len(changes))]
    return seal_entry(
        head.tip if head else None, NOW, Actor.POLICY, Action.REMEMBERED, changes, salts, head and head.seq
    )


ONE = Change(RowKind.MEMORY, "m_1", None, {"content": "The user lives in Porto"})
TWO = Change(RowKind.ENTITY, "user", {"names": []}, {"names": ["Ana"]})


def test_the_first_entry_follows_the_beginning_and_each_next_the_one_before() -> None:
    first = _sealed([ONE])
    second = _sealed([TWO], first)
    assert (first.seq, first.previous) == (1, GENESIS)
    assert (second.seq, second.previous, second.cause) == (2, first.chain, 1)
    assert holds(first, GENESIS)
    assert holds(second, first.chain)


@given(st.lists(CHANGES, max_size=4), st.data())
def test_what_was_sealed_is_read_back_and_holds(changes: list[Change], data: st.DataObject) -> None:
    salts = [data.draw(SALTS) for _ in changes]
    entry = seal_entry(None, NOW, Actor.RULES, Action.CHANGED, changes, salts)
    assert holds(entry, GENESIS)
    assert [part.change() for part in entry.parts] == changes


@given(CHANGES)
def test_an_inverse_swaps_the_row_before_and_after_and_is_its_own_inverse(change: Change) -> None:
    assert (change.inverse.before, change.inverse.after) == (change.after, change.before)
    assert change.inverse.inverse == change


ALTERED: dict[str, Callable[[Entry], Entry]] = {
    "seq": lambda e: dataclasses.replace(e, seq=e.seq + 1),
    "at": lambda e: dataclasses.replace(e, at=e.at + timedelta(microseconds=1)),
    "actor": lambda e: dataclasses.replace(e, actor=Actor.OPERATOR),
    "action": lambda e: dataclasses.replace(e, action=Action.DECIDED),
    "cause": lambda e: dataclasses.replace(e, cause=7),
    "previous": lambda e: dataclasses.replace(e, previous="1" + e.previous[1:]),
    "chain": lambda e: dataclasses.replace(e, chain=("0" if e.chain[0] != "0" else "1") + e.chain[1:]),
    "fewer parts": lambda e: dataclasses.replace(e, parts=e.parts[:-1]),
    "parts the other way round": lambda e: dataclasses.replace(e, parts=e.parts[::-1]),
    "a part twice": lambda e: dataclasses.replace(e, parts=(*e.parts, e.parts[0])),
}


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_header_is_detected(what: str) -> None:  # P11
    entry = _sealed([ONE, TWO])
    assert holds(entry, GENESIS)
    assert not holds(ALTERED[what](entry), GENESIS)


@given(st.text("0123456789abcdef", min_size=64, max_size=64), st.lists(CHANGES, max_size=2))
def test_the_same_entry_behind_another_has_another_chain(previous: str, changes: list[Change]) -> None:  # P11
    """What was sealed stands for all that was sealed before it."""
    parts = _sealed(changes).parts
    header = header_text(2, NOW, Actor.POLICY, Action.REMEMBERED, None)
    assume(previous != GENESIS)
    assert chain_of(previous, header, parts) != chain_of(GENESIS, header, parts)


def _resealed(entry: Entry, head: Entry | None) -> Entry:
    """An entry put behind another by the rules, as a forger can: there is no key to a chain."""
    seq, previous = (head.seq, head.chain) if head else (0, GENESIS)
    placed = dataclasses.replace(entry, seq=seq + 1, previous=previous)
    return dataclasses.replace(placed, chain=chain_of(previous, placed.header, placed.parts))


def _in_line(entries: Sequence[Entry]) -> list[Entry]:
    line: list[Entry] = []
    for entry in entries:
        line.append(_resealed(entry, line[-1] if line else None))
    return line


def _notes(count: int) -> list[Entry]:
    changes = [Change(RowKind.NOTE, f"n_{place}", None, {"text": str(place)}) for place in range(count)]
    return _in_line([_sealed([change]) for change in changes])


FORGED: dict[str, Callable[[Entry, Entry, Entry], list[Entry]]] = {
    "one changed": lambda one, two, three: [one, dataclasses.replace(two, actor=Actor.OPERATOR), three],
    "one emptied": lambda one, two, three: [one, dataclasses.replace(two, parts=()), three],
    "one dropped": lambda one, two, three: [one, three],
    "two swapped": lambda one, two, three: [one, three, two],
    "one moved": lambda one, two, three: [three, one, two],
    "one told twice": lambda one, two, three: [one, two, two],
}


@pytest.mark.parametrize("what", FORGED)
def test_who_forges_an_entry_has_to_seal_every_later_one_anew(what: str) -> None:  # P11
    """So whoever knows the last link knows that nothing before it was touched."""
    *first, last = _notes(4)
    assert holds(last, first[-1].chain)
    forged = _in_line(FORGED[what](*first))
    assert not holds(last, forged[-1].chain)
    named = dataclasses.replace(last, seq=forged[-1].seq + 1, previous=forged[-1].chain)
    assert not holds(named, forged[-1].chain), "to name the new link is not enough"


@given(st.integers(0, 63), st.integers(1, 15))
def test_a_flipped_digit_of_a_digest_is_detected(place: int, by: int) -> None:  # P11
    entry = _sealed([ONE, TWO])
    digest = entry.parts[0].digest
    other = format(int(digest[place], 16) ^ by, "x")
    part = dataclasses.replace(entry.parts[0], digest=digest[:place] + other + digest[place + 1 :])
    assert not holds(dataclasses.replace(entry, parts=(part, entry.parts[1])), GENESIS)
    # Even where its text was erased, the digest itself is held by the chain.
    gone = dataclasses.replace(part, salt=None, payload=None)
    assert not holds(dataclasses.replace(entry, parts=(gone, entry.parts[1])), GENESIS)


@given(st.data(), st.integers(1, 127))
def test_a_flipped_byte_of_a_payload_or_salt_is_detected(data: st.DataObject, by: int) -> None:  # P11
    entry = _sealed([ONE])
    part = entry.parts[0]
    assert part.payload is not None
    assert part.salt is not None
    place = data.draw(st.integers(0, len(part.payload) - 1))
    payload = part.payload[:place] + chr(ord(part.payload[place]) ^ by) + part.payload[place + 1 :]
    assert not holds(dataclasses.replace(entry, parts=(dataclasses.replace(part, payload=payload),)), GENESIS)
    where = data.draw(st.integers(0, SALT_BYTES - 1))
    salt = bytes(byte ^ by if here == where else byte for here, byte in enumerate(part.salt))
    assert not holds(dataclasses.replace(entry, parts=(dataclasses.replace(part, salt=salt),)), GENESIS)


@pytest.mark.parametrize("field", [{"kind": RowKind.PROPOSAL}, {"id": "m_2"}])
def test_a_part_that_speaks_of_another_row_is_detected(field: dict[str, object]) -> None:  # P11
    entry = _sealed([ONE])
    part = dataclasses.replace(entry.parts[0], **field)  # type: ignore[arg-type] # the names are ours
    assert not holds(dataclasses.replace(entry, parts=(part,)), GENESIS)


@given(st.lists(CHANGES, min_size=1, max_size=4), st.data())
def test_erasing_any_part_leaves_the_chain_whole(changes: list[Change], data: st.DataObject) -> None:  # X3
    first = _sealed(changes)
    second = _sealed([ONE], first)
    place = data.draw(st.integers(0, len(changes) - 1))
    gone = dataclasses.replace(first.parts[place], salt=None, payload=None)
    erased = dataclasses.replace(first, parts=(*first.parts[:place], gone, *first.parts[place + 1 :]))
    assert erased.parts[place].erased
    assert erased.parts[place].change() is None
    assert holds(erased, GENESIS)
    assert holds(second, erased.chain)


def test_a_text_whose_salt_alone_vanished_is_damage_and_not_forgetting() -> None:
    """Otherwise whoever blanks a salt may write what they like beside it."""  # P11
    entry = _sealed([ONE])
    part = dataclasses.replace(entry.parts[0], salt=None, payload=payload_of(TWO))
    assert not part.erased
    assert not holds(dataclasses.replace(entry, parts=(part,)), GENESIS)


def test_the_same_text_under_two_salts_has_two_digests() -> None:
    """So that a digest that stays behind cannot be tested against a guess."""  # X3
    payload = payload_of(ONE)
    assert digest_of(b"a" * SALT_BYTES, payload) != digest_of(b"b" * SALT_BYTES, payload)


def test_a_part_kept_in_its_row_has_no_second_copy_of_the_text() -> None:
    entry = _sealed([dataclasses.replace(ONE, by_row=True)])
    part = entry.parts[0]
    assert part.payload is None
    assert not part.erased
    assert part.salt is not None
    assert digest_of(part.salt, payload_of(ONE)) == part.digest


@given(JSON)
def test_plain_data_has_one_spelling_and_reads_back(row: object) -> None:
    text = encode_canonical(row)
    assert text.isascii()
    assert json.loads(text) == row
    assert encode_canonical(json.loads(text)) == text


@given(MOMENTS, st.integers(-12, 14))
def test_a_moment_seals_the_same_in_whatever_zone_a_store_gives_it_back(when: datetime, hours: int) -> None:
    there = when.astimezone(timezone(timedelta(hours=hours)))
    here = header_text(1, when, Actor.ATLAS, Action.OBSERVED, None)
    assert header_text(1, there, Actor.ATLAS, Action.OBSERVED, None) == here


def test_there_is_a_salt_for_each_change() -> None:
    with pytest.raises(ValueError, match="zip"):
        seal_entry(None, NOW, Actor.ATLAS, Action.OBSERVED, [ONE, TWO], [b"x" * SALT_BYTES])
