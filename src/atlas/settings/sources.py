"""Where settings come from: the environment, `atlas.toml`, and the path that names a home folder or a store's file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from atlas.errors import BadInput

STORE_SUFFIX: Final = ".atlas"
STORE_NAME: Final = f"memory{STORE_SUFFIX}"
SETTINGS_NAME: Final = "atlas.toml"


def names_store(named: Path) -> bool:
    """Tell whether a path names a store's file and not a folder: an existing file, or a new one by its ending."""
    return named.is_file() or (named.suffix == STORE_SUFFIX and not named.exists() and named.parent.is_dir())


def read_environment(env: Mapping[str, str]) -> dict[str, str]:
    prefix = "ATLAS_"
    return {key.removeprefix(prefix).lower(): value for key, value in env.items() if key.startswith(prefix) and value}


def read_file(path: Path) -> dict[str, Any]:
    try:
        return _parse_toml(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise BadInput(f"The settings in {path} cannot be read: {error}") from None


def read_named_file(path: Path) -> dict[str, Any]:
    """Read a file of settings that somebody named: it has to be there."""
    if not path.is_file():
        raise BadInput(f"There is no file {path}; name one that is written as atlas.toml is.")
    return read_file(path)


def _parse_toml(text: str) -> dict[str, Any]:
    import tomllib  # slow to import, and most homes have no file

    return tomllib.loads(text)


def is_debugging() -> bool:
    """Tell whether somebody wants to see all of an unexpected error; asked when settings may be unreadable."""
    return os.environ.get("ATLAS_DEBUG", "") not in ("", "0")


def folder_from_environment(variable: str) -> Path | None:
    """Read the folder of another program from the environment variable that names it."""
    named = os.environ.get(variable)
    return Path(named).expanduser().absolute() if named else None
