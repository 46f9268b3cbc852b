"""The rules of curation as an operator writes them: tables `[[rules]]` in `atlas.toml` (C3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from atlas.curation.policy_rules import PolicyRule, RuleAction
from atlas.errors import BadInput
from atlas.model.memory import Kind
from atlas.model.origin import Origin

E = TypeVar("E", bound=StrEnum)
_FIELDS: Final = ("name", "action", "words", "origins", "kinds")


def parse_rules(tables: object) -> tuple[PolicyRule, ...]:
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise BadInput("The rules in the settings are tables, each under [[rules]].")
    return tuple(_parse_rule(table, place) for place, table in enumerate(tables, 1))


def _parse_rule(table: Mapping[str, object], place: int) -> PolicyRule:
    unknown = next((key for key in table if key not in _FIELDS), None)
    if unknown is not None:
        raise BadInput(f"Rule {place} in the settings has no field {unknown!r}; there are {', '.join(_FIELDS)}.")
    name = str(table.get("name", f"rule {place}"))
    rule = PolicyRule(
        name,
        _parse_value(RuleAction, table.get("action"), name, "action"),
        tuple(_parse_words(table.get("words", []), name)),
        frozenset(_parse_value(Origin, each, name, "origin") for each in _parse_words(table.get("origins", []), name)),
        frozenset(_parse_value(Kind, each, name, "kind") for each in _parse_words(table.get("kinds", []), name)),
    )
    if not (rule.words or rule.origins or rule.kinds):
        raise BadInput(f"The rule {name!r} in the settings fits everything; give it words, origins or kinds.")
    return rule


def _parse_words(value: object, name: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise BadInput(f'The rule {name!r} in the settings lists texts: words = ["build output"].')
    return value


def _parse_value(names: type[E], value: object, name: str, what: str) -> E:
    try:
        return names(value)  # type: ignore[arg-type] # anything may stand in a file
    except ValueError:
        known = ", ".join(names)
        raise BadInput(f"The rule {name!r} in the settings has no such {what}: {value!r}; there are {known}.") from None
