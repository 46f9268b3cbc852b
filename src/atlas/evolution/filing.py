"""The rule-based editor: it files approved wishes, preferences, rules and lessons into the right document, and takes
out what is no longer approved (E4, J14).

Each line names its memory. What a person or a model wrote beside these lines is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.evolution.policy import EvolutionPolicy
from atlas.language.document_blocks import apply_edits, find_block
from atlas.language.document_items import split_items
from atlas.language.document_sources import find_source, make_sourced_line, names_source
from atlas.language.registry import LANGUAGE
from atlas.model.document import DocumentKind, Edit
from atlas.model.document_paths import PATHS
from atlas.model.entity import USER
from atlas.model.evolution import Standing
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Amend

MAX_LINE: Final = 400
"""Characters of a memory that are filed; a longer one is served as a memory alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """A block of a document into which memories are filed."""

    path: str
    block: str


WISHES: Final = Place(PATHS[DocumentKind.PROFILE], "Wishes about answers")
PREFERENCES: Final = Place(PATHS[DocumentKind.PROFILE], "Preferences")
TASK_PATTERNS: Final = Place(PATHS[DocumentKind.STRATEGIES], "Task patterns")
ERROR_RECOVERY: Final = Place(PATHS[DocumentKind.STRATEGIES], "Error recovery")
CORRECTIONS: Final = Place(PATHS[DocumentKind.CORRECTIONS], "Corrections")
PLACES: Final = (WISHES, PREFERENCES, TASK_PATTERNS, ERROR_RECOVERY, CORRECTIONS)


def file_memories(files: Mapping[str, str], standing: Standing, policy: EvolutionPolicy) -> Amend | None:
    """The amendment that brings the filed lines up to what is approved; None where they are."""
    edits: list[Edit] = []
    room = policy.filed_lines_a_run
    for place in PLACES:
        wanted = _pick_memories(place, standing, policy)
        made, room = _file_block(files, place, wanted, room, standing.asked)
        edits += (edit for edit in made if edit not in standing.waiting)
    if not edits:
        return None
    ids = frozenset(source for edit in edits for item in split_items(edit.new) if (source := find_source(item)))
    sources = tuple(memory.id for memory in standing.memories if memory.id in ids)
    shortened = tuple(dict.fromkeys(edit.document for edit in edits if edit.old and len(edit.new) < len(edit.old)))
    return Amend(tuple(edits), sources=sources, compacted=shortened, reason=_describe_filing(edits))


def choose_place(memory: Memory, standing: Standing) -> Place | None:
    """Which block a memory belongs to; None where it is no wish, preference, rule or lesson about the user."""
    if memory.trust < Trust.USER and memory.approved_by not in PEOPLE:
        return None  # a rule approved it: that is no word for an instruction (X1)
    if len(memory.content) > MAX_LINE or (memory.claim is not None and memory.claim.subject != USER):
        return None
    if LANGUAGE.overrides.claims_to_override(memory.content):
        return None  # no document may say so (H1), and it is served as the wish it is
    if memory.kind is Kind.LESSON:
        return ERROR_RECOVERY if memory.id in standing.recovery else CORRECTIONS
    if memory.kind is Kind.RULE and memory.claim is None:
        return TASK_PATTERNS
    if memory.is_wish:
        return WISHES
    return PREFERENCES if memory.kind is Kind.PREFERENCE else None


def is_filing(amendment: Amend) -> bool:
    """Whether an amendment files what is approved, or takes out lines of that, and nothing else: rules made it.

    What takes insights in has learned something (B6).
    """
    if amendment.sources or amendment.beliefs:
        return not amendment.arguments
    return all(names_source(edit.old) and not edit.new for edit in amendment.edits)


def _pick_memories(place: Place, standing: Standing, policy: EvolutionPolicy) -> list[Memory]:
    """The newest that belong there, as many as a block may hold, oldest first: so a block grows at its end."""
    found = [memory for memory in standing.memories if choose_place(memory, standing) == place]
    return found[: policy.filed_lines_a_block][::-1]


def _file_block(
    files: Mapping[str, str], place: Place, wanted: Sequence[Memory], room: int, asked: frozenset[MemoryId]
) -> tuple[list[Edit], int]:
    lines = {memory.id: make_sourced_line(memory.content, memory.id) for memory in wanted}
    text = files.get(place.path, "")
    block = find_block(text, place.block)
    filed = dict(_list_filed(block.text)) if block else {}
    edits = [
        Edit(place.path, place.block, item, lines.get(source, ""))
        for source, item in filed.items()
        if lines.get(source) != item
    ]
    new = [line for source, line in lines.items() if source not in filed and source not in asked][:room]
    if new:
        edits.append(Edit(place.path, place.block, "", "".join(new)))
    return (edits, room - len(new)) if apply_edits(text, edits) is not None else ([], room)


def _list_filed(block: str) -> Iterator[tuple[MemoryId, str]]:
    """The lines of a block that name a memory."""
    for item in block.splitlines(keepends=True):
        source = find_source(item)
        if source is not None:
            yield source, item


def _describe_filing(edits: Sequence[Edit]) -> str:
    added = sum(edit.new.count("\n") for edit in edits if not edit.old)
    changed = sum(1 for edit in edits if edit.old and edit.new)
    taken = sum(1 for edit in edits if not edit.new)
    counted = ((added, "filed"), (changed, "reworded"), (taken, "taken out"))
    told = [f"{count} line{'s' if count > 1 else ''} {what}" for count, what in counted if count]
    return f"To match what is approved: {', '.join(told)}."
