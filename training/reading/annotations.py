"""Annotated messages: read, checked, counted. `python -m training.reading.annotations data/train/*.jsonl`.

The guide says what each mark means. A fault is a mark that the guide does not allow, or that does not fit its message.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from atlas.model.reading import LABELLED, READ_ATTRIBUTES, Act, Operation, Stance

OPEN: Final = LABELLED
"""Attributes that are told apart by words of the message: `favourite:film`, `other:port`."""
ATTRIBUTES: Final = frozenset(READ_ATTRIBUTES) - OPEN
OPERATIONS: Final = frozenset(map(str, Operation))
STANCES: Final = frozenset(map(str, Stance)) - {Stance.EARNEST}
"""What is told in earnest has none written."""
ACTS: Final = frozenset(map(str, Act))
_MARK: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked value and its place in the plain text."""

    start: int
    end: int
    value: str
    attribute: str
    label: str
    """The words behind `favourite:` or `other:`."""
    operation: str
    subject: str
    stance: str
    """Empty where it is told in earnest."""
    when: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """A message as it was typed, with its marks."""

    text: str
    before: str
    act: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A message with its place: which file of its part, and which message there, from one."""

    file: str
    number: int
    message: Annotated


class Fault(ValueError):
    """What is wrong with a line, in a few words."""


def read_annotated(path: Path) -> Iterator[Annotated]:
    """Read the messages of a file; the first fault ends it."""
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            yield parse_line(line)


def number_messages(paths: Iterable[Path]) -> Iterator[Numbered]:
    for path in paths:
        for number, message in enumerate(read_annotated(path), 1):
            yield Numbered(path.stem, number, message)


def find_faults(path: Path) -> list[str]:
    """List every fault of a file with the number of its line; a message that stands there twice is one."""
    faults: list[str] = []
    seen: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            message = parse_line(line)
            check_message(message)
            if message.text.casefold() in seen:
                raise Fault("it stands there twice")
            seen.add(message.text.casefold())
        except ValueError as fault:
            faults.append(f"{path.name}:{number}: {fault}")
    return faults


def parse_line(line: str) -> Annotated:
    """Take the marks out of a line."""
    row = json.loads(line)
    if not {"t", "act"} <= row.keys() <= {"t", "act", "before"}:
        raise Fault(f"its keys are {sorted(row)}")
    text, marks, last = "", [], 0
    for found in _MARK.finditer(row["t"]):
        text += row["t"][last : found.start()]
        marks.append(_parse_mark(found.group(1), len(text)))
        text += marks[-1].value
        last = found.end()
    return Annotated(text + row["t"][last:], row.get("before", ""), row["act"], tuple(marks))


def _parse_mark(inside: str, start: int) -> Mark:
    value, *rest = inside.split("|")
    if len(rest) < 3:
        raise Fault(f"{{{inside}}} has too few parts")
    named, operation, subject, *more = rest
    attribute, _, label = named.partition(":")
    when = next((each.removeprefix("when=") for each in more if each.startswith("when=")), "")
    stances = [each for each in more if not each.startswith("when=")]
    if len(stances) > 1:
        raise Fault(f"{{{inside}}} has two stances")
    return Mark(start, start + len(value), value, attribute, label, operation, subject, "".join(stances), when)


def check_message(message: Annotated) -> None:
    """Raise for a message that the guide does not allow."""
    words = f"{message.text}\n{message.before}".casefold()
    if "{" in message.text or "}" in message.text:
        raise Fault("a brace is left over")
    if message.act not in ACTS:
        raise Fault(f"there is no act {message.act!r}")
    for mark in message.marks:
        _check_mark(mark, words)
    earnest = any(not mark.stance for mark in message.marks)
    if earnest == (message.act == "none"):
        raise Fault("act none and a mark in earnest exclude each other, and one of them has to be")


def _check_mark(mark: Mark, words: str) -> None:
    if not mark.value.strip() or mark.value != mark.value.strip():
        raise Fault(f"the value {mark.value!r} has blanks around it or is none")
    if mark.attribute not in (OPEN if mark.label else ATTRIBUTES):
        raise Fault(f"there is no attribute {mark.attribute!r} with the label {mark.label!r}")
    if mark.operation not in OPERATIONS or mark.stance not in STANCES | {""}:
        raise Fault(f"there is no {mark.operation!r} or no {mark.stance!r}")
    spans = [mark.when, mark.label if mark.attribute == "other" else "", mark.subject if mark.subject != "user" else ""]
    for span in spans:
        if span.casefold() not in words:
            raise Fault(f"{span!r} does not stand in the message")


def main(paths: list[Path]) -> int:
    faults = [fault for path in paths for fault in find_faults(path)]
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    if not faults:
        for path in paths:
            sys.stdout.write(f"{path.name}: {_summarise(list(read_annotated(path)))}\n")
    return 1 if faults else 0


def _summarise(messages: list[Annotated]) -> str:
    acts = Counter(message.act for message in messages)
    stances = Counter(mark.stance or "earnest" for message in messages for mark in message.marks)
    counts = ", ".join(f"{name} {count}" for counter in (acts, stances) for name, count in counter.most_common())
    return f"{len(messages):,} messages; {counts}"


if __name__ == "__main__":
    sys.exit(main([Path(each) for each in sys.argv[1:]]))
