"""Names of kinds and ties, where memories are shown as a graph."""

from __future__ import annotations

from typing import Final

from atlas.model.memory import Kind, Relation

KIND_WORDS: Final = {kind: kind.value for kind in Kind} | {Kind.EPISODE: "message"}
TIE_WORDS: Final = {
    Relation.CO_ACTIVATED: ("used together with", "used together with"),
    Relation.CONTRADICTS: ("contradicts", "contradicts"),
    Relation.SUPPORTS: ("supports", "supported by"),
    Relation.SCHEMA_INSTANCE: ("generalises", "generalised by"),
    Relation.SUPERSEDES: ("replaced", "replaced by"),
    Relation.DERIVED_FROM: ("made from", "source of"),
    Relation.ABOUT: ("about", "known of it"),
}
"""Of the one towards the other, and back."""
