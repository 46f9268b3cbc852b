"""What may be spent: for a call, a job, a day and a space, in tokens and in money."""

from __future__ import annotations

from collections.abc import Mapping

from atlas.errors import BadInput
from atlas.model.spending import MICRO, Budget, Limit
from atlas.settings.scalars import parse_number


def parse_budget(values: Mapping[str, str]) -> Budget:
    default = Budget()
    return Budget(
        call=_parse_limit(values, "call", default.call),
        job=_parse_limit(values, "job", default.job),
        day=_parse_limit(values, "day", default.day),
        space=_parse_limit(values, "space", default.space),
    )


def _parse_limit(values: Mapping[str, str], of: str, default: Limit) -> Limit:
    tokens, money = f"budget_{of}_tokens", f"budget_{of}_money"
    return Limit(
        tokens=_parse_amount(tokens, values[tokens], 1) if tokens in values else default.tokens,
        money=_parse_amount(money, values[money], MICRO) if money in values else default.money,
    )


def _parse_amount(name: str, text: str, unit: int) -> int | None:
    """Parse an amount in whole units, rounded down; None where a limit was taken away."""
    if text.strip().lower() == "none":
        return None
    number = parse_number(text)
    if number is None or number < 0 or (unit == 1 and number != int(number)):
        expected = "a whole number of tokens" if unit == 1 else "an amount such as 2.50"
        raise BadInput(f"The setting ATLAS_{name.upper()} is {expected}, or none; it is {text!r}.")
    return int(number * unit)
