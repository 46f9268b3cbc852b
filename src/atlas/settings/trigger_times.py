"""When thinking is owed, trigger by trigger: `ATLAS_TRIGGER_NIGHTLY="0 23 * * *"`, `ATLAS_TRIGGER_NOTES=80`, `off`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from atlas.errors import BadInput
from atlas.model.trigger import Trigger, TriggerKind
from atlas.settings.scalars import parse_number
from atlas.triggers.due import check_trigger

PREFIX: Final = "trigger_"
_OFF: Final = frozenset({"off", "0", "none"})
_EXPECTED: Final = {
    TriggerKind.INTERVAL: "a number of minutes",
    TriggerKind.TURNS: "a number of interactions",
    TriggerKind.DEPTH: "a whole number",
    TriggerKind.SHIFT: "a number",
}


def override_triggers(table: Iterable[Trigger], options: Mapping[str, str]) -> tuple[Trigger, ...]:
    """Set when single triggers fire, or take them away."""
    rows = {name_option(each): each for each in table}
    for name, text in options.items():
        if not name.startswith(PREFIX):
            continue
        if name not in rows:
            known = ", ".join(each.removeprefix(PREFIX).upper() for each in rows)
            raise BadInput(f"There is no setting ATLAS_{name.upper()}; after ATLAS_TRIGGER_ comes one of {known}.")
        if text.strip().lower() in _OFF:
            del rows[name]
        else:
            rows[name] = _with_time(rows[name], name, text.strip())
    return tuple(rows.values())


def name_option(trigger: Trigger) -> str:
    return PREFIX + trigger.name.replace(" ", "_")


def _with_time(trigger: Trigger, name: str, text: str) -> Trigger:
    found = replace(trigger, cron=text) if trigger.kind is TriggerKind.CRON else _with_number(trigger, text)
    if found is None:
        expected = _EXPECTED.get(trigger.kind)
        wanted = f"{expected}, or off" if expected else "off"
        raise BadInput(f"The setting ATLAS_{name.upper()} is {wanted}; it is {text!r}.")
    check_trigger(found)
    return found


def _with_number(trigger: Trigger, text: str) -> Trigger | None:
    number = parse_number(text)
    if number is None or number <= 0:
        return None
    match trigger.kind:
        case TriggerKind.INTERVAL:
            return replace(trigger, every=timedelta(minutes=float(number)))
        case TriggerKind.SHIFT:
            return replace(trigger, shift=float(number))
        case TriggerKind.TURNS if number == int(number):
            return replace(trigger, turns=int(number))
        case TriggerKind.DEPTH if number == int(number):
            return replace(trigger, depth=int(number))
        case _:
            return None
