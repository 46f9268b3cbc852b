"""Prompts are files; this is the one way to read one and the one way to fill one in.

A file has front matter (`name`, `version`, `purpose`) and two parts, `# system` and `# user`. Whatever fills a place is
data: it stands in a fence that is longer than any run of backticks in it, so that nothing inside can end it, and it is
never looked at for places of its own. The system part has no places at all.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.errors import BadInput


class Purpose(StrEnum):
    """J11: what writes and what judges are different prompts; what writes knows nothing of how it is judged."""

    EXTRACTION = "extraction"
    GENERATION = "generation"
    EVALUATION = "evaluation"
    ANALYSIS = "analysis"


@dataclass(frozen=True, slots=True)
class Prompt:
    name: str
    version: str
    purpose: Purpose
    system: str
    user: str


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    system: str
    user: str
    hash: str
    """Of the name, the whole template and what filled it: the same question has the same hash."""


_FILE: Final = re.compile(r"\A---\n(?P<front>.*?)\n---\n+# system\n(?P<system>.*?)\n# user\n(?P<user>.*)\Z", re.S)
_PLACE: Final = re.compile(r"\{\{([^{}]*)\}\}")
_NAME: Final = re.compile(r"[a-z][a-z_]*")
_TICKS: Final = re.compile(r"`+")
_FRONT: Final = frozenset({"name", "version", "purpose"})
_LEAST_FENCE: Final = 3


def read_prompt(text: str) -> Prompt:
    """The prompt that a file holds. Raises BadInput where it is not one."""
    parts = _FILE.match(text.replace("\r\n", "\n"))
    if parts is None:
        raise BadInput("A prompt has front matter between two lines of ---, then `# system` and `# user`.")
    front = _read_front_matter(parts["front"])
    system, user = parts["system"].strip(), parts["user"].strip()
    if not system or not user:
        raise BadInput(f"The prompt {front['name']} has an empty part.")
    if "{{" in system or "}}" in system:
        raise BadInput(f"The prompt {front['name']} has a place in its system part, where no data may stand.")
    _read_places(user)
    return Prompt(front["name"], front["version"], Purpose(front["purpose"]), system, user)


def render_prompt(prompt: Prompt, values: Iterable[tuple[str, str]]) -> RenderedPrompt:
    """Fill every place with the value of its name, quoted. Raises BadInput for one too many or too few."""
    pairs = list(values)
    given = dict(pairs)
    if len(given) != len(pairs):
        raise BadInput(f"The prompt {prompt.name} was given a value twice.")
    _check_names(prompt, given)
    user = _PLACE.sub(lambda place: _fence_value(given[place[1].strip()]), prompt.user)
    return RenderedPrompt(prompt.system, user, _hash_question(prompt, given))


def _read_front_matter(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in filter(str.strip, text.split("\n")):
        key, colon, value = line.partition(":")
        if not colon or key.strip() in found:
            raise BadInput("The front matter of a prompt is lines of `key: value`, each key once.")
        found[key.strip()] = value.strip()
    if found.keys() != _FRONT or not all(found.values()):
        raise BadInput("The front matter of a prompt gives its name, version and purpose, and nothing else.")
    if found["purpose"] not in {each.value for each in Purpose}:
        raise BadInput(f"The purpose of a prompt is one of {', '.join(Purpose)}.")
    return found


def _read_places(user: str) -> frozenset[str]:
    names = [name.strip() for name in _PLACE.findall(user)]
    rest = _PLACE.sub("", user)
    if "{{" in rest or "}}" in rest or not all(_NAME.fullmatch(name) for name in names):
        raise BadInput("A place in a prompt is {{a_name}} of small letters.")
    return frozenset(names)


def _check_names(prompt: Prompt, given: Mapping[str, str]) -> None:
    places = _read_places(prompt.user)
    for name in sorted(places ^ given.keys()):
        lack = "was not given" if name in places else "has no place for"
        raise BadInput(f"The prompt {prompt.name} {lack} `{name}`.")


def _fence_value(value: str) -> str:
    longest = max((len(run) for run in _TICKS.findall(value)), default=0)
    fence = "`" * max(_LEAST_FENCE, longest + 1)
    return f"{fence}\n{value}\n{fence}"


def _hash_question(prompt: Prompt, given: Mapping[str, str]) -> str:
    """Written as JSON first, so that no two questions run together into one text."""
    whole = [prompt.name, prompt.version, prompt.purpose.value, prompt.system, prompt.user, sorted(given.items())]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()
