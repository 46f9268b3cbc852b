"""Every verb of the library by the name that people write: `observe`, `review.pending`."""

from __future__ import annotations

import inspect
from typing import Any, Final

from atlas import Atlas
from atlas.surfaces.library.space import PARTS


def _members(owner: type, prefix: str) -> dict[str, Any]:
    return {prefix + name: member for name, member in inspect.getmembers(owner) if not name.startswith("_")}


VERBS: Final = {
    **_members(Atlas, ""),
    **{name: member for part, owner in PARTS.items() for name, member in _members(owner, f"{part}.").items()},
}
