"""The beginning of a wiki page in a model's words (C6): what a page comes to, each sentence with its memory.

The answer is data: a sentence that names no memory of the page, or that would override something, is left out, and
what is left is an amendment that is judged as every other, and waits for a person (C3).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from atlas.evolution.wiki import LOG, SUMMARY, find_pages
from atlas.language.document_blocks import find_block
from atlas.language.document_sources import make_sourced_line
from atlas.language.registry import LANGUAGE
from atlas.model.document import Edit
from atlas.model.memory import Memory
from atlas.model.proposal import Amend
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, Given, Reply

PROMPT: Final = "wiki"
MOST_PAGES: Final = 5
"""That a model writes in a week."""
MAX_TOKENS: Final = 800
_MOST_LINES: Final = 4
_MAX_LINE: Final = 300


def choose_pages(written: Amend | None, memories: Sequence[Memory]) -> dict[str, list[Memory]]:
    """The pages to which something was added, with what they are about."""
    added = {edit.document for edit in written.edits if edit.new and edit.document != LOG} if written else set()
    pages = {path: about for path, about in find_pages(memories).items() if path in added}
    return dict(list(pages.items())[:MOST_PAGES])


def make_summary_ask(path: str, about: Sequence[Memory]) -> Ask:
    rows = "\n".join(json.dumps({"id": each.id, "says": each.content}, ensure_ascii=False) for each in about)
    topic = path.removeprefix("wiki/").removesuffix(".md").replace("-", " ")
    return Ask(PROMPT, (("topic", topic), ("memories", rows)), MAX_TOKENS, _make_shape(about), Size.MEDIUM)


def write_summary(files: Mapping[str, str], path: str, about: Sequence[Memory], given: Given) -> Amend | None:
    """The amendment that puts the answer at its place on the page; None where the answer is of no use."""
    text = given.texts[0] if isinstance(given, Reply) and given.texts else ""
    answer = parse_answer(text, _make_shape(about))
    if isinstance(answer, Problem):
        return None
    named = {str(each.id): each for each in about}
    told = [(" ".join(row["says"].split()), named[row["memory"]]) for row in answer["lines"]]
    kept = [(says, memory) for says, memory in told if says and not LANGUAGE.overrides.claims_to_override(says)]
    if not kept:
        return None
    block = find_block(files.get(path, ""), SUMMARY)
    lines = "".join(make_sourced_line(says, memory.id) for says, memory in kept)
    edit = Edit(path, SUMMARY, block.text if block else "", lines)
    sources = tuple(dict.fromkeys(memory.id for _, memory in kept))
    return Amend((edit,), sources=sources, compacted=(path,), reason="A model wrote what the page comes to.")


def _make_shape(about: Sequence[Memory]) -> Mapping[str, Any]:
    line = {
        "type": "object",
        "properties": {
            "says": {"type": "string", "maxLength": _MAX_LINE},
            "memory": {"type": "string", "enum": [str(each.id) for each in about]},
        },
        "required": ["says", "memory"],
        "additionalProperties": False,
    }
    lines = {"type": "array", "items": line, "maxItems": _MOST_LINES}
    return {"type": "object", "properties": {"lines": lines}, "required": ["lines"], "additionalProperties": False}
