"""Minds for tests: a model that answers every question of thinking harmlessly, except where a test says otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from atlas import Atlas
from atlas.model.task import Size
from atlas.ports.llm import Model, Turn
from atlas.testing.models import ScriptedModel

Answer = str | Mapping[str, Any] | Exception | Callable[[str, Mapping[str, Any] | None], Any]

_KINDS = {
    "tone": "reading",
    "issues": "critique",
    "revision": "revision",
    "behaviour_changes": "nightly",
    "decisions": "review",
    "confidence": "cluster",
    "improving": "weekly",
    "about": "page",
    "schemas": "schemas",
    "notes": "observe",
    "groups": "compress",
    "fire": "gate",
    "tool": "evolution",
    "arguments": "evidence",
    "edits": "snapshot",
    "persona": "rewrite",
}
_HARMLESS: Mapping[str, Any] = {
    "reading": {
        "facts": [],
        "tone": "neutral",
        "topics": [],
        "follow_up": False,
        "insight": None,
        "escalate": False,
    },
    "critique": {"none": True, "issues": [], "score": 9, "escalate": False},
    "revision": {"revision": "A better reply.", "lesson": None, "escalate": False},
    "nightly": {
        "facts": [],
        "behaviour_changes": [],
        "patterns": [],
        "tomorrow": [],
        "insight": None,
        "escalate": False,
    },
    "review": {"decisions": [], "escalate": False},
    "cluster": {
        "none": True,
        "description": "",
        "confidence": 0.0,
        "lesson": None,
        "message": None,
        "quote": None,
        "escalate": False,
    },
    "weekly": {
        "improving": "unknown",
        "evidence": [],
        "patterns": [],
        "sycophancy": [],
        "gaming": [],
        "adaptations": [],
        "metric_concerns": [],
        "priorities": [],
        "escalate": False,
    },
    "page": {"about": None, "adaptations": [], "priorities": [], "escalate": False},
    "schemas": {"schemas": [], "forget": [], "escalate": False},
    "observe": {"notes": [], "escalate": False},
    "compress": {"groups": [], "escalate": False},
    "gate": {"fire": False, "reason": "Small talk."},
    "evidence": {"arguments": []},
    "evolution": {
        "tool": "done",
        "path": "",
        "from": 0,
        "to": 0,
        "text": "",
        "old": "",
        "new": "",
        "status": "skip",
        "target": "",
        "changed": [],
        "compacted": [],
        "reason": "Nothing in it lasts.",
    },
    "snapshot": {"edits": [], "reason": "Nothing is to be changed."},
    "rewrite": {"persona": "", "reason": "Nothing is to be changed."},
    "again": "The same as ever.",
}


def kind_of(schema: Mapping[str, Any] | None) -> str:
    """Which of the tiers' questions it is, by the shape that is asked for."""
    if schema is None:
        return "again"
    fields = schema["properties"]
    return next(kind for name, kind in _KINDS.items() if name in fields)


def mind(name: str = "scripted", **answers: Answer) -> ScriptedModel:
    """Answers by kind of question: a text, fields that differ from the harmless ones, an error, or a function."""

    def script(system: str, turns: Sequence[Turn], schema: Mapping[str, Any] | None) -> str:
        kind = kind_of(schema)
        given = answers.get(kind, {} if schema else _HARMLESS["again"])
        told = given(turns[-1].text, schema) if callable(given) else given
        if isinstance(told, Exception):
            raise told
        return told if isinstance(told, str) else json.dumps({**_HARMLESS[kind], **told})

    return ScriptedModel(name, script)


def asked_of(model: ScriptedModel, kind: str) -> list[str]:
    """The questions of one kind that it was asked, as it saw them."""
    return [call.turns[-1].text for call in model.calls if kind_of(call.schema) == kind]


def minded(life: Any, thinker: Model, large: Model | None = None, **more: Any) -> Any:
    """The same life with a model to think with."""
    sizes: dict[Size, Model] = {Size.SMALL: thinker, Size.MEDIUM: thinker}
    if large is not None:
        sizes[Size.LARGE] = large
    return remade(life, models=sizes, **more)


def remade(life: Any, **parts: Any) -> Any:
    """The same life in a world that differs in these parts."""
    life.runtime = replace(life.runtime, **parts)
    life.atlas = Atlas(life.runtime, background=False)
    return life


def ids_in(schema: Mapping[str, Any], *path: str) -> list[str]:
    """The ids that a shape lets a model name, at this place."""
    at: Any = schema
    for step in path:
        at = at["items"] if step == "*" else at["properties"][step]
    return [each for each in at["enum"] if each is not None]
