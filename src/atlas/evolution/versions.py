"""Two texts of a document compared, and each line of one traced to the version that brought it (E7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from typing import Final

_NO_END: Final = "\\ No newline at end of file\n"
_CONTEXT: Final = 3


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """A line, and the number of the version that brought it; None where that version was forgotten."""

    text: str
    version: int | None


def split_lines(text: str) -> list[str]:
    """The lines with their ends. Joined again they are the text."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return lines[:-1] if text.endswith("\n") or not text else [*lines[:-1], lines[-1][:-1]]


def diff_texts(before: str, after: str, names: tuple[str, str]) -> str:
    """The unified diff of two texts; empty where they are the same."""
    lines = unified_diff(split_lines(before), split_lines(after), *names, n=_CONTEXT)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}" for line in lines)


def list_changed_lines(before: str, after: str) -> Iterator[str]:
    """The lines that differ, each behind `-` or `+` and without its end."""
    old, new = split_lines(before), split_lines(after)
    for kind, start, end, into, upto in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (f"-{line.rstrip()}" for line in old[start:end])
            yield from (f"+{line.rstrip()}" for line in new[into:upto])


def count_changed_lines(before: str, after: str) -> tuple[int, int]:
    """How many lines were added, and how many removed."""
    changed = list(list_changed_lines(before, after))
    added = sum(line.startswith("+") for line in changed)
    return added, len(changed) - added


def trace_lines(texts: Sequence[tuple[int, str | None]]) -> tuple[LineOrigin, ...]:
    """Each line of the last text with the version that brought it.

    `texts` is what a document said, version by version; None where that was forgotten. What came up while nobody knows
    what the document said has no version: it is not guessed.
    """
    traced: list[LineOrigin] = []
    unknown = False
    for number, text in texts:
        if text is None:
            unknown = True
            continue
        traced = _trace_version(traced, split_lines(text), None if unknown else number)
        unknown = False
    return tuple(traced)


def _trace_version(known: Sequence[LineOrigin], lines: Sequence[str], number: int | None) -> list[LineOrigin]:
    """The lines of a version: those that stood there before keep their origin."""
    traced = [LineOrigin(line, number) for line in lines]
    matcher = SequenceMatcher(None, [line.text for line in known], lines, autojunk=False)
    for start, into, size in matcher.get_matching_blocks():
        traced[into : into + size] = known[start : start + size]
    return traced
