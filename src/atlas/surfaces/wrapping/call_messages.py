"""What a call says, read from its arguments; and the same arguments with memory beside the user's words.

Three formats are known. They differ in names more than in shape, so one reader serves all: a turn is a mapping, or an
object that an SDK gave back and that is sent in again, such as an answer with tool calls. Nothing here changes what it
is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from atlas.curation.retrieved import split_retrieved
from atlas.engine.intake.observe import Said
from atlas.model.blocks import field_of, furthest, origin_of_kind, origin_of_message
from atlas.model.interaction import Role
from atlas.model.origin import Origin

MOST_TURNS: Final = 100
"""Of what one interaction hands over, the newest: a loop of tools may go on for hours."""
MOST_OF_A_TOOL: Final = 20_000
"""Characters of a tool's output; whole files go through tools."""
CUT: Final = " […]"
"""Ends what was broken off."""

_TEXTS: Final = frozenset({"text", "input_text", "output_text"})
_ORDERS: Final = frozenset({"system", "developer"})
_TOOLS: Final = frozenset({"tool", "function"})
_PASSAGES: Final = frozenset({"document", "search_result", "input_file", "file"})
CALLS: Final = frozenset(
    {
        *("function_call", "custom_tool_call", "computer_call", "local_shell_call", "shell_call", "apply_patch_call"),
        *("mcp_approval_request", "tool_use"),
    }
)
"""What the application answers; what a provider looks up by itself is not among them."""


class Format(StrEnum):
    """How a call is spelled."""

    CHAT = "chat completions"
    MESSAGES = "messages"
    RESPONSES = "responses"

    @property
    def key(self) -> str:
        """The argument that holds the turns."""
        return "input" if self is Format.RESPONSES else "messages"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a call asks: the user's last turn, and what was said from the last reply on."""

    place: int | None
    """Where the user's last turn stands; None where the call only brings what tools gave back."""
    question: str
    """The user's own words in it."""
    midway: bool
    """Whether tools were called since: it is the same turn still, and the call goes on with it."""
    said: tuple[Said, ...]
    """What is observed with the reply."""
    read: Origin | None = None
    """Where text comes from that the call shows the model and that is not among what is observed; None: nowhere."""
    sent: tuple[str, ...] = ()
    """All that the application sends with the call, its system prompt too: memory does not repeat it (C13)."""


def read(form: Format, arguments: Mapping[str, Any], speaker: str | None) -> Asked | None:
    """None where nobody asks anything, or where looking would use it up, as with a generator."""
    turns = _turns(form, arguments)
    place = next((at for at in reversed(range(len(turns))) if _is_users(turns[at])), None)
    if place is None and not any(_of_tools(turn) for turn in turns):
        return None
    since = turns[_first(turns, len(turns) - 1 if place is None else place) :]
    said = [one for turn in since for one in _said(turn, speaker) if one.text.strip()]
    midway = place is None or any(_of_tools(turn) for turn in turns[place + 1 :])
    observed = tuple(said[-MOST_TURNS:])
    unseen = _read_unseen(turns, arguments, observed)
    sent = (*_orders(arguments), *(text for turn in turns for text in _texts(turn)))
    question = "" if place is None else words(field(turns[place], "content"))
    return Asked(place, question, midway, observed, unseen, sent)


def _read_unseen(turns: Sequence[Any], arguments: Mapping[str, Any], observed: Sequence[Said]) -> Origin | None:
    """Taint by use (rule 13): tools, files and searches of the whole call, where nothing observed says so already."""
    if any(one.role is Role.TOOL for one in observed):
        return None
    ordered = (arguments, arguments.get("extra_body"))
    searched = [Origin.WEB for each in ordered if field(each, "web_search_options") is not None]
    searched += [Origin.TOOL for each in ordered if field(each, "data_sources")]
    prompts = (
        *_orders(arguments),
        *(words(field(turn, "content")) for turn in turns if field(turn, "role") in _ORDERS),
    )
    passages = [found.origin for prompt in prompts if (found := split_retrieved(prompt)[1]) is not None]
    used = (origin_of_message(turn) for turn in turns)
    results = [Origin.TOOL for turn in turns if field(turn, "role") in _TOOLS]
    return furthest([*searched, *passages, *results, *(origin for origin in used if origin is not None)])


def with_data(form: Format, arguments: Mapping[str, Any], place: int, data: str) -> dict[str, Any]:
    """After the user's words, in the same turn: what stands before them stays cached, markers stay where they are."""
    given = arguments[form.key]
    if isinstance(given, str):
        return {**arguments, form.key: _joined(given, data)}
    turn = {**given[place], "content": _joined(given[place]["content"], data)}
    return {**arguments, form.key: _replaced(given, place, turn)}


def with_instructions(form: Format, arguments: Mapping[str, Any], text: str) -> dict[str, Any]:
    """At the end of the system prompt, or as the system prompt where there is none."""
    if form is Format.CHAT:
        return {**arguments, form.key: _ordered(arguments[form.key], text)}
    key = "instructions" if form is Format.RESPONSES else "system"
    given = arguments.get(key)
    return {**arguments, key: _joined(given, text) if isinstance(given, str | list | tuple) else text}


field = field_of


