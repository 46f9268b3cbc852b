"""The messages of a call, read from its arguments; and the same arguments with memory beside the user's words.

Three formats are known. They differ in names more than in shape, so one reader serves all: a turn is a mapping, or an
object that an SDK gave back and that is sent in again, such as an answer with tool calls. Nothing here changes its
input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from atlas.curation.retrieved import split_retrieved
from atlas.engine.intake.observe import Said
from atlas.model.blocks import field_of, find_least_trusted, origin_of_kind, origin_of_message
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
class CallContent:
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


def read_call(form: Format, arguments: Mapping[str, Any], speaker: str | None) -> CallContent | None:
    """The content of a call; None where nobody asks anything, or where reading would use it up, as with a generator."""
    turns = _read_turns(form, arguments)
    place = next((at for at in reversed(range(len(turns))) if _is_user_turn(turns[at])), None)
    if place is None and not any(_involves_tools(turn) for turn in turns):
        return None
    since = turns[_interaction_start(turns, len(turns) - 1 if place is None else place) :]
    messages = [one for turn in since for one in _turn_messages(turn, speaker) if one.text.strip()]
    midway = place is None or any(_involves_tools(turn) for turn in turns[place + 1 :])
    observed = tuple(messages[-MOST_TURNS:])
    unseen = _read_unseen(turns, arguments, observed)
    sent = (*_system_prompts(arguments), *(text for turn in turns for text in _turn_texts(turn)))
    question = "" if place is None else read_text(field(turns[place], "content"))
    return CallContent(place, question, midway, observed, unseen, sent)


def _read_unseen(turns: Sequence[Any], arguments: Mapping[str, Any], observed: Sequence[Said]) -> Origin | None:
    """Taint by use (rule 13): tools, files and searches of the whole call, where nothing observed says so already."""
    if any(one.role is Role.TOOL for one in observed):
        return None
    ordered = (arguments, arguments.get("extra_body"))
    searched = [Origin.WEB for each in ordered if field(each, "web_search_options") is not None]
    searched += [Origin.TOOL for each in ordered if field(each, "data_sources")]
    prompts = (
        *_system_prompts(arguments),
        *(read_text(field(turn, "content")) for turn in turns if field(turn, "role") in _ORDERS),
    )
    passages = [passage.origin for prompt in prompts if (passage := split_retrieved(prompt)[1]) is not None]
    used = (origin_of_message(turn) for turn in turns)
    results = [Origin.TOOL for turn in turns if field(turn, "role") in _TOOLS]
    return find_least_trusted([*searched, *passages, *results, *(origin for origin in used if origin is not None)])


def add_data(form: Format, arguments: Mapping[str, Any], place: int, data: str) -> dict[str, Any]:
    """Add data after the user's words, in the same turn: earlier turns stay cached, markers stay where they are."""
    given = arguments[form.key]
    if isinstance(given, str):
        return {**arguments, form.key: _append_text(given, data)}
    turn = {**given[place], "content": _append_text(given[place]["content"], data)}
    return {**arguments, form.key: _replace_turn(given, place, turn)}


