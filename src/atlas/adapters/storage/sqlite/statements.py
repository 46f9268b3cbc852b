"""The SQL body's statements with SQLite's own beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from atlas.adapters.storage.sql.statements import load_statements
from atlas.adapters.storage.sqlite.dialect import list_of


@cache
def statements() -> Mapping[str, str]:
    """Every statement by its name, ready to run; read once."""
    return load_statements(files(__package__).joinpath("statements.sql").read_text("utf-8"), list_of)
