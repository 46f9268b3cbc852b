"""The constitution: its form, its pinned hash, and the levels that bind (E9, H1).

The shipped one is pinned here; one that an operator puts in its place, by a hash that is kept with it. ATLAS does not
start with a missing or altered one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from atlas.errors import BadInput, ConstitutionBroken
from atlas.language.hidden_characters import remove_hidden

SHIPPED_SHA256: Final = "c2070b1821b6b97edbd3d577c62487d1e80743b44223ac26885841ad22658a3a"
HEADINGS: Final = ("## Level 1: inviolable", "## Level 2: strong", "## Level 3: default", "## Level 4: learnable")
MAX_BYTES: Final = 6_000
"""Levels 1 to 3 stand in every prompt, and are never cut."""

_PRINCIPLE: Final = re.compile(r"(\d{1,3})\. +(\S.*)")
_REPIN: Final = (
    "choose one with atlas operate constitution pin FILE, or go back with atlas operate constitution pin --shipped."
)
_REINSTALL: Final = "reinstall the package."


@dataclass(frozen=True, slots=True)
class Constitution:
    text: str
    sha256: str
    pinned: bool = False
    """Whether an operator put it in the place of the shipped one."""


@dataclass(frozen=True, slots=True)
class Principle:
    number: int
    text: str


@lru_cache(maxsize=4)
def verify_constitution(content: bytes | None, pinned: str | None = None) -> Constitution:
    """Return the constitution whose hash an operator pinned, or else the shipped one; raise where it is not that."""
    remedy = _REPIN if pinned else _REINSTALL
    if content is None:
        raise ConstitutionBroken(f"The constitution is missing, and ATLAS does not start without it: {remedy}")
    if hash_constitution(content) != (pinned or SHIPPED_SHA256):
        raise ConstitutionBroken(f"The constitution was altered, and ATLAS does not start with it: {remedy}")
    problem = _find_problem(content)
    if problem:
        raise ConstitutionBroken(f"The constitution has not its form, since {problem}: {remedy}")
    return Constitution(content.decode("utf-8"), pinned or SHIPPED_SHA256, pinned is not None)


def hash_constitution(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def check_form(content: bytes) -> str:
    """Return the text of what is to be a constitution, or raise BadInput."""
    problem = _find_problem(content)
    if problem:
        raise BadInput(f"This cannot be a constitution, since {problem}; atlas operate constitution shows the form.")
    return content.decode("utf-8")


def extract_binding_levels(text: str) -> str:
    """Return levels 1 to 3, which stand in every prompt built by ATLAS."""
    return text[: text.index(f"\n{HEADINGS[3]}")].strip()


def list_binding_principles(text: str) -> tuple[Principle, ...]:
    """List the principles of levels 1 to 3 by their numbers."""
    return tuple(principle for level in _split_levels(text)[:3] for principle in _list_principles(level))


@lru_cache(maxsize=4)
def _find_problem(content: bytes) -> str | None:
    """Say what keeps these bytes from being a constitution; the same bytes, which every thought reads, once."""
    if len(content) > MAX_BYTES:
        return f"it has more than {MAX_BYTES:,} bytes"
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not a text in UTF-8"
    if remove_hidden(text) != text:
        return "it holds characters that nobody sees"
    if "://" in text:
        return "it holds a link, and what binds has to stand in it"
    return _find_misheaded(text) or _find_unnumbered(text)


def _find_misheaded(text: str) -> str | None:
    headings = [line for line in text.split("\n")[1:] if line.lstrip().startswith("#")]
    if not text.startswith("# ") or headings != list(HEADINGS):
        return f"below its title it has the headings {', '.join(HEADINGS)}, and no other"
    return None


def _find_unnumbered(text: str) -> str | None:
    if not all(list(_list_principles(level)) for level in _split_levels(text)[:3]):
        return "each of the levels 1 to 3 holds at least one principle, such as 1. Put truth before agreeableness"
    numbers = [principle.number for principle in list_binding_principles(text)]
    if numbers != list(range(1, len(numbers) + 1)):
        return "the principles of levels 1 to 3 are numbered through, from 1 on"
    return None


def _split_levels(text: str) -> list[str]:
    """Split a text that is well headed into what stands under each heading."""
    return re.split("|".join(map(re.escape, HEADINGS)), text)[1:]


def _list_principles(level: str) -> Iterator[Principle]:
    """List the numbered lines, each with the lines that go on with it."""
    number, said = 0, ""
    for line in filter(None, map(str.strip, level.split("\n"))):
        begun = _PRINCIPLE.fullmatch(line)
        if begun:
            if number:
                yield Principle(number, said)
            number, said = int(begun[1]), begun[2]
        else:
            said = f"{said} {line}"
    if number:
        yield Principle(number, said)
