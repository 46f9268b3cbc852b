"""Claude's export: `conversations.json` in a ZIP archive or beside it; large ones come as several archives.

Anthropic publishes no description; this follows what public readers of it agree on. A list (or one alone) of

    {uuid, name, created_at, chat_messages: [{uuid, sender: human or assistant, text, content: [blocks], created_at,
                                              attachments: [{file_name, extracted_content}], parent_message_uuid}]}

`content` is preferred to `text`, in which tools leave a remark that they cannot be shown. Older exports have `text`
alone. Where a conversation says where it stands (`current_leaf_message_uuid`), edited questions are left out. The text
of an attached file is a turn of its own, with the origin `file`: the person handed it over and did not say it. A reply
that was written with what no turn says (a search, a picture) has its origin (`outside.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from atlas.adapters.history.fields import ROLES, make_digest, name, read_moment, records, spoken, word
from atlas.adapters.history.outside_reads import OutsideReads, read_unseen
from atlas.adapters.history.rows import Row
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin


def read_conversation(row: Row) -> Iterator[Item]:
    if not isinstance(row.value.get("chat_messages"), list):
        yield Skipped(row.where, "It is not a conversation of Claude: it has no chat_messages.")
        return
    title = word(row.value, "name") or ""
    reads = OutsideReads()
    turns = tuple(
        turn for place, message in enumerate(_find_path(row.value)) for turn in _list_turns(message, place, reads)
    )
    if turns:
        yield Conversation(name(row.value, "uuid") or make_digest(title, *(turn.id for turn in turns)), title, turns)


def _find_path(conversation: Mapping[str, object]) -> list[Mapping[str, object]]:
    messages = records(conversation.get("chat_messages"))
    by_id = {id: message for message in messages if (id := name(message, "uuid"))}
    at = name(conversation, "current_leaf_message_uuid")
    if at not in by_id:
        return messages
    path: dict[str, Mapping[str, object]] = {}
    while at in by_id and at not in path:
        path[at] = by_id[at]
        at = name(by_id[at], "parent_message_uuid")
    return list(reversed(path.values()))


def _list_turns(message: Mapping[str, object], place: int, reads: OutsideReads) -> Iterator[Turn]:
    sender = ROLES.get(word(message, "sender") or "")
    if sender is None:
        return
    at = read_moment(message, "created_at")
    said = list(_read_spoken(message, sender))
    reads.note("", read_unseen(message.get("content"), said) or _attached_unread(message, said))
    for number, (role, told, text) in enumerate(said):
        origin = reads.origin_of_reply("", role, told)
        id = name(message, "uuid") or make_digest(str(place), sender.value, at.isoformat() if at else text)
        yield Turn(f"{id}#{number}" if number else id, role, origin, text, at)


def _read_spoken(message: Mapping[str, object], sender: Role) -> Iterator[tuple[Role, Origin, str]]:
    for attached in records(message.get("attachments")):
        if text := word(attached, "extracted_content"):
            yield sender, Origin.FILE, text
    texts = list(spoken(message.get("content"))) or list(spoken(message.get("text")))
    for is_tool, text in texts:
        yield (Role.TOOL, Origin.TOOL, text) if is_tool else (sender, Origin.IMPORT, text)


def _attached_unread(message: Mapping[str, object], said: list[tuple[Role, Origin, str]]) -> Origin | None:
    """A picture, or a file of which the export has only the name."""
    has_files = any(message.get(name) for name in ("attachments", "files", "files_v2"))
    return Origin.FILE if has_files and not any(origin is Origin.FILE for _, origin, _ in said) else None