def add_instructions(form: Format, arguments: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Add instructions at the end of the system prompt, or as the system prompt where there is none."""
    if form is Format.CHAT:
        return {**arguments, form.key: _append_instructions(arguments[form.key], text)}
    key = "instructions" if form is Format.RESPONSES else "system"
    given = arguments.get(key)
    return {**arguments, key: _append_text(given, text) if isinstance(given, str | list | tuple) else text}


field = field_of


def read_text(content: object) -> str:
    """The text in a turn's content; pictures, calls and the like are passed over."""
    if isinstance(content, str):
        return content
    return "\n".join(field(part, "text") for part in _content_parts(content) if _is_text(part))


def calls_tools(turn: object) -> bool:
    """Tell whether an answer of the assistant's waits for the application's tools."""
    if field(turn, "tool_calls") or field(turn, "function_call") or field(turn, "type") in CALLS:
        return True
    return any(field(part, "type") in CALLS for part in _content_parts(field(turn, "content")))


def _read_turns(form: Format, arguments: Mapping[str, Any]) -> Sequence[Any]:
    given = arguments.get(form.key)
    if isinstance(given, str):
        return [{"role": "user", "content": given}]
    return given if isinstance(given, list | tuple) else ()


def _system_prompts(arguments: Mapping[str, Any]) -> Iterator[str]:
    """The system prompt where it is an argument of its own."""
    yield from (read_text(arguments.get(name)) for name in ("system", "instructions"))


def _turn_texts(turn: object) -> Iterator[str]:
    yield read_text(field(turn, "content"))
    yield from _tool_results(turn)


def _is_user_turn(turn: object) -> bool:
    """Tell whether a turn is the user's own; one that brings tools' results is the application's."""
    if not isinstance(turn, Mapping) or turn.get("role") != "user":
        return False
    return bool(read_text(turn.get("content")).strip()) and not _involves_tools(turn)


def _involves_tools(turn: object) -> bool:
    return field(turn, "role") in _TOOLS or calls_tools(turn) or any(True for _ in _tool_results(turn))


def _interaction_start(turns: Sequence[Any], place: int) -> int:
    """The place where the interaction begins: after the last reply that was one, and not a step on the way."""
    while place > 0 and not _is_reply(turns[place - 1], turns[place]):
        place -= 1
    return place


def _is_reply(turn: object, after: object) -> bool:
    return field(turn, "role") == "assistant" and not calls_tools(turn) and field(after, "role") in {"user", *_ORDERS}


def _turn_messages(turn: object, speaker: str | None) -> Iterator[Said]:
    """The messages of a turn by who said them; what the application orders was not said in the conversation."""
    role, content = field(turn, "role"), field(turn, "content")
    yield from (Said(Role.TOOL, _shorten_text(text)) for text in _tool_results(turn))
    if role in _TOOLS:
        yield Said(Role.TOOL, _shorten_text(read_text(content)))
    elif role == "user":
        yield from _passage_messages(content)
        yield Said(Role.USER, read_text(content), speaker=speaker)
    elif role == "assistant":
        yield Said(Role.ASSISTANT, read_text(content))


def _tool_results(turn: object) -> Iterator[str]:
    """Results of tools that do not come in a turn of their own role."""
    if str(field(turn, "type")).endswith("_call_output"):
        yield read_text(field(turn, "output"))
    for part in _content_parts(field(turn, "content")):
        if str(field(part, "type")).endswith("tool_result"):
            yield read_text(field(part, "content"))


def _passage_messages(content: object) -> Iterator[Said]:
    """Documents and search results in a user's turn: they were handed over, and nobody said them."""
    for part in _content_parts(content):
        kind = str(field(part, "type"))
        if kind in _PASSAGES:
            text = "\n".join(filter(None, (_passage_title(part), _passage_text(part))))
            yield Said(Role.TOOL, _shorten_text(text), origin=origin_of_kind(kind))


def _passage_title(part: object) -> str:
    names = (field(part, name) for name in ("title", "filename", "context"))
    return "\n".join(name for name in names if isinstance(name, str))


def _passage_text(part: object) -> str:
    """The text of a document block, wherever its format keeps it; of bytes nothing is read."""
    source = field(part, "source")
    places = [field(part, "content"), field(part, "text"), source, field(source, "data"), field(source, "content")]
    is_bytes = field(source, "type") == "base64"
    return "\n".join(
        text for each in places if (text := read_text(each)) and not (is_bytes and each == field(source, "data"))
    )


def _shorten_text(text: str) -> str:
    return text if len(text) <= MOST_OF_A_TOOL else text[:MOST_OF_A_TOOL] + CUT


def _content_parts(content: object) -> Sequence[Any]:
    return content if isinstance(content, list | tuple) else ()


def _is_text(part: object) -> bool:
    return field(part, "type") in _TEXTS and isinstance(field(part, "text"), str)


def _append_text(content: Any, text: str) -> Any:
    """The content with a text after it, as it is spelled there."""
    if isinstance(content, str):
        return f"{content}\n\n{text}" if content else text
    kinds = [field(part, "type") for part in content if _is_text(part)]
    return _same_sequence_type(content, [*content, {"type": kinds[-1] if kinds else "text", "text": text}])


def _append_instructions(turns: Sequence[Any], text: str) -> Sequence[Any]:
    orders = 0
    while orders < len(turns) and field(turns[orders], "role") in _ORDERS:
        orders += 1
    last = turns[orders - 1] if orders else None
    if not isinstance(last, Mapping):
        return _same_sequence_type(turns, [*turns[:orders], {"role": "system", "content": text}, *turns[orders:]])
    return _replace_turn(turns, orders - 1, {**last, "content": _append_text(last["content"], text)})


def _replace_turn(turns: Sequence[Any], place: int, turn: Any) -> Sequence[Any]:
    return _same_sequence_type(turns, [*turns[:place], turn, *turns[place + 1 :]])


def _same_sequence_type(old: Sequence[Any], new: list[Any]) -> Sequence[Any]:
    return tuple(new) if isinstance(old, tuple) else new
