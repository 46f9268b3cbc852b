"""A past moment in the words that people have for it."""

from __future__ import annotations

from datetime import datetime, tzinfo

import click

from atlas.language.registry import LANGUAGE
from atlas.surfaces.cli.shared.input_lines import zoned


def then(text: str, now: datetime, zone: tzinfo) -> datetime:
    """A moment as it is given; of a day, a week, a month or a year the last one, or now where it is not over yet."""
    named = LANGUAGE.dates.read_period(text, now.astimezone(zone))
    if named is not None:
        return named.last(now.astimezone(zone))
    try:
        return zoned(datetime.fromisoformat(text), zone)
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"{text!r} is no time such as 2026-03-31, 2026-03-31T09:30, 2026-03, March or last week.",
            param_hint="'--as-of'",
        ) from None
