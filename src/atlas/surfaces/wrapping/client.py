"""A client as it was, with memory beside the calls that ask a model."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from math import inf
from typing import Any, Final, TypeVar, cast

from atlas.engine.intake.observe import name_of
from atlas.errors import BadInput
from atlas.surfaces.input_values import check_tokens, parse_speaker, show_value
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.client_methods import WrappedMethod
from atlas.surfaces.wrapping.companion import Companion
from atlas.surfaces.wrapping.shared_state import share_state

C = TypeVar("C")
Path = tuple[str, ...]

_RESOURCES: Final[dict[Path, Format]] = {
    ("chat", "completions"): Format.CHAT,
    ("beta", "chat", "completions"): Format.CHAT,
    ("responses",): Format.RESPONSES,
    ("messages",): Format.MESSAGES,
    ("beta", "messages"): Format.MESSAGES,
}
_ON_THE_WAY: Final = frozenset(path[:depth] for path in _RESOURCES for depth in range(1, len(path) + 1))
_WHOLE: Final = frozenset({"create", "parse"})
_COPIES: Final = frozenset({"copy", "with_options"})
"""What gives another client."""


def wrap(
    client: C,
    *,
    atlas: Atlas,
    conversation: str = "default",
    speaker: str | None = None,
    tokens: int = 2_000,
    seconds: float | None = 2.0,
    instructions: bool = False,
) -> C:
    """The same client with memory: it remembers in each call, and observes each reply.

    Works with the OpenAI and Anthropic clients, sync and async, and with whatever is shaped like them. What is
    remembered stands in the user's last turn as quoted data, at most `tokens` of it. A recall that takes longer than
    `seconds` is done without (None waits). What was learned of how to answer, which is standing wishes and the lines of
    approved documents, is at the end of the system prompt; with `instructions`, the constitution is there too.

    Wrapping costs nothing: wrap again for another conversation, speaker or Atlas. A wrapped client may be wrapped too;
    only the last wrapping counts. Memory trouble never reaches the caller; `atlas doctor` tells of it.
    """
    _check_options(atlas, tokens, seconds)
    if not any(hasattr(client, path[0]) for path in _RESOURCES):
        raise BadInput(f"A client has chat, responses or messages; {show_value(client)} has none of them.")
    conversation, speaker = name_of(conversation, "conversation"), parse_speaker(speaker)
    real = object.__getattribute__(client, "_atlas_real") if isinstance(client, _Wrapped) else client
    companion = Companion(atlas, conversation, speaker, tokens, seconds, instructions, share_state(atlas))
    return cast(C, _Wrapped(real, (), companion))


def _check_options(atlas: Atlas, tokens: int, seconds: float | None) -> None:
    if not isinstance(atlas, Atlas):
        raise BadInput(f"atlas is an open Atlas, not {show_value(atlas)}.")
    check_tokens(tokens)
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
        raise BadInput(f"seconds is a number from 0 on, or None to wait, not {show_value(seconds)}.")


class _Wrapped:
    """Passes everything on to the client, or to the part of it that stands at `path`."""

    __slots__ = ("_atlas_companion", "_atlas_path", "_atlas_real")

    _atlas_companion: Companion
    _atlas_path: Path
    _atlas_real: Any

    def __init__(self, real: Any, path: Path, companion: Companion) -> None:
        for name, value in (("_atlas_real", real), ("_atlas_path", path), ("_atlas_companion", companion)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_atlas_", "__")):  # copying and pickling ask an object that has nothing yet
            raise AttributeError(name)
        found, path = getattr(self._atlas_real, name), (*self._atlas_path, name)
        if path in _ON_THE_WAY:
            return _Wrapped(found, path, self._atlas_companion)
        if self._atlas_path in _RESOURCES:
            return _wrap_method(name, WrappedMethod(found, _RESOURCES[self._atlas_path], self._atlas_companion))
        return (
            _wrap_returned_client(found, self._atlas_companion) if not self._atlas_path and name in _COPIES else found
        )

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._atlas_real, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._atlas_real, name)

    def __dir__(self) -> list[str]:
        return dir(self._atlas_real)

    def __repr__(self) -> str:
        return f"wrap({self._atlas_real!r})"

    def __copy__(self) -> Any:
        return _Wrapped(copy(self._atlas_real), self._atlas_path, self._atlas_companion)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """The memory stays the same one: it is a store, and no part of the client."""
        return _Wrapped(deepcopy(self._atlas_real, memo), self._atlas_path, self._atlas_companion)

    def __enter__(self) -> Any:
        self._atlas_real.__enter__()
        return self

    def __exit__(self, *raised: Any) -> Any:
        return self._atlas_real.__exit__(*raised)

    async def __aenter__(self) -> Any:
        await self._atlas_real.__aenter__()
        return self

    async def __aexit__(self, *raised: Any) -> Any:
        return await self._atlas_real.__aexit__(*raised)


def _wrap_method(name: str, asking: WrappedMethod) -> Any:
    if name in _WHOLE:
        return asking.create()
    return asking.stream if name == "stream" else asking.real


def _wrap_returned_client(another: Callable[..., Any], companion: Companion) -> Callable[..., Any]:
    """A client that comes of a wrapped one is wrapped in the same way."""
    return lambda *args, **kwargs: _Wrapped(another(*args, **kwargs), (), companion)
