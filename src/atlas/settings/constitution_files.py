"""The constitution in force: the one that an operator pinned in the home folder, else the one that ships (E9, H1).

The pin is a line of `sha256sum` that stands in `constitution.sha256`; the text is a file named by that hash. So the pin
is exchanged whole, by one rename, and whoever reads meanwhile sees the old constitution or the new one.
"""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Final

from atlas.curation.constitution import MAX_BYTES, Constitution, check_form, verify_constitution
from atlas.errors import BadInput, ConstitutionBroken
from atlas.settings.shipped_texts import constitution_bytes

PIN_NAME: Final = "constitution.sha256"
_PIN: Final = re.compile(rb"([0-9a-f]{64})  \S+\n?")


def read_constitution(home: Path) -> Constitution:
    """Read and verify the constitution in force; raises ConstitutionBroken."""
    pin = _read_pin(home)
    try:
        return _read_pinned(home, pin)
    except ConstitutionBroken:
        now = _read_pin(home)
        if now == pin:
            raise
        return _read_pinned(home, now)  # an operator pinned another one just now


def read_shipped_constitution() -> Constitution:
    return verify_constitution(constitution_bytes())


def read_proposed_constitution(path: Path) -> bytes:
    """Read a file that is to be pinned; raises BadInput where it is none, or not of the form."""
    content = _read_plain_file(path)
    if content is None:
        raise BadInput(f"There is no file {path} to pin; a link is none, name what it leads to.")
    check_form(content)
    return content


def name_pinned_text(home: Path, sha256: str) -> Path:
    """The file that holds the text with this hash, once it is pinned."""
    return home / f"constitution-{sha256[:16]}.md"


def format_pin(sha256: str) -> str:
    """The line of `sha256sum` by which a text is pinned, and which `sha256sum --check` understands."""
    return f"{sha256}  {name_pinned_text(Path(), sha256)}\n"


def _read_pinned(home: Path, pin: str | None) -> Constitution:
    if pin is None:
        return read_shipped_constitution()
    return verify_constitution(_read_plain_file(name_pinned_text(home, pin)), pin)


def _read_pin(home: Path) -> str | None:
    """Read the pinned hash; None where nothing is pinned. What cannot be understood pins nothing that there is."""
    place = home / PIN_NAME
    try:
        place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    found = _PIN.fullmatch(_read_plain_file(place) or b"")
    return found[1].decode() if found else "unreadable"


def _read_plain_file(path: Path) -> bytes | None:
    """Read a file, up to a byte more than a constitution may have; None for anything else, a link too."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None
