"""Things put aside in a temporary file and taken up again in order: what has to be sorted need not fit into memory."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterable, Iterator
from typing import IO


def in_order(keyed: Iterable[tuple[int, bytes]]) -> Iterator[bytes]:
    """By key, ascending; of one key as they came. The file has no name, so that nothing of it is left behind."""
    with tempfile.TemporaryFile(prefix="atlas-") as file:
        keys, starts = array("q"), array("q", [0])
        for key, body in keyed:
            file.write(body)
            keys.append(key)
            starts.append(starts[-1] + len(body))
        for place in sorted(range(len(keys)), key=keys.__getitem__):
            yield _at(file, starts[place], starts[place + 1])


def _at(file: IO[bytes], start: int, end: int) -> bytes:
    file.seek(start)
    return file.read(end - start)
