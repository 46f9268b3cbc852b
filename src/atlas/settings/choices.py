"""Names that stand for one of a few things: a policy, an embedder, a reader, a time zone, a trait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo
from typing import Final

from atlas.curation.policy import ConflictPolicy, CurationPolicy, Mode
from atlas.errors import BadInput
from atlas.model.trait import Trait, keeps_both, read_traits
from atlas.settings.scalars import parse_count

EMBEDDERS: Final = ("encoder", "hashing", "endpoint")
READERS: Final = ("small", "none")


def curation_policy(values: Mapping[str, str], traits: Mapping[Trait, float]) -> CurationPolicy:
    """Settle conflicts as the settings say; else as the traits make of them (T17)."""
    default = CurationPolicy(conflict=ConflictPolicy.KEEP_BOTH) if keeps_both(traits) else CurationPolicy()
    return CurationPolicy(
        mode=parse_mode(values.get("policy", default.mode.value)),
        conflict=parse_conflict_policy(values.get("conflict", default.conflict.value)),
        decisions_a_week=parse_count(values, "decisions_a_week", default.decisions_a_week),
    )


def parse_mode(name: str) -> Mode:
    try:
        return Mode(name)
    except ValueError:
        raise BadInput(f"There is no policy {name!r}; it is one of {', '.join(Mode)}.") from None


def parse_conflict_policy(name: str) -> ConflictPolicy:
    try:
        return ConflictPolicy(name)
    except ValueError:
        raise BadInput(
            f"There is no way {name!r} to settle a conflict; it is one of {', '.join(ConflictPolicy)}."
        ) from None


def parse_traits(value: object) -> dict[Trait, float]:
    """Parse a table; or, where there can be none, `name=strength` with commas between."""
    if isinstance(value, str):
        pairs = (each.partition("=") for each in value.split(",") if each.strip())
        value = {name: strength.strip() for name, _, strength in pairs}
    if not isinstance(value, dict):
        raise BadInput("The traits in the settings are a table: honesty = 0.8.")
    return read_traits(value)


def parse_embedder(name: str) -> str:
    if name not in EMBEDDERS:
        raise BadInput(f"There is no embedder {name!r}; it is one of {', '.join(EMBEDDERS)}.")
    return name


def parse_reader(name: str) -> str:
    if name not in READERS:
        raise BadInput(f"There is no reader {name!r}; it is one of {', '.join(READERS)}.")
    return name


def parse_zone(name: str) -> tzinfo:
    if name.upper() == "UTC":
        return UTC
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # slow to import, and a hook is mostly in UTC

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"There is no time zone {name!r}; give one such as Europe/Lisbon.") from None
