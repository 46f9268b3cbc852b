"""A memory as a row and back: its claim in four columns, its evidence and its links in rows of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final

from atlas.adapters.storage.sql.column_values import Row, Values, check_finite, group_nouns, group_rows
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.language.folding import content_hash
from atlas.language.text_cache import cache_until_forgotten
from atlas.model.claim import Claim
from atlas.model.memory import Evidence, Link, Memory
from atlas.model.plain_data import instant_text

_MEMORIES: Final = RowCodec(Memory, "claim", "evidence", "links")
_CLAIMS: Final = RowCodec(Claim)
_EVIDENCE: Final = RowCodec(Evidence)
_LINKS: Final = RowCodec(Link)
_CONTENT: Final = [field.name for field in fields(Memory)].index("content") + 1
_QUOTE: Final = [field.name for field in fields(Evidence)].index("quote") + 1
_CLAIM_AT: Final = [field.name for field in fields(Memory)].index("claim") + 1
_CLAIM: Final = slice(_CLAIM_AT, _CLAIM_AT + len(fields(Claim)))
"""Where the claim stands in `memory_row`: in the order of a memory's fields, behind the number of the row."""
_FEW: Final = 256
"""Who reads more at once reads a whole space, and each of them once."""
_KEPT: Final = 4_096
_SHORT: Final = 2_000
"""Characters of a memory that is kept."""
_BESIDE: Final = 16
"""Quotes and links of one that is kept."""
_NO_CLAIM: Final = dict.fromkeys(["claim_subject", "claim_attribute", "claim_value", "claim_affirmed"])


def encode_memory(memory: Memory) -> Values:
    """An episode's content is left to its message."""
    content = None if memory.transcribes else memory.content
    derived = {"content": content, "content_hash": content_hash(memory.content)}
    return _MEMORIES.encode(memory) | derived | _encode_claim(memory.claim)


def encode_use(memory: Memory) -> Values:
    """The columns of how a memory is kept."""
    return {
        "id": memory.id,
        "reinforced_at": instant_text(memory.reinforced_at),
        "stability_days": check_finite(memory.stability_days),
        "strength": check_finite(memory.strength),
        "uses": memory.uses,
        "contexts": memory.contexts,
        "applications": memory.applications,
        "version": memory.version,
    }


def _encode_claim(claim: Claim | None) -> Values:
    values = _CLAIMS.encode(claim) if claim else {}
    return {**_NO_CLAIM, **{f"claim_{name}": value for name, value in values.items()}}


def encode_evidence(memory: Memory) -> Iterator[Values]:
    for ordinal, item in enumerate(memory.evidence):
        yield {"memory": memory.id, "ordinal": ordinal, **_EVIDENCE.encode(item)}


def encode_links(memory: Memory) -> Iterator[Values]:
    for ordinal, link in enumerate(memory.links):
        yield {"memory": memory.id, "ordinal": ordinal, **_LINKS.encode(link)}


def decode_memories(rows: Sequence[Row], evidence: Sequence[Row], links: Sequence[Row]) -> list[Memory]:
    """Memories of their rows, with the rows of all their evidence and links, each behind its memory's id.

    The same few are read turn after turn: while their rows are the same, they are not made anew.
    """
    if len(rows) > _FEW:
        return _decode_many(rows, evidence, links)
    quoted, linked = group_rows(evidence), group_rows(links)
    return [_decode_row(row, tuple(quoted.get(row[1], ())), tuple(linked.get(row[1], ()))) for row in rows]


def _decode_row(row: Row, evidence: tuple[Row, ...], links: tuple[Row, ...]) -> Memory:
    if len(evidence) + len(links) > _BESIDE or _count_characters(row, evidence) > _SHORT:
        return _decode_many([row], evidence, links)[0]  # few of them would fill the memory of the process
    return _decode_kept(row, evidence, links)


def _count_characters(row: Row, evidence: tuple[Row, ...]) -> int:
    return len(str(row[_CONTENT])) + sum(len(str(quoted[_QUOTE])) for quoted in evidence)


@cache_until_forgotten(_KEPT)
def _decode_kept(row: Row, evidence: tuple[Row, ...], links: tuple[Row, ...]) -> Memory:
    return _decode_many([row], evidence, links)[0]


def _decode_many(rows: Iterable[Row], evidence: Sequence[Row], links: Sequence[Row]) -> list[Memory]:
    quoted, linked = _EVIDENCE.decode_groups(evidence), _LINKS.decode_groups(links)
    return _MEMORIES.decode_all(
        (
            *row[1 : _CLAIM.start],
            *row[_CLAIM.stop :],
            _decode_claim(row[_CLAIM]),
            quoted.get(row[1], ()),
            linked.get(row[1], ()),
        )
        for row in rows
    )


def list_plain_memories(rows: Iterable[Row], evidence: Sequence[Row], links: Sequence[Row]) -> list[Values]:
    """The same memories as plain data."""
    quoted, linked = _group_plain(_EVIDENCE, evidence), _group_plain(_LINKS, links)
    return _MEMORIES.decode_plain(
        [
            (
                *row[1 : _CLAIM.start],
                *row[_CLAIM.stop :],
                None if row[_CLAIM.start] is None else _CLAIMS.decode_plain([row[_CLAIM]])[0],
                quoted.get(row[1], ()),
                linked.get(row[1], ()),
            )
            for row in rows
        ]
    )


def _group_plain(codec: RowCodec[Evidence] | RowCodec[Link], rows: Sequence[Row]) -> Mapping[object, list[Values]]:
    return group_nouns(rows, codec.decode_plain([row[1:] for row in rows]))


def _decode_claim(columns: Row) -> Claim | None:
    return None if columns[0] is None else _CLAIMS.decode(columns)
