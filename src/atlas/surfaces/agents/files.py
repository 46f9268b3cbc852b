"""The only place where files of other programs are read and written: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from importlib import resources
from itertools import takewhile
from pathlib import Path
from typing import Final

from atlas.errors import BadInput

_FOLDERS: Final = (".agents", ".claude", ".codex", "skills")


def read(path: Path) -> str | None:
    """The text, with its line ends as they are; None where there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text in UTF-8; it was left as it is.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None


def write(path: Path, text: str | None) -> None:
    """Exchange the file for one with this text; without a text it goes, with the folders that it leaves empty."""
    try:
        if text is None:
            _remove(path)
        else:
            _exchange(path.resolve(), text)  # a link stays a link; what it leads to is changed
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None


def skill(name: str) -> str:
    """The text of a skill that ships with the package."""
    return resources.files("atlas.surfaces.agents").joinpath("skills", f"{name}.md").read_text(encoding="utf-8")


def _exchange(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    handle, beside = tempfile.mkstemp(prefix=".atlas-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    with suppress(OSError):  # the first that is not empty ends it
        for folder in takewhile(_is_agents, path.parents):
            folder.rmdir()


def _is_agents(folder: Path) -> bool:
    """Whether it is an agent's own, and no person's home or project."""
    return folder.name in _FOLDERS or folder.parent.name == "skills"
