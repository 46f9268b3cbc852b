"""What can be set about thinking. Light to import, for whoever gathers the settings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Sampling(StrEnum):
    """When a question is asked again (S3)."""

    WHEN_IN_DOUBT = "when_in_doubt"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ConsistencyPolicy:
    when: Sampling = Sampling.WHEN_IN_DOUBT
    first: int = 3
    most: int = 5
    """Bought where the first ones disagree."""
    temperature: float = 0.7
    agree: float = 0.60
    """S3: the share of the largest group below which the answers disagree."""
    scatter_bits: float = 1.5
    """S4: the entropy above which they scatter."""
    tokens: int = 500
    """The most that one sample may say."""


RESEARCH: Final = ConsistencyPolicy(first=5)
"""The document's own way: five at once."""
