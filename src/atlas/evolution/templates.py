"""What a document says before anything was learned: its title, and for whoever edits it, what belongs there (E4).

A comment is never served, so that an empty document costs a context nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from atlas.model.document import DocumentKind

TEMPLATES: Final[Mapping[DocumentKind, str]] = {
    DocumentKind.PERSONA: "# Persona\n\n<!-- How the assistant speaks and behaves. Slow to change. -->\n",
    DocumentKind.PROFILE: "# User profile\n\n<!-- How this user wants to be answered, and what they prefer. -->\n",
    DocumentKind.KNOWLEDGE: "# Domain knowledge\n\n<!-- What holds of the projects, tools and places at hand. -->\n",
    DocumentKind.STRATEGIES: (
        "# Strategies\n\n<!-- Under three headings: Task patterns, Tool preferences, Error recovery. -->\n"
    ),
    DocumentKind.CORRECTIONS: "# Corrections\n\n<!-- What was wrong in a reply, and what is right. -->\n",
    DocumentKind.PRINCIPLES: "# Principles\n\n<!-- What several corrections have in common. -->\n",
}
