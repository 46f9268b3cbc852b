"""The language in which texts are read: the one place that names a language's package."""

from __future__ import annotations

from typing import Final

from atlas.language.english.package import English
from atlas.language.interface import Language

LANGUAGE: Final[Language] = English()
"""English is the only one so far; with a second, this becomes a choice by the text or the space."""
