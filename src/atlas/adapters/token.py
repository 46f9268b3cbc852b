"""The secret of an install: whoever can read the store's folder can read it, and nobody else knows it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from atlas.errors import Refused, StoreTrouble
from atlas.ports.entropy import Entropy

_BYTES: Final = 32
_LONGEST: Final = 1_000
_OWNER_ALONE: Final = 0o600
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def token_beside(store: Path, entropy: Entropy) -> tuple[Path, str]:
    """The token's file and what it says. It is made on first use, for its owner alone."""
    path = store.with_name(f"{store.name}-token")
    try:
        _make_token(path, entropy)
        return path, _read_token(path)
    except OSError as error:
        raise StoreTrouble(f"The token in {path} cannot be kept: {error.strerror or error}.") from None


def _make_token(path: Path, entropy: Entropy) -> None:
    """Whole or not at all, and by one of those that begin at the same time: no reader sees half a token."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{entropy.draw(4).hex()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE), "w") as file:
        file.write(f"{entropy.draw(_BYTES).hex()}\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was quicker, and its token holds
    finally:
        draft.unlink()


def _read_token(path: Path) -> str:
    """What others could read or write is no secret any more."""
    with path.open(encoding="ascii", errors="replace") as file:
        if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS:
            raise Refused(
                f"Others can read the token in {path}: take that away (chmod 600), or delete it for a new one."
            )
        token = file.read(_LONGEST).strip()
    if len(token) < _BYTES or not token.isalnum():
        raise Refused(f"There is no token in {path}: delete the file, and the next start makes a new one.")
    return token
