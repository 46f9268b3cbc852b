"""The model's editor: a loop of tools on a copy of the documents, until it says that it is done (E4).

Nothing leaves the copy here. Whatever ends the loop, also a model that gives no answer in time, its draft is handed on
as it is, for the invariants to look at (E5).
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.errors import ModelTrouble
from atlas.evolution.policy import EvolutionPolicy
from atlas.evolution.workspace import Workspace, use_tool
from atlas.language.document_blocks import derive_edits
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.evolution import EndedSession, EvolutionInput
from atlas.model.proposal import Amend
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, Given, Proposed, Reply, Request, Thinking, Thoughts

PROMPT: Final = "evolution"
_DONE: Final = "done"
_TOOLS: Final = ("read", "find", "edit", "write", _DONE)
_ENDINGS: Final = (Ending.OK, Ending.SKIP, Ending.ESCALATE)
_MAX_PATH: Final = 100
_MAX_TEXT: Final = 65_536
_MAX_SHOWN: Final = 4_000
"""Characters of one message, or of one note, that a question shows."""
_NONE: Final = "none"
_TEXT: Final[Mapping[str, Any]] = {"type": "string", "maxLength": _MAX_TEXT}
_PATH: Final[Mapping[str, Any]] = {"type": "string", "maxLength": _MAX_PATH}
_LINE: Final[Mapping[str, Any]] = {"type": "integer", "minimum": 0, "maximum": _MAX_TEXT}
_PATHS: Final[Mapping[str, Any]] = {"type": "array", "items": _PATH, "maxItems": 60}
_FIELDS: Final[Mapping[str, Any]] = {
    "tool": {"type": "string", "enum": list(_TOOLS)},
    "path": _PATH,
    "from": _LINE,
    "to": _LINE,
    "text": _TEXT,
    "old": _TEXT,
    "new": _TEXT,
    "status": {"type": "string", "enum": ["", *_ENDINGS]},
    "target": {"type": "string", "enum": ["", Size.MEDIUM, Size.LARGE]},
    "changed": _PATHS,
    "compacted": _PATHS,
    "reason": {"type": "string", "maxLength": 400},
}
STEP_SHAPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": _FIELDS,
    "required": list(_FIELDS),
    "additionalProperties": False,
}


@dataclass(slots=True)
class _Run:
    workspace: Workspace
    steps: list[str] = field(default_factory=list)


def edit_with_model(seen: EvolutionInput, policy: EvolutionPolicy) -> Thinking:
    """Have a model edit the copy, and return what it proposes with the draft that the invariants look at."""
    said = tuple(message.text for session in seen.sessions for message in session.messages)
    run = _Run(Workspace(seen.files, said, policy.lines_a_document))
    try:
        last = yield from _use_tools(run, seen, policy)
    except ModelTrouble as trouble:
        return _end_run(run, seen, Ending.TIMEOUT, {}, trouble)
    if isinstance(last, Problem):
        return _end_run(run, seen, Ending.UNREADABLE, {"reason": last.says})
    return _end_run(run, seen, Ending(last["status"]), last)


def _use_tools(
    run: _Run, seen: EvolutionInput, policy: EvolutionPolicy
) -> Generator[tuple[Request, ...], tuple[Given, ...], dict[str, Any] | Problem]:
    for _ in range(policy.steps):
        ask = _make_ask(run, seen, policy)
        (given,) = yield (ask,)
        step = parse_answer(given.texts[0] if isinstance(given, Reply) else "", STEP_SHAPE)
        if isinstance(step, Problem):
            return step
        if step["tool"] == _DONE:
            return step if step["status"] else Problem("It ended without saying how.")
        run.workspace, result = use_tool(run.workspace, step)
        run.steps.append(f"{step['tool']} {step['path']}\n{result}")
    return Problem(f"It was not done after {policy.steps} steps.")


def _make_ask(run: _Run, seen: EvolutionInput, policy: EvolutionPolicy) -> Ask:
    values = (
        ("paths", "\n".join(sorted(run.workspace.files))),
        ("sessions", "\n\n".join(map(_format_session, seen.sessions)) or _NONE),
        ("notes", "\n".join(map(_quote_text, seen.notes)) or _NONE),
        ("larger", "yes" if seen.may_escalate else "no"),
        ("steps", "\n\n".join(run.steps) or _NONE),
    )
    return Ask(PROMPT, values, policy.step_tokens, STEP_SHAPE, Size.SMALL)


def _format_session(session: EndedSession) -> str:
    said = (_quote_text(message.text) for message in session.messages)
    return "\n".join([f"Session {session.id} ({session.reason}):", *said])


def _quote_text(text: str) -> str:
    return json.dumps(text[:_MAX_SHOWN], ensure_ascii=False)


def _end_run(
    run: _Run,
    seen: EvolutionInput,
    ending: Ending,
    last: Mapping[str, Any],
    trouble: ModelTrouble | None = None,
) -> Thoughts:
    after = run.workspace.files
    claimed, compacted = tuple(last.get("changed", ())), tuple(last.get("compacted", ()))
    said = {
        "status": ending.value,
        "reason": last.get("reason", ""),
        "steps": len(run.steps),
        "refused_writes": run.workspace.refused_writes,
        "constitution_writes": run.workspace.constitution_writes,
        "changed": list(_list_changed(seen.files, after)),
    }
    amend = _build_amendment(seen.files, after, compacted, str(last.get("reason", "")))
    proposals = (Proposed(amend, seen.trust, by_model=True),) if amend and ending is Ending.OK else ()
    return Thoughts(
        proposals,
        said,
        escalate=ending is Ending.ESCALATE and seen.may_escalate,
        target=Size(last.get("target") or Size.LARGE),
        draft=DocumentDraft(seen.files, after, ending, claimed, compacted),
        trouble=trouble,
    )


def _list_changed(before: Mapping[str, str], after: Mapping[str, str]) -> Sequence[str]:
    return [path for path in sorted({*before, *after}) if before.get(path) != after.get(path)]


def _build_amendment(
    before: Mapping[str, str], after: Mapping[str, str], compacted: tuple[str, ...], reason: str
) -> Amend | None:
    edits = [
        edit
        for path in _list_changed(before, after)
        for edit in derive_edits(path, before.get(path, ""), after.get(path, ""))
    ]
    return Amend(tuple(edits), compacted=compacted, reason=reason) if edits else None
