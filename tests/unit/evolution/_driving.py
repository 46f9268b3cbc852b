"""Drive the editor by a script: each answer is a step, or an error that the model raises."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from atlas.errors import ModelTrouble
from atlas.evolution.editor import edit_with_model
from atlas.evolution.policy import EvolutionPolicy
from atlas.evolution.templates import TEMPLATES
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS
from atlas.model.evolution import EvolutionInput, Standing
from atlas.model.thinking import Ask, Reply, Thoughts

FILES = {PATHS[kind]: text for kind, text in TEMPLATES.items()} | {
    CONSTITUTION_PATH: "# law\n",
    "session-log.jsonl": "",
    "meta/version.json": '{"edition": 0}\n',
}
NOTHING: dict[str, Any] = {
    "tool": "done", "path": "", "from": 0, "to": 0, "text": "", "old": "", "new": "", "status": "", "target": "",
    "changed": [], "compacted": [], "reason": "",
}  # fmt: skip


def step(**fields: Any) -> str:
    return json.dumps({**NOTHING, **fields})


def drive(answers: Iterable[str | ModelTrouble], seen: EvolutionInput | None = None, **policy: Any) -> Thoughts:
    """What the editor comes to over these answers; the last one is given again and again."""
    thinking = edit_with_model(seen or EvolutionInput(FILES, Standing()), EvolutionPolicy(**policy))
    script = list(answers)
    try:
        asked = next(thinking)
        while True:
            assert all(isinstance(each, Ask) for each in asked)
            answer = script.pop(0) if len(script) > 1 else script[0]
            asked = thinking.throw(answer) if isinstance(answer, ModelTrouble) else thinking.send((Reply((answer,)),))
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return thoughts
