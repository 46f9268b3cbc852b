"""ATLAS: memory you can trust. The public names, and nothing else; each is loaded when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from atlas._version import __version__

if TYPE_CHECKING:
    from atlas.engine.core.runtime import Checked
    from atlas.engine.intake.observe import Receipt, Said
    from atlas.engine.serve.context import Context
    from atlas.errors import AtlasError, BadInput, NotFound, Refused, Trouble
    from atlas.model.interaction import Role
    from atlas.model.memory import Kind, Memory, Status
    from atlas.model.origin import Origin
    from atlas.model.recall import Recalled
    from atlas.surfaces.library import Atlas
    from atlas.surfaces.wrapping.client import wrap

__all__ = [
    "Atlas",
    "AtlasError",
    "BadInput",
    "Checked",
    "Context",
    "Kind",
    "Memory",
    "NotFound",
    "Origin",
    "Recalled",
    "Receipt",
    "Refused",
    "Role",
    "Said",
    "Status",
    "Trouble",
    "__version__",
    "wrap",
]

_HOMES = {
    "Atlas": "atlas.surfaces.library",
    "AtlasError": "atlas.errors",
    "BadInput": "atlas.errors",
    "Checked": "atlas.engine.core.runtime",
    "Context": "atlas.engine.serve.context",
    "Kind": "atlas.model.memory",
    "Memory": "atlas.model.memory",
    "NotFound": "atlas.errors",
    "Origin": "atlas.model.origin",
    "Recalled": "atlas.model.recall",
    "Receipt": "atlas.engine.intake.observe",
    "Refused": "atlas.errors",
    "Role": "atlas.model.interaction",
    "Said": "atlas.engine.intake.observe",
    "Status": "atlas.model.memory",
    "Trouble": "atlas.errors",
    "wrap": "atlas.surfaces.wrapping.client",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'atlas' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
