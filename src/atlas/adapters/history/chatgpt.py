"""ChatGPT's export: `conversations.json`, or since 2026 `conversations-000.json` and on, in a ZIP archive or beside it.

OpenAI publishes no description; this follows what public readers of it agree on. A list (or an object with one under
`conversations`, or a single conversation) of

    {id, conversation_id, title, create_time, current_node,
     mapping: {node: {parent, children, message: {id, author: {role, name}, create_time, recipient, weight,
                                                  content: {content_type, parts or text}, metadata}}}}

The nodes are a tree, since questions are edited and answers made again; what was last on the screen is the way from
`current_node` up to the root. Left out: what was never shown (hidden, of no weight, the person's standing
instructions, thoughts) and what was not said to the person (calls of tools; code for the interpreter is kept), and what
pages of the web said. A reply that was written with such a page, a file or a picture has its origin (`outside.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from atlas.adapters.history.fields import ROLES, make_digest, name, read_moment, record, records, word
from atlas.adapters.history.outside_reads import OutsideReads
from atlas.adapters.history.rows import Row
from atlas.model.blocks import find_least_trusted, origin_of_kind
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_TO_EVERYBODY: Final = (None, "all")
_INTERPRETER: Final = "python"
_NOTEBOOK: Final = "bio"
"""ChatGPT's own memory: what it answers brings nothing in."""
_CITING: Final = ("citations", "content_references", "search_result_groups", "search_queries")
_SPOKEN: Final = ("audio_transcription", "audio_asset_pointer", "real_time_user_audio_video_asset_pointer")
_HIDDEN: Final = ("is_visually_hidden_from_conversation", "is_user_system_message")


def read_conversation(row: Row) -> Iterator[Item]:
    mapping = row.value.get("mapping")
    if not isinstance(mapping, dict):
        yield Skipped(row.where, "It is not a conversation of ChatGPT: it has no mapping.")
        return
    turns = tuple(_list_turns(_find_path(mapping, row.value.get("current_node"))))
    if turns:
        title = word(row.value, "title") or ""
        id = name(row.value, "conversation_id", "id") or make_digest(title, *(turn.id for turn in turns))
        yield Conversation(id, title, turns)


def _find_path(mapping: Mapping[str, object], current: object) -> list[tuple[str, Mapping[str, object]]]:
    """From the root to where the conversation stands. A hostile file may lead in a circle."""
    at = current if isinstance(current, str) and current in mapping else _last_leaf(mapping)
    path: dict[str, Mapping[str, object]] = {}
    while isinstance(at, str) and at in mapping and at not in path:
        path[at] = record(mapping[at])
        at = path[at].get("parent")
    return list(reversed(path.items()))


def _last_leaf(mapping: Mapping[str, object]) -> object:
    """Where an export does not say where it stands: the newest of the nodes that nothing follows."""
    parents = {parent for node in mapping.values() if isinstance(parent := record(node).get("parent"), str)}
    return next((node for node in reversed(list(mapping)) if node not in parents), None)


def _list_turns(path: list[tuple[str, Mapping[str, object]]]) -> Iterator[Turn]:
    reads = OutsideReads()
    for node, held in path:
        message = record(held.get("message"))
        author = record(message.get("author"))
        role = ROLES.get(word(author, "role") or "")
        reads.note("", _find_outside_origin(message, role))
        if role is None or _is_hidden(message) or not (text := _read_text(message)):
            continue
        origin = reads.origin_of_reply("", role, Origin.TOOL if role is Role.TOOL else Origin.IMPORT)
        yield Turn(
            name(message, "id") or node, role, origin, text, read_moment(message, "create_time"), word(author, "name")
        )


def _find_outside_origin(message: Mapping[str, object], role: Role | None) -> Origin | None:
    """What came in with a message: a tool's result, whether it is shown or not, what is cited, what is attached."""
    metadata, content = record(message.get("metadata")), record(message.get("content"))
    tool = word(record(message.get("author")), "name") or word(content, "content_type") or ""
    found = [origin_of_kind(tool)] if role is Role.TOOL and tool != _NOTEBOOK else []
    found += [Origin.WEB for mark in _CITING if metadata.get(mark)]
    pictures = [part for part in records(content.get("parts")) if part.get("content_type") not in _SPOKEN]
    found += [Origin.FILE] if metadata.get("attachments") or pictures else []
    return find_least_trusted(found)


def _is_hidden(message: Mapping[str, object]) -> bool:
    metadata = record(message.get("metadata"))
    return message.get("weight") == 0 or any(metadata.get(mark) for mark in _HIDDEN)


def _read_text(message: Mapping[str, object]) -> str:
    content = record(message.get("content"))
    recipient = message.get("recipient")
    match content.get("content_type"):
        case "text" | "multimodal_text" if recipient in _TO_EVERYBODY:
            return _join_parts(content)
        case "code" | "execution_output" if recipient in (*_TO_EVERYBODY, _INTERPRETER):
            return word(content, "text") or ""
        case _:
            return ""


def _join_parts(content: Mapping[str, object]) -> str:
    """The texts among the parts. What was spoken aloud is written down in a part of its own."""
    parts = content.get("parts")
    texts = [
        word(record(part), "text") if record(part).get("content_type") == "audio_transcription" else part
        for part in (parts if isinstance(parts, list) else [])
    ]
    return "\n".join(text for text in texts if isinstance(text, str) and text.strip())
