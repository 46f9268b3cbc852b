"""Past moments in the words that people have for them."""

from __future__ import annotations

from datetime import datetime, tzinfo

import click

from atlas.language.registry import LANGUAGE
from atlas.surfaces.cli.shared.input_lines import with_zone


def parse_first_moment(text: str, now: datetime, zone: tzinfo, option: str = "--since") -> datetime:
    """Parse a moment as it is given; of a day, a week, a month or a year the first moment."""
    period = LANGUAGE.dates.read_period(text, now.astimezone(zone))
    return period.start if period is not None else parse_past_moment(text, now, zone, option)


def parse_past_moment(text: str, now: datetime, zone: tzinfo, option: str = "--as-of") -> datetime:
    """Parse a moment as it is given; of a day, a week, a month or a year the last moment, or now where it is not
    over yet."""
    period = LANGUAGE.dates.read_period(text, now.astimezone(zone))
    if period is not None:
        return period.last(now.astimezone(zone))
    try:
        return with_zone(datetime.fromisoformat(text), zone)
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"{text!r} is no time such as 2026-03-31, 2026-03-31T09:30, 2026-03, March or last week.",
            param_hint=f"'{option}'",
        ) from None
