"""`atlas week`: the page of a week, in the terminal, as Markdown, and as one self-contained HTML file (J10)."""

from __future__ import annotations

from atlas.surfaces.cli.week.look import week

__all__ = ["week"]
