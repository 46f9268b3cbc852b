"""A table at the end of a TOML text, between two lines that say whose it is; all else stays byte for byte.

A table's end is where the next one begins, so that one at the end of a file can be added and taken away without
understanding the rest. A text that does not end its last line gets its end back.

Editors keep a remark at the very end where it is and put new tables before it. So what stands before our last line need
not be ours: what is taken away is our table with its own lines, and that line by itself.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, Final

from atlas.errors import BadInput

BEGIN: Final = "# atlas: begin (atlas uninstall takes this away)"
END: Final = "# atlas: end"
_HEAD: Final = "[mcp_servers.atlas]"
_KEYS: Final = r"(?:\r?\n(?![ \t]*(?:[\[#]|\r?(?:\n|\Z)))[^\n]*)*"
"""Lines up to one that is empty, a remark, or another table's head."""
_LAST: Final = rf"{re.escape(END)}[ \t]*(?=\r?\n|\Z)"
_OURS: Final = re.compile(
    rf"\r?\n?^{re.escape(BEGIN)}\r?\n{re.escape(_HEAD)}[ \t]*{_KEYS}(?:\r?\n{_LAST})?", re.MULTILINE
)
_STRAY: Final = re.compile(rf"^{_LAST}(?:\r?\n)?", re.MULTILINE)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise BadInput(f"{name} is not valid TOML ({trouble}); repair it first, it was left as it is.") from None


def add_table(text: str | None, lines: Sequence[str], name: str) -> str:
    """The text with our lines at its end; they name their table in full, so that it may stand after any other.

    Where the last line had no end, our last has none either, and only a file that was not there begins with us: so it
    can be told, when they go, how it was.
    """
    line_break = "\r\n" if "\r\n" in (text or "") else "\n"
    block = line_break.join([BEGIN, *lines, END])
    after = f"{block}\n" if text is None else f"{text}{line_break}{block}"
    after += line_break if text is not None and (not text or text.endswith("\n")) else ""
    try:
        tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        raise BadInput(f"{name} has no place at its end for {lines[0]}; it was left as it is.") from None
    return after


def remove_table(text: str) -> str | None:
    """The text as it was; None where nothing but our lines ever stood in it."""
    found = _OURS.search(text)
    if found is None:
        return _STRAY.sub("", text)
    rest = text[: found.start()] + re.sub(r"\A\r?\n", "", text[found.end() :])
    return _STRAY.sub("", rest) if rest or not text.startswith(BEGIN) else None
