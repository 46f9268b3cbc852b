"""A small change in a JSON text: everything else stays as it was written, byte for byte.

Parsing and writing anew would lose order, spacing and spelling. So a member is put in where the text has its place, and
taken out again so that nothing is left of it. What makes that exact:

    into a container with members      after the last one, with a comma before it
    into an empty one                  right after its bracket, on the same line: `{"new": …}`
    a container that we made           begins with a line break, and goes with its last member

So it can be seen from the text alone whether an empty container was there before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from atlas.errors import BadInput

Key = str | int
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_INDENT: Final = re.compile(r"\n([ \t]*)$")
_DECODER: Final = json.JSONDecoder()
_STEP: Final = "  "


@dataclass(frozen=True, slots=True)
class Member:
    key: Key
    start: int
    """Where it begins, its key included."""
    value: int
    """Where its value begins."""
    end: int


@dataclass(frozen=True, slots=True)
class Container:
    start: int
    """After the bracket."""
    end: int
    """Before the other one."""
    members: tuple[Member, ...]

    def member(self, key: Key) -> Member | None:
        return next((each for each in self.members if each.key == key), None)


def parse_object(text: str, name: str) -> dict[str, Any]:
    """The object in a text; a file that is not one good JSON object is not touched."""
    try:
        found = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as trouble:
        raise BadInput(f"{name} is not valid JSON ({trouble}); repair it first, it was left as it is.") from None
    if not isinstance(found, dict):
        raise BadInput(f"{name} does not hold a JSON object; it was left as it is.")
    return found


def insert_value(text: str, path: Sequence[Key], value: object) -> str:
    """The text with a member at a path that is not there yet; a number at its end adds to a list.

    Containers on the way are made where they are missing.
    """
    here, above = _parse_container(text, 0), 0
    for depth, key in enumerate(path[:-1]):
        member = here.member(key)
        if member is None:
            return _insert_member(text, here, above, key, _nest_value(path[depth + 1 :], value))
        here, above = _parse_container(text, member.value), above + 1
    return _insert_member(text, here, above, path[-1], value)


def remove_member(text: str, path: Sequence[Key]) -> str:
    """The text without the member at a path, and without the containers that were made for it."""
    here = _parse_container(text, 0)
    chain = [here]
    for key in path[:-1]:
        member = here.member(key)
        if member is None:
            return text
        here = _parse_container(text, member.value)
        chain.append(here)
    return _remove_from(text, chain, path)


def render_json(value: object, line_break: str = "\n") -> str:
    """Write a whole new document."""
    return _spell_value(value, "", line_break) + line_break


def _remove_from(text: str, chain: Sequence[Container], path: Sequence[Key]) -> str:
    here, key = chain[-1], path[-1]
    place = next((at for at, each in enumerate(here.members) if each.key == key), None)
    if place is None:
        return text
    if len(here.members) == 1:
        if len(path) > 1 and text[here.start : here.start + 1] in "\r\n":
            return _remove_from(text, chain[:-1], path[:-1])
        return text[: here.start] + text[here.members[0].end :]
    if place == 0:
        return text[: here.members[0].start] + text[here.members[1].start :]
    return text[: here.members[place - 1].end] + text[here.members[place].end :]


def _insert_member(text: str, here: Container, depth: int, key: Key, value: object) -> str:
    line_break = "\r\n" if "\r\n" in text else "\n"
    indent = _indent_of(text, here) or _STEP * (depth + 1)
    name = f"{json.dumps(key, ensure_ascii=False)}: " if isinstance(key, str) else ""
    member = name + _spell_value(value, indent, line_break)
    if not here.members:
        return text[: here.start] + member + text[here.start :]
    end = here.members[-1].end
    return f"{text[:end]},{line_break}{indent}{member}{text[end:]}"


def _indent_of(text: str, here: Container) -> str:
    """The indent of a container's first member, where that has a line of its own."""
    if not here.members:
        return ""
    found = _INDENT.search(text[here.start : here.members[0].start])
    return found.group(1) if found else ""


def _spell_value(value: object, indent: str, line_break: str) -> str:
    lines = json.dumps(value, indent=_STEP, ensure_ascii=False).split("\n")
    return f"{line_break}{indent}".join(lines)


def _nest_value(path: Sequence[Key], value: object) -> object:
    """The value, in as many new containers as the rest of the path names."""
    for key in reversed(path):
        value = {key: value} if isinstance(key, str) else [value]
    return value


def _parse_container(text: str, at: int) -> Container:
    start = _skip_blank(text, at) + 1
    is_object = text[start - 1] == "{"
    members = tuple(_parse_members(text, start, is_object))
    return Container(start, _skip_blank(text, members[-1].end if members else start), members)


def _parse_members(text: str, at: int, is_object: bool) -> Iterator[Member]:
    number, at = 0, _skip_blank(text, at)
    while text[at] not in "}]":
        key, value = _DECODER.raw_decode(text, at) if is_object else (number, at)
        value = _skip_blank(text, _skip_blank(text, value) + 1) if is_object else at
        _, end = _DECODER.raw_decode(text, value)
        yield Member(key, at, value, end)
        number += 1
        at = _skip_blank(text, end)
        at = _skip_blank(text, at + 1) if text[at] == "," else at


def _skip_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same key stands in it twice")
    return found


def _refuse_constant(constant: str) -> object:
    raise ValueError(f"it holds {constant}")
