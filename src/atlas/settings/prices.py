"""What models cost: the prices that are known, and those that a person sets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from atlas.errors import BadInput
from atlas.model.spending import MICRO, Price

_DOLLARS: Final[Mapping[str, tuple[float, float]]] = {
    "claude": (15, 75),  # one that is not known yet is not taken for cheap
    "claude-3-5-haiku": (0.8, 4),
    "claude-3-5-sonnet": (3, 15),
    "claude-3-7-sonnet": (3, 15),
    "claude-3-haiku": (0.25, 1.25),
    "claude-fable-5": (10, 50),
    "claude-haiku-4": (1, 5),
    "claude-opus-4": (15, 75),
    "claude-opus-4-5": (5, 25),
    "claude-opus-4-6": (5, 25),
    "claude-opus-4-7": (5, 25),
    "claude-opus-4-8": (5, 25),
    "claude-opus-5": (5, 25),
    "claude-sonnet-4": (3, 15),
    "claude-sonnet-5": (2, 10),
    "gemini-2.5-flash": (0.3, 2.5),
    "gemini-2.5-flash-lite": (0.1, 0.4),
    "gemini-2.5-pro": (2.5, 15),
    "gpt-4": (30, 60),
    "gpt-4-turbo": (10, 30),
    "gpt-4.1": (2, 8),
    "gpt-4.1-mini": (0.4, 1.6),
    "gpt-4.1-nano": (0.1, 0.4),
    "gpt-4o": (2.5, 10),
    "gpt-4o-mini": (0.15, 0.6),
    "gpt-5": (1.25, 10),
    "gpt-5-mini": (0.25, 2),
    "gpt-5-nano": (0.05, 0.4),
    "gpt-5-pro": (15, 120),
    "o3": (2, 8),
    "o3-mini": (1.1, 4.4),
    "o3-pro": (20, 80),
    "o4-mini": (1.1, 4.4),
}
"""For a million tokens in and out, by how a name begins; where prices have steps, the highest."""


def parse_prices(own: object) -> dict[str, Price]:
    if not isinstance(own, dict):
        raise BadInput("The prices in the settings are a table: name = [input, output].")
    return {name: _parse_price(name, both) for name, both in {**_DOLLARS, **own}.items()}


def _parse_price(name: str, both: object) -> Price:
    match both:
        case [int() | float() as input, int() | float() as output] if all(
            0 <= each < math.inf for each in (input, output)
        ):
            return Price(round(input * MICRO), round(output * MICRO))
    raise BadInput(f"The price of {name!r} is two numbers, dollars for a million tokens in and out: [3, 15].")


def price_of(prices: Mapping[str, Price], model: str) -> Price:
    """Find a price by the longest beginning of a model's name that has one; a model that nobody charges for costs
    nothing."""
    known = [name for name in prices if model.startswith(name)]
    return prices[max(known, key=len)] if known else Price()
