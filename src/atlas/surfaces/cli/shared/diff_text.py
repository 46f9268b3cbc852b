"""Lines of a diff on a terminal: what is new in green, what is gone in red."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from atlas.surfaces.cli.shared.output import styled_text
from atlas.surfaces.views.text import reveal_hidden

if TYPE_CHECKING:
    from rich.text import Text

_STYLES: Final = {"+": "green", "-": "red", "@": "cyan", "\\": "dim"}
_HEADS: Final = ("+++", "---")


def diff_text(lines: Iterable[str]) -> Text:
    """Style each line by the sign that it begins with; hidden characters are drawn."""
    drawn = [(reveal_hidden(line), _find_style(line)) for line in lines]
    return styled_text(*(part for line in drawn for part in (("\n", ""), line)))[1:]


def _find_style(line: str) -> str:
    return "bold" if line.startswith(_HEADS) else _STYLES.get(line[:1], "")
