"""Single numbers and switches of the stages' policies: `ATLAS_CONSOLIDATION_DERIVE=0` sets the field `derive` of the
policy of consolidation, over what the preset says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import timedelta
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from atlas.errors import BadInput
from atlas.settings.scalars import parse_flag, parse_number

P = TypeVar("P")
PREFIXES: Final = (
    "beliefs",
    "consolidation",
    "context",
    "curation",
    "documents",
    "evolution",
    "examination",
    "job",
    "recall",
    "reflection",
    "retention",
    "sampling",
    "session",
    "signals",
    "trigger",
)
"""By which the settings of each policy begin, and those of the table of triggers."""
_NAMED_ELSEWHERE: Final = frozenset({"catch_up_s", "conflict", "decisions_a_week", "mode", "trusts_amendments"})
"""Settings of their own say these: ATLAS_CATCH_UP_MS, ATLAS_CONFLICT, ATLAS_DECISIONS_A_WEEK, ATLAS_POLICY and
ATLAS_EVOLUTION_TRUSTS_MODEL."""
_SIMPLE: Final = (bool, int, float, timedelta)


def pick_options(values: Mapping[str, str]) -> dict[str, str]:
    """Pick the settings that are fields of a policy, for whoever chooses the preset."""
    begins = tuple(f"{prefix}_" for prefix in PREFIXES)
    return {name: value for name, value in values.items() if name.startswith(begins)}


def override_policy(policy: P, options: Mapping[str, str], prefix: str) -> P:
    """Replace the fields of a policy that somebody has set."""
    given = {name.removeprefix(f"{prefix}_"): name for name in options if name.startswith(f"{prefix}_")}
    if not given:
        return policy
    settable = settable_fields(type(policy))
    unknown = next((name for field, name in given.items() if field not in settable), None)
    if unknown is not None:
        raise BadInput(
            f"There is no setting ATLAS_{unknown.upper()}; after ATLAS_{prefix.upper()}_ comes one of "
            f"{', '.join(each.upper() for each in settable)}."
        )
    found = {field: _parse_field(options, name, settable[field]) for field, name in given.items()}
    return replace(policy, **found)  # type: ignore[type-var] # every policy is a frozen dataclass


def settable_fields(policy: type[Any]) -> dict[str, Any]:
    """The fields of a policy that one word or number says, with their types; fitted weights are not among them."""
    hints = get_type_hints(policy)
    names = [each.name for each in fields(policy) if each.name not in _NAMED_ELSEWHERE]
    return {name: hints[name] for name in names if _is_settable(hints[name])}


def _is_settable(kind: Any) -> bool:
    if isinstance(kind, UnionType):
        return all(each is NoneType or each in _SIMPLE for each in get_args(kind))
    if get_origin(kind) is tuple:
        return get_args(kind) == (float, ...)
    return kind in _SIMPLE or (isinstance(kind, type) and issubclass(kind, StrEnum))


def _parse_field(options: Mapping[str, str], name: str, kind: Any) -> object:
    text = options[name].strip()
    if isinstance(kind, UnionType):
        if text.lower() == "none":
            return None
        kind = next(each for each in get_args(kind) if each is not NoneType)
    if kind is bool:
        return bool(parse_flag(options, name))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _parse_word(name, text, kind)
    if get_origin(kind) is tuple:
        return tuple(float(_parse_amount(name, each, whole=False)) for each in text.split(","))
    number = _parse_amount(name, text, whole=kind is int)
    return timedelta(seconds=number) if kind is timedelta else number


def _parse_word(name: str, text: str, kind: type[StrEnum]) -> StrEnum:
    try:
        return kind(text)
    except ValueError:
        raise BadInput(f"The setting ATLAS_{name.upper()} is one of {', '.join(kind)}; it is {text!r}.") from None


def _parse_amount(name: str, text: str, *, whole: bool) -> float | int:
    number = parse_number(text)
    if number is None or number < 0 or (whole and number != int(number)):
        expected = "a whole number" if whole else "a number"
        raise BadInput(f"The setting ATLAS_{name.upper()} is {expected} from 0 on; it is {text!r}.")
    return int(number) if whole else float(number)
