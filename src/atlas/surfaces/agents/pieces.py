"""Pieces of an agent's files: how each is added, and how it is taken away again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from atlas.errors import BadInput
from atlas.surfaces.agents import json_text, toml_text
from atlas.surfaces.agents.program import is_hook_command, is_server_command

SERVER: Final = "atlas"
MARK: Final = "<!-- atlas wrote this file; atlas uninstall takes it away -->"


class Piece(Protocol):
    @property
    def path(self) -> Path: ...

    def add_to(self, text: str | None) -> str | None:
        """The file's text with the piece; None is no file."""
        ...

    def remove_from(self, text: str | None) -> str | None: ...


@dataclass(frozen=True, slots=True)
class JsonServer:
    """An MCP server under `mcpServers` in a JSON file."""

    path: Path
    server: Mapping[str, object]

    def add_to(self, text: str | None) -> str:
        if text is None:
            return json_text.render_json(_nest_value(("mcpServers", SERVER), self.server))
        there = _object_at(json_text.parse_object(text, str(self.path)), "mcpServers", self.path).get(SERVER)
        if there == self.server:
            return text
        if there is not None and not _is_server(there):
            raise BadInput(f"{self.path} has another MCP server called {SERVER}; rename it first.")
        bare = self.remove_from(text)
        return json_text.insert_value(bare, ("mcpServers", SERVER), self.server) if bare else self.add_to(None)

    def remove_from(self, text: str | None) -> str | None:
        if text is None:
            return None
        there = _object_at(json_text.parse_object(text, str(self.path)), "mcpServers", self.path).get(SERVER)
        if there is None or not _is_server(there):
            return text
        if text == json_text.render_json(_nest_value(("mcpServers", SERVER), there)):
            return None
        return json_text.remove_member(text, ("mcpServers", SERVER))


@dataclass(frozen=True, slots=True)
class JsonHooks:
    """A handler for each event under `hooks` in a JSON file."""

    path: Path
    handlers: Mapping[str, Mapping[str, object]]

    def add_to(self, text: str | None) -> str:
        groups = {event: {"hooks": [handler]} for event, handler in self.handlers.items()}
        if text is None:
            return json_text.render_json({"hooks": {event: [group] for event, group in groups.items()}})
        if dict(self._own_groups(text)) == groups:
            return text
        bare = self.remove_from(text)
        if bare is None:
            return self.add_to(None)
        for event, group in groups.items():
            place = len(_list_at(self._read_events(bare), event, self.path))
            bare = json_text.insert_value(bare, ("hooks", event, place), group)
        return bare

    def remove_from(self, text: str | None) -> str | None:
        if text is None:
            return None
        made = {event: [group] for event, group in self._own_groups(text)}
        return None if made and text == json_text.render_json({"hooks": made}) else self._remove_own_handlers(text)

    def _read_events(self, text: str) -> Mapping[str, Any]:
        return _object_at(json_text.parse_object(text, str(self.path)), "hooks", self.path)

    def _own_groups(self, text: str) -> Iterator[tuple[str, object]]:
        """Groups that hold nothing but a handler of ours."""
        for event in self._read_events(text):
            groups = _list_at(self._read_events(text), event, self.path)
            yield from (
                (event, group) for group in groups if _own_handler_places(group) and not _has_other_handlers(group)
            )

    def _remove_own_handlers(self, text: str) -> str:
        """The text without any handler of ours; a group in which somebody put another one stays with that."""
        while (place := self._first_own_path(text)) is not None:
            text = json_text.remove_member(text, place)
        return text

    def _first_own_path(self, text: str) -> Sequence[json_text.Key] | None:
        events = self._read_events(text)
        for event in events:
            for number, group in enumerate(_list_at(events, event, self.path)):
                for at in _own_handler_places(group):
                    return (
                        ("hooks", event, number, "hooks", at)
                        if _has_other_handlers(group)
                        else ("hooks", event, number)
                    )
        return None


@dataclass(frozen=True, slots=True)
class TomlServer:
    """An MCP server as a table of its own at the end of a TOML file."""

    path: Path
    lines: tuple[str, ...]

    def add_to(self, text: str | None) -> str:
        bare = self.remove_from(text)
        if SERVER in self._read_servers(bare or ""):
            raise BadInput(f"{self.path} has another MCP server called {SERVER}; rename it first.")
        made = toml_text.add_table(bare, self.lines, str(self.path))
        return text if text is not None and self._has_own_server(text, made) else made

    def remove_from(self, text: str | None) -> str | None:
        """The text without our own table, and nothing else: an editor can move remarks about, ours among them."""
        if text is None:
            return None
        bare = toml_text.remove_table(text)
        before, after = (
            self._parse_config(text) if bare != text else {},
            self._parse_config(bare or "") if bare != text else {},
        )
        if after not in (before, _without_server(before)):
            raise BadInput(
                f"{self.path} has more under mcp_servers.{SERVER} than was put there; "
                "take that away by hand, it was left as it is."
            )
        return bare

    def _has_own_server(self, text: str, made: str) -> bool:
        """Tell whether our server is there as it would be made; other settings of its owner may stay."""
        there, ours = self._read_servers(text).get(SERVER), self._read_servers(made)[SERVER]
        return isinstance(there, dict) and {**there, **ours} == there

    def _parse_config(self, text: str) -> dict[str, Any]:
        """The config without an empty table of servers: nobody wrote that down."""
        found = toml_text.parse_toml(text, str(self.path))
        return {key: value for key, value in found.items() if (key, value) != ("mcp_servers", {})}

    def _read_servers(self, text: str) -> Mapping[str, Any]:
        found = self._parse_config(text).get("mcp_servers", {})
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Page:
    """A file that is ours as a whole; where somebody has one of their own there, theirs stays."""

    path: Path
    text: str

    def add_to(self, text: str | None) -> str:
        return self.text if text is None or MARK in text else text

    def remove_from(self, text: str | None) -> str | None:
        return None if text is not None and MARK in text else text


def _without_server(config: Mapping[str, Any]) -> dict[str, Any]:
    servers = config.get("mcp_servers")
    if not isinstance(servers, dict):
        return dict(config)
    others = {name: each for name, each in servers.items() if name != SERVER}
    rest = {key: value for key, value in config.items() if key != "mcp_servers"}
    return {**rest, "mcp_servers": others} if others else rest


def _nest_value(path: Sequence[str], value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _object_at(document: Mapping[str, Any], key: str, path: Path) -> Mapping[str, Any]:
    found = document.get(key, {})
    if not isinstance(found, dict):
        raise BadInput(f"{path} has something else than an object under {key!r}; it was left as it is.")
    return found


def _list_at(events: Mapping[str, Any], event: str, path: Path) -> Sequence[Any]:
    found = events.get(event, [])
    if not isinstance(found, list):
        raise BadInput(f"{path} has something else than a list under {event!r}; it was left as it is.")
    return found


def _is_server(value: object) -> bool:
    match value:
        case {"command": str() as command, "args": list() as args}:
            return is_server_command(command, args)
        case _:
            return False


def _own_handler_places(group: object) -> list[int]:
    """The places where handlers of ours stand in a group."""
    held = group.get("hooks") if isinstance(group, dict) else None
    return [at for at, each in enumerate(held) if _is_ours(each)] if isinstance(held, list) else []


def _has_other_handlers(group: Any) -> bool:
    return len(group["hooks"]) > len(_own_handler_places(group))


def _is_ours(handler: object) -> bool:
    command = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(command, str) and is_hook_command(command)
