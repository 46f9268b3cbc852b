"""A language model for people at a command line in this process: it answers in the shape it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from atlas.errors import ModelTrouble
from atlas.model.task import Size
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel

NAME = "gpt-4o-mini-scripted"
"""It begins like one that has a price."""


def least(shape: Mapping[str, Any]) -> Any:
    """The smallest value of a shape: empty lists, the first of what may be chosen."""
    if "enum" in shape:
        return shape["enum"][0]
    kind = shape["type"] if isinstance(shape["type"], str) else shape["type"][0]
    if kind == "object":
        return {name: least(each) for name, each in shape["properties"].items()}
    empty = {"array": [], "string": "Fine.", "boolean": False, "null": None}
    return empty.get(kind, shape.get("minimum", 0))


def answer(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
    return json.dumps(least(schema)) if schema else "It is Canberra."


def down(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
    raise ModelTrouble("The model does not work (status 500).")


def useless(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
    return "I would rather not."


def leaking(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
    return f"The key is sk-ant-{'a1b2' * 8}."


def minds(monkeypatch: pytest.MonkeyPatch, script: Any) -> ScriptedModel:
    """From here on every command that thinks with a model thinks with this one."""
    model = ScriptedModel(NAME, script)
    monkeypatch.setattr(
        "atlas.compose.language_models._make_models", lambda settings, entropy: dict.fromkeys(Size, model)
    )
    return model
