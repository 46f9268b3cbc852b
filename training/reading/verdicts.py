"""What readers judged of finds: `judged/PART.tsv`, a find a line.

Annotators leave facts out and cut others elsewhere, so that a find which no mark bears out is often right. Readers who
had the message, the find and the annotator's marks gave each such find a letter: `s` right, and marked in other words;
`r` right, and left out; `p` true and trivial; `c` right in its gist, badly cut or named; `w` wrong. Where several hands
judged a find it has several letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.reading.annotations import Numbered
from training.reading.scoring import Found

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