def words(content: object) -> str:
    """The text in a turn's content; pictures, calls and the like are passed over."""
    if isinstance(content, str):
        return content
    return "\n".join(field(part, "text") for part in _parts(content) if _is_text(part))


def calls_tools(turn: object) -> bool:
    """Whether an answer of the assistant's waits for the application's tools."""
    if field(turn, "tool_calls") or field(turn, "function_call") or field(turn, "type") in CALLS:
        return True
    return any(field(part, "type") in CALLS for part in _parts(field(turn, "content")))


def _turns(form: Format, arguments: Mapping[str, Any]) -> Sequence[Any]:
    given = arguments.get(form.key)
    if isinstance(given, str):
        return [{"role": "user", "content": given}]
    return given if isinstance(given, list | tuple) else ()


def _orders(arguments: Mapping[str, Any]) -> Iterator[str]:
    """The system prompt where it is an argument of its own."""
    yield from (words(arguments.get(name)) for name in ("system", "instructions"))


def _texts(turn: object) -> Iterator[str]:
    yield words(field(turn, "content"))
    yield from _results(turn)


def _is_users(turn: object) -> bool:
    """A turn of the user's own; one that brings tools' results is the application's."""
    if not isinstance(turn, Mapping) or turn.get("role") != "user":
        return False
    return bool(words(turn.get("content")).strip()) and not _of_tools(turn)


def _of_tools(turn: object) -> bool:
    return field(turn, "role") in _TOOLS or calls_tools(turn) or any(True for _ in _results(turn))


def _first(turns: Sequence[Any], place: int) -> int:
    """Where the interaction begins: after the last reply that was one, and not a step on the way."""
    while place > 0 and not _is_reply(turns[place - 1], turns[place]):
        place -= 1
    return place


def _is_reply(turn: object, after: object) -> bool:
    return field(turn, "role") == "assistant" and not calls_tools(turn) and field(after, "role") in {"user", *_ORDERS}


def _said(turn: object, speaker: str | None) -> Iterator[Said]:
    """Who said what in a turn. What the application orders was not said in the conversation."""
    role, content = field(turn, "role"), field(turn, "content")
    yield from (Said(Role.TOOL, _short(text)) for text in _results(turn))
    if role in _TOOLS:
        yield Said(Role.TOOL, _short(words(content)))
    elif role == "user":
        yield from _handed_over(content)
        yield Said(Role.USER, words(content), speaker=speaker)
    elif role == "assistant":
        yield Said(Role.ASSISTANT, words(content))


def _results(turn: object) -> Iterator[str]:
    """What tools gave back where it does not come in a turn of its own role."""
    if str(field(turn, "type")).endswith("_call_output"):
        yield words(field(turn, "output"))
    for part in _parts(field(turn, "content")):
        if str(field(part, "type")).endswith("tool_result"):
            yield words(field(part, "content"))


def _handed_over(content: object) -> Iterator[Said]:
    """Documents and search results that stand in a user's turn: they were handed over, and nobody said them."""
    for part in _parts(content):
        kind = str(field(part, "type"))
        if kind in _PASSAGES:
            text = "\n".join(filter(None, (_title(part), _passage(part))))
            yield Said(Role.TOOL, _short(text), origin=origin_of_kind(kind))


def _title(part: object) -> str:
    names = (field(part, name) for name in ("title", "filename", "context"))
    return "\n".join(name for name in names if isinstance(name, str))


def _passage(part: object) -> str:
    """The text of a document block, wherever its format keeps it; of bytes nothing is read."""
    source = field(part, "source")
    held = [field(part, "content"), field(part, "text"), source, field(source, "data"), field(source, "content")]
    is_bytes = field(source, "type") == "base64"
    return "\n".join(
        text for each in held if (text := words(each)) and not (is_bytes and each == field(source, "data"))
    )


def _short(text: str) -> str:
    return text if len(text) <= MOST_OF_A_TOOL else text[:MOST_OF_A_TOOL] + CUT


def _parts(content: object) -> Sequence[Any]:
    return content if isinstance(content, list | tuple) else ()


def _is_text(part: object) -> bool:
    return field(part, "type") in _TEXTS and isinstance(field(part, "text"), str)


def _joined(content: Any, text: str) -> Any:
    """The content with a text after it, as it is spelled there."""
    if isinstance(content, str):
        return f"{content}\n\n{text}" if content else text
    kinds = [field(part, "type") for part in content if _is_text(part)]
    return _like(content, [*content, {"type": kinds[-1] if kinds else "text", "text": text}])


def _ordered(turns: Sequence[Any], text: str) -> Sequence[Any]:
    orders = 0
    while orders < len(turns) and field(turns[orders], "role") in _ORDERS:
        orders += 1
    last = turns[orders - 1] if orders else None
    if not isinstance(last, Mapping):
        return _like(turns, [*turns[:orders], {"role": "system", "content": text}, *turns[orders:]])
    return _replaced(turns, orders - 1, {**last, "content": _joined(last["content"], text)})


def _replaced(turns: Sequence[Any], place: int, turn: Any) -> Sequence[Any]:
    return _like(turns, [*turns[:place], turn, *turns[place + 1 :]])


def _like(old: Sequence[Any], new: list[Any]) -> Sequence[Any]:
    return tuple(new) if isinstance(old, tuple) else new
