"""A memory as a row and back: its claim in four columns, its evidence and its links in rows of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final

from atlas.adapters.storage.sql.column_values import Row, Values, check_finite, group_nouns
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.language.folding import content_hash
from atlas.model.claim import Claim
from atlas.model.memory import Evidence, Link, Memory
from atlas.model.plain_data import instant_text

_MEMORIES: Final = RowCodec(Memory, "claim", "evidence", "links")
_CLAIMS: Final = RowCodec(Claim)
_EVIDENCE: Final = RowCodec(Evidence)
_LINKS: Final = RowCodec(Link)
_CLAIM_AT: Final = [field.name for field in fields(Memory)].index("claim") + 1
_CLAIM: Final = slice(_CLAIM_AT, _CLAIM_AT + len(fields(Claim)))
"""Where the claim stands in `memory_row`: in the order of a memory's fields, behind the number of the row."""
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


def decode_memories(rows: Iterable[Row], evidence: Sequence[Row], links: Sequence[Row]) -> list[Memory]:
    """Memories of their rows, with the rows of all their evidence and links, each behind its memory's id."""
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
