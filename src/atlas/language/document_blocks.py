"""The named blocks of a document, and edits on them (E4).

A block is what stands under a heading of the second level; what stands before the first one is the block without a
name. What no edit names is copied byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from atlas.language.code_fences import list_unfenced_lines, mark_fenced_lines
from atlas.language.document_items import split_items
from atlas.model.document import WHOLE, Edit

_HEADING: Final = re.compile(r" {0,3}##[ \t]+(\S.*?)[ \t]*#*[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Block:
    name: str
    text: str
    """With its heading, as it stands."""


def split_blocks(text: str) -> tuple[Block, ...]:
    """Split a document into its blocks. Joined again they are the text."""
    blocks: list[tuple[str, list[str]]] = [("", [])]
    for name, line in _name_lines(text):
        if name is not None:
            blocks.append((name, []))
        blocks[-1][1].append(line)
    return tuple(Block(name, "".join(lines)) for name, lines in blocks if name or lines)


def _name_lines(text: str) -> Iterator[tuple[str | None, str]]:
    """Each line, with the name of the block that begins with it; a heading in a code fence begins none."""
    for line, fenced, _ in mark_fenced_lines(text):
        heading = None if fenced else _HEADING.match(line.rstrip("\r\n"))
        yield heading[1] if heading else None, line


def find_block(text: str, name: str) -> Block | None:
    return next((block for block in split_blocks(text) if block.name == name), None)


def find_repeated_names(text: str) -> tuple[str, ...]:
    """The names that several blocks of a document have: an edit could not tell them apart."""
    names = [block.name for block in split_blocks(text)]
    return tuple(dict.fromkeys(name for name in names if names.count(name) > 1))


# --- applying


def apply_edits(text: str, edits: Iterable[Edit]) -> str | None:
    """The text after the edits, one after the other; None where one of them does not find what it replaces."""
    for edit in edits:
        changed = _apply_edit(text, edit)
        if changed is None:
            return None
        text = changed
    return text


def _apply_edit(text: str, edit: Edit) -> str | None:
    if edit.block == WHOLE:
        return edit.new if text == edit.old else None
    blocks = split_blocks(text)
    at = next((number for number, block in enumerate(blocks) if block.name == edit.block), None)
    if at is None:
        return None if edit.old or not edit.block else _add_block(text, edit)
    after = _edit_block(blocks[at].text, edit)
    if after is None:
        return None
    return "".join([*(block.text for block in blocks[:at]), after, *(block.text for block in blocks[at + 1 :])])


def _add_block(text: str, edit: Edit) -> str | None:
    """Add a block at the end, behind an empty line; in a fence that has no end, it would be none."""
    if _is_fence_open(text):
        return None
    ended = _end_line(text)
    space = "\n" if ended and not ended.endswith("\n\n") else ""
    return f"{ended}{space}## {edit.block}\n{edit.new}"


def _edit_block(text: str, edit: Edit) -> str | None:
    if not edit.old:
        return None if _is_fence_open(text) else _append_lines(text, edit.new)
    return text.replace(edit.old, edit.new) if text.count(edit.old) == 1 else None


def _append_lines(text: str, new: str) -> str:
    """Append behind the last line that says something; the empty lines behind it stay where they are."""
    body = text.rstrip("\n")
    return f"{_end_line(body)}{new}{text[len(_end_line(body)) :]}"


def _is_fence_open(text: str) -> bool:
    return list_unfenced_lines(text)[1]


def _end_line(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


# --- deriving


def derive_edits(document: str, before: str, after: str) -> tuple[Edit, ...]:
    """The edits that lead from one text to the other, each as small as it can be told apart."""
    if before == after:
        return ()
    every = tuple(_derive_by_block(document, before, after))
    lean = tuple(edit for edit in every if edit.old.rstrip("\n") != edit.new.rstrip("\n"))
    for edits in (lean, every):  # a block that is added brings the empty line before it along
        if edits and apply_edits(before, edits) == after:
            return edits
    return (Edit(document, WHOLE, before, after),)


def _derive_by_block(document: str, before: str, after: str) -> Iterator[Edit]:
    old, new = split_blocks(before), split_blocks(after)
    known = {block.name: block.text for block in new}
    for block in old:
        if block.name not in known:
            yield Edit(document, block.name, block.text, "")
        elif known[block.name] != block.text:
            yield from _derive_in_block(document, block, known[block.name])
    for block in new:
        if all(block.name != each.name for each in old):
            yield Edit(document, block.name, "", block.text.partition("\n")[2])


def _derive_in_block(document: str, block: Block, after: str) -> Iterator[Edit]:
    edits = tuple(_derive_items(document, block, after))
    if edits and apply_edits(block.text, edits) == after:
        yield from edits
    else:
        yield Edit(document, block.name, block.text, after)


def _derive_items(document: str, block: Block, after: str) -> Iterator[Edit]:
    old, new = split_items(block.text), split_items(after)
    for kind, start, end, into, upto in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        anchor = old[start - 1] if kind == "insert" and start else ""
        yield Edit(document, block.name, anchor + "".join(old[start:end]), anchor + "".join(new[into:upto]))
