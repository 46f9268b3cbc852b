"""ATLAS as a library: open a file, observe, ask for context. Every other surface stands on this one.

`Atlas` (`atlas.py`) is one space of a store; the verbs of every day are in `space.py`; each part (`atlas.review`,
`atlas.jobs`, `atlas.inspect`, …) is a file of its own; `aio.py` awaits the same verbs.
"""

from atlas.surfaces.library.atlas import Atlas

__all__ = ["Atlas"]
