"""What readers judged of finds: `judged/PART.tsv`, a find a line.

Annotators leave facts out and cut others elsewhere, so that a find which no mark bears out is often right. Readers who
had the message, the find and the annotator's marks gave each such find a letter: `s` right, and marked in other words;
`r` right, and left out; `p` true and trivial; `c` right in its gist, badly cut or named; `w` wrong. Where several hands
judged a find it has several letters.

`python -m benchmarks reading --part PART --unjudged FILE` lists what nobody judged yet, and `python -m
training.reading.verdicts PART FILE ANSWERS…` keeps what readers said of it: each of them wrote a line a find, its
number and a letter.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.reading.annotations import Mark, Numbered
from training.reading.scoring import Found

LETTERS: Final = "srpcw"
_HEAD: Final = "file\tmessage\tstart\tend\tattribute\toperation\tsubject\tverdicts"
_NUMBERED: Final = re.compile(r"^(\d+)\. \[(.*)\]$", re.MULTILINE)
_ANSWER: Final = re.compile(rf"^\W*(\d+)\W+([{LETTERS}])\b", re.MULTILINE)
JUDGED: Final = Path(__file__).parent / "judged"
_Key = tuple[str, int, int, int, str, str, str]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The letters of each find that was judged; of any other there are none."""

    letters: Mapping[_Key, str]

    def list_letters(self, message: Numbered) -> Callable[[Found], str]:
        """Those of a message's finds."""

        def find_letters(found: Found) -> str:
            labels = (found.attribute, found.operation, found.subject)
            return self.letters.get((message.file, message.number, found.start, found.end, *labels), "")

        return find_letters


def read_verdicts(part: str, folder: Path = JUDGED) -> Verdicts:
    """Those of one part of the messages; of a part that nobody judged, none."""
    path = folder / f"{part}.tsv"
    lines = path.read_text("utf-8").splitlines()[1:] if path.exists() else []
    letters: dict[_Key, str] = {}
    for line in lines:
        file, message, start, end, attribute, operation, subject, given = line.split("\t")
        letters[file, int(message), int(start), int(end), attribute, operation, subject] = given
    return Verdicts(letters)


def list_unjudged(finds: Iterable[tuple[Numbered, Found]]) -> str:
    """List finds for readers: each with its message, what was found, and what the annotator marked."""
    told = []
    for number, (each, found) in enumerate(finds, 1):
        key = (each.file, each.number, found.start, found.end, found.attribute, found.operation, found.subject)
        message = each.message
        marks = "; ".join(_tell_mark(mark) for mark in message.marks) or "nothing"
        before = f"before: {message.before}\n" if message.before else ""
        said = f"of {found.subject}: {found.attribute} = {found.value} ({found.operation})"
        place = "\t".join(map(str, key))
        told.append(f"{number}. [{place}]\n{before}message: {message.text}\nfound: {said}\nmarked: {marks}\n")
    return "\n".join(told)


def _tell_mark(mark: Mark) -> str:
    stance = f", {mark.stance}" if mark.stance else ""
    return f"of {mark.subject}: {mark.attribute} = {mark.value} ({mark.operation}{stance})"


def keep_verdicts(part: str, listed: str, answers: Sequence[str], folder: Path = JUDGED) -> int:
    """Keep the letters that every reader gave to a listed find, in the place of older ones; returns how many."""
    keys = {int(number): key for number, key in _NUMBERED.findall(listed)}
    given = [{int(number): letter for number, letter in _ANSWER.findall(each)} for each in answers]
    for number, each in enumerate(given, 1):
        if each.keys() != keys.keys():
            odd = sorted(each.keys() ^ keys.keys())
            raise ValueError(f"Reader {number} and the list differ in {len(odd)} numbers, from {odd[0]} on.")
    path = folder / f"{part}.tsv"
    known = path.read_text("utf-8").splitlines()[1:] if path.exists() else []
    letters = dict(line.rsplit("\t", 1) for line in known)
    letters |= {key: "".join(each[number] for each in given) for number, key in keys.items()}
    lines = (f"{key}\t{each}" for key, each in letters.items())
    path.write_text("\n".join([_HEAD, *sorted(lines, key=_order_line)]) + "\n", "utf-8")
    return len(keys)


def _order_line(line: str) -> tuple[str, int, int, int, str]:
    file, message, start, end, rest = line.split("\t", 4)
    return file, int(message), int(start), int(end), rest


def main(arguments: Sequence[str]) -> int:
    if len(arguments) < 3:
        sys.stderr.write("python -m training.reading.verdicts PART FILE ANSWERS…\n")
        return 2
    part, listed, *answers = arguments
    texts = [Path(each).read_text("utf-8") for each in answers]
    try:
        kept = keep_verdicts(part, Path(listed).read_text("utf-8"), texts)
    except ValueError as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    letters = [dict(_ANSWER.findall(each)) for each in texts]
    alike = sum(len({each[number] in "sr" for each in letters}) == 1 for number in letters[0])
    sys.stdout.write(f"{kept:,} finds kept; readers agree on right or not in {alike / max(1, kept):.3f}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
